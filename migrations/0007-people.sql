-- Who may do what, finished: languages of people, links that sign in once, invitations, the security log; and residents with their dates.

alter table users add column language text not null default 'et';
alter table memberships add column invited_by uuid;
alter table api_keys add column created_by uuid;
alter table api_keys add column last_used_at timestamptz;
-- How the person came in: with a link from her mailbox she may set a new password without the old one, for a short while.
alter table sessions add column by_mail boolean not null default false;

-- What an owner may want to know afterwards: who came in, who was refused, what was changed or removed. Kept one year.
create table security_events (
  tenant_id  uuid not null references tenants (id),
  id         uuid not null,
  at         timestamptz not null,
  kind       text not null,
  actor_kind text not null check (actor_kind in ('user', 'key', 'service', 'nobody')),
  actor_id   uuid,
  address    text,
  detail     jsonb not null,
  primary key (tenant_id, id)
);
create index security_events_order on security_events (tenant_id, at, id);
call isolate('security_events');

-- A wish for a link that signs in, and the link. Whoever asks, for whatever address, only ever adds a row: what comes of it is the worker's matter,
-- so that the answer cannot tell whether the address is known. No tenant: a person may belong to several, or to none.
create table magic_links (
  id         uuid primary key,
  email_key  text not null,
  asked_at   timestamptz not null,
  -- From which network, as a keyed hash: somebody else's asking must not use up what a person may ask for.
  network    bytea not null,
  user_id    uuid references users (id) on delete cascade,
  token_hash bytea,
  expires_at timestamptz,
  used_at    timestamptz
);
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

-- Takes the oldest wish and answers whose it is. Forgotten at once are nobody's, and those of a person who within `within` has been sent `most` links, or
-- `most_alike` that the same network asked for.
-- The row stays locked until the transaction ends, so no other worker takes it. No row: nothing waits. user_id null: nothing is to be sent.
create function take_magic_link(at timestamptz, most integer, most_alike integer, within interval)
  returns table (id uuid, user_id uuid, tenant_id uuid, email text, name text, language text)
  language plpgsql security definer set search_path = pg_catalog, public as $$
#variable_conflict use_column
declare wish magic_links;
begin
  select * into wish from magic_links l where l.user_id is null order by l.asked_at for update skip locked limit 1;
  if not found then return; end if;
  return query
  select wish.id, u.id, m.tenant_id, u.email, u.name, u.language
    from users u join memberships m on m.user_id = u.id
   where u.email_key = wish.email_key
     and (select count(*) < most and count(*) filter (where l.network = wish.network) < most_alike
            from magic_links l where l.email_key = wish.email_key and l.user_id is not null and l.asked_at > at - within)
   order by m.last_used_at desc, m.tenant_id limit 1;
  if not found then
    delete from magic_links l where l.id = wish.id;
    return query select wish.id, null::uuid, null::uuid, null::text, null::text, null::text;
  end if;
end $$;

-- Makes a wish into a link. Whatever link the person had before is void from now on; answers with which those were.
create function give_magic_link(wish uuid, person uuid, hash bytea, until timestamptz) returns setof uuid
  language plpgsql security definer set search_path = pg_catalog, public as $$
begin
  perform pg_advisory_xact_lock(hashtextextended('magic link of ' || person, 0));
  return query update magic_links set token_hash = null where user_id = person and token_hash is not null returning id;
  update magic_links set user_id = person, token_hash = hash, expires_at = until where id = wish;
end $$;

-- Uses a link up: of several at the same moment one gets the person, the others nothing.
create function redeem_magic_link(hash bytea, at timestamptz) returns table (user_id uuid, tenant_id uuid)
  language plpgsql security definer set search_path = pg_catalog, public as $$
#variable_conflict use_column
declare person uuid;
begin
  update magic_links l set used_at = at, token_hash = null where l.token_hash = hash and l.expires_at > at returning l.user_id into person;
  return query select m.user_id, m.tenant_id from memberships m where m.user_id = person order by m.last_used_at desc, m.tenant_id;
end $$;

create function forget_magic_links(before timestamptz) returns void language sql security definer set search_path = pg_catalog, public
begin atomic
  delete from magic_links where asked_at < before;
