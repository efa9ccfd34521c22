-- Own fields: what integrators attach to objects (externalId and metadata), and a record of deleted objects for those who mirror them.

create table own_fields (
  tenant_id uuid not null,
  kind      text not null check (kind in ('building', 'apartment', 'resident', 'invoice', 'meter', 'payment')),
  object_id uuid not null,
  key       text not null,
  value     text not null,
  primary key (tenant_id, kind, object_id, key)
);
comment on table own_fields is 'The externalId and the metadata of objects, a row for each key. Set by integrators; the service does not use them.';
comment on column own_fields.kind is 'What the object is.';
comment on column own_fields.object_id is 'The object. Without a foreign key: it is in the table of its kind.';
comment on column own_fields.key is 'A key of the metadata; empty for the externalId.';
comment on column own_fields.value is 'The text, as it was sent.';
-- A row for each key, not one jsonb for each object: under row-level security PostgreSQL uses an index for equal texts, but none for @>.
create index own_fields_value on own_fields (tenant_id, kind, key, value, object_id);
call isolate('own_fields');
alter table own_fields add foreign key (tenant_id) references tenants (id);

create table deleted_objects (
  tenant_id   uuid not null,
  kind        text not null check (kind in ('building', 'apartment', 'resident', 'invoice', 'meter', 'payment')),
  object_id   uuid not null,
  building_id uuid,
  deleted_at  timestamptz not null,
  primary key (tenant_id, kind, object_id)
);
comment on table deleted_objects is 'Objects that disappeared from lists, kept for 90 days for lists with include=deleted.';
comment on column deleted_objects.kind is 'What the object was.';
comment on column deleted_objects.object_id is 'The object. Without a foreign key: its row may be deleted.';
comment on column deleted_objects.building_id is 'Its building; null for residents and payments, which belong to none.';
comment on column deleted_objects.deleted_at is 'When it was deleted.';
create index deleted_objects_order on deleted_objects (tenant_id, kind, deleted_at, object_id);
call isolate('deleted_objects');
alter table deleted_objects add foreign key (tenant_id) references tenants (id);
