-- Who is told: endpoints, and the delivery log, which is also the queue.

create table webhook_endpoints (
  tenant_id         uuid not null references tenants (id),
  id                uuid not null,
  url               text not null,
  events            text[] not null,
  status            text not null check (status in ('enabled', 'disabled')),
  -- Sealed (AES-256-GCM). next_secret takes over at next_secret_at; until then only webhook-signature carries both.
  secret            bytea not null,
  secret_hint       text not null,
  next_secret       bytea,
  next_secret_at    timestamptz,
  failing_since     timestamptz,
  disabled_at       timestamptz,
  disabled_reason   text,
  last_claimed_at   timestamptz not null,
  created_at        timestamptz not null,
  updated_at        timestamptz not null,
  primary key (tenant_id, id)
);
create index webhook_endpoints_created on webhook_endpoints (tenant_id, created_at, id);
call isolate('webhook_endpoints');

-- One row per event and endpoint. A pending row is due at due_at, unless a worker holds it until lease_until.
create table deliveries (
  tenant_id    uuid not null,
  id           uuid not null,
  endpoint_id  uuid not null,
  event_id     uuid not null,
  status       text not null check (status in ('pending', 'delivered', 'failed', 'skipped')),
  attempts     integer not null default 0,
  due_at       timestamptz not null,
  lease_until  timestamptz,
  created_at   timestamptz not null,
  finished_at  timestamptz,
  primary key (tenant_id, id),
  foreign key (tenant_id, endpoint_id) references webhook_endpoints (tenant_id, id) on delete cascade,
  foreign key (tenant_id, event_id) references events (tenant_id, id) on delete cascade
);
create unique index deliveries_once on deliveries (tenant_id, event_id, endpoint_id);
create index deliveries_pending on deliveries (tenant_id, endpoint_id) where status = 'pending';
create index deliveries_first on deliveries (tenant_id, endpoint_id, due_at) where status = 'pending' and attempts = 0;
create index deliveries_again on deliveries (tenant_id, endpoint_id, due_at) where status = 'pending' and attempts > 0;
create index deliveries_leased on deliveries (tenant_id, endpoint_id, lease_until) where status = 'pending' and lease_until is not null;
create index deliveries_age on deliveries (created_at);
call isolate('deliveries');

create table delivery_attempts (
  tenant_id     uuid not null,
  delivery_id   uuid not null,
  number        integer not null,
  at            timestamptz not null,
  outcome       text not null check (outcome in ('delivered', 'http_status', 'dns', 'connect', 'tls', 'timeout', 'blocked_target', 'protocol')),
  status        integer,
  latency_ms    integer not null,
  response      text,
  primary key (tenant_id, delivery_id, number),
  foreign key (tenant_id, delivery_id) references deliveries (tenant_id, id) on delete cascade
);
call isolate('delivery_attempts');

create policy system on webhook_endpoints for select to haldur_system using (true);
create policy system_claims on webhook_endpoints for update to haldur_system using (true);
create policy system on deliveries for select to haldur_system using (true);
create policy system_claims on deliveries for update to haldur_system using (true);
create policy system on events for select to haldur_system using (true);
grant select on webhook_endpoints, deliveries, events to haldur_system;
grant update (last_claimed_at) on webhook_endpoints to haldur_system;
grant update (lease_until) on deliveries to haldur_system;

-- Takes due deliveries of all organizations for one worker, for the length of a lease: the endpoint served longest ago first, one delivery each
-- before anybody's second, at most per_endpoint in flight for an endpoint, first attempts before retries, at most retry_slots retries.
-- Endpoints with work are found by skipping through an index, so a long queue costs no more than a short one.
create function claim_deliveries(slots integer, retry_slots integer, per_endpoint integer, lease interval, at timestamptz)
  returns table (tenant_id uuid, id uuid, endpoint_id uuid, attempts integer, body text,
                 url text, secret bytea, next_secret bytea, next_secret_at timestamptz)
  language plpgsql security definer set search_path = pg_catalog, public as $$
#variable_conflict use_column
begin
  perform pg_advisory_xact_lock(hashtext('haldur.claim'));
  return query
  with recursive waiting as (
    (select d.tenant_id, d.endpoint_id from deliveries d where d.status = 'pending' order by d.tenant_id, d.endpoint_id limit 1)
    union all
    select n.tenant_id, n.endpoint_id from waiting w cross join lateral (
      select d.tenant_id, d.endpoint_id from deliveries d
       where d.status = 'pending' and (d.tenant_id, d.endpoint_id) > (w.tenant_id, w.endpoint_id)
       order by d.tenant_id, d.endpoint_id limit 1) n
  ), served as (
    select e.tenant_id, e.id, e.last_claimed_at,
           per_endpoint - (select count(*)::int from deliveries d where d.tenant_id = e.tenant_id and d.endpoint_id = e.id
                                                                and d.status = 'pending' and d.lease_until > at) as free
      from waiting w join webhook_endpoints e on e.tenant_id = w.tenant_id and e.id = w.endpoint_id
     where e.status = 'enabled'
  ), candidates as (
    select s.last_claimed_at, c.tenant_id, c.id, c.again,
           row_number() over (partition by c.tenant_id, c.endpoint_id order by c.again, c.due_at) as nth
      from served s cross join lateral (
        (select d.tenant_id, d.id, d.endpoint_id, d.due_at, false as again from deliveries d
          where d.tenant_id = s.tenant_id and d.endpoint_id = s.id and d.status = 'pending' and d.attempts = 0
            and d.due_at <= at and (d.lease_until is null or d.lease_until <= at)
          order by d.due_at limit greatest(s.free, 0))
        union all
        (select d.tenant_id, d.id, d.endpoint_id, d.due_at, true from deliveries d
          where d.tenant_id = s.tenant_id and d.endpoint_id = s.id and d.status = 'pending' and d.attempts > 0
            and d.due_at <= at and (d.lease_until is null or d.lease_until <= at)
          order by d.due_at limit greatest(s.free, 0))) c
     where s.free > 0
  ), fair as (
    select c.*, s.free, row_number() over (partition by c.again order by c.nth, c.last_claimed_at) as place
      from candidates c
      join deliveries d on d.tenant_id = c.tenant_id and d.id = c.id
      join served s on s.tenant_id = d.tenant_id and s.id = d.endpoint_id
     where c.nth <= s.free
  ), chosen as (
    select f.tenant_id, f.id from fair f where not f.again or f.place <= retry_slots order by f.nth, f.last_claimed_at limit slots
  ), claimed as (
    update deliveries d set lease_until = at + lease
      from chosen c where d.tenant_id = c.tenant_id and d.id = c.id
    returning d.tenant_id, d.id, d.endpoint_id, d.event_id, d.attempts
  ), marked as (
    update webhook_endpoints e set last_claimed_at = clock_timestamp()
     where (e.tenant_id, e.id) in (select c.tenant_id, c.endpoint_id from claimed c)
  )
  select c.tenant_id, c.id, c.endpoint_id, c.attempts, v.body, e.url, e.secret, e.next_secret, e.next_secret_at
    from claimed c
    join events v on v.tenant_id = c.tenant_id and v.id = c.event_id
    join webhook_endpoints e on e.tenant_id = c.tenant_id and e.id = c.endpoint_id;
end $$;

