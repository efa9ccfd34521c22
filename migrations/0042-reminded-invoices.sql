-- One reminder lists all invoices of its recipient in a building.
create table reminded_invoices (
  tenant_id  uuid not null,
  mail_id    uuid not null,
  invoice_id uuid not null,
  primary key (tenant_id, invoice_id, mail_id)
);
comment on table reminded_invoices is 'The invoices that a payment reminder lists.';
comment on column reminded_invoices.mail_id is 'The reminder.';
comment on column reminded_invoices.invoice_id is 'An invoice in it.';
create index reminded_invoices_mail on reminded_invoices (tenant_id, mail_id);
call isolate('reminded_invoices');
alter table reminded_invoices add foreign key (tenant_id, mail_id) references mails (tenant_id, id) on delete cascade;
alter table reminded_invoices add foreign key (tenant_id, invoice_id) references invoices (tenant_id, id);
call limit_to_buildings('reminded_invoices', 'select, insert, update, delete', 'exists (select from invoices i where i.tenant_id = reminded_invoices.tenant_id and i.id = reminded_invoices.invoice_id)');
insert into reminded_invoices (tenant_id, mail_id, invoice_id)
select m.tenant_id, m.id, m.about_id from mails m
  join invoices i on i.tenant_id = m.tenant_id and i.id = m.about_id
 where m.kind = 'payment-reminder';
