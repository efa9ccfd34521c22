-- Sign-ins: what a person sees as a session. One row each time somebody signs in; it has a session in every organization that is entered from there,
-- and all of them end with it.
create table sign_ins (
  id           uuid primary key,
  user_id      uuid not null references users (id) on delete cascade,
  -- What the client called itself, and from which network address it signed in.
  user_agent   text,
  address      text,
  created_at   timestamptz not null,
  last_used_at timestamptz not null,
  expires_at   timestamptz not null
);
create index sign_ins_user on sign_ins (user_id, last_used_at);
create index sign_ins_age on sign_ins (expires_at);

alter table sessions add column sign_in_id uuid references sign_ins (id) on delete cascade;
alter table sessions no force row level security; -- So that the owner of the tables sees the sessions that are there.
insert into sign_ins (id, user_id, created_at, last_used_at, expires_at) select id, user_id, created_at, rotated_at, expires_at from sessions;
update sessions set sign_in_id = id;
alter table sessions force row level security;
alter table sessions alter column sign_in_id set not null;
create index sessions_sign_in on sessions (sign_in_id);

-- Devices from which a person has signed in, by a keyed hash: of a cookie, or of a program's name and network (src/identity/sign-ins/devices.ts).
create table known_devices (
  user_id uuid not null references users (id) on delete cascade,
  hash    bytea not null,
  seen_at timestamptz not null,
  primary key (user_id, hash)
);

-- Both are a person's and of no single organization, as users are: a tenant reaches those of its members.
alter table sign_ins enable row level security;
alter table sign_ins force row level security;
create policy members on sign_ins
  using (exists (select from memberships m where m.tenant_id = (select current_tenant()) and m.user_id = sign_ins.user_id))
  with check (exists (select from memberships m where m.tenant_id = (select current_tenant()) and m.user_id = sign_ins.user_id));
alter table known_devices enable row level security;
alter table known_devices force row level security;
create policy members on known_devices
  using (exists (select from memberships m where m.tenant_id = (select current_tenant()) and m.user_id = known_devices.user_id))
  with check (exists (select from memberships m where m.tenant_id = (select current_tenant()) and m.user_id = known_devices.user_id));
grant select, insert, update, delete on sign_ins, known_devices to haldur_app;

create policy system on sign_ins for select to haldur_system using (true);
create policy system_forgets on sign_ins for delete to haldur_system using (true);
grant select, delete on sign_ins to haldur_system;

-- The sign-ins of a member of the bound tenant that can still be used in any tenant, the one used last first.
create function sign_ins_of(person uuid, at timestamptz, max_rows integer)
  returns table (id uuid, user_agent text, address text, created_at timestamptz, last_used_at timestamptz)
  language sql stable security definer set search_path = pg_catalog, public, pg_temp
begin atomic
  select g.id, g.user_agent, g.address, g.created_at, g.last_used_at
    from sign_ins g
   where g.user_id = person
     and exists (select from memberships m where m.tenant_id = (select current_tenant()) and m.user_id = person)
     and exists (select from sessions s where s.sign_in_id = g.id and least(s.idle_until, s.expires_at) > at)
   order by g.last_used_at desc, g.id desc limit max_rows;
end;

-- Deletes the sign-ins that have expired or have no session left.
create function forget_sign_ins(at timestamptz) returns void
  language sql security definer set search_path = pg_catalog, public, pg_temp
begin atomic
  delete from sign_ins g where g.expires_at < at or not exists (select from sessions s where s.sign_in_id = g.id);
end;

alter function sign_ins_of(uuid, timestamptz, integer) owner to haldur_system;
alter function forget_sign_ins(timestamptz) owner to haldur_system;
revoke execute on function sign_ins_of(uuid, timestamptz, integer), forget_sign_ins(timestamptz) from public;
grant execute on function sign_ins_of(uuid, timestamptz, integer), forget_sign_ins(timestamptz) to haldur_app;

-- A changed password now ends sign-ins.
drop function end_other_sessions(uuid, uuid);
drop policy system_ends on sessions;
revoke delete on sessions from haldur_system;
