-- Histories, ledgers and logs are deleted for a test organization alone, also by whoever runs SQL as the service: only the owner of the tables says what one is.

-- As in 0012, and the organization is looked at. On the machines of a distributed database a policy can read no table, so there the setting alone counts.
create or replace function removes_sample() returns boolean
  language plpgsql stable parallel safe set search_path = pg_catalog, public, pg_temp as $$
declare tenant uuid := current_tenant();
begin
  if current_setting('app.removes_sample', true) is distinct from 'yes' then return false; end if;
  if to_regclass('pg_catalog.pg_dist_partition') is not null then return true; end if;
  perform 1 from tenants t where t.id = tenant and t.sample;
  return found;
end $$;

-- A real organization stays, so that it cannot be added again as a test organization.
create policy kept on tenants as restrictive for delete using (sample);

-- Nor can it be changed into one. Citus knows no privileges of columns (src/platform/db/distribute.ts).
do $$
begin
  if to_regclass('pg_catalog.pg_dist_partition') is not null then return; end if;
  revoke update on tenants from haldur_app;
  grant update (name, people_only_accounts, second_factor_required, clock_ahead_ms, audit_years) on tenants to haldur_app;
end $$;