alter function claim_deliveries(integer, integer, integer, interval, timestamptz) owner to haldur_system;
revoke execute on function claim_deliveries(integer, integer, integer, interval, timestamptz)  from public;
grant execute on function claim_deliveries(integer, integer, integer, interval, timestamptz) to haldur_app;
-- The care of webhooks: a delivery log to page through, attempts that a person asks for, secrets that are replaced, and leases that nobody can hold up.

alter table events add column test boolean not null default false;

alter table webhook_endpoints
  add column next_secret_hint text,
  -- To the minute: a busy endpoint's row is not written for every success.
  add column last_success_at timestamptz;

alter table deliveries
  add column updated_at timestamptz not null default now(),
  -- Attempts that do not count towards the schedule: those that somebody asked for, and those before a recovery, which begins the schedule anew.
  add column extra integer not null default 0,
  -- Whether it waits behind first attempts: a retry, or a recovered delivery.
  add column again boolean not null default false,
  -- While an attempt that somebody asked for is waiting: what the delivery goes back to when it fails.
  add column returns_to text check (returns_to in ('pending', 'delivered', 'failed', 'skipped')),
  add column returns_due_at timestamptz;
update deliveries set updated_at = coalesce(finished_at, created_at), again = attempts > 0;

-- Who holds what: a worker that dies leaves a lease that runs out. In a table of its own, because a row of deliveries stands in many indexes and would
-- be written in all of them once more for every attempt. Without foreign keys: a lease is a note, and runs out by itself.
create table delivery_leases (
  tenant_id   uuid not null,
  endpoint_id uuid not null,
  delivery_id uuid not null,
  until       timestamptz not null,
  primary key (tenant_id, endpoint_id, delivery_id)
);
call isolate('delivery_leases');
create policy system on delivery_leases to haldur_system using (true);
grant select, insert, update on delivery_leases to haldur_system;
insert into delivery_leases select tenant_id, endpoint_id, id, lease_until from deliveries where status = 'pending' and lease_until > now();

drop index deliveries_pending, deliveries_first, deliveries_again, deliveries_leased, deliveries_age;
create index deliveries_due on deliveries (tenant_id, endpoint_id, again, due_at) where status = 'pending';
create index deliveries_created on deliveries (tenant_id, endpoint_id, created_at, id);
create index deliveries_updated on deliveries (tenant_id, endpoint_id, updated_at, id);
create index deliveries_missed on deliveries (tenant_id, endpoint_id, created_at) where status in ('failed', 'skipped');

-- Takes due deliveries of all organizations for one worker, for the length of a lease: the endpoint served longest ago first, one delivery each
-- before anybody's second, first attempts before later ones. At most per_endpoint in flight for an endpoint (one while it fails), per_tenant for an
-- organization, and later_slots for everything that is a repeat or goes to an endpoint that fails.
-- Rows that somebody holds are left for the next time, so that nobody's long transaction holds up all the others. And it answers with ids alone:
-- the transaction ends when the answer is sent, and a worker that has been stopped does not read, so the answer has to fit into the socket's buffer.
create function lease_deliveries(slots integer, later_slots integer, per_endpoint integer, per_tenant integer, lease interval, at timestamptz)
  returns table (tenant_id uuid, id uuid)
  language plpgsql security definer set search_path = pg_catalog, public
  -- The plan is kept, so one that was made while the tables were small must be the one for when they are large.
  set enable_seqscan = off set enable_bitmapscan = off set enable_hashjoin = off set enable_mergejoin = off as $$
#variable_conflict use_column
begin
  perform pg_advisory_xact_lock(hashtext('haldur.claim'));
  -- A lease that a crash of the database forgets means that something is sent twice, which it may be.
  perform set_config('synchronous_commit', 'off', true);
  return query
  with recursive waiting as (
    (select d.tenant_id, d.endpoint_id from deliveries d where d.status = 'pending' order by d.tenant_id, d.endpoint_id limit 1)
    union all
    select n.tenant_id, n.endpoint_id from waiting w cross join lateral (
      select d.tenant_id, d.endpoint_id from deliveries d
       where d.status = 'pending' and (d.tenant_id, d.endpoint_id) > (w.tenant_id, w.endpoint_id)
       order by d.tenant_id, d.endpoint_id limit 1) n
  ), held as (
    select w.tenant_id, w.endpoint_id,
           (select count(*)::int from delivery_leases l
             where l.tenant_id = w.tenant_id and l.endpoint_id = w.endpoint_id and l.until > at) as leases
      from waiting w
  ), served as (
    select e.tenant_id, e.id, e.last_claimed_at, e.failing_since is not null as failing,
           case when e.failing_since is null then per_endpoint else 1 end - h.leases as free,
           per_tenant - sum(h.leases) over (partition by e.tenant_id) as free_in_tenant
      from held h join webhook_endpoints e on e.tenant_id = h.tenant_id and e.id = h.endpoint_id
     where e.status = 'enabled'
  ), candidates as (
    select s.last_claimed_at, s.free, s.free_in_tenant, c.tenant_id, c.id, c.again or s.failing as later,
           row_number() over (partition by c.tenant_id, c.endpoint_id order by c.again, c.due_at) as nth
      from served s cross join lateral (
        (select d.tenant_id, d.id, d.endpoint_id, d.due_at, d.again from deliveries d
          where d.tenant_id = s.tenant_id and d.endpoint_id = s.id and d.status = 'pending' and not d.again
            and d.due_at <= at
            and not exists (select from delivery_leases l where l.tenant_id = d.tenant_id and l.endpoint_id = d.endpoint_id
                                                            and l.delivery_id = d.id and l.until > at)
          order by d.due_at limit greatest(s.free, 0))
        union all
        (select d.tenant_id, d.id, d.endpoint_id, d.due_at, d.again from deliveries d
          where d.tenant_id = s.tenant_id and d.endpoint_id = s.id and d.status = 'pending' and d.again
            and d.due_at <= at
            and not exists (select from delivery_leases l where l.tenant_id = d.tenant_id and l.endpoint_id = d.endpoint_id
                                                            and l.delivery_id = d.id and l.until > at)
          order by d.due_at limit greatest(s.free, 0))) c
     where s.free > 0 and s.free_in_tenant > 0
  ), fair as (
    select c.*, row_number() over (partition by c.tenant_id order by c.nth, c.later, c.last_claimed_at) as nth_in_tenant
      from candidates c where c.nth <= c.free
  ), placed as (
    select f.*, row_number() over (partition by f.later order by f.nth, f.last_claimed_at) as place
      from fair f where f.nth_in_tenant <= f.free_in_tenant
  ), chosen as (
    select d.tenant_id, d.id, d.endpoint_id from placed p join deliveries d on d.tenant_id = p.tenant_id and d.id = p.id
     where (not p.later or p.place <= later_slots)
       and d.status = 'pending' and d.due_at <= at
     order by p.nth, p.later, p.last_claimed_at limit slots
       for no key update of d skip locked
  ), leased as (
    insert into delivery_leases as l (tenant_id, endpoint_id, delivery_id, until)
    select c.tenant_id, c.endpoint_id, c.id, at + lease from chosen c
        on conflict (tenant_id, endpoint_id, delivery_id) do update set until = excluded.until
    returning l.tenant_id, l.delivery_id as id, l.endpoint_id
  ), turns as (
    select e.tenant_id, e.id from webhook_endpoints e
     where (e.tenant_id, e.id) in (select l.tenant_id, l.endpoint_id from leased l)
       for no key update skip locked
  ), marked as (
    update webhook_endpoints e set last_claimed_at = clock_timestamp()
      from turns t where e.tenant_id = t.tenant_id and e.id = t.id
  )
  select l.tenant_id, l.id from leased l;
