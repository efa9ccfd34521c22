-- Test organizations: a clock of their own that runs ahead, a mailbox instead of a mail server, and a reset (docs/test-organizations.md).

alter table tenants add column clock_ahead_ms bigint not null default 0 check (clock_ahead_ms >= 0);
alter table tenants add column made_in uuid;
alter table tenants add constraint tenants_real_time check (sample or clock_ahead_ms = 0);
comment on column tenants.sample is 'Whether this is a test organization: nothing of it reaches the real world, and it can be reset and deleted.';
comment on column tenants.clock_ahead_ms is 'How far the clock of a test organization is ahead of the service''s, in milliseconds.';
comment on column tenants.made_in is 'The organization in which an owner made this test organization; null for real ones, and for samples made before.';

-- As in 0001. Besides, every transaction in a test organization holds a lock together with others; a reset or deletion has it alone (delete_tenant_rows). So
-- nobody else is in the middle of something then, and whoever comes waits and finds the organization as it is afterwards.
create or replace function bind_tenant(tenant uuid) returns void language plpgsql as $$
begin
  set local citus.propagate_set_commands = 'local';
  execute format('set local app.tenant_id = %L', coalesce(tenant::text, ''));
  perform pg_advisory_xact_lock_shared(4713, hashtext(t.id::text)) from public.tenants t where t.id = tenant and t.sample;
end $$;

-- Binds a tenant, and a person if there is one, for the rest of the transaction; returns what decides about the tenant's time. No row: no such tenant yet.
create function enter_tenant(tenant uuid, person uuid) returns table (is_test boolean, clock_ahead_ms bigint)
  language plpgsql set search_path = pg_catalog, public, pg_temp as $$
#variable_conflict use_column
begin
  perform bind_tenant(tenant);
  if person is not null then perform bind_person(person); end if;
  return query select t.sample, t.clock_ahead_ms from tenants t where t.id = tenant;
end $$;

-- As in 0002 and 0010; each organization's work is due by its own clock.
create or replace function tenants_with_due_mails(at timestamptz) returns table (tenant_id uuid, rank smallint)
  language plpgsql stable security definer set search_path = pg_catalog, public, pg_temp as $$
begin
  return query execute $query$
    select m.tenant_id, m.rank from mails m join tenants t on t.id = m.tenant_id
     where m.status = 'pending' and m.due_at <= $1 + t.clock_ahead_ms * interval '1 ms'
       and (m.lease_until is null or m.lease_until <= $1 + t.clock_ahead_ms * interval '1 ms')
     group by m.tenant_id, m.rank$query$ using at;
end $$;

create or replace function tenants_with_due_deliveries(at timestamptz) returns setof uuid
  language plpgsql stable security definer set search_path = pg_catalog, public, pg_temp as $$
begin
  return query execute $query$
    select e.tenant_id from webhook_endpoints e join tenants t on t.id = e.tenant_id
     where e.status = 'enabled' and (e.lease_until is null or e.lease_until <= now())
       and exists (select from deliveries d
                    where d.tenant_id = e.tenant_id and d.endpoint_id = e.id and d.status = 'pending'
                      and d.due_at <= $1 + t.clock_ahead_ms * interval '1 ms'
                      and (d.priority = 0 or e.paused_until is null or e.paused_until <= $1 + t.clock_ahead_ms * interval '1 ms')) is true
     group by e.tenant_id order by min(e.last_served_at)$query$ using at;
end $$;

-- The test organizations that were made in the bound organization, the oldest first.
create function list_test_organizations() returns table (id uuid, name text, created_at timestamptz)
  language plpgsql stable security definer set search_path = pg_catalog, public, pg_temp as $$
#variable_conflict use_column
declare tenant uuid := current_tenant();
begin
  return query select t.id, t.name, t.created_at from tenants t where t.made_in = tenant order by t.created_at, t.id;
end $$;
create index tenants_made_in on tenants (made_in) where made_in is not null;

-- A person's organizations, real ones first; each part stays in its order. Signing in without a named organization enters the first. Each is read separately,
-- because each may be on another machine; so it is called by itself, and in no query of a table.
create function real_first(organizations uuid[]) returns uuid[]
  language plpgsql stable set search_path = pg_catalog, public, pg_temp as $$
declare
  tenant uuid;
  real_ones uuid[] := '{}';
  test_ones uuid[] := '{}';
begin
  if coalesce(cardinality(organizations), 0) < 2 then return organizations; end if;
  foreach tenant in array organizations loop
    perform 1 from tenants t where t.id = tenant and t.sample;
    if found then test_ones := test_ones || tenant; else real_ones := real_ones || tenant; end if;
  end loop;
  return real_ones || test_ones;
end $$;

-- As in 0003, with real organizations first.
create or replace function find_sign_in(wanted_email_key text)
  returns table (user_id uuid, password_hash text, tenant_id uuid)
  language plpgsql stable security definer set search_path = pg_catalog, public, pg_temp as $$
#variable_conflict use_column
declare
  person uuid;
  stored_hash text;
  organizations uuid[];
begin
  select u.id, u.password_hash, u.member_of into person, stored_hash, organizations from users u where u.email_key = wanted_email_key;
  if not found then return; end if;
  organizations := real_first(organizations);
  if organizations = '{}' then organizations := array[null::uuid]; end if;
  return query select person, stored_hash, o.id from unnest(organizations) with ordinality as o (id, nth) order by o.nth;
end $$;

create or replace function claim_magic_link(at timestamptz, most integer, most_alike integer, within interval)
  returns table (id uuid, user_id uuid, tenant_id uuid, email text, name text, language text)
  language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
