-- Lists, sums and months of one building, read from one index: it has every order and filter of its invoices, and what is summed. It replaces the index of
-- sums by day. As before, its condition is always true, and only the statements meant for it state it (0008).
create index invoices_building on invoices (tenant_id, building_id, issue_date, id)
  include (created_at, updated_at, due_date, number, status, currency, amount, amount_paid) where issue_date > '-infinity';
drop index invoices_sums;

-- An allocation keeps the apartment of its invoice, so that the money of an apartment and of a building is found without going through all of its invoices.
alter table allocations add column apartment_id uuid;
comment on column allocations.apartment_id is 'The apartment of the invoice; null: the version before wrote it. [personal: none]';
-- The owner of the tables is under row-level security too, and no organization is bound.
alter table allocations no force row level security;
alter table invoices no force row level security;
update allocations a set apartment_id = i.apartment_id from invoices i where i.tenant_id = a.tenant_id and i.id = a.invoice_id;
alter table allocations force row level security;
alter table invoices force row level security;
create index allocations_apartment on allocations (tenant_id, apartment_id) include (payment_id, amount) where undone_at is null and apartment_id is not null;
create index allocations_without_apartment on allocations (tenant_id) where apartment_id is null;