end $$;

-- What a worker needs of deliveries it has leased: the bytes, where to, and what to sign with. Holds no lock.
create function leased_deliveries(tenants uuid[], ids uuid[])
  returns table (tenant_id uuid, id uuid, endpoint_id uuid, attempts integer, extra integer, returns_to text, returns_due_at timestamptz,
                 later boolean, test boolean, body text, url text, secret bytea, next_secret bytea, next_secret_at timestamptz)
  language sql stable security definer set search_path = pg_catalog, public
  set enable_seqscan = off set enable_bitmapscan = off
begin atomic
  select d.tenant_id, d.id, d.endpoint_id, d.attempts, d.extra, d.returns_to, d.returns_due_at,
         d.again or e.failing_since is not null, v.test, v.body, e.url, e.secret, e.next_secret, e.next_secret_at
    from unnest(tenants, ids) as l (tenant_id, id)
   cross join lateral (select * from deliveries x where x.tenant_id = l.tenant_id and x.id = l.id limit 1) d
   cross join lateral (select * from events x where x.tenant_id = l.tenant_id and x.id = d.event_id limit 1) v
   cross join lateral (select * from webhook_endpoints x where x.tenant_id = l.tenant_id and x.id = d.endpoint_id limit 1) e
   where d.status = 'pending' and e.status = 'enabled';
end;

alter function lease_deliveries(integer, integer, integer, integer, interval, timestamptz) owner to haldur_system;
alter function leased_deliveries(uuid[], uuid[]) owner to haldur_system;
revoke execute on function lease_deliveries(integer, integer, integer, integer, interval, timestamptz), leased_deliveries(uuid[], uuid[]) from public;
grant execute on function lease_deliveries(integer, integer, integer, integer, interval, timestamptz), leased_deliveries(uuid[], uuid[]) to haldur_app;

-- Processes of the version before do not know the leases: they claim nothing any more, and those of this version deliver.
create or replace function claim_deliveries(slots integer, retry_slots integer, per_endpoint integer, lease interval, at timestamptz)
  returns table (tenant_id uuid, id uuid, endpoint_id uuid, attempts integer, body text,
                 url text, secret bytea, next_secret bytea, next_secret_at timestamptz)
  language sql stable security definer set search_path = pg_catalog, public
begin atomic
  select null::uuid, null::uuid, null::uuid, null::integer, null::text, null::text, null::bytea, null::bytea, null::timestamptz where false;
end;
-- Webhooks at speed: leasing costs the same, however long the queues are.

-- As before (0012), but with plans that hold whatever the statistics were when they were made. The rows to lease are found again by their place in the
-- table: by their ids, a plan made while the table was small went through the organization's whole queue for each of them. A row that was changed in
-- between is judged anew or left for the next time. And "offset 0" makes each look into the leases one by the whole key.
create or replace function lease_deliveries(slots integer, later_slots integer, per_endpoint integer, per_tenant integer, lease interval, at timestamptz)
  returns table (tenant_id uuid, id uuid)
  language plpgsql security definer set search_path = pg_catalog, public
  -- The plan is kept, so one that was made while the tables were small must be the one for when they are large.
  set enable_seqscan = off set enable_bitmapscan = off set enable_hashjoin = off set enable_mergejoin = off as $$
#variable_conflict use_column
begin
  perform pg_advisory_xact_lock(hashtext('haldur.claim'));
  -- A lease that a crash of the database forgets means that something is sent twice, which it may be.
  perform set_config('synchronous_commit', 'off', true);
  return query
  with recursive waiting as (
    (select d.tenant_id, d.endpoint_id from deliveries d where d.status = 'pending' order by d.tenant_id, d.endpoint_id limit 1)
    union all
    select n.tenant_id, n.endpoint_id from waiting w cross join lateral (
      select d.tenant_id, d.endpoint_id from deliveries d
       where d.status = 'pending' and (d.tenant_id, d.endpoint_id) > (w.tenant_id, w.endpoint_id)
       order by d.tenant_id, d.endpoint_id limit 1) n
  ), held as (
    select w.tenant_id, w.endpoint_id,
           (select count(*)::int from delivery_leases l
             where l.tenant_id = w.tenant_id and l.endpoint_id = w.endpoint_id and l.until > at) as leases
      from waiting w
  ), served as (
    select e.tenant_id, e.id, e.last_claimed_at, e.failing_since is not null as failing,
           case when e.failing_since is null then per_endpoint else 1 end - h.leases as free,
           per_tenant - sum(h.leases) over (partition by e.tenant_id) as free_in_tenant
      from held h join webhook_endpoints e on e.tenant_id = h.tenant_id and e.id = h.endpoint_id
     where e.status = 'enabled'
  ), candidates as (
    select s.last_claimed_at, s.free, s.free_in_tenant, c.tenant_id, c.place_in_table, c.again or s.failing as later,
           row_number() over (partition by c.tenant_id, c.endpoint_id order by c.again, c.due_at) as nth
      from served s cross join lateral (
        (select d.tenant_id, d.ctid as place_in_table, d.endpoint_id, d.due_at, d.again from deliveries d
          where d.tenant_id = s.tenant_id and d.endpoint_id = s.id and d.status = 'pending' and not d.again
            and d.due_at <= at
            and not exists (select from delivery_leases l where l.tenant_id = d.tenant_id and l.endpoint_id = d.endpoint_id
                                                            and l.delivery_id = d.id and l.until > at offset 0)
          order by d.due_at limit greatest(s.free, 0))
        union all
        (select d.tenant_id, d.ctid as place_in_table, d.endpoint_id, d.due_at, d.again from deliveries d
          where d.tenant_id = s.tenant_id and d.endpoint_id = s.id and d.status = 'pending' and d.again
            and d.due_at <= at
            and not exists (select from delivery_leases l where l.tenant_id = d.tenant_id and l.endpoint_id = d.endpoint_id
                                                            and l.delivery_id = d.id and l.until > at offset 0)
          order by d.due_at limit greatest(s.free, 0))) c
     where s.free > 0 and s.free_in_tenant > 0
  ), fair as (
    select c.*, row_number() over (partition by c.tenant_id order by c.nth, c.later, c.last_claimed_at) as nth_in_tenant
      from candidates c where c.nth <= c.free
  ), placed as (
    select f.*, row_number() over (partition by f.later order by f.nth, f.last_claimed_at) as place
      from fair f where f.nth_in_tenant <= f.free_in_tenant
  ), chosen as (
    select d.tenant_id, d.id, d.endpoint_id from placed p join deliveries d on d.ctid = p.place_in_table and d.tenant_id = p.tenant_id
     where (not p.later or p.place <= later_slots)
       and d.status = 'pending' and d.due_at <= at
     order by p.nth, p.later, p.last_claimed_at limit slots
       for no key update of d skip locked
  ), leased as (
    insert into delivery_leases as l (tenant_id, endpoint_id, delivery_id, until)
    select c.tenant_id, c.endpoint_id, c.id, at + lease from chosen c
        on conflict (tenant_id, endpoint_id, delivery_id) do update set until = excluded.until
    returning l.tenant_id, l.delivery_id as id, l.endpoint_id
  ), turns as (
    select e.tenant_id, e.id from webhook_endpoints e
     where (e.tenant_id, e.id) in (select l.tenant_id, l.endpoint_id from leased l)
       for no key update skip locked
  ), marked as (
    update webhook_endpoints e set last_claimed_at = clock_timestamp()
      from turns t where e.tenant_id = t.tenant_id and e.id = t.id
  )
  select l.tenant_id, l.id from leased l;
