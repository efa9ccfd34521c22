-- Identity: people, their roles in organizations, sessions, API keys, sign-in links, and the security log.

create table users (
  id            uuid primary key,
  email         text not null,
  email_key     text not null,
  name          text not null,
  password_hash text,
  language      text not null default 'et',
  member_of     uuid[] not null default '{}',
  created_at    timestamptz not null,
  updated_at    timestamptz not null
);
comment on table users is 'People with an account. A person may belong to several organizations, so there is no tenant here; an organization sees its members.';
comment on column users.member_of is 'The organizations of the person, the last used first: a copy of memberships for signing in and for the row policy, which both read only this row. Written by refresh_member_of.';
comment on column users.email is 'The address as entered.';
comment on column users.email_key is 'The address in lower case; equal keys mean the same address.';
comment on column users.name is 'The person''s name.';
comment on column users.password_hash is 'Null: this person signs in with a link in an e-mail.';
comment on column users.language is 'The language of the console and of e-mails to the person.';
create unique index users_email_unique on users (email_key);

create table memberships (
  tenant_id    uuid not null references tenants (id),
  user_id      uuid not null references users (id),
  role         text not null check (role in ('owner', 'manager', 'accountant', 'resident')),
  invited_by   uuid,
  created_at   timestamptz not null,
  last_used_at timestamptz not null,
  primary key (tenant_id, user_id)
);
comment on table memberships is 'The role of each person in each organization.';
comment on column memberships.role is 'What the person may do.';
comment on column memberships.invited_by is 'Who invited them.';
comment on column memberships.last_used_at is 'When the person last signed in here: sign-in enters the organization used last.';
call isolate('memberships');

alter table users enable row level security;
alter table users force row level security;
create policy members on users for select using (current_tenant() = any (member_of));
create policy members_change on users for update using (current_tenant() = any (member_of));
create policy newcomers on users for insert with check (true);
grant select, insert, update on users to haldur_app;

create table sign_ins (
  id           uuid primary key,
  user_id      uuid not null references users (id) on delete cascade,
  user_agent   text,
  address      text,
  created_at   timestamptz not null,
  last_used_at timestamptz not null,
  expires_at   timestamptz not null
);
comment on table sign_ins is 'What a person sees as a session: one row per sign-in. It has a session in every organization entered from there, and all of them end with it. Belongs to the person, not to an organization: only a caller acting as that person can access it.';
comment on column sign_ins.user_agent is 'The name that the client sent.';
comment on column sign_ins.address is 'The network address of the sign-in.';
comment on column sign_ins.last_used_at is 'When it was last used, within a few minutes.';
comment on column sign_ins.expires_at is 'When it ends at the latest.';
create index sign_ins_user on sign_ins (user_id, last_used_at);
create index sign_ins_age on sign_ins (expires_at);

create table known_devices (
  user_id uuid not null references users (id) on delete cascade,
  hash    bytea not null,
  seen_at timestamptz not null,
  primary key (user_id, hash)
);
comment on table known_devices is 'Devices from which a person has signed in.';
comment on column known_devices.hash is 'A keyed hash of a cookie, or of a program''s name and network (src/identity/devices.ts).';
comment on column known_devices.seen_at is 'When the person last signed in from it.';

alter table sign_ins enable row level security;
alter table sign_ins force row level security;
create policy person on sign_ins using (user_id = current_person()) with check (user_id = current_person());
alter table known_devices enable row level security;
alter table known_devices force row level security;
create policy person on known_devices using (user_id = current_person()) with check (user_id = current_person());
grant select, insert, update, delete on sign_ins, known_devices to haldur_app;

