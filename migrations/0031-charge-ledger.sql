-- One ledger of metered charges, in place of billed_consumption and billed_remainders. Credit notes have rows in it too: what they give back of each meter, or of
-- each share, on its days.

create table charge_ledger (
  tenant_id   uuid not null,
  invoice_id  uuid not null,
  number      integer not null check (number <> 0),
  ordinal     integer not null,
  building_id uuid not null,
  meter_id    uuid,
  charge      text not null,
  from_day    date not null,
  to_day      date not null,
  quantity    numeric not null,
  unit_price  numeric,
  vat_rate    numeric,
  coefficient numeric,
  amount      bigint not null,
  vat_amount  bigint not null,
  estimated   boolean not null,
  is_credit   boolean not null,
  primary key (tenant_id, invoice_id, number),
  check (from_day <= to_day)
);
comment on table charge_ledger is 'What invoices charge, and credit notes give back, of each meter and of each apartment''s share of a remainder: a row for each run of days with one price. Rows are only added. The sum of the rows of a meter or share and its days is what stands. Of all other charges the positions of invoices are the ledger.';
comment on column charge_ledger.number is 'Numbers the rows of an invoice from 1. Row -n reverses row n after the invoice is cancelled. [personal: none]';
comment on column charge_ledger.ordinal is 'The number of the position that charges or credits it. [personal: none]';
comment on column charge_ledger.meter_id is 'The meter; null: the share that the invoice''s apartment has in the remainder of a main meter.';
comment on column charge_ledger.charge is 'The code of the charge. [personal: none]';
comment on column charge_ledger.from_day is 'The first day of the run. It may be before the invoice''s period, where earlier days are settled. [personal: books]';
comment on column charge_ledger.to_day is 'The last day of the run. [personal: books]';
comment on column charge_ledger.quantity is 'In the meter''s unit, without the coefficient; of a share in the billing unit of the type of meter. 0 in a credit note: it gives back money. [personal: books]';
comment on column charge_ledger.unit_price is 'Net price of one billed unit; null: a bill was divided by it. [personal: none]';
comment on column charge_ledger.vat_rate is 'VAT rate in percent; null: a bill was divided by it. [personal: none]';
comment on column charge_ledger.coefficient is 'What the quantity counted with in the apartment; null: a bill was divided by it. [personal: none]';
comment on column charge_ledger.amount is 'Net cents; negative in a credit note; 0 where a bill was divided by it. [personal: books]';
comment on column charge_ledger.vat_amount is 'VAT in cents. [personal: books]';
comment on column charge_ledger.estimated is 'Whether the last day lay after the last reading then. [personal: books]';
comment on column charge_ledger.is_credit is 'Whether it is a row of a credit note, and not of an invoice or correction. [personal: none]';

-- The owner of the tables reads the rows of all organizations.
alter table billed_consumption no force row level security;
alter table billed_remainders no force row level security;
alter table invoices no force row level security;
alter table positions no force row level security;

insert into charge_ledger
select tenant_id, invoice_id, number, ordinal, building_id, meter_id, charge, from_day, to_day, quantity, unit_price, vat_rate, coefficient, amount, vat_amount,
       estimated, false
  from billed_consumption;

-- The rows of remainders follow those of the meters of their invoice.
insert into charge_ledger
select b.tenant_id, b.invoice_id, b.number + sign(b.number)::integer * coalesce(m.rows, 0)::integer, b.ordinal, b.building_id, null, b.charge, b.from_day,
       b.to_day, b.quantity, b.unit_price, b.vat_rate, 1, b.amount, b.vat_amount, false, false
  from billed_remainders b
  left join (select tenant_id, invoice_id, max(number) as rows from billed_consumption where number > 0 group by 1, 2) m
         on m.tenant_id = b.tenant_id and m.invoice_id = b.invoice_id;

-- What a credit note gave back of a position with several rows is divided over them in proportion to their amounts, so that the parts add up to it.
insert into charge_ledger
with credited as (
  select c.tenant_id, c.id as credit_id, q.ordinal, q.amount, q.vat_amount, l.number, l.building_id, l.meter_id, l.charge, l.from_day, l.to_day, l.unit_price,
         l.vat_rate, l.coefficient,
         sum(l.amount) over position as whole, sum(l.vat_amount) over position as whole_vat,
         sum(l.amount) over (position order by l.number) as until, sum(l.vat_amount) over (position order by l.number) as until_vat,
         row_number() over (position order by l.number) as place
    from invoices c
    join positions q on q.tenant_id = c.tenant_id and q.invoice_id = c.id
    join charge_ledger l on l.tenant_id = c.tenant_id and l.invoice_id = c.corrects_id and l.ordinal = q.ordinal and l.number > 0 and l.unit_price is not null
   where c.cause = 'credit' and c.status <> 'cancelled'
  window position as (partition by c.tenant_id, c.id, q.ordinal)),
parts as (
  select *, case when whole = 0 then case when place = 1 then amount else 0 end else trunc(amount * until / whole) end as given,
         case when whole_vat = 0 then case when place = 1 then vat_amount else 0 end else trunc(vat_amount * until_vat / whole_vat) end as given_vat
    from credited)
select tenant_id, credit_id, row_number() over (partition by tenant_id, credit_id order by ordinal, number), ordinal, building_id, meter_id, charge, from_day,
       to_day, 0, unit_price, vat_rate, coefficient,
       given - case when whole = 0 then 0 else coalesce(lag(given) over position, 0) end,
       given_vat - case when whole_vat = 0 then 0 else coalesce(lag(given_vat) over position, 0) end, false, true
  from parts window position as (partition by tenant_id, credit_id, ordinal order by number);

create index charge_ledger_meters on charge_ledger (tenant_id, meter_id, to_day) where meter_id is not null;
create index charge_ledger_shares on charge_ledger (tenant_id, building_id, charge, to_day) where meter_id is null;
call isolate('charge_ledger');
alter table charge_ledger add foreign key (tenant_id, invoice_id) references invoices (tenant_id, id);
alter table charge_ledger add foreign key (tenant_id, meter_id) references meters (tenant_id, id);
create policy unchanged on charge_ledger as restrictive for update using (false);
create policy kept on charge_ledger as restrictive for delete to haldur_app using (removes_sample());
call limit_to_buildings('charge_ledger', 'select, insert');

alter table invoices force row level security;
alter table positions force row level security;
drop table billed_consumption;
drop table billed_remainders;
