-- Which entry of a statement shows a refund, and which refunds one transfer paid.
alter table refunds add column transfer_id uuid;
alter table refunds add column bank_entry_id uuid;
alter table refunds add foreign key (tenant_id, bank_entry_id) references bank_entries (tenant_id, id);
comment on column refunds.transfer_id is 'The first refund of the same transfer; null: it is the first. [personal: none]';
comment on column refunds.bank_entry_id is 'The debit of a statement that shows the transfer. [personal: none]';
create index refunds_entry on refunds (tenant_id, bank_entry_id);

alter table bank_entries drop constraint bank_entries_return_status_check;
alter table bank_entries add constraint bank_entries_return_status_check check (return_status in ('waiting', 'returned', 'refunded', 'none'));
comment on column bank_entries.return_status is 'Of a debit that returns a payment: waiting for a person, the payment is known (returned), it paid refunds (refunded), or a person said that it is none. [personal: none]';

-- A payment that was recorded by mistake was not returned by the bank.
update payments set reason = 'undone'
 where status = 'reversed' and reason = 'returned' and source = 'manual' and bank_entry_id is null and evidence = 'by hand';
