-- What is broken: maintenance requests of an apartment or of what a building's residents share, what is said about them, and photos.

create table maintenance_requests (
  tenant_id      uuid not null references tenants (id),
  id             uuid not null,
  building_id    uuid not null,
  apartment_id   uuid,
  title          text not null,
  description    text not null,
  status         text not null check (status in ('new', 'in_progress', 'resolved', 'closed', 'cancelled')),
  created_by     uuid,
  created_by_key uuid,
  assigned_to    uuid,
  created_at     timestamptz not null,
  updated_at     timestamptz not null,
  primary key (tenant_id, id),
  foreign key (tenant_id, building_id) references buildings (tenant_id, id),
  foreign key (tenant_id, building_id, apartment_id) references apartments (tenant_id, building_id, id),
  foreign key (tenant_id, assigned_to) references memberships (tenant_id, user_id),
  check (num_nonnulls(created_by, created_by_key) <= 1)
);
comment on table maintenance_requests is 'What is broken, in an apartment or in what a building''s residents share.';
comment on column maintenance_requests.apartment_id is 'Null: the shared parts of the building.';
comment on column maintenance_requests.title is 'In a few words.';
comment on column maintenance_requests.description is 'What is broken.';
comment on column maintenance_requests.status is 'How it stands.';
comment on column maintenance_requests.created_by is 'A person or an API key. Either may be gone by now, so nothing is referred to.';
comment on column maintenance_requests.assigned_to is 'Who takes care of it. Whoever leaves the organization leaves it behind for somebody else.';
comment on column maintenance_requests.created_by_key is 'Or the API key.';
create index maintenance_requests_created on maintenance_requests (tenant_id, created_at, id);
create index maintenance_requests_updated on maintenance_requests (tenant_id, updated_at, id);
create index maintenance_requests_building on maintenance_requests (tenant_id, building_id, created_at, id);
create index maintenance_requests_apartment on maintenance_requests (tenant_id, apartment_id, created_at, id) where apartment_id is not null;
create index maintenance_requests_assigned on maintenance_requests (tenant_id, assigned_to, created_at, id) where assigned_to is not null;
create index maintenance_requests_status on maintenance_requests (tenant_id, status, created_at, id);
call isolate('maintenance_requests');

create table maintenance_comments (
  tenant_id      uuid not null,
  id             uuid not null,
  request_id     uuid not null,
  text           text not null,
  internal       boolean not null,
  created_by     uuid,
  created_by_key uuid,
  created_at     timestamptz not null,
  primary key (tenant_id, id),
  foreign key (tenant_id, request_id) references maintenance_requests (tenant_id, id),
  check (num_nonnulls(created_by, created_by_key) <= 1)
);
comment on table maintenance_comments is 'What is said about a request.';
comment on column maintenance_comments.text is 'What was said.';
comment on column maintenance_comments.internal is 'For owners and managers alone.';
comment on column maintenance_comments.created_by is 'The person.';
comment on column maintenance_comments.created_by_key is 'Or the API key.';
create index maintenance_comments_order on maintenance_comments (tenant_id, request_id, created_at, id);
call isolate('maintenance_comments');

create table maintenance_photos (
  tenant_id      uuid not null,
  id             uuid not null,
  request_id     uuid not null,
  created_by     uuid,
  created_by_key uuid,
  created_at     timestamptz not null,
  primary key (tenant_id, id),
  foreign key (tenant_id, id) references files (tenant_id, id),
  foreign key (tenant_id, request_id) references maintenance_requests (tenant_id, id),
  check (num_nonnulls(created_by, created_by_key) <= 1)
);
comment on table maintenance_photos is 'A photo is a file with a place: its id is the file''s.';
comment on column maintenance_photos.created_by is 'The person.';
comment on column maintenance_photos.created_by_key is 'Or the API key.';
create index maintenance_photos_order on maintenance_photos (tenant_id, request_id, created_at, id);
call isolate('maintenance_photos');
