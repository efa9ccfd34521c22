-- Refunds: money of a payment that was paid back, by a transfer outside of the service. What was paid back is among what the payment has allocated, so that
-- nothing else is paid with it. One that was a slip is undone and stays as a row.
create table refunds (
  tenant_id   uuid not null,
  id          uuid not null,
  payment_id  uuid not null,
  amount      bigint not null check (amount > 0),
  refunded_on date not null,
  note        text,
  created_by  text not null,
  created_at  timestamptz not null,
  undone_at   timestamptz,
  undone_by   text,
  primary key (tenant_id, id),
  foreign key (tenant_id, payment_id) references payments (tenant_id, id)
);
create index refunds_payment on refunds (tenant_id, payment_id);
call isolate('refunds');

alter table payments add column refunded bigint not null default 0;
alter table payments add constraint payments_refunded check (refunded between 0 and allocated);