create table sessions (
  tenant_id    uuid not null,
  id           uuid not null,
  user_id      uuid not null,
  sign_in_id   uuid not null references sign_ins (id) on delete cascade,
  seed         bytea not null,
  counter      integer not null,
  signed_in_by_mail      boolean not null default false,
  rotated_at   timestamptz not null,
  created_at   timestamptz not null,
  idle_until   timestamptz not null,
  expires_at   timestamptz not null,
  primary key (tenant_id, id),
  foreign key (tenant_id, user_id) references memberships (tenant_id, user_id) on delete cascade
);
comment on table sessions is 'The part of a sign-in in one organization. The refresh token is derived from seed and counter (src/identity/tokens.ts); the token itself is not stored.';
comment on column sessions.seed is 'The seed of its tokens.';
comment on column sessions.counter is 'How often the refresh token was rotated.';
comment on column sessions.signed_in_by_mail is 'The person signed in with a link in an e-mail: for a short time they may set a new password without the previous one.';
comment on column sessions.rotated_at is 'When the refresh token was last rotated.';
comment on column sessions.idle_until is 'When it ends if it is not used.';
comment on column sessions.expires_at is 'When it ends at the latest.';
create index sessions_sign_in on sessions (tenant_id, sign_in_id);
create index sessions_user on sessions (tenant_id, user_id);
call isolate('sessions');

create table api_keys (
  tenant_id    uuid not null references tenants (id),
  id           uuid not null,
  name         text not null check (length(name) between 1 and 200),
  role         text not null check (role in ('owner', 'manager', 'accountant')),
  hint         text not null,
  created_by   uuid,
  created_at   timestamptz not null,
  expires_at   timestamptz,
  last_used_at timestamptz,
  primary key (tenant_id, id)
);
comment on table api_keys is 'API keys. The key itself is shown once and not stored.';
comment on column api_keys.name is 'The name of the key.';
comment on column api_keys.role is 'What the key may do.';
comment on column api_keys.hint is 'The end of the key, so that people can recognise it.';
comment on column api_keys.created_by is 'The person who created it.';
comment on column api_keys.expires_at is 'From when it is no longer accepted; null: never.';
comment on column api_keys.last_used_at is 'When it was last used, within a few minutes.';
call isolate('api_keys');

create table credentials (
  tenant_id  uuid not null references tenants (id),
  hash       bytea not null,
  session_id uuid,
  api_key_id uuid,
  expires_at timestamptz,
  primary key (tenant_id, hash),
  check ((session_id is null) <> (api_key_id is null)),
  foreign key (tenant_id, session_id) references sessions (tenant_id, id) on delete cascade,
  foreign key (tenant_id, api_key_id) references api_keys (tenant_id, id) on delete cascade
);
comment on table credentials is 'Bearer credentials: the SHA-256 of an access token (of a session) or of an API key. One row, one look-up.';
comment on column credentials.hash is 'SHA-256 of the credential.';
comment on column credentials.expires_at is 'From when it is no longer accepted; null: never.';
create index credentials_session on credentials (tenant_id, session_id) where session_id is not null;
create index credentials_api_key on credentials (tenant_id, api_key_id) where api_key_id is not null;
create index credentials_age on credentials (tenant_id, expires_at) where expires_at is not null;
call isolate('credentials');

create policy system on users       for select to haldur_system using (true);
create policy system_notes on users for update to haldur_system using (true);
create policy system on memberships for select to haldur_system using (true);
create policy system on sessions    for select to haldur_system using (true);
grant select on users, memberships, sessions to haldur_system;
grant update (member_of) on users to haldur_system;
create policy system on sign_ins    for select to haldur_system using (true);
create policy system_forgets on sign_ins for delete to haldur_system using (true);
grant select, delete on sign_ins to haldur_system;

-- The holder of a credential of a tenant. Binds the tenant and the person for the rest of the transaction; without a holder it returns no row and binds
-- nothing.
create function authenticate(tenant uuid, presented bytea, at timestamptz)
  returns table (user_id uuid, session_id uuid, api_key_id uuid, role text)
  language plpgsql set search_path = pg_catalog, public, pg_temp as $$
#variable_conflict use_column
begin
  perform bind_tenant(tenant);
  select s.user_id, c.session_id, c.api_key_id, coalesce(m.role, k.role)
    into user_id, session_id, api_key_id, role
    from credentials c
    left join sessions s on s.tenant_id = tenant and s.id = c.session_id
    left join memberships m on m.tenant_id = tenant and m.user_id = s.user_id
    left join api_keys k on k.tenant_id = tenant and k.id = c.api_key_id
   where c.tenant_id = tenant and c.hash = presented and (c.expires_at is null or c.expires_at > at);
  if role is null then
    perform bind_tenant(null);
    return;
  end if;
  if user_id is not null then perform bind_person(user_id); end if;
  return next;
end $$;

