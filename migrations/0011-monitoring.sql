-- Monitoring: what waits in all organizations, as three counts without names (src/http/service-metrics.ts).

create policy system on statement_import_progress for select to haldur_system using (true);
grant select on statement_import_progress to haldur_system;

-- For each kind of waiting work: how many, at most 100,000, and since when the oldest is due. A delivery counts if a worker may send it now, as in
-- tenants_with_due_deliveries; its oldest is found by the index for each endpoint, however many wait. An import that has not written for 15 seconds is dead.
-- Executed as text, so that it is planned for the current table sizes.
create function waiting_work(at timestamptz) returns table (kind text, amount bigint, oldest_at timestamptz)
  language plpgsql stable security definer set search_path = pg_catalog, public, pg_temp as $$
begin
  return query execute $query$
    with served as (
      select e.tenant_id, e.id, p.priority from webhook_endpoints e cross join generate_series(0, 2) p (priority)
       where e.status = 'enabled' and (p.priority = 0 or e.paused_until is null or e.paused_until <= $1)),
    mail as (
      select m.due_at from mails m where m.status = 'pending' and m.due_at <= $1)
    select 'delivery',
           (select count(*) from (
              select from served s join deliveries d
                on d.tenant_id = s.tenant_id and d.endpoint_id = s.id and d.priority = s.priority and d.status = 'pending' and d.due_at <= $1
               limit 100000) counted),
           (select min((select min(d.due_at) from deliveries d
                         where d.tenant_id = s.tenant_id and d.endpoint_id = s.id and d.priority = s.priority and d.status = 'pending' and d.due_at <= $1))
              from served s)
    union all
    select 'mail', (select count(*) from (select from mail limit 100000) counted), (select min(due_at) from mail)
    union all
    select 'import', count(*), min(started_at) from statement_import_progress where seen_at > clock_timestamp() - interval '15 seconds'$query$ using at;
end $$;
call across_tenants('waiting_work(timestamptz)');
