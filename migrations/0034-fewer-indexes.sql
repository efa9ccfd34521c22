-- Invoices and payments have nine indexes each: their keys, the orders that lists offer, and one for each way to find a few rows. None has a condition
-- that is always true. Status comes first in one of them: PostgreSQL 18 looks into each of its few values where a statement names none.
drop index invoices_number_unique, invoices_issued, invoices_due, invoices_amount, invoices_apartment, invoices_building, invoices_building_period,
  invoices_corrections, invoices_not_paid, invoices_open_apartment, invoices_open_number, invoices_open_reference, invoices_search_number,
  invoices_search_reference, invoices_unpaid, invoices_with_recipients;
create unique index invoices_number_unique on invoices (tenant_id, number_key collate "C");
create index invoices_issued on invoices (tenant_id, issue_date, id) include (building_id, status, currency, amount, amount_paid);
create index invoices_due on invoices (tenant_id, due_date, id);
create index invoices_amount on invoices (tenant_id, amount, id);
-- Without deduplication, so that no index is smaller than the primary key (0008).
create index invoices_apartment on invoices (tenant_id, building_id, apartment_id, status, period_start) with (deduplicate_items = off);
create index invoices_status on invoices (tenant_id, status, reference) with (deduplicate_items = off);

drop index payments_amount, payments_credit, payments_credit_invoice, payments_credit_or_refund, payments_dismissed, payments_not_matched,
  payments_other_source, payments_paid_on, payments_search_reference, payments_sums, payments_unseen, payments_waiting, payments_with_payer;
create index payments_paid_on on payments (tenant_id, paid_on, id) include (source, status, currency, amount);
-- A credit note gives credit to its apartment, once.
create unique index payments_apartment on payments (tenant_id, apartment_id, credit_invoice_id) where apartment_id is not null;
create index payments_status on payments (tenant_id, status, source, amount) with (deduplicate_items = off);
create index payments_reference on payments (tenant_id, reference) where reference is not null;

drop index readings_updated, readings_read;
create index readings_updated on readings (tenant_id, updated_at, id);
create index readings_read on readings (tenant_id, read_at, id);

-- While a table has never been analyzed, every index that begins with the organization costs the same to find one row, and the newest is taken (0008). So
-- the primary keys are made again, with the foreign keys that refer to them.
create procedure renew_primary_key(target regclass) language plpgsql as $$
declare
  own text;
  definition text;
  keys text[];
  key text;
begin
  select conname, pg_get_constraintdef(oid) into own, definition from pg_constraint where conrelid = target and contype = 'p';
  select array_agg(format('alter table %s add constraint %I %s', conrelid::regclass, conname, pg_get_constraintdef(oid)) order by conrelid, conname)
    into keys from pg_constraint where confrelid = target and contype = 'f';
  for key in select format('alter table %s drop constraint %I', conrelid::regclass, conname) from pg_constraint where confrelid = target and contype = 'f' loop
    execute key;
  end loop;
  execute format('alter table %s drop constraint %I', target, own);
  execute format('alter table %s add constraint %I %s', target, own, definition);
  foreach key in array coalesce(keys, '{}') loop
    execute key;
  end loop;
end $$;
call renew_primary_key('invoices');
call renew_primary_key('payments');
call renew_primary_key('readings');
drop procedure renew_primary_key(regclass);
