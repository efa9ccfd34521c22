-- Hand-overs: a change of owner or tenant of an apartment, with what it recorded, so that it can be undone.

create table hand_overs (
  tenant_id       uuid not null references tenants (id),
  id              uuid not null,
  apartment_id    uuid not null,
  day             date not null,
  resident_id     uuid not null,
  residency_id    uuid not null,
  resident_is_new boolean not null,
  ended           jsonb not null,
  reading_ids     uuid[] not null,
  invitation_id   uuid,
  invoice_ids     uuid[] not null,
  created_by      text not null,
  created_at      timestamptz not null,
  primary key (tenant_id, id),
  foreign key (tenant_id, apartment_id) references apartments (tenant_id, id)
);
comment on table hand_overs is 'Changes of owner or tenant of an apartment, each with what it recorded. Undoing one deletes its row.';
comment on column hand_overs.day is 'The first day of the newcomer; the others left the day before.';
comment on column hand_overs.resident_id is 'The newcomer. Without a foreign key: the person may be deleted later.';
comment on column hand_overs.residency_id is 'The residency of the newcomer.';
comment on column hand_overs.resident_is_new is 'Whether the newcomer was not known before.';
comment on column hand_overs.ended is 'The residencies that ended: residencyId, residentId, and until, the last day that was recorded before.';
comment on column hand_overs.reading_ids is 'The readings of the day.';
comment on column hand_overs.invitation_id is 'The invitation of the newcomer, if there was one.';
comment on column hand_overs.invoice_ids is 'The invoices that existed already, with days from the eve of the hand-over on. Others depend on it.';
comment on column hand_overs.created_by is 'The person or key that recorded it.';
create unique index hand_overs_day on hand_overs (tenant_id, apartment_id, day);
call isolate('hand_overs');