#variable_conflict use_column
declare
  request magic_links;
  person users;
begin
  select * into request from magic_links l where l.user_id is null order by l.asked_at for update skip locked limit 1;
  if not found then return; end if;
  select u.* into person
    from users u
   where u.email_key = request.email_key and cardinality(u.member_of) > 0
     and (select count(*) < most and count(*) filter (where l.network = request.network) < most_alike
            from magic_links l where l.email_key = request.email_key and l.user_id is not null and l.asked_at > at - within)
   limit 1;
  if not found then
    delete from magic_links l where l.id = request.id;
    return query select request.id, null::uuid, null::uuid, null::text, null::text, null::text;
    return;
  end if;
  id := request.id;
  user_id := person.id;
  tenant_id := (real_first(person.member_of))[1];
  email := person.email;
  name := person.name;
  language := person.language;
  return next;
end $$;

create or replace function redeem_magic_link(hash bytea, at timestamptz) returns table (user_id uuid, tenant_id uuid)
  language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
#variable_conflict use_column
declare
  person uuid;
  organizations uuid[];
begin
  update magic_links l set used_at = at, token_hash = null where l.token_hash = hash and l.expires_at > at returning l.user_id into person;
  select u.member_of into organizations from users u where u.id = person;
  organizations := real_first(organizations);
  return query select person, o.id from unnest(organizations) with ordinality as o (id, nth) order by o.nth;
end $$;
call across_tenants('list_test_organizations()', 'find_sign_in(text)', 'claim_magic_link(timestamptz, integer, integer, interval)',
                    'redeem_magic_link(bytea, timestamptz)');
comment on column memberships.last_used_at is 'When the person last signed in here: sign-in enters the real organization used last.';

-- Deletes the rows of the bound test organization, also its histories and ledgers, from all tables but tenants and the kept ones. Raises an error for any
-- other organization. Tables reference each other in many ways, so each is tried again until no foreign key blocks it. Row-level security applies: the
-- procedure runs as its caller.
create procedure delete_tenant_rows(kept text[]) language plpgsql as $$
declare
  tenant uuid := current_tenant();
  target regclass;
  held integer;
  held_before integer;
begin
  perform pg_advisory_xact_lock(4713, hashtext(t.id::text)) from tenants t where t.id = tenant and t.sample;
  perform 1 from tenants t where t.id = tenant and t.sample for update;
  if not found then raise exception 'Only a test organization can be reset or deleted.'; end if;
  set local app.removes_sample = 'yes';
  loop
    held := 0;
    for target in select c.oid from pg_class c join pg_policy p on p.polrelid = c.oid
                   where p.polname = 'tenant' and c.relnamespace = 'public'::regnamespace and c.relname <> 'tenants' and c.relname <> all (kept)
                   order by c.relname
    loop
      begin
        execute format('delete from %s where tenant_id = $1', target) using tenant;
      exception when foreign_key_violation then
        held := held + 1;
      end;
    end loop;
    exit when held = 0;
    if held = held_before then raise exception 'Some tables hold each other: % are left.', held; end if;
    held_before := held;
  end loop;
  set local app.removes_sample = '';
end $$;

-- Deletes the bound test organization with all its rows.
create or replace procedure remove_tenant() language plpgsql as $$
declare
  tenant uuid := current_tenant();
  members uuid[];
begin
  select array_agg(m.user_id) into members from memberships m where m.tenant_id = tenant;
  call delete_tenant_rows('{}');
  perform refresh_member_of(member) from unnest(members) member;
  delete from tenants t where t.id = tenant;
end $$;

-- Empties the bound test organization, and sets its clock back to the service's. Members who are no residents, their sessions, API keys, webhook endpoints
-- and the security log stay.
create procedure empty_tenant() language plpgsql as $$
declare
  tenant uuid := current_tenant();
  leaving uuid[];
begin
  select array_agg(m.user_id) into leaving from memberships m where m.tenant_id = tenant and m.role = 'resident';
  call delete_tenant_rows('{memberships,sessions,api_keys,credentials,webhook_endpoints,security_events}');
  delete from memberships m where m.tenant_id = tenant and m.role = 'resident';
  perform refresh_member_of(member) from unnest(leaving) member;
  update tenants t set clock_ahead_ms = 0 where t.id = tenant;
end $$;

-- The mailbox of a test organization: what would have been sent.
create table test_mails (
  tenant_id       uuid not null,
  id              uuid not null,
  kind            text not null,
  recipient       text not null,
  recipient_name  text,
  letter          bytea not null,
  attachment_name text,
  attachment      bytea,
  sent_at         timestamptz not null,
  primary key (tenant_id, id),
  check ((attachment is null) = (attachment_name is null))
);
comment on table test_mails is 'The mailbox of a test organization: e-mails that were not sent but kept to be looked at. The last 500 stay.';
comment on column test_mails.id is 'The id of the e-mail in the outbox.';
comment on column test_mails.kind is 'The kind of e-mail (src/mail/letter-kinds.ts).';
comment on column test_mails.recipient is 'The recipient''s address.';
comment on column test_mails.recipient_name is 'The recipient''s name.';
comment on column test_mails.letter is 'Subject, text and HTML. Encrypted (AES-256-GCM): it may contain a sign-in link.';
comment on column test_mails.attachment_name is 'The file name of the attached PDF.';
comment on column test_mails.attachment is 'The attached PDF.';
comment on column test_mails.sent_at is 'When it would have been sent, by the clock of the organization.';
alter table test_mails alter column attachment set storage external;
call isolate('test_mails');
alter table test_mails add foreign key (tenant_id) references tenants (id);
create index test_mails_order on test_mails (tenant_id, sent_at, id);