end $$;
-- Webhooks at a higher rate: a claim costs less for each endpoint that has work, and a lease less to write.

-- A crash of the database forgets the leases, which may mean that something is sent twice, as it may be. So they need not be written ahead.
alter table delivery_leases set unlogged;

-- As before (0013), but an endpoint's leases are counted once, and each endpoint is found by its key ("offset 0"), also by a plan that was made while there
-- were few.
create or replace function lease_deliveries(slots integer, later_slots integer, per_endpoint integer, per_tenant integer, lease interval, at timestamptz)
  returns table (tenant_id uuid, id uuid)
  language plpgsql security definer set search_path = pg_catalog, public
  -- The plan is kept, so one that was made while the tables were small must be the one for when they are large.
  set enable_seqscan = off set enable_bitmapscan = off set enable_hashjoin = off set enable_mergejoin = off as $$
#variable_conflict use_column
begin
  perform pg_advisory_xact_lock(hashtext('haldur.claim'));
  -- A lease that a crash of the database forgets means that something is sent twice, which it may be.
  perform set_config('synchronous_commit', 'off', true);
  return query
  with recursive waiting as (
    (select d.tenant_id, d.endpoint_id from deliveries d where d.status = 'pending' order by d.tenant_id, d.endpoint_id limit 1)
    union all
    select n.tenant_id, n.endpoint_id from waiting w cross join lateral (
      select d.tenant_id, d.endpoint_id from deliveries d
       where d.status = 'pending' and (d.tenant_id, d.endpoint_id) > (w.tenant_id, w.endpoint_id)
       order by d.tenant_id, d.endpoint_id limit 1) n
  ), held as materialized (
    select w.tenant_id, w.endpoint_id,
           (select count(*)::int from delivery_leases l
             where l.tenant_id = w.tenant_id and l.endpoint_id = w.endpoint_id and l.until > at) as leases
      from waiting w
  ), served as (
    select e.tenant_id, e.id, e.last_claimed_at, e.failing_since is not null as failing,
           case when e.failing_since is null then per_endpoint else 1 end - h.leases as free,
           per_tenant - sum(h.leases) over (partition by e.tenant_id) as free_in_tenant
      from held h cross join lateral (select * from webhook_endpoints x where x.tenant_id = h.tenant_id and x.id = h.endpoint_id offset 0) e
     where e.status = 'enabled'
  ), candidates as (
    select s.last_claimed_at, s.free, s.free_in_tenant, c.tenant_id, c.place_in_table, c.again or s.failing as later,
           row_number() over (partition by c.tenant_id, c.endpoint_id order by c.again, c.due_at) as nth
      from served s cross join lateral (
        (select d.tenant_id, d.ctid as place_in_table, d.endpoint_id, d.due_at, d.again from deliveries d
          where d.tenant_id = s.tenant_id and d.endpoint_id = s.id and d.status = 'pending' and not d.again
            and d.due_at <= at
            and not exists (select from delivery_leases l where l.tenant_id = d.tenant_id and l.endpoint_id = d.endpoint_id
                                                            and l.delivery_id = d.id and l.until > at offset 0)
          order by d.due_at limit greatest(s.free, 0))
        union all
        (select d.tenant_id, d.ctid as place_in_table, d.endpoint_id, d.due_at, d.again from deliveries d
          where d.tenant_id = s.tenant_id and d.endpoint_id = s.id and d.status = 'pending' and d.again
            and d.due_at <= at
            and not exists (select from delivery_leases l where l.tenant_id = d.tenant_id and l.endpoint_id = d.endpoint_id
                                                            and l.delivery_id = d.id and l.until > at offset 0)
          order by d.due_at limit greatest(s.free, 0))) c
     where s.free > 0 and s.free_in_tenant > 0
  ), fair as (
    select c.*, row_number() over (partition by c.tenant_id order by c.nth, c.later, c.last_claimed_at) as nth_in_tenant
      from candidates c where c.nth <= c.free
  ), placed as (
    select f.*, row_number() over (partition by f.later order by f.nth, f.last_claimed_at) as place
      from fair f where f.nth_in_tenant <= f.free_in_tenant
  ), chosen as (
    select d.tenant_id, d.id, d.endpoint_id from placed p join deliveries d on d.ctid = p.place_in_table and d.tenant_id = p.tenant_id
     where (not p.later or p.place <= later_slots)
       and d.status = 'pending' and d.due_at <= at
     order by p.nth, p.later, p.last_claimed_at limit slots
       for no key update of d skip locked
  ), leased as (
    insert into delivery_leases as l (tenant_id, endpoint_id, delivery_id, until)
    select c.tenant_id, c.endpoint_id, c.id, at + lease from chosen c
        on conflict (tenant_id, endpoint_id, delivery_id) do update set until = excluded.until
    returning l.tenant_id, l.delivery_id as id, l.endpoint_id
  ), turns as (
    select e.tenant_id, e.id from webhook_endpoints e
     where (e.tenant_id, e.id) in (select l.tenant_id, l.endpoint_id from leased l)
       for no key update skip locked
  ), marked as (
    update webhook_endpoints e set last_claimed_at = clock_timestamp()
      from turns t where e.tenant_id = t.tenant_id and e.id = t.id
  )
  select l.tenant_id, l.id from leased l;
end $$;
-- Webhooks at half of a bare loop: what a delivery writes is one row when it is raised and one change of it when it is done.

-- What a worker holds, a row for each organization: a worker that dies leaves rows that run out. It writes them anew with every claim, so a claim of a
-- hundred writes a few rows, and what was done in between is gone from them. A crash of the database forgets them, which may mean that something is
-- sent twice, as it may be. Without foreign keys: it is a note, and runs out by itself.
create unlogged table delivery_turns (
  tenant_id  uuid not null,
  worker     uuid not null,
  until      timestamptz not null,
  -- The endpoint of each post that is on its way; it may stand there several times.
  endpoints  uuid[] not null,
  -- Whatever is held: on its way, or answered and not recorded yet; and how many attempts had been recorded of it: one more, and it is held no longer.
  deliveries uuid[] not null,
  attempts   integer[] not null,
  primary key (tenant_id, worker)
) with (fillfactor = 40, toast_tuple_target = 8160);
-- Written so often that it is not worth compressing, or putting aside.
alter table delivery_turns
  alter column endpoints set storage external, alter column deliveries set storage external, alter column attempts set storage external;
call isolate('delivery_turns');
create policy system on delivery_turns to haldur_system using (true);
grant select, insert, update, delete on delivery_turns to haldur_system;
-- What processes of the version before hold; these claim nothing any more, and record what they have.
insert into delivery_turns
select l.tenant_id, '00000000-0000-0000-0000-000000000000', max(l.until), array_agg(l.endpoint_id), array_agg(l.delivery_id), array_agg(d.attempts)
  from delivery_leases l join deliveries d on d.tenant_id = l.tenant_id and d.id = l.delivery_id
 where l.until > now() group by l.tenant_id;
create or replace function lease_deliveries(slots integer, later_slots integer, per_endpoint integer, per_tenant integer, lease interval, at timestamptz)
  returns table (tenant_id uuid, id uuid)
  language plpgsql security definer set search_path = pg_catalog, public as $$
begin
end $$;