-- Updates a person's list of organizations for the bound tenant: puts it first or removes it. Callers that write a membership call it.
create function refresh_member_of(person uuid) returns void
  language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
declare
  tenant uuid := current_tenant();
  belongs boolean := exists (select from memberships m where m.tenant_id = tenant and m.user_id = person);
begin
  update users u set member_of = case when belongs then tenant || array_remove(u.member_of, tenant) else array_remove(u.member_of, tenant) end where u.id = person;
end $$;

-- The person with an e-mail address and the organizations they may enter, last used first.
create function find_sign_in(wanted_email_key text)
  returns table (user_id uuid, password_hash text, tenant_id uuid)
  language sql stable security definer set search_path = pg_catalog, public, pg_temp
begin atomic
  select u.id, u.password_hash, o.id
    from users u left join unnest(u.member_of) with ordinality as o (id, nth) on true
   where u.email_key = wanted_email_key
   order by o.nth;
end;

-- The acting person's sign-ins that can still be used in any tenant, last used first.
create function list_sign_ins(person uuid, at timestamptz, max_rows integer)
  returns table (id uuid, user_agent text, address text, created_at timestamptz, last_used_at timestamptz)
  language plpgsql stable security definer set search_path = pg_catalog, public, pg_temp as $$
#variable_conflict use_column
declare tenants uuid[] := (select u.member_of from users u where u.id = person and u.id = current_person());
begin
  return query
  select g.id, g.user_agent, g.address, g.created_at, g.last_used_at
    from sign_ins g
   where g.user_id = person
     and g.id in (select s.sign_in_id from sessions s where s.tenant_id = any (tenants) and s.user_id = person and least(s.idle_until, s.expires_at) > at)
   order by g.last_used_at desc, g.id desc limit max_rows;
end $$;

-- Deletes the sign-ins that have expired or were last used before unused_since; none of their sessions is valid then.
create function forget_sign_ins(at timestamptz, unused_since timestamptz) returns void
  language sql security definer set search_path = pg_catalog, public, pg_temp
begin atomic
  delete from sign_ins g where g.expires_at < at or g.last_used_at < unused_since;
end;

-- Whether no organization exists yet. Concurrent callers wait for each other's transaction, so only one creates the first.
create function has_no_tenants() returns boolean
  language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
begin
  perform pg_advisory_xact_lock(4711, 1);
  return not exists (select from tenants);
end $$;

-- The organizations that a person may enter. Each is read separately, because each may be on another machine.
create function list_organizations_of(wanted_user uuid)
  returns table (id uuid, name text, role text, sample boolean)
  language plpgsql stable security definer set search_path = pg_catalog, public, pg_temp as $$
#variable_conflict use_column
declare tenant uuid;
begin
  for tenant in select unnest(u.member_of) from users u where u.id = wanted_user loop
    return query
    select t.id, t.name, m.role, t.sample from tenants t join memberships m on m.tenant_id = t.id where t.id = tenant and m.tenant_id = tenant and m.user_id = wanted_user;
  end loop;
end $$;

call across_tenants('refresh_member_of(uuid)', 'find_sign_in(text)', 'list_sign_ins(uuid, timestamptz, integer)', 'forget_sign_ins(timestamptz, timestamptz)', 'has_no_tenants()',
                    'list_organizations_of(uuid)');

create table security_events (
  tenant_id  uuid not null references tenants (id),
  id         uuid not null,
  at         timestamptz not null,
  kind       text not null,
  actor_kind text not null check (actor_kind in ('user', 'key', 'service', 'nobody')),
  actor_id   uuid,
  actor_name text,
  address    text,
  detail     jsonb not null,
  primary key (tenant_id, id)
);
comment on table security_events is 'The security log for owners: sign-ins, rejections, changes and deletions. Kept for one year.';
comment on column security_events.at is 'The time of the entry.';
comment on column security_events.kind is 'The kind of entry.';
comment on column security_events.actor_kind is 'Who did it.';
comment on column security_events.actor_id is 'The user or key.';
comment on column security_events.actor_name is 'The name at that time, because a member or a key removed later has none any more.';
comment on column security_events.address is 'The network address of the request.';
comment on column security_events.detail is 'Further details by kind. Never a secret.';
create index security_events_order on security_events (tenant_id, at, id);
call isolate('security_events');

