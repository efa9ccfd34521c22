-- Webhooks: endpoints, and the delivery log, which is also the queue. A worker leases an endpoint and sends what is due for it (src/webhooks/deliver.ts).

create table webhook_endpoints (
  tenant_id         uuid not null references tenants (id),
  id                uuid not null,
  url               text not null,
  events            text[] not null,
  status            text not null check (status in ('enabled', 'disabled')),
  ordered           boolean not null default false,
  secret            bytea not null,
  secret_hint       text not null,
  next_secret       bytea,
  next_secret_hint  text,
  next_secret_at    timestamptz,
  failing_since     timestamptz,
  last_success_at   timestamptz,
  disabled_at       timestamptz,
  disabled_reason   text,
  paused_until      timestamptz,
  last_served_at    timestamptz not null default now(),
  lease_until       timestamptz,
  leased_by         uuid,
  leased_deliveries uuid[] not null default '{}',
  created_at        timestamptz not null,
  updated_at        timestamptz not null,
  primary key (tenant_id, id)
) with (fillfactor = 50); -- A busy endpoint's row is written twice for each lease: the new version should find room beside the old one.
create index webhook_endpoints_created on webhook_endpoints (tenant_id, created_at, id);
call isolate('webhook_endpoints');

comment on table webhook_endpoints is 'Where an organization wants events posted to, and who is posting to it now.';
comment on column webhook_endpoints.events is 'The event types it gets.';
comment on column webhook_endpoints.ordered is 'Whether deliveries go one at a time, oldest first; one that fails holds up those behind it.';
comment on column webhook_endpoints.secret is 'The signing secret, encrypted (AES-256-GCM).';
comment on column webhook_endpoints.secret_hint is 'The end of the secret, to tell two apart.';
comment on column webhook_endpoints.next_secret is 'The announced secret. It replaces secret at next_secret_at; until then webhook-signature carries both.';
comment on column webhook_endpoints.failing_since is 'The first failure since the last success.';
comment on column webhook_endpoints.paused_until is 'When an ordered endpoint may try its oldest delivery again.';
comment on column webhook_endpoints.last_served_at is 'When a worker last leased it: the one served longest ago goes first.';
comment on column webhook_endpoints.lease_until is 'Until when it belongs to the worker leased_by, by the clock of the database. A worker that dies leaves a lease that runs out.';
comment on column webhook_endpoints.leased_deliveries is 'What the worker took with its lease.';
comment on column webhook_endpoints.url is 'Where it is posted to.';
comment on column webhook_endpoints.status is 'Disabled endpoints get nothing; their deliveries are skipped.';
comment on column webhook_endpoints.next_secret_hint is 'The end of the announced secret.';
comment on column webhook_endpoints.next_secret_at is 'When the announced secret takes over.';
comment on column webhook_endpoints.last_success_at is 'When a delivery last succeeded.';
comment on column webhook_endpoints.disabled_at is 'When it was disabled.';
comment on column webhook_endpoints.disabled_reason is 'Why, in a sentence.';
comment on column webhook_endpoints.leased_by is 'The worker that holds the lease.';

create table deliveries (
  tenant_id        uuid not null,
  id               uuid not null,
  endpoint_id      uuid not null,
  event_id         uuid not null,
  status           text not null check (status in ('pending', 'delivered', 'failed', 'skipped')),
  priority         smallint not null default 1 check (priority between 0 and 2),
  due_at           timestamptz not null,
  attempts         integer not null default 0,
  extra_attempts   integer not null default 0,
  previous_status  text check (previous_status in ('pending', 'delivered', 'failed', 'skipped')),
  previous_due_at  timestamptz,
  first_at         timestamptz,
  first_outcome    text check (first_outcome in ('delivered', 'http_status', 'dns', 'connect', 'tls', 'timeout', 'blocked_target', 'protocol')),
  first_status     integer,
  first_latency_ms integer,
  first_response   text,
  created_at       timestamptz not null,
  updated_at       timestamptz not null,
  finished_at      timestamptz,
  primary key (tenant_id, id)
);
-- The id makes each entry different: PostgreSQL puts equal ones together, and could then not pass over those that are done.
create index deliveries_due on deliveries (tenant_id, endpoint_id, priority, due_at, id) where status = 'pending';
create index deliveries_created on deliveries (tenant_id, endpoint_id, created_at, id);
create index deliveries_updated on deliveries (tenant_id, endpoint_id, updated_at, id);
create index deliveries_missed on deliveries (tenant_id, endpoint_id, created_at) where status in ('failed', 'skipped');
call isolate('deliveries');