-- The first attempt stands in the row of its delivery, which is changed anyway; delivery_attempts has the others (and first ones of the version before).
alter table deliveries
  add column first_at         timestamptz,
  add column first_outcome    text check (first_outcome in ('delivered', 'http_status', 'dns', 'connect', 'tls', 'timeout', 'blocked_target', 'protocol')),
  add column first_status     integer,
  add column first_latency_ms integer,
  add column first_response   text;
create view attempts with (security_invoker = true) as
  select tenant_id, id as delivery_id, 1 as number, first_at as at, first_outcome as outcome, first_status as status,
         first_latency_ms as latency_ms, first_response as response
    from deliveries where first_at is not null
  union all
  select tenant_id, delivery_id, number, at, outcome, status, latency_ms, response from delivery_attempts;
grant select on attempts to haldur_app;

-- What belongs together is written together: a delivery in the statement after its event, an attempt in the statement that changes its delivery. So no
-- look-up for each row is needed; what is deleted takes the rest with it by statement. An endpoint is kept from being deleted by whoever raises for it.
alter table deliveries drop constraint deliveries_tenant_id_endpoint_id_fkey, drop constraint deliveries_tenant_id_event_id_fkey;
alter table delivery_attempts drop constraint delivery_attempts_tenant_id_delivery_id_fkey;
drop index deliveries_once;

-- Every delivery of one event has the same moment. Put together into one entry of the index (which PostgreSQL does with equal ones), those that are done
-- could not be passed over before all of them are, and each claim went through them again.
drop index deliveries_due;
create index deliveries_due on deliveries (tenant_id, endpoint_id, again, due_at) with (deduplicate_items = off) where status = 'pending';

create function forget_deliveries() returns trigger language plpgsql
  set enable_seqscan = off set enable_hashjoin = off set enable_mergejoin = off as $$
begin
  delete from deliveries d using gone g where d.tenant_id = g.tenant_id and d.endpoint_id = g.id;
  return null;
end $$;
create trigger forget_deliveries after delete on webhook_endpoints referencing old table as gone
  for each statement execute function forget_deliveries();

create function forget_attempts() returns trigger language plpgsql
  set enable_seqscan = off set enable_hashjoin = off set enable_mergejoin = off as $$
begin
  delete from delivery_attempts a using gone g where a.tenant_id = g.tenant_id and a.delivery_id = g.id;
  return null;
end $$;
create trigger forget_attempts after delete on deliveries referencing old table as gone
  for each statement execute function forget_attempts();

-- Takes due deliveries of all organizations for one worker, for the length of a lease: the endpoint served longest ago first, one delivery each
-- before anybody's second, first attempts before later ones. At most per_endpoint on their way to an endpoint (one while it fails), per_tenant for an
-- organization, and later_slots for everything that is a repeat or goes to an endpoint that fails.
-- The worker says what it holds already (held_…, and which of it is on its way); others are believed what they wrote last. No delivery is locked
-- or written. The answer is ids alone: the transaction ends when it is sent, and a worker that has been stopped does not read, so it has to fit into
-- the socket's buffer.
create function take_deliveries(
    claimer uuid, held_tenants uuid[], held_endpoints uuid[], held_deliveries uuid[], held_attempts integer[], held_flying boolean[],
    slots integer, later_slots integer, per_endpoint integer, per_tenant integer, lease interval, at timestamptz)
  returns table (tenant_id uuid, id uuid)
  language plpgsql security definer set search_path = pg_catalog, public
  -- The plans are kept, so those that were made while the tables were small must be the ones for when they are large.
  set enable_seqscan = off set enable_bitmapscan = off set enable_hashjoin = off set enable_mergejoin = off as $$
#variable_conflict use_column
declare
  taken uuid[];
  claimed_tenants uuid[];
  claimed_endpoints uuid[];
  claimed_deliveries uuid[];
  claimed_attempts integer[];
begin
  perform pg_advisory_xact_lock(hashtext('haldur.claim'));
  perform set_config('synchronous_commit', 'off', true);
  select coalesce(array_agg(t.id), '{}') into taken from (
    select unnest(held_deliveries) as id
    union all
    select unnest(o.deliveries) from delivery_turns o where o.worker <> claimer and o.until > at) t;
  with recursive waiting as (
    (select d.tenant_id, d.endpoint_id from deliveries d where d.status = 'pending' and slots > 0 order by d.tenant_id, d.endpoint_id limit 1)
    union all
    select n.tenant_id, n.endpoint_id from waiting w cross join lateral (
      select d.tenant_id, d.endpoint_id from deliveries d
       where d.status = 'pending' and (d.tenant_id, d.endpoint_id) > (w.tenant_id, w.endpoint_id)
       order by d.tenant_id, d.endpoint_id limit 1) n
  ), busy as (
    select x.tenant_id, x.endpoint_id, sum(x.posts) as posts, bool_or(x.waits) as waits,
           sum(sum(x.posts)) over (partition by x.tenant_id) as posts_in_tenant
      from (select w.tenant_id, w.endpoint_id, 0 as posts, true as waits from waiting w
            union all
            select h.tenant_id, h.endpoint_id, 1, false from unnest(held_tenants, held_endpoints, held_flying) as h (tenant_id, endpoint_id, flying) where h.flying
            union all
            select o.tenant_id, unnest(o.endpoints), 1, false from delivery_turns o where o.worker <> claimer and o.until > at) x
     group by x.tenant_id, x.endpoint_id
  ), served as (
    select e.tenant_id, e.id, e.last_claimed_at, e.failing_since is not null as failing,
           case when e.failing_since is null then per_endpoint else 1 end - b.posts as free, per_tenant - b.posts_in_tenant as free_in_tenant
      from busy b cross join lateral (select * from webhook_endpoints x where x.tenant_id = b.tenant_id and x.id = b.endpoint_id offset 0) e
     where b.waits and e.status = 'enabled'
  ), candidates as materialized (
    select s.last_claimed_at, s.free_in_tenant, c.*, c.again or s.failing as later,
           row_number() over (partition by c.tenant_id, c.endpoint_id order by c.again, c.due_at) as nth
      from served s cross join lateral (
        select * from (
          (select d.tenant_id, d.id, d.endpoint_id, d.attempts, d.due_at, d.again from deliveries d
            where d.tenant_id = s.tenant_id and d.endpoint_id = s.id and d.status = 'pending' and not d.again
              and d.due_at <= at and d.id <> all (taken)
            order by d.due_at limit s.free)
          union all
          (select d.tenant_id, d.id, d.endpoint_id, d.attempts, d.due_at, d.again from deliveries d
            where d.tenant_id = s.tenant_id and d.endpoint_id = s.id and d.status = 'pending' and d.again
              and d.due_at <= at and d.id <> all (taken)
            order by d.due_at limit s.free)) either
        limit s.free) c
     where s.free > 0 and s.free_in_tenant > 0
  ), fair as (
    select c.*, row_number() over (partition by c.tenant_id order by c.nth, c.later, c.last_claimed_at) as nth_in_tenant from candidates c
  ), placed as (
    select f.*, row_number() over (partition by f.later order by f.nth, f.last_claimed_at) as place
      from fair f where f.nth_in_tenant <= f.free_in_tenant
  ), chosen as materialized (
    select p.tenant_id, p.endpoint_id, p.id, p.attempts from placed p
     where not p.later or p.place <= later_slots
     order by p.nth, p.later, p.last_claimed_at limit slots
  ), turns as (
    -- Who was served when matters only while somebody has to wait.
    select e.tenant_id, e.id from webhook_endpoints e
     where (e.tenant_id, e.id) in (select c.tenant_id, c.endpoint_id from chosen c)
       and (select count(*) from candidates) > (select count(*) from chosen)
       for no key update skip locked
  ), marked as (
    update webhook_endpoints e set last_claimed_at = clock_timestamp()
      from turns t where e.tenant_id = t.tenant_id and e.id = t.id
  )
  select array_agg(c.tenant_id), array_agg(c.endpoint_id), array_agg(c.id), array_agg(c.attempts)
    into claimed_tenants, claimed_endpoints, claimed_deliveries, claimed_attempts from chosen c;
  with held as materialized (
    select * from unnest(held_tenants || claimed_tenants, held_endpoints || claimed_endpoints, held_deliveries || claimed_deliveries,
                         held_attempts || claimed_attempts, held_flying || array_fill(true, array[coalesce(cardinality(claimed_tenants), 0)]))
             as h (tenant_id, endpoint_id, delivery_id, attempts, flying)
  ), ended as (
    delete from delivery_turns t where t.worker = claimer and t.tenant_id not in (select h.tenant_id from held h)
  )
  insert into delivery_turns as t (tenant_id, worker, until, endpoints, deliveries, attempts)
  select h.tenant_id, claimer, at + lease, coalesce(array_agg(h.endpoint_id) filter (where h.flying), '{}'), array_agg(h.delivery_id), array_agg(h.attempts)
    from held h group by h.tenant_id
      on conflict (tenant_id, worker) do update
     set until = excluded.until, endpoints = excluded.endpoints, deliveries = excluded.deliveries, attempts = excluded.attempts;
  return query select * from unnest(claimed_tenants, claimed_deliveries);