create table magic_links (
  id         uuid primary key,
  email_key  text not null,
  asked_at   timestamptz not null,
  network    bytea not null,
  user_id    uuid references users (id) on delete cascade,
  token_hash bytea,
  expires_at timestamptz,
  used_at    timestamptz
);
comment on table magic_links is 'Requests for sign-in links, and the links. A request for any address only adds a row, and the worker decides the result, so the response cannot reveal whether the address is known. No tenant: a person may belong to several organizations, or to none.';
comment on column magic_links.email_key is 'The address in lower case.';
comment on column magic_links.asked_at is 'When it was requested.';
comment on column magic_links.network is 'A keyed hash of the requesting network: requests by others must not use up a person''s limit.';
comment on column magic_links.token_hash is 'SHA-256 of the token; null before it is sent and when it can no longer be used.';
comment on column magic_links.expires_at is 'Until when it can be used.';
comment on column magic_links.used_at is 'When it was used.';
create unique index magic_links_token on magic_links (token_hash) where token_hash is not null;
create index magic_links_waiting on magic_links (asked_at) where user_id is null;
create index magic_links_address on magic_links (email_key, asked_at);
create index magic_links_user on magic_links (user_id) where user_id is not null;
alter table magic_links enable row level security;
alter table magic_links force row level security;
grant select, insert on magic_links to haldur_app;
create policy asking on magic_links for insert with check (user_id is null and token_hash is null);
create policy system on magic_links to haldur_system using (true) with check (true);
grant select, update, delete on magic_links to haldur_system;

-- Claims the oldest request and returns whose it is. It deletes at once requests for an unknown address, and requests of a person who was sent `most`
-- links within `within`, or `most_alike` links requested from the same network.
-- The row stays locked until the transaction ends, so no other worker claims it. No row: nothing is waiting. user_id null: nothing is to be sent.
create function claim_magic_link(at timestamptz, most integer, most_alike integer, within interval)
  returns table (id uuid, user_id uuid, tenant_id uuid, email text, name text, language text)
  language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
#variable_conflict use_column
declare request magic_links;
begin
  select * into request from magic_links l where l.user_id is null order by l.asked_at for update skip locked limit 1;
  if not found then return; end if;
  return query
  select request.id, u.id, u.member_of[1], u.email, u.name, u.language
    from users u
   where u.email_key = request.email_key and cardinality(u.member_of) > 0
     and (select count(*) < most and count(*) filter (where l.network = request.network) < most_alike
            from magic_links l where l.email_key = request.email_key and l.user_id is not null and l.asked_at > at - within)
   limit 1;
  if not found then
    delete from magic_links l where l.id = request.id;
    return query select request.id, null::uuid, null::uuid, null::text, null::text, null::text;
  end if;
end $$;

-- Turns a request into a link. Earlier links of the person become invalid; returns them.
create function issue_magic_link(request uuid, person uuid, hash bytea, until timestamptz) returns setof uuid
  language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
begin
  perform pg_advisory_xact_lock(hashtextextended('magic link of ' || person, 0));
  return query update magic_links set token_hash = null where user_id = person and token_hash is not null returning id;
  update magic_links set user_id = person, token_hash = hash, expires_at = until where id = request;
end $$;

-- Redeems a link: of several concurrent calls one gets the person, the others nothing.
create function redeem_magic_link(hash bytea, at timestamptz) returns table (user_id uuid, tenant_id uuid)
  language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
#variable_conflict use_column
declare person uuid;
begin
  update magic_links l set used_at = at, token_hash = null where l.token_hash = hash and l.expires_at > at returning l.user_id into person;
  return query select person, o.id from users u cross join unnest(u.member_of) with ordinality as o (id, nth) where u.id = person order by o.nth;
end $$;

create function delete_old_magic_links(before timestamptz) returns void language sql security definer set search_path = pg_catalog, public, pg_temp
begin atomic
  delete from magic_links where asked_at < before;
end;

call across_tenants('claim_magic_link(timestamptz, integer, integer, interval)', 'issue_magic_link(uuid, uuid, bytea, timestamptz)',
                    'redeem_magic_link(bytea, timestamptz)', 'delete_old_magic_links(timestamptz)');
