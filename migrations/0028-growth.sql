-- Growth: what keeps lists and sums as quick with a million invoices in one organization as with a hundred thousand (docs/benchmarks.md, growth).

-- A plan that a connection keeps for all organizations is made for one of average size. With a thousand small ones that is a thousandth of the table, and the
-- planner then reads all invoices of a large one and sorts them for a page of fifty. So it is to assume a twentieth: right for a large organization, and too
-- many for a small one, where every plan is quick, because every index begins with the organization. A distributed database rejects this setting, and keeps a
-- few organizations to a shard anyway.
create procedure assume_large_organizations(variadic targets regclass[]) language plpgsql as $$
declare
  target regclass;
  distributed boolean := false;
begin
  if to_regclass('pg_catalog.pg_dist_partition') is not null then
    execute $query$select exists (select from pg_dist_partition where logicalrelid = 'public.tenants'::regclass and partmethod = 'h')$query$ into distributed;
  end if;
  if distributed then return; end if;
  foreach target in array targets loop
    execute format('alter table %s alter column tenant_id set (n_distinct = 20)', target);
    -- An analyzed table without rows is taken for one that stays empty.
    if pg_relation_size(target) > 0 then execute format('analyze %s (tenant_id)', target); end if;
  end loop;
end $$;
call assume_large_organizations('buildings', 'apartments', 'residents', 'residencies', 'meters', 'readings', 'invoices');
drop procedure assume_large_organizations(regclass[]);

-- Each new index has a condition that is always true and that only the statements meant for it state: see the notes in 0008 and 0014.

-- Few invoices are not paid; so are few payments not matched, or from anywhere but a statement, and few readings rejected.
create index invoices_not_paid on invoices (tenant_id, status, created_at, id) where status <> 'paid';
create index invoices_open_building on invoices (tenant_id, building_id) where status in ('draft', 'sent');
create index payments_not_matched on payments (tenant_id, status, created_at, id) where status <> 'matched';
create index payments_other_source on payments (tenant_id, source, created_at, id) where source <> 'statement';
create index payments_dismissed on payments (tenant_id, created_at, id) where dismissed_at is not null;
create index readings_rejected on readings (tenant_id, created_at, id) where status = 'rejected';

-- Payments with credit of an apartment, or refunded to it: few of all.
create index payments_credit_or_refund on payments (tenant_id, apartment_id) where allocated < amount or refunded > 0;

-- The other orders of readings, and payments by amount. The search for an amount uses the same index.
create index readings_updated on readings (tenant_id, updated_at, id) where updated_at > '-infinity';
create index readings_read on readings (tenant_id, read_at, id) where read_at > '-infinity';
create index payments_amount on payments (tenant_id, amount, id) where amount > 0;
drop index payments_search_amount;
drop index invoices_search_amount;

-- With what is summed by month and by building, so that sums are read from the index alone.
create index invoices_sums on invoices (tenant_id, issue_date) include (building_id, status, currency, amount, amount_paid) where issue_date > '-infinity';
create index payments_sums on payments (tenant_id, paid_on) include (source, status, currency, amount) where paid_on > '-infinity';
