-- Whether what was billed of a meter begins with its initial value: then it is settled when that is corrected. What begins with a reading never is.
alter table billed_registers add column starts_initial boolean not null default false;
-- Of existing rows that is so where they begin with what is, or was, written as the initial value, and no reading from before shows the same.
update billed_registers b set starts_initial = true
  from meters m
 where m.tenant_id = b.tenant_id and m.id = b.meter_id and (m.installed_on is not null or m.initial_value <> 0)
   and (b.start_value = m.initial_value or exists (
         select from meter_history h where h.tenant_id = m.tenant_id and h.meter_id = m.id and (h.changes #>> '{initialValue,from}')::numeric = b.start_value))
   and not exists (
         select from readings r where r.tenant_id = b.tenant_id and r.meter_id = b.meter_id and r.value = b.start_value
            and r.read_on <= b.period_start);