end $$;

-- Whoever changes deliveries of an organization that exist already waits here for whoever else does, so that no two wait for each other. Before this
-- version the rows of their endpoints were locked one by one.
create function lock_deliveries(tenant uuid) returns void language sql set search_path = pg_catalog, public
  return pg_advisory_xact_lock(hashtextextended('haldur.deliveries ' || tenant, 0));

-- Writes attempts of the bound organization, and what their deliveries become; answers with the endpoints that fail, and since when. Row-level security
-- holds in here: it runs as its caller. What a crash of the database forgets of it is done once more, so its end does not wait for the disk.
-- A success always counts. A failure is passed over when another worker, which took over, has recorded that attempt meanwhile; of a delivery that was
-- skipped meanwhile only the attempt is kept.
create function record_attempts(
    tenant uuid, moment timestamptz, working uuid[], failing uuid[], deliveries uuid[], numbers integer[], ats timestamptz[],
    outcomes text[], statuses integer[], latencies integer[], responses text[], extras boolean[], becoming text[], dues timestamptz[])
  returns table (id uuid, failing_since timestamptz)
  language plpgsql set search_path = pg_catalog, public
  set enable_seqscan = off set enable_hashjoin = off set enable_mergejoin = off as $$
#variable_conflict use_column
begin
  perform set_config('synchronous_commit', 'off', true);
  perform lock_deliveries(tenant);
  with changed as (
    update deliveries d
       set attempts = d.attempts + 1, extra = d.extra + a.extra::int, again = true, returns_to = null, returns_due_at = null, updated_at = moment,
           status = case when d.status = 'pending' or a.outcome = 'delivered' then a.becomes else d.status end,
           due_at = a.due_at,
           finished_at = case when a.outcome = 'delivered' then a.at when a.becomes = 'pending' then d.finished_at else coalesce(d.finished_at, a.at) end,
           first_at = case when d.attempts = 0 then a.at else d.first_at end,
           first_outcome = case when d.attempts = 0 then a.outcome else d.first_outcome end,
           first_status = case when d.attempts = 0 then a.status else d.first_status end,
           first_latency_ms = case when d.attempts = 0 then a.latency_ms else d.first_latency_ms end,
           first_response = case when d.attempts = 0 then a.response else d.first_response end
      from unnest(deliveries, numbers, ats, outcomes, statuses, latencies, responses, extras, becoming, dues)
             as a (id, number, at, outcome, status, latency_ms, response, extra, becomes, due_at)
     where d.tenant_id = tenant and d.id = a.id
       and (a.outcome = 'delivered' and d.status <> 'delivered' or d.status in ('pending', 'skipped') and d.attempts = a.number - 1)
    returning d.id, d.attempts, a.at, a.outcome, a.status, a.latency_ms, a.response
  )
  insert into delivery_attempts (tenant_id, delivery_id, number, at, outcome, status, latency_ms, response)
  select tenant, c.id, c.attempts, c.at, c.outcome, c.status, c.latency_ms, c.response from changed c where c.attempts > 1;
  update webhook_endpoints e set failing_since = null, last_success_at = moment
   where e.tenant_id = tenant and e.id = any (working)
     and (e.failing_since is not null or e.last_success_at is null or e.last_success_at < moment - interval '1 minute');
  if cardinality(failing) > 0 then
    update webhook_endpoints e set failing_since = moment where e.tenant_id = tenant and e.id = any (failing) and e.failing_since is null;
    return query select e.id, e.failing_since from webhook_endpoints e
                  where e.tenant_id = tenant and e.id = any (failing) and e.status = 'enabled' and e.failing_since is not null;
  end if;
end $$;

alter function take_deliveries(uuid, uuid[], uuid[], uuid[], integer[], boolean[], integer, integer, integer, integer, interval, timestamptz) owner to haldur_system;
revoke execute on function take_deliveries(uuid, uuid[], uuid[], uuid[], integer[], boolean[], integer, integer, integer, integer, interval, timestamptz) from public;
grant execute on function take_deliveries(uuid, uuid[], uuid[], uuid[], integer[], boolean[], integer, integer, integer, integer, interval, timestamptz) to haldur_app;
-- Webhooks: recording waits for nobody, and keeps what was promised while an attempt was under way.

-- Whether a delivery was recovered or asked for since it was claimed. What that promised outlives an attempt that was made before it.
create function promised_since(extra integer, claimed_extra integer, returns_to text, claimed_returns_to text) returns boolean language sql immutable
  return extra <> claimed_extra or returns_to is distinct from claimed_returns_to;

-- As record_attempts of 0023 (which stays for processes of the version before), with two differences. It fails with lock_not_available, at once or
-- after half a second, where somebody else changes the organization's deliveries; a worker that is stopped within gives its locks back. And where a
-- delivery was recovered or asked for since it was claimed, an attempt that failed is written, takes nothing from the schedule, and changes no more.
create function record_attempts(
    tenant uuid, moment timestamptz, working uuid[], failing uuid[], deliveries uuid[], numbers integer[], ats timestamptz[],
    outcomes text[], statuses integer[], latencies integer[], responses text[], extras boolean[], becoming text[], dues timestamptz[],
    claimed_extras integer[], claimed_returns text[])
  returns table (id uuid, failing_since timestamptz)
  language plpgsql set search_path = pg_catalog, public
  set enable_seqscan = off set enable_hashjoin = off set enable_mergejoin = off as $$
