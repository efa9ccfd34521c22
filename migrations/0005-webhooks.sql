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

-- Every organization, for the worker's timetable.
create function all_tenants() returns setof uuid language sql stable security definer set search_path = pg_catalog, public
begin atomic
  select id from tenants order by id;
end;
create policy system on tenants for select to haldur_system using (true);
grant select on tenants to haldur_system;

alter function claim_deliveries(integer, integer, integer, interval, timestamptz) owner to haldur_system;
alter function all_tenants() owner to haldur_system;
revoke execute on function claim_deliveries(integer, integer, integer, interval, timestamptz), all_tenants() from public;
grant execute on function claim_deliveries(integer, integer, integer, interval, timestamptz), all_tenants() to haldur_app;
