-- Money: payments in cash, and agreements to pay what is owed in parts.

alter table payments add column in_cash boolean not null default false;
comment on column payments.in_cash is 'Recorded by a person and received in cash, so no bank statement shows it.';

create table payment_plans (
  tenant_id    uuid not null,
  id           uuid not null,
  apartment_id uuid not null,
  terms        text not null,
  until        date not null,
  created_by   text not null,
  created_at   timestamptz not null,
  ended_by     text,
  ended_at     timestamptz,
  primary key (tenant_id, id),
  check ((ended_by is null) = (ended_at is null))
);
comment on table payment_plans is 'What was agreed with the people of an apartment about paying in parts. An ended one stays as a row.';
comment on column payment_plans.terms is 'The days and amounts agreed, in a person''s words.';
comment on column payment_plans.until is 'The last day on which no payment reminder is sent.';
comment on column payment_plans.created_by is 'Who noted it.';
comment on column payment_plans.ended_by is 'Who ended it, or noted another one in its stead.';
comment on column payment_plans.ended_at is 'When it was ended; null: it stands, at most until its last day.';
create unique index payment_plans_current on payment_plans (tenant_id, apartment_id) where ended_at is null;
call isolate('payment_plans');
alter table payment_plans add foreign key (tenant_id) references tenants (id);
alter table payment_plans add foreign key (tenant_id, apartment_id) references apartments (tenant_id, id);