#variable_conflict use_column
begin
  perform set_config('synchronous_commit', 'off', true);
  perform set_config('lock_timeout', '500ms', true), set_config('idle_in_transaction_session_timeout', '5s', true);
  if not pg_try_advisory_xact_lock(hashtextextended('haldur.deliveries ' || tenant, 0)) then
    raise exception 'somebody else changes deliveries of this organization' using errcode = 'lock_not_available';
  end if;
  with changed as (
    update deliveries d
       set attempts = d.attempts + 1, again = true, updated_at = moment,
           extra = d.extra + (a.extra or promised_since(d.extra, a.claimed_extra, d.returns_to, a.claimed_returns_to))::int,
           returns_to = case when a.outcome <> 'delivered' and promised_since(d.extra, a.claimed_extra, d.returns_to, a.claimed_returns_to) then d.returns_to end,
           returns_due_at = case when a.outcome <> 'delivered' and promised_since(d.extra, a.claimed_extra, d.returns_to, a.claimed_returns_to) then d.returns_due_at end,
           status = case when a.outcome = 'delivered' or d.status = 'pending' and not promised_since(d.extra, a.claimed_extra, d.returns_to, a.claimed_returns_to) then a.becomes else d.status end,
           due_at = case when promised_since(d.extra, a.claimed_extra, d.returns_to, a.claimed_returns_to) then d.due_at else a.due_at end,
           finished_at = case when a.outcome = 'delivered' then a.at
                              when a.becomes = 'pending' or promised_since(d.extra, a.claimed_extra, d.returns_to, a.claimed_returns_to) then d.finished_at
                              else coalesce(d.finished_at, a.at) end,
           first_at = case when d.attempts = 0 then a.at else d.first_at end,
           first_outcome = case when d.attempts = 0 then a.outcome else d.first_outcome end,
           first_status = case when d.attempts = 0 then a.status else d.first_status end,
           first_latency_ms = case when d.attempts = 0 then a.latency_ms else d.first_latency_ms end,
           first_response = case when d.attempts = 0 then a.response else d.first_response end
      from unnest(deliveries, numbers, ats, outcomes, statuses, latencies, responses, extras, becoming, dues, claimed_extras, claimed_returns)
             as a (id, number, at, outcome, status, latency_ms, response, extra, becomes, due_at, claimed_extra, claimed_returns_to)
     where d.tenant_id = tenant and d.id = a.id
       and (a.outcome = 'delivered' and d.status <> 'delivered' or d.status in ('pending', 'skipped') and d.attempts = a.number - 1)
    returning d.id, d.attempts, a.at, a.outcome, a.status, a.latency_ms, a.response
  )
  insert into delivery_attempts (tenant_id, delivery_id, number, at, outcome, status, latency_ms, response)
  select tenant, c.id, c.attempts, c.at, c.outcome, c.status, c.latency_ms, c.response from changed c where c.attempts > 1;
  update webhook_endpoints e set failing_since = null, last_success_at = moment
   where e.tenant_id = tenant and e.id = any (working)
     and (e.failing_since is not null or e.last_success_at is null or e.last_success_at < moment - interval '1 minute');
  if cardinality(failing) > 0 then
    update webhook_endpoints e set failing_since = moment where e.tenant_id = tenant and e.id = any (failing) and e.failing_since is null;
    return query select e.id, e.failing_since from webhook_endpoints e
                  where e.tenant_id = tenant and e.id = any (failing) and e.status = 'enabled' and e.failing_since is not null;
  end if;
end $$;
-- Webhooks: claims that cost nothing for what is not due, count by one clock, and know which workers are gone.

-- What waits, first attempts apart from repeats: a claim steps from endpoint to endpoint through the part it looks for, and through repeats only when
-- one of them is due.
create index deliveries_waiting on deliveries (again, tenant_id, endpoint_id, due_at) with (deduplicate_items = off) where status = 'pending';
create index deliveries_repeats on deliveries (due_at) where status = 'pending' and again;
drop index deliveries_due;

-- Whether its worker holds an advisory lock for as long as it lives. Processes of the version before do not; they claim nothing any more, and record
-- what they have.
alter table delivery_turns add column guarded boolean not null default false;
create or replace function take_deliveries(
    claimer uuid, held_tenants uuid[], held_endpoints uuid[], held_deliveries uuid[], held_attempts integer[], held_flying boolean[],
    slots integer, later_slots integer, per_endpoint integer, per_tenant integer, lease interval, at timestamptz)
  returns table (tenant_id uuid, id uuid)
  language plpgsql security definer set search_path = pg_catalog, public as $$
begin
end $$;

-- As take_deliveries of 0023, with these differences. It looks at repeats only when it is told to. An endpoint's first attempts count as later ones only
-- when it has failed for a minute. A lease is written and compared by the clock of the database, and one that ends later than a lease from now has run
-- out; `at` says only what is due. What a worker holds whose connections are gone is free at once. The answer says with how many attempts each delivery
-- was claimed.
create function claim_turns(
    claimer uuid, held_tenants uuid[], held_endpoints uuid[], held_deliveries uuid[], held_attempts integer[], held_flying boolean[],
    slots integer, later_slots integer, per_endpoint integer, per_tenant integer, lease interval, at timestamptz, repeats boolean)
  returns table (tenant_id uuid, id uuid, attempts integer)
  language plpgsql security definer set search_path = pg_catalog, public
  -- The plans are kept, as planning takes longer than a claim; so those that were made while the tables were small must be the ones for when they
  -- are large.
  set enable_seqscan = off set enable_bitmapscan = off set enable_hashjoin = off set enable_mergejoin = off
  set plan_cache_mode = force_generic_plan as $$
#variable_conflict use_column
declare
  clock timestamptz;
  live uuid[];
  repeats_due boolean;
  taken uuid[];
  claimed_tenants uuid[];
  claimed_endpoints uuid[];
  claimed_deliveries uuid[];
  claimed_attempts integer[];
