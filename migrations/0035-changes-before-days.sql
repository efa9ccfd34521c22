-- What follows from a change is done before the days of all organizations, which begin at once at midnight. Found through the index, a bounded number of rows.
drop index due_work_order;
create index due_work_order on due_work (kind, due_at);

-- The organizations with due work: changes first (their kind is the first in the alphabet), of each kind the longest due.
create or replace function organizations_with_due_work(at timestamptz, wanted integer) returns table (tenant_id uuid, kind text)
  language plpgsql stable security definer set search_path = pg_catalog, public, pg_temp as $$
begin
  return query execute $query$
    select w.tenant_id, w.kind
      from (select * from (select d.tenant_id, d.kind, d.due_at from due_work d where d.kind = 'changed' and d.due_at <= $1 order by d.due_at limit $2) changes
             union all
            select * from (select d.tenant_id, d.kind, d.due_at from due_work d where d.kind = 'timed' and d.due_at <= $1 order by d.due_at limit $2) days) w
     group by w.tenant_id, w.kind order by w.kind, min(w.due_at) limit $2$query$
    using at, wanted;
end $$;
