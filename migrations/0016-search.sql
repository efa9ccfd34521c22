-- Search: indexes for invoices and payments by number, amount and reference; and the choice to see the first steps.

-- A condition that only a search implies keeps these indexes away from every other query: see the note on the order of indexes in 0008.
create index invoices_search_number on invoices (tenant_id, number_key collate "C") where number_key is not null;
create index invoices_search_reference on invoices (tenant_id, reference, issue_date) where reference is not null;
create index invoices_search_amount on invoices (tenant_id, amount, issue_date) where amount is not null;
create index payments_search_reference on payments (tenant_id, reference, paid_on) where reference is not null;
create index payments_search_amount on payments (tenant_id, amount, paid_on) where amount is not null;

alter table memberships add column show_first_steps boolean;
comment on column memberships.show_first_steps is 'Whether the home page shows the first steps; null: until all of them are done.';
