-- What became of a meter besides its readings: what was written of it wrongly, when it was closed, reopened or replaced, by whom and why. Rows are only ever added.
create table meter_history (
  tenant_id  uuid not null,
  meter_id   uuid not null,
  id         uuid not null,
  at         timestamptz not null,
  action     text not null check (action in ('changed', 'closed', 'reopened', 'replaced')),
  -- For each field, by its name on the wire: {"from": …, "to": …}.
  changes    jsonb not null,
  reason     text,
  actor_kind text not null check (actor_kind in ('user', 'key', 'service')),
  actor_id   uuid,
  primary key (tenant_id, meter_id, id),
  foreign key (tenant_id, meter_id) references meters (tenant_id, id)
);
call isolate('meter_history');
create policy unchanged on meter_history as restrictive for update using (false);
create policy kept on meter_history as restrictive for delete using (exists (select from tenants t where t.id = meter_history.tenant_id and t.sample));