end;

-- Ends a person's sessions, in every organization, but for one: her password is another now.
create function end_other_sessions(person uuid, but uuid) returns void language sql security definer set search_path = pg_catalog, public
begin atomic
  delete from sessions where user_id = person and id <> but;
end;
create policy system_ends on sessions for delete to haldur_system using (true);
grant delete on sessions to haldur_system;

-- An invitation into the organization: as a resident of an apartment, or to work in it. The token is in the mail alone.
create table invitations (
  tenant_id      uuid not null references tenants (id),
  id             uuid not null,
  email          text not null,
  email_key      text not null,
  name           text,
  apartment_id   uuid,
  role           text not null check (role in ('owner', 'manager', 'accountant', 'resident')),
  residency_role text check (residency_role in ('owner', 'tenant')),
  language       text not null,
  status         text not null check (status in ('pending', 'accepted', 'cancelled', 'expired')),
  token_hash     bytea,
  expires_at     timestamptz not null,
  created_by     uuid,
  created_at     timestamptz not null,
  updated_at     timestamptz not null,
  primary key (tenant_id, id),
  foreign key (tenant_id, apartment_id) references apartments (tenant_id, id),
  check ((role = 'resident') = (apartment_id is not null)),
  check ((status = 'pending') = (token_hash is not null))
);
create unique index invitations_token on invitations (token_hash) where token_hash is not null;
create unique index invitations_pending_unique on invitations (tenant_id, email_key, apartment_id) nulls not distinct where status = 'pending';
create index invitations_pending on invitations (tenant_id, created_at, id) where status = 'pending';
create index invitations_apartment on invitations (tenant_id, apartment_id);
call isolate('invitations');

-- Where an invitation's token leads.
create function find_invitation(hash bytea, at timestamptz) returns table (tenant_id uuid, id uuid)
  language sql stable security definer set search_path = pg_catalog, public
begin atomic
  select i.tenant_id, i.id from invitations i where i.token_hash = hash and i.expires_at > at;
end;
create policy system on invitations for select to haldur_system using (true);
grant select on invitations to haldur_system;

-- Names are sorted as people sort them.
alter table residents alter column name type text collate natural_order;

-- Residents: how the same person is recognised, who gets the invoice, and no two residencies of one person in one apartment on one day.
alter table residents add column email_key text;
update residents set email_key = lower(email);
create index residents_email on residents (tenant_id, email_key) where email_key is not null;
create index residents_created on residents (tenant_id, created_at, id);
create index residents_updated on residents (tenant_id, updated_at, id);
create index residents_name on residents (tenant_id, name, id);
alter table residencies add column id uuid not null default gen_random_uuid();
alter table residencies add column receives_invoice boolean not null default true;
create unique index residencies_id on residencies (tenant_id, id);
alter table residencies add constraint residencies_dates check (until is null or until >= since);
alter table residencies add constraint residencies_once
  exclude using gist (tenant_id with =, resident_id with =, apartment_id with =, daterange(since, until, '[]') with &&);

alter function take_magic_link(timestamptz, integer, integer, interval) owner to haldur_system;
alter function give_magic_link(uuid, uuid, bytea, timestamptz) owner to haldur_system;
alter function redeem_magic_link(bytea, timestamptz) owner to haldur_system;
alter function forget_magic_links(timestamptz) owner to haldur_system;
alter function end_other_sessions(uuid, uuid) owner to haldur_system;
alter function find_invitation(bytea, timestamptz) owner to haldur_system;
revoke execute on function take_magic_link(timestamptz, integer, integer, interval), give_magic_link(uuid, uuid, bytea, timestamptz),
  redeem_magic_link(bytea, timestamptz), forget_magic_links(timestamptz), end_other_sessions(uuid, uuid),
  find_invitation(bytea, timestamptz) from public;
grant execute on function take_magic_link(timestamptz, integer, integer, interval), give_magic_link(uuid, uuid, bytea, timestamptz),
  redeem_magic_link(bytea, timestamptz), forget_magic_links(timestamptz), end_other_sessions(uuid, uuid),
  find_invitation(bytea, timestamptz) to haldur_app;
