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
) with (fillfactor = 50); -- A busy endpoint's row is written twice per lease: the new version should fit on the same page.
create index webhook_endpoints_created on webhook_endpoints (tenant_id, created_at, id);
call isolate('webhook_endpoints');

comment on table webhook_endpoints is 'The endpoints an organization wants events posted to, and the worker that currently serves each.';
comment on column webhook_endpoints.events is 'The event types it receives.';
comment on column webhook_endpoints.ordered is 'Whether deliveries are sent one at a time, oldest first; a failing one blocks those behind it.';
comment on column webhook_endpoints.secret is 'The signing secret, encrypted (AES-256-GCM).';
comment on column webhook_endpoints.secret_hint is 'The end of the secret, to distinguish two secrets.';
comment on column webhook_endpoints.next_secret is 'The announced secret. It replaces secret at next_secret_at; until then webhook-signature carries both.';
comment on column webhook_endpoints.failing_since is 'The first failure since the last success.';
comment on column webhook_endpoints.paused_until is 'When an ordered endpoint may try its oldest delivery again.';
comment on column webhook_endpoints.last_served_at is 'When a worker last leased it: the endpoint served longest ago is next.';
comment on column webhook_endpoints.lease_until is 'When the lease of the worker leased_by ends, by the clock of the database. The lease of a worker that dies expires.';
comment on column webhook_endpoints.leased_deliveries is 'The deliveries that the worker claimed with its lease.';
comment on column webhook_endpoints.url is 'The address that events are posted to.';
comment on column webhook_endpoints.status is 'The status. Disabled endpoints get nothing; their deliveries are skipped.';
comment on column webhook_endpoints.next_secret_hint is 'The end of the announced secret.';
comment on column webhook_endpoints.next_secret_at is 'When the announced secret takes over.';
comment on column webhook_endpoints.last_success_at is 'When a delivery last succeeded.';
comment on column webhook_endpoints.disabled_at is 'When it was disabled.';
comment on column webhook_endpoints.disabled_reason is 'Why it was disabled, in a sentence.';
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
-- The id makes each entry unique: PostgreSQL merges equal entries and could then not skip those that are done.
create index deliveries_due on deliveries (tenant_id, endpoint_id, priority, due_at, id) where status = 'pending';
create index deliveries_created on deliveries (tenant_id, endpoint_id, created_at, id);
create index deliveries_updated on deliveries (tenant_id, endpoint_id, updated_at, id);
create index deliveries_missed on deliveries (tenant_id, endpoint_id, created_at) where status in ('failed', 'skipped');
call isolate('deliveries');

comment on table deliveries is 'The delivery of one event to one endpoint. Statements that delete endpoints or events delete their deliveries first.';
comment on column deliveries.status is 'The status. skipped: its endpoint was disabled; the row is kept so that a recovery can send it.';
comment on column deliveries.priority is '0: a person requested an attempt. 1: first attempts, and everything of an ordered endpoint. 2: retries and recovered deliveries.';
comment on column deliveries.attempts is 'Number of recorded attempts.';
comment on column deliveries.extra_attempts is 'Attempts that do not count towards the schedule: requested by a person, or made before a recovery.';
comment on column deliveries.previous_status is 'While a requested attempt is waiting: the status that the delivery returns to if the attempt fails, due at previous_due_at.';
comment on column deliveries.first_at is 'When the first attempt was made. It is stored here because the row is written anyway; further attempts are in delivery_attempts.';
comment on column deliveries.endpoint_id is 'The endpoint.';
comment on column deliveries.event_id is 'The event.';
comment on column deliveries.due_at is 'When the next attempt is due.';
comment on column deliveries.previous_due_at is 'See previous_status.';
comment on column deliveries.first_outcome is 'The result of the first attempt.';
comment on column deliveries.first_status is 'The HTTP status of the response.';
comment on column deliveries.first_latency_ms is 'Milliseconds until the response.';
comment on column deliveries.first_response is 'The beginning of the response, or the error.';
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

comment on table delivery_attempts is 'The second and later attempts of a delivery.';
comment on column delivery_attempts.status is 'The HTTP status of the response.';
comment on column delivery_attempts.response is 'The beginning of the response, or the error.';
comment on column delivery_attempts.number is 'The number of the attempt, from 2.';
comment on column delivery_attempts.at is 'When it was made.';
comment on column delivery_attempts.outcome is 'The result of the attempt.';
comment on column delivery_attempts.latency_ms is 'Milliseconds until the response.';

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

-- The organizations with a due delivery at an unleased endpoint, the one served longest ago first. Takes no locks: workers then lease in one organization
-- after another. Executed as text, so that it is planned for the current table sizes; `is true` makes it check each endpoint separately, because
-- statistics rarely know how much is waiting.
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

-- Attempts to record, as rows. `rows 1` makes the planner find their deliveries one by one, by key, however few rows the statistics assume.
create function attempts_to_record(attempts jsonb)
  returns table (delivery_id uuid, number integer, at timestamptz, outcome text, status integer, latency_ms integer, response text,
                 becomes text, due_at timestamptz, extra_attempts integer, previous_status text)
  language sql rows 1 set search_path = pg_catalog
begin atomic
  select * from jsonb_to_recordset(attempts) as a (
    "deliveryId" uuid, number integer, at timestamptz, outcome text, status integer, "latencyMs" integer, response text,
    becomes text, "dueAt" timestamptz, "extraAttempts" integer, "previousStatus" text);
end;


-- The keys that secrets are encrypted with: a start with another secret key can report it at once, instead of at the first failing e-mail or payment. For
-- each purpose the ids of the keys (src/platform/crypto/encryption.ts); of the waiting e-mails, a few are enough.
create function list_encryption_keys() returns table (purpose text, key_id bytea) language sql stable security definer set search_path = pg_catalog, public, pg_temp
begin atomic
  select 'webhook secrets', substring(secret from 2 for 4) from webhook_endpoints
   union
  select 'bank keys', substring(keys from 2 for 4) from banks where keys is not null
   union
  select 'mail', substring(content from 2 for 4) from (select content from mails where status = 'pending' limit 100) waiting;
end;
call across_tenants('list_encryption_keys()');