comment on table deliveries is 'One event on its way to one endpoint. Rows of endpoints and events are deleted by statements that delete these first.';
comment on column deliveries.status is 'skipped: its endpoint was disabled; it is kept so that a recovery can send it.';
comment on column deliveries.priority is '0: somebody asked for an attempt. 1: first attempts, and everything of an ordered endpoint. 2: retries, and what was recovered.';
comment on column deliveries.attempts is 'Attempts recorded.';
comment on column deliveries.extra_attempts is 'Those among them that do not count towards the schedule: asked for by somebody, or made before a recovery.';
comment on column deliveries.previous_status is 'While an attempt that somebody asked for is waiting: what the delivery becomes again if that fails, due at previous_due_at.';
comment on column deliveries.first_at is 'The first attempt stands here, as the row is written anyway; further ones are in delivery_attempts.';
comment on column deliveries.endpoint_id is 'The endpoint.';
comment on column deliveries.event_id is 'The event.';
comment on column deliveries.due_at is 'When it is to be tried next.';
comment on column deliveries.previous_due_at is 'See previous_status.';
comment on column deliveries.first_outcome is 'What the first attempt came to.';
comment on column deliveries.first_status is 'The status that the receiver answered with.';
comment on column deliveries.first_latency_ms is 'Milliseconds until the answer.';
comment on column deliveries.first_response is 'The beginning of the answer, or what went wrong.';
comment on column deliveries.finished_at is 'When it was delivered, failed or skipped.';

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

comment on table delivery_attempts is 'The second attempt of a delivery and those after it.';
comment on column delivery_attempts.status is 'The status that the receiver answered with.';
comment on column delivery_attempts.response is 'The beginning of the answer, or what went wrong.';
comment on column delivery_attempts.number is 'From 2.';
comment on column delivery_attempts.at is 'When.';
comment on column delivery_attempts.outcome is 'What it came to.';
comment on column delivery_attempts.latency_ms is 'Milliseconds until the answer.';

create view attempts with (security_invoker = true) as
  select tenant_id, id as delivery_id, 1 as number, first_at as at, first_outcome as outcome, first_status as status,
         first_latency_ms as latency_ms, first_response as response
    from deliveries where first_at is not null
  union all
  select tenant_id, delivery_id, number, at, outcome, status, latency_ms, response from delivery_attempts;
grant select on attempts to haldur_app;
comment on view attempts is 'Every attempt of every delivery.';

create policy system on webhook_endpoints for select to haldur_system using (true);
create policy system on deliveries for select to haldur_system using (true);
grant select on webhook_endpoints, deliveries to haldur_system;

-- The organizations that have a delivery due at an endpoint nobody is posting to, the one served longest ago first. It takes no locks: workers then
-- lease in one organization after the other. Executed as text, so that it is planned for the size that the tables have now; and `is true` has it ask
-- for each endpoint by itself, as statistics hardly ever know how much is waiting.
create function tenants_with_due_deliveries(at timestamptz) returns setof uuid
  language plpgsql stable security definer set search_path = pg_catalog, public, pg_temp as $$
begin
  return query execute $query$
    select e.tenant_id from webhook_endpoints e
     where e.status = 'enabled' and (e.lease_until is null or e.lease_until <= now())
       and exists (select from deliveries d
                    where d.tenant_id = e.tenant_id and d.endpoint_id = e.id and d.status = 'pending' and d.due_at <= $1
                      and (d.priority = 0 or e.paused_until is null or e.paused_until <= $1)) is true
     group by e.tenant_id order by min(e.last_served_at)$query$ using at;
end $$;

call across_tenants('tenants_with_due_deliveries(timestamptz)');

-- Attempts to record, as rows. `rows 1` has their deliveries found one by one, by their keys, however few rows the statistics take a queue for.
create function attempts_to_record(attempts jsonb)
  returns table (delivery_id uuid, number integer, at timestamptz, outcome text, status integer, latency_ms integer, response text,
                 becomes text, due_at timestamptz, extra_attempts integer, previous_status text)
  language sql rows 1 set search_path = pg_catalog
begin atomic
  select * from jsonb_to_recordset(attempts) as a (
    "deliveryId" uuid, number integer, at timestamptz, outcome text, status integer, "latencyMs" integer, response text,
    becomes text, "dueAt" timestamptz, "extraAttempts" integer, "previousStatus" text);
end;


-- Under which keys secrets rest: a start with another secret key can say so at once, and not with the first e-mail or payment that fails.
-- For each purpose the ids of the keys (src/platform/crypto/encryption.ts); of the e-mails that wait, a few stand for all.
create function sealed_under() returns table (purpose text, key_id bytea) language sql stable security definer set search_path = pg_catalog, public, pg_temp
begin atomic
  select 'webhook secrets', substring(secret from 2 for 4) from webhook_endpoints
   union
  select 'bank keys', substring(keys from 2 for 4) from banks where keys is not null
   union
  select 'mail', substring(content from 2 for 4) from (select content from mails where status = 'pending' limit 100) waiting;
end;
call across_tenants('sealed_under()');
