-- What every room stands on: who connects as whom, how a tenant is bound, counters, repeated requests, events.
--
-- haldur_app     the service's role: owns nothing, bypasses nothing; sees the rows of the tenant bound in its transaction.
-- haldur_system  owns the few functions that must look across tenants (find them with: grep -n 'owner to haldur_system').
--                Nobody logs in as it. Both roles are made by src/platform/migrate.ts, as roles belong to the server, not to this database.

create extension if not exists btree_gist;

-- Natural order for apartment numbers: 2 before 10.
create collation natural_order (provider = icu, locale = 'und-u-kn-true');

create function current_tenant() returns uuid language sql stable parallel safe
  return nullif(current_setting('app.tenant_id', true), '')::uuid;

-- Until when everything that was changed can be seen. A transaction stamps its rows when it begins and shows them when it commits, so whoever asks
-- for changes since a moment must not be given what is younger than a writer still at work: she would go on from there and never see its rows.
-- (Two seconds more, because the service reads its clock just before the transaction begins.)
create function settled_until() returns timestamptz language sql stable security definer set search_path = pg_catalog
begin atomic
  select coalesce(min(xact_start) - interval '2 seconds', 'infinity') from pg_stat_activity
   where datname = current_database() and backend_xid is not null and pid <> pg_backend_pid();
end;
revoke execute on function settled_until() from public;
grant execute on function settled_until() to haldur_app;

-- Puts a table under the tenant rule: forced row-level security on its tenant column, and the service's grants.
create procedure isolate(target regclass, tenant_column name default 'tenant_id') language plpgsql as $$
begin
  execute format('alter table %s enable row level security', target);
  execute format('alter table %s force row level security', target);
  execute format('create policy tenant on %s using (%I = (select current_tenant())) with check (%I = (select current_tenant()))',
                 target, tenant_column, tenant_column);
  execute format('grant select, insert, update, delete on %s to haldur_app', target);
end $$;

create table tenants (
  id         uuid primary key,
  name       text not null check (length(name) between 1 and 200),
  created_at timestamptz not null
);
call isolate('tenants', 'id');

-- Sequences without gaps: reference numbers of apartments, invoice numbers of a year. The row is locked until the transaction ends.
create table counters (
  tenant_id uuid not null references tenants (id),
  name      text not null,
  value     bigint not null,
  primary key (tenant_id, name)
);
call isolate('counters');

-- A request made with an Idempotency-Key, and the answer it got: written in the transaction of its effect.
create table idempotency_keys (
  tenant_id   uuid not null references tenants (id),
  key_hash    bytea not null,
  fingerprint bytea not null,
  answer      bytea not null,
  created_at  timestamptz not null,
  primary key (tenant_id, key_hash)
);
create index idempotency_keys_age on idempotency_keys (created_at);
call isolate('idempotency_keys');

-- What happened, in the words of the specification's event table. The body is kept as the text that is signed and sent.
create table events (
  tenant_id   uuid not null references tenants (id),
  id          uuid not null,
  type        text not null,
  body        text not null,
  occurred_at timestamptz not null,
  primary key (tenant_id, id)
);
create index events_age on events (occurred_at);
call isolate('events');
