-- Returns of payments that wait for a person, why money was set aside, and payments that the payer cancelled at the bank.
alter table bank_entries add column return_status text check (return_status in ('waiting', 'returned', 'none'));
alter table bank_entries add column returned_payment_id uuid;
comment on column bank_entries.return_status is 'Of a debit that returns a payment: waiting for a person, the payment is known (returned), or a person said that it is none. [personal: none]';
comment on column bank_entries.returned_payment_id is 'The payment that it returned. No foreign key: payments refer to entries. [personal: none]';
create index bank_entries_returns on bank_entries (tenant_id, returned_payment_id, booked_on) where return_status is not null;

alter table payments add column dismissed_as text check (dismissed_as in ('supplier_refund', 'interest', 'own_transfer', 'other'));
alter table payments add column dismissed_note text;
comment on column payments.dismissed_as is 'What a dismissed payment is, as a person said. [personal: none]';
comment on column payments.dismissed_note is 'What it is in a person''s words. [personal: payers]';

alter table banklink_orders drop constraint banklink_orders_status_check;
alter table banklink_orders add constraint banklink_orders_status_check check (status in ('initiated', 'cancelled', 'failed', 'paid'));

-- Keys of some buildings see the entries of payments that they see.
call limit_to_buildings('bank_entries', 'select', 'exists (select from payments p where p.tenant_id = bank_entries.tenant_id and p.bank_entry_id = bank_entries.id)');
