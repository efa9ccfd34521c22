-- Imports at a higher rate: what the database does each time that an invoice is paid.

-- Which days of an apartment are billed, in a table of its own. That no day is billed twice was a constraint of invoices, and so was worked out anew each time
-- that one was sent, reminded of or paid, for more than all its other indexes cost together. The days stand here from an invoice's making to its cancelling.
create table invoice_days (
  tenant_id    uuid not null,
  invoice_id   uuid not null,
  apartment_id uuid not null,
  days         daterange not null,
  primary key (tenant_id, invoice_id),
  foreign key (tenant_id, invoice_id) references invoices (tenant_id, id) on delete cascade
);
-- An owner who does not bypass row-level security would see none of them.
alter table invoices no force row level security;
insert into invoice_days
select tenant_id, id, apartment_id, daterange(period_start, period_end, '[]') from invoices where status <> 'cancelled' and corrects_id is null;
alter table invoices force row level security;
alter table invoices drop constraint invoices_period_overlaps;
-- The tenant stands last: the apartment alone finds its few rows, and comparing costs time at every insert.
alter table invoice_days add constraint invoices_period_overlaps exclude using gist (apartment_id with =, days with &&, tenant_id with =);
call isolate('invoice_days');

-- Kept by the database, so that it holds whoever writes an invoice, an older process beside this one included.
create function bill_days() returns trigger language plpgsql set search_path = pg_catalog, public as $$
begin
  insert into invoice_days
  select tenant_id, id, apartment_id, daterange(period_start, period_end, '[]') from added where status <> 'cancelled' and corrects_id is null;
  return null;
end $$;
create trigger bill_days after insert on invoices referencing new table as added for each statement execute function bill_days();

create function bill_other_days() returns trigger language plpgsql set search_path = pg_catalog, public as $$
begin
  delete from invoice_days where tenant_id = old.tenant_id and invoice_id = old.id;
  if new.status <> 'cancelled' and new.corrects_id is null then
    insert into invoice_days values (new.tenant_id, new.id, new.apartment_id, daterange(new.period_start, new.period_end, '[]'));
  end if;
  return null;
end $$;
create trigger bill_other_days after update of status, apartment_id, period_start, period_end, corrects_id on invoices for each row
  when ((old.status = 'cancelled') <> (new.status = 'cancelled')
        or (old.apartment_id, old.period_start, old.period_end, old.corrects_id)
           is distinct from (new.apartment_id, new.period_start, new.period_end, new.corrects_id))
  execute function bill_other_days();

-- Row-level security lets nobody write a row of another organization than the one that is bound, and no organization is ever removed: looking it up once more
-- for each event and each payment says nothing new.
alter table events drop constraint events_tenant_id_fkey;
alter table payments drop constraint payments_tenant_id_fkey;
