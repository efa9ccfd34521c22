-- Who is asking: users, their roles in organizations, sessions, and the hashes of what they present.

-- A user is a person and may belong to several organizations, so this table has no tenant; a tenant sees the users who are its members.
create table users (
  id            uuid primary key,
  email         text not null,
  email_key     text not null,
  name          text not null,
  password_hash text,
  created_at    timestamptz not null,
  updated_at    timestamptz not null
);
create unique index users_email_unique on users (email_key);

create table memberships (
  tenant_id    uuid not null references tenants (id),
  user_id      uuid not null references users (id),
  role         text not null check (role in ('owner', 'manager', 'accountant', 'resident')),
  created_at   timestamptz not null,
  last_used_at timestamptz not null,
  primary key (tenant_id, user_id)
);
create index memberships_user on memberships (user_id);
call isolate('memberships');

alter table users enable row level security;
alter table users force row level security;
create policy members on users for select using (exists (
  select from memberships m where m.tenant_id = (select current_tenant()) and m.user_id = users.id));
create policy members_change on users for update using (exists (
  select from memberships m where m.tenant_id = (select current_tenant()) and m.user_id = users.id));
create policy newcomers on users for insert with check (true);
grant select, insert, update on users to haldur_app;

-- The refresh token of a session is derived from seed and counter (src/identity/tokens.ts); nothing here is the token itself.
create table sessions (
  tenant_id    uuid not null,
  id           uuid not null,
  user_id      uuid not null,
  seed         bytea not null,
  counter      integer not null,
  rotated_at   timestamptz not null,
  created_at   timestamptz not null,
  idle_until   timestamptz not null,
  expires_at   timestamptz not null,
  primary key (tenant_id, id),
  foreign key (tenant_id, user_id) references memberships (tenant_id, user_id) on delete cascade
);
create unique index sessions_id on sessions (id);
create index sessions_user on sessions (tenant_id, user_id);
call isolate('sessions');

create table api_keys (
  tenant_id  uuid not null references tenants (id),
  id         uuid not null,
  name       text not null check (length(name) between 1 and 200),
  role       text not null check (role in ('owner', 'manager', 'accountant')),
  hint       text not null,
  created_at timestamptz not null,
  expires_at timestamptz,
  primary key (tenant_id, id)
);
call isolate('api_keys');

-- What a caller may present as Bearer: the SHA-256 of an access token (of a session) or of an API key. One row, one look-up.
create table credentials (
  tenant_id  uuid not null references tenants (id),
  hash       bytea not null primary key,
  session_id uuid,
  api_key_id uuid,
  expires_at timestamptz,
  check ((session_id is null) <> (api_key_id is null)),
  foreign key (tenant_id, session_id) references sessions (tenant_id, id) on delete cascade,
  foreign key (tenant_id, api_key_id) references api_keys (tenant_id, id) on delete cascade
);
create index credentials_session on credentials (tenant_id, session_id) where session_id is not null;
create index credentials_api_key on credentials (tenant_id, api_key_id) where api_key_id is not null;
create index credentials_age on credentials (expires_at) where expires_at is not null;
call isolate('credentials');

create policy system on users       for select to haldur_system using (true);
create policy system on memberships for select to haldur_system using (true);
create policy system on sessions    for select to haldur_system using (true);
create policy system on api_keys    for select to haldur_system using (true);
create policy system on credentials for select to haldur_system using (true);
grant select on users, memberships, sessions, api_keys, credentials to haldur_system;

-- Who holds this credential? Binds the caller's tenant for the rest of the transaction; no row and no binding when nobody does.
create function authenticate(presented bytea, at timestamptz)
  returns table (tenant_id uuid, user_id uuid, session_id uuid, api_key_id uuid, role text)
  language plpgsql security definer set search_path = pg_catalog, public as $$
#variable_conflict use_column
begin
  select c.tenant_id, s.user_id, c.session_id, c.api_key_id, coalesce(m.role, k.role)
    into tenant_id, user_id, session_id, api_key_id, role
    from credentials c
    left join sessions s on s.tenant_id = c.tenant_id and s.id = c.session_id
    left join memberships m on m.tenant_id = s.tenant_id and m.user_id = s.user_id
    left join api_keys k on k.tenant_id = c.tenant_id and k.id = c.api_key_id
   where c.hash = presented and (c.expires_at is null or c.expires_at > at);
  if role is null then return; end if;
  perform set_config('app.tenant_id', tenant_id::text, true);
  return next;
end $$;

-- The person behind an e-mail address and the organizations she may enter, the one used last first.
create function find_sign_in(wanted_email_key text)
  returns table (user_id uuid, password_hash text, tenant_id uuid)
  language sql stable security definer set search_path = pg_catalog, public
begin atomic
  select u.id, u.password_hash, m.tenant_id
    from users u left join memberships m on m.user_id = u.id
   where u.email_key = wanted_email_key
   order by m.last_used_at desc nulls last, m.tenant_id;
end;

-- The organization of a session, for a refresh token that names it.
create function tenant_of_session(wanted uuid) returns uuid
  language sql stable security definer set search_path = pg_catalog, public
begin atomic
  select tenant_id from sessions where id = wanted;
end;

alter function authenticate(bytea, timestamptz) owner to haldur_system;
alter function find_sign_in(text) owner to haldur_system;
alter function tenant_of_session(uuid) owner to haldur_system;
revoke execute on function authenticate(bytea, timestamptz), find_sign_in(text), tenant_of_session(uuid) from public;
grant execute on function authenticate(bytea, timestamptz), find_sign_in(text), tenant_of_session(uuid) to haldur_app;
