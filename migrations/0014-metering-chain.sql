-- What each generation billed of each meter, so that the next one goes on from there, whatever was estimated, corrected or cancelled in between.

create table billed_registers (
  tenant_id    uuid not null,
  building_id  uuid not null,
  period_start date not null,
  id           uuid not null,
  period_end   date not null,
  meter_id     uuid not null,
  -- The invoice with the meter's own position, and void when that is cancelled; none: the meter counted only in a remainder.
  invoice_id   uuid,
  -- Whether a main meter's remainder was reckoned with it; void when all invoices of the period are cancelled.
  shared       boolean not null,
  start_value  numeric(15, 6) not null,
  end_value    numeric(15, 6) not null,
  end_on       date not null,
  -- What was billed, in the meter's unit; and what of it bills were divided by, which is never negative over all of an apartment's meters.
  consumption  numeric not null,
  weighed      numeric not null,
  primary key (tenant_id, building_id, period_start, id),
  foreign key (tenant_id, building_id) references buildings (tenant_id, id),
  foreign key (tenant_id, meter_id) references meters (tenant_id, id),
  foreign key (tenant_id, invoice_id) references invoices (tenant_id, id)
);
call isolate('billed_registers');

-- What existing invoices say of it. What a remainder took off for meters without positions of their own was kept nowhere.
insert into billed_registers
select distinct on (i.tenant_id, i.id, m.id)
       i.tenant_id, i.building_id, i.period_start, gen_random_uuid(), i.period_end, m.id, i.id,
       i.status <> 'cancelled' and exists (
         select from invoices o join positions q on q.tenant_id = o.tenant_id and q.invoice_id = o.id
          where o.tenant_id = i.tenant_id and o.building_id = i.building_id and o.period_start = i.period_start and o.period_end = i.period_end
            and o.status <> 'cancelled' and q.calculation -> 'remainder' is not null),
       (r ->> 'start')::numeric, (r ->> 'end')::numeric, (r ->> 'endOn')::date, (r ->> 'consumption')::numeric, (r ->> 'consumption')::numeric
  from invoices i
  join positions p on p.tenant_id = i.tenant_id and p.invoice_id = i.id and p.calculation ->> 'basis' = 'meter'
       and json_typeof(p.calculation -> 'readings') = 'array'
  cross join lateral json_array_elements(p.calculation -> 'readings') r
  join meters m on m.tenant_id = i.tenant_id and m.id = (r ->> 'meterId')::uuid
 order by i.tenant_id, i.id, m.id, p.ordinal;

insert into billed_registers
select distinct on (i.tenant_id, i.building_id, i.period_start, i.period_end, m.id)
       i.tenant_id, i.building_id, i.period_start, gen_random_uuid(), i.period_end, m.id, null, true,
       (r ->> 'start')::numeric, (r ->> 'end')::numeric, (r ->> 'endOn')::date, (r ->> 'consumption')::numeric, (r ->> 'consumption')::numeric
  from invoices i
  join positions p on p.tenant_id = i.tenant_id and p.invoice_id = i.id and p.calculation -> 'remainder' is not null
       and json_typeof(p.calculation -> 'readings') = 'array'
  cross join lateral json_array_elements(p.calculation -> 'readings') r
  join meters m on m.tenant_id = i.tenant_id and m.id = (r ->> 'meterId')::uuid
 where i.status <> 'cancelled'
 order by i.tenant_id, i.building_id, i.period_start, i.period_end, m.id, i.id;
