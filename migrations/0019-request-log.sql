-- The request log: what keys and sessions asked in the last days; and keys that want unknown fields rejected.

-- In the order of time, which is that of the log. There is no foreign key to keys and people: a row outlives both, and a look-up for each would cost more than
-- the row.
create table request_log (
  tenant_id       uuid not null,
  at              timestamptz not null,
  id              uuid not null,
  caller_kind     text not null check (caller_kind in ('user', 'key')),
  caller_id       uuid not null,
  operation       text not null,
  method          text not null,
  path            text not null,
  status          integer not null,
  code            text,
  duration_ms     integer not null,
  request_id      text not null,
  idempotency_key text,
  ignored         text[] not null default '{}',
  primary key (tenant_id, at, id)
);
create index request_log_caller on request_log (tenant_id, caller_id, at, id);
create index request_log_request on request_log (tenant_id, request_id);
create index request_log_failed on request_log (tenant_id, at, id) where status >= 400;
call isolate('request_log');

comment on table request_log is 'Requests of confirmed callers, without bodies, query values and network addresses. Written in batches after the response; rather lost than slowing a request.';
comment on column request_log.at is 'The time of the response.';
comment on column request_log.caller_kind is 'A person (user) or an API key.';
comment on column request_log.caller_id is 'The person or the API key.';
comment on column request_log.operation is 'The name of the operation (operationId).';
comment on column request_log.method is 'The HTTP method.';
comment on column request_log.path is 'The path with its ids; {name} instead of what is not an id.';
comment on column request_log.status is 'The HTTP status of the response.';
comment on column request_log.code is 'The error code; null for a success.';
comment on column request_log.duration_ms is 'Milliseconds until the response began.';
comment on column request_log.request_id is 'The header X-Request-Id. A client may choose it, so it is not unique.';
comment on column request_log.idempotency_key is 'The header Idempotency-Key.';
comment on column request_log.ignored is 'Names of fields and parameters that the operation does not know, such as body.vat_rate.';

alter table events add column request_id text;
comment on column events.request_id is 'The request that caused the event (X-Request-Id); null for the service''s own work.';

alter table api_keys add column strict boolean not null default false;
comment on column api_keys.strict is 'Whether unknown fields and parameters of its requests are rejected.';
