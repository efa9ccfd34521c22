-- The audit log: who saw, changed, sent and exported what. Entries are only added. A worker chains their hashes, so that a changed, missing or added entry is found.

alter table tenants add column audit_years integer not null default 3 check (audit_years between 1 and 10);
comment on column tenants.audit_years is 'How many years entries of the audit log are kept. [personal: none]';

-- In the order in which they are chained. There are no foreign keys: an entry outlives what it is about.
create table audit_log (
  tenant_id   uuid not null,
  at          timestamptz not null,
  id          uuid not null,
  action      text not null check (action in ('seen', 'exported', 'changed', 'sent', 'security')),
  operation   text not null,
  actor_kind  text not null check (actor_kind in ('user', 'key', 'service', 'nobody')),
  actor_id    uuid,
  actor_name  text,
  object_kind text,
  object_id   uuid,
  about_ids   uuid[] not null default '{}',
  building_id uuid,
  detail      jsonb not null default '{}',
  request_id  text,
  primary key (tenant_id, at, id)
);
create index audit_log_actor on audit_log (tenant_id, actor_id, at, id);
create index audit_log_building on audit_log (tenant_id, building_id, at, id);
create index audit_log_request on audit_log (tenant_id, request_id);
-- Only removed as a whole with a test organization, and when it is old: the shortest time that an organization can set.
create policy kept on audit_log as restrictive for delete using (at < now() - interval '1 year' or removes_sample());
call isolate('audit_log');
revoke update on audit_log from haldur_app;

comment on table audit_log is 'Who saw, changed, sent and exported what. Entries are only added; those older than the organization keeps are deleted.';
comment on column audit_log.at is 'When it was written, by the clock of the database (next_feed_time). [personal: log]';
comment on column audit_log.action is 'seen: read; exported: a file was downloaded; changed: an operation had an effect; sent: an e-mail left; security: an event of the security log outside an operation. [personal: log]';
comment on column audit_log.operation is 'The operation (operationId), the kind of security event, or what the service itself did. [personal: log]';
comment on column audit_log.actor_kind is 'A person (user), an API key, the service itself, or nobody known. [personal: log]';
comment on column audit_log.actor_id is 'The person or the API key.';
comment on column audit_log.actor_name is 'Their name at that time. [personal: log]';
comment on column audit_log.object_kind is 'The kind of the object, as in the path: invoices. [personal: log]';
comment on column audit_log.object_id is 'The object; null for lists, and for operations on many objects.';
comment on column audit_log.about_ids is 'All ids that the request named, and the id of what it created.';
comment on column audit_log.building_id is 'The building, if the request named one.';
comment on column audit_log.detail is 'Changed fields with their values before and after, and figures of the result. Never secrets, and no values of fields about people. [personal: log]';
comment on column audit_log.request_id is 'The request (X-Request-Id), as in the request log. [personal: log]';

create table audit_chain (
  tenant_id     uuid not null,
  number        bigint not null check (number > 0),
  last_at       timestamptz not null,
  last_id       uuid not null,
  entry_hashes  bytea not null check (length(entry_hashes) > 0 and length(entry_hashes) % 48 = 0),
  previous_hash bytea not null check (length(previous_hash) = 32),
  hash          bytea not null check (length(hash) = 32),
  primary key (tenant_id, number)
);
create policy kept on audit_chain as restrictive for delete using (last_at < now() - interval '1 year' or removes_sample());
call isolate('audit_chain');
revoke update on audit_chain from haldur_app;

comment on table audit_chain is 'The chain of the audit log: a link for each batch of entries. Links are only added; those older than the entries that are kept are deleted.';
comment on column audit_chain.number is 'The place in the chain, from 1 without gaps. [personal: none]';
comment on column audit_chain.last_at is 'The time of its last entry. [personal: none]';
comment on column audit_chain.last_id is 'Its last entry.';
comment on column audit_chain.entry_hashes is 'For each entry in order its id (16 bytes) and the SHA-256 of its line in the export (32 bytes). [personal: none]';
comment on column audit_chain.previous_hash is 'The hash of the link before; zeros for the first. [personal: none]';
comment on column audit_chain.hash is 'SHA-256 of number, last entry, entry hashes and previous hash (src/platform/audit/audit-chain.ts). [personal: none]';
