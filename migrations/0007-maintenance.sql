-- Maintenance: requests about an apartment or about shared parts of a building, with comments and photos.

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
comment on table maintenance_requests is 'Maintenance requests about an apartment or about shared parts of a building.';
comment on column maintenance_requests.apartment_id is 'Null: the request is about shared parts of the building.';
comment on column maintenance_requests.title is 'A short title.';
comment on column maintenance_requests.description is 'What is broken.';
comment on column maintenance_requests.status is 'The status of the request.';
comment on column maintenance_requests.created_by is 'A person or an API key. Either may be deleted, so there is no foreign key.';
comment on column maintenance_requests.assigned_to is 'The member who handles it. When they leave the organization, it becomes unassigned.';
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
comment on table maintenance_comments is 'Comments on a request.';
comment on column maintenance_comments.text is 'The text of the comment.';
comment on column maintenance_comments.internal is 'Visible to owners and managers only.';
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
comment on table maintenance_photos is 'Photos of a request: a photo''s id is the id of its file.';
comment on column maintenance_photos.created_by is 'The person.';
comment on column maintenance_photos.created_by_key is 'Or the API key.';
create index maintenance_photos_order on maintenance_photos (tenant_id, request_id, created_at, id);
call isolate('maintenance_photos');