begin
  perform pg_advisory_xact_lock(hashtext('haldur.claim'));
  perform set_config('synchronous_commit', 'off', true);
  -- Held by every connection that claims, until it ends.
  perform pg_advisory_lock_shared(hashtext('haldur.worker'), hashtext(claimer::text));
  clock := clock_timestamp();
  select coalesce(array_agg(w.worker), '{}') into live from (
    select o.worker, bool_and(o.guarded) as guarded from delivery_turns o
     where o.worker <> claimer and o.until > clock and o.until <= clock + lease group by o.worker) w
   where not w.guarded or exists (
     select from pg_locks l
      where l.locktype = 'advisory' and l.objsubid = 2 and l.classid = hashtext('haldur.worker')::oid and l.objid = hashtext(w.worker::text)::oid
        and l.database = (select b.oid from pg_database b where b.datname = current_database()));
  select coalesce(array_agg(t.id), '{}') into taken from (
    select unnest(held_deliveries) as id
    union all
    select unnest(o.deliveries) from delivery_turns o where o.worker = any (live) and o.until > clock and o.until <= clock + lease) t;
  repeats_due := repeats and slots > 0 and later_slots > 0
                 and exists (select from deliveries d where d.status = 'pending' and d.again and d.due_at <= at);
  with recursive waiting as (
    (select k.again, d.tenant_id, d.endpoint_id
       from unnest(case when repeats_due then array[false, true] else array[false] end) as k (again) cross join lateral (
         select x.tenant_id, x.endpoint_id from deliveries x where x.status = 'pending' and slots > 0 and x.again = k.again
          order by x.tenant_id, x.endpoint_id limit 1) d)
    union all
    select w.again, n.tenant_id, n.endpoint_id from waiting w cross join lateral (
      select d.tenant_id, d.endpoint_id from deliveries d
       where d.status = 'pending' and d.again = w.again and (d.tenant_id, d.endpoint_id) > (w.tenant_id, w.endpoint_id)
       order by d.tenant_id, d.endpoint_id limit 1) n
  ), busy as (
    select x.tenant_id, x.endpoint_id, sum(x.posts) as posts, bool_or(x.waits) as waits,
           sum(sum(x.posts)) over (partition by x.tenant_id) as posts_in_tenant
      from (select w.tenant_id, w.endpoint_id, 0 as posts, true as waits from waiting w
            union all
            select h.tenant_id, h.endpoint_id, 1, false from unnest(held_tenants, held_endpoints, held_flying) as h (tenant_id, endpoint_id, flying) where h.flying
            union all
            select o.tenant_id, unnest(o.endpoints), 1, false from delivery_turns o
             where o.worker = any (live) and o.until > clock and o.until <= clock + lease) x
     group by x.tenant_id, x.endpoint_id
  ), served as (
    select e.tenant_id, e.id, e.last_claimed_at, e.failing_since < at - interval '1 minute' as failing,
           case when e.failing_since is null then per_endpoint else 1 end - b.posts as free, per_tenant - b.posts_in_tenant as free_in_tenant
      from busy b cross join lateral (select * from webhook_endpoints x where x.tenant_id = b.tenant_id and x.id = b.endpoint_id offset 0) e
     where b.waits and e.status = 'enabled'
  ), candidates as materialized (
    select s.last_claimed_at, s.free_in_tenant, c.*, c.again or coalesce(s.failing, false) as later,
           row_number() over (partition by c.tenant_id, c.endpoint_id order by c.again, c.due_at) as nth
      from served s cross join lateral (
        select * from (
          (select d.tenant_id, d.id, d.endpoint_id, d.attempts, d.due_at, d.again from deliveries d
            where d.tenant_id = s.tenant_id and d.endpoint_id = s.id and d.status = 'pending' and not d.again
              and d.due_at <= at and d.id <> all (taken)
            order by d.due_at limit s.free)
          union all
          (select d.tenant_id, d.id, d.endpoint_id, d.attempts, d.due_at, d.again from deliveries d
            where d.tenant_id = s.tenant_id and d.endpoint_id = s.id and d.status = 'pending' and d.again and repeats_due
              and d.due_at <= at and d.id <> all (taken)
            order by d.due_at limit s.free)) either
        limit s.free) c
     where s.free > 0 and s.free_in_tenant > 0
  ), fair as (
    select c.*, row_number() over (partition by c.tenant_id order by c.nth, c.later, c.last_claimed_at) as nth_in_tenant from candidates c
  ), placed as (
    select f.*, row_number() over (partition by f.later order by f.nth, f.last_claimed_at) as place
      from fair f where f.nth_in_tenant <= f.free_in_tenant
  ), chosen as materialized (
    select p.tenant_id, p.endpoint_id, p.id, p.attempts from placed p
     where not p.later or p.place <= later_slots
     order by p.nth, p.later, p.last_claimed_at limit slots
  ), turns as (
    -- Who was served when matters only while somebody has to wait.
    select e.tenant_id, e.id from webhook_endpoints e
     where (e.tenant_id, e.id) in (select c.tenant_id, c.endpoint_id from chosen c)
       and (select count(*) from candidates) > (select count(*) from chosen)
       for no key update skip locked
  ), marked as (
    update webhook_endpoints e set last_claimed_at = clock_timestamp()
      from turns t where e.tenant_id = t.tenant_id and e.id = t.id
  )
  select array_agg(c.tenant_id), array_agg(c.endpoint_id), array_agg(c.id), array_agg(c.attempts)
    into claimed_tenants, claimed_endpoints, claimed_deliveries, claimed_attempts from chosen c;
  with held as materialized (
    select * from unnest(held_tenants || claimed_tenants, held_endpoints || claimed_endpoints, held_deliveries || claimed_deliveries,
                         held_attempts || claimed_attempts, held_flying || array_fill(true, array[coalesce(cardinality(claimed_tenants), 0)]))
             as h (tenant_id, endpoint_id, delivery_id, attempts, flying)
  ), ended as (
    delete from delivery_turns t where t.worker = claimer and t.tenant_id not in (select h.tenant_id from held h)
  )
  insert into delivery_turns as t (tenant_id, worker, guarded, until, endpoints, deliveries, attempts)
  select h.tenant_id, claimer, true, clock_timestamp() + lease, coalesce(array_agg(h.endpoint_id) filter (where h.flying), '{}'), array_agg(h.delivery_id), array_agg(h.attempts)
    from held h group by h.tenant_id
      on conflict (tenant_id, worker) do update
     set until = excluded.until, endpoints = excluded.endpoints, deliveries = excluded.deliveries, attempts = excluded.attempts;
  return query select * from unnest(claimed_tenants, claimed_deliveries, claimed_attempts);
end $$;

-- What a worker has claimed, with all that an attempt takes; without what has changed since.
create function claimed_deliveries(tenants uuid[], ids uuid[], made integer[], at timestamptz)
  returns table (tenant_id uuid, id uuid, endpoint_id uuid, attempts integer, extra integer, returns_to text, returns_due_at timestamptz,
                 later boolean, test boolean, body text, url text, secret bytea, next_secret bytea, next_secret_at timestamptz)
  language sql stable security definer set search_path = pg_catalog, public
  set enable_seqscan = off set enable_bitmapscan = off
begin atomic
  select d.tenant_id, d.id, d.endpoint_id, d.attempts, d.extra, d.returns_to, d.returns_due_at,
         d.again or coalesce(e.failing_since < at - interval '1 minute', false), v.test, v.body, e.url, e.secret, e.next_secret, e.next_secret_at
    from unnest(tenants, ids, made) as l (tenant_id, id, attempts)
   cross join lateral (select * from deliveries x where x.tenant_id = l.tenant_id and x.id = l.id limit 1) d
   cross join lateral (select * from events x where x.tenant_id = l.tenant_id and x.id = d.event_id limit 1) v
   cross join lateral (select * from webhook_endpoints x where x.tenant_id = l.tenant_id and x.id = d.endpoint_id limit 1) e
   where d.status = 'pending' and d.attempts = l.attempts and d.due_at <= at and e.status = 'enabled';
end;

alter function claim_turns(uuid, uuid[], uuid[], uuid[], integer[], boolean[], integer, integer, integer, integer, interval, timestamptz, boolean) owner to haldur_system;
alter function claimed_deliveries(uuid[], uuid[], integer[], timestamptz) owner to haldur_system;
revoke execute on function claim_turns(uuid, uuid[], uuid[], uuid[], integer[], boolean[], integer, integer, integer, integer, interval, timestamptz, boolean), claimed_deliveries(uuid[], uuid[], integer[], timestamptz) from public;
grant execute on function claim_turns(uuid, uuid[], uuid[], uuid[], integer[], boolean[], integer, integer, integer, integer, interval, timestamptz, boolean), claimed_deliveries(uuid[], uuid[], integer[], timestamptz) to haldur_app;

-- Under which keys secrets rest: a start with another secret key can say so at once, and not with the first e-mail or payment that fails.
-- For each purpose the ids of the keys (src/platform/seal.ts); of the e-mails that wait, a few stand for all.
create function sealed_under() returns table (purpose text, key_id bytea) language sql stable security definer set search_path = pg_catalog, public, pg_temp
begin atomic
  select 'webhook secrets', substring(secret from 2 for 4) from webhook_endpoints
   union
  select 'bank keys', substring(keys from 2 for 4) from banks where keys is not null
   union
  select 'mail', substring(content from 2 for 4) from (select content from mails where status = 'pending' limit 100) waiting;
end;
call across_tenants('sealed_under()');
