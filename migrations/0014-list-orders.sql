-- Indexes for the orders of lists that had none: invoices by due date and by amount, buildings by name.

-- The newest index wins a tie while a table has never been analyzed (0008), and would then be used to find one invoice by its id. So these have a
-- condition that is always true and that only lists in this order state (keyset.ts).
create index invoices_due on invoices (tenant_id, due_date, id) where due_date > '-infinity';
create index invoices_amount on invoices (tenant_id, amount, id) where amount > -9000000000000000000;
create index buildings_name on buildings (tenant_id, name, id) where archived_at is null;
