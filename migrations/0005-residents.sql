-- Residents: who lives in or owns an apartment, during which days, and who is invited.

create table residents (
  tenant_id  uuid not null references tenants (id),
  id         uuid not null,
  name       text collate natural_order not null,
  email      text,
  email_key  text,
  phone      text,
  language   text not null,
  user_id    uuid references users (id),
  created_at timestamptz not null,
  updated_at timestamptz not null,
  primary key (tenant_id, id)
);
comment on table residents is 'People who live in or own apartments, with or without an account.';
comment on column residents.name is 'The person''s name.';
comment on column residents.email is 'The address for their e-mails.';
comment on column residents.email_key is 'The address in lower case; it identifies the person.';
comment on column residents.phone is 'The phone number as entered.';
comment on column residents.language is 'The language of their e-mails and documents.';
create index residents_user on residents (tenant_id, user_id) where user_id is not null;
create index residents_email on residents (tenant_id, email_key) where email_key is not null;
create index residents_created on residents (tenant_id, created_at, id);
create index residents_updated on residents (tenant_id, updated_at, id);
create index residents_name on residents (tenant_id, name, id);
call isolate('residents');

create table residencies (
  tenant_id       uuid not null,
  id              uuid not null,
  resident_id     uuid not null,
  apartment_id    uuid not null,
  role            text not null check (role in ('owner', 'tenant')),
  since           date not null,
  until           date,
  receives_invoice boolean not null default true,
  primary key (tenant_id, resident_id, apartment_id, since),
  foreign key (tenant_id, resident_id) references residents (tenant_id, id) on delete cascade,
  foreign key (tenant_id, apartment_id) references apartments (tenant_id, id),
  constraint residencies_dates check (until is null or until >= since),
  -- At most one residency of a person in an apartment on a day.
  constraint residencies_once exclude using gist
    (tenant_id with =, resident_id with =, apartment_id with =, daterange(since, until, '[]') with &&)
);
comment on table residencies is 'Who lives in or owns an apartment, from one day to another (both inclusive). It defines what a resident may see.';
comment on column residencies.role is 'Owner, or tenant who rents.';
comment on column residencies.since is 'The first day.';
comment on column residencies.until is 'The last day; null: open.';
comment on column residencies.receives_invoice is 'Whether invoices go to this person.';
create unique index residencies_id on residencies (tenant_id, id);
create index residencies_apartment on residencies (tenant_id, apartment_id);
call isolate('residencies');

create table invitations (
  tenant_id      uuid not null references tenants (id),
  id             uuid not null,
  email          text not null,
  email_key      text not null,
  name           text,
  apartment_id   uuid,
  role           text not null check (role in ('owner', 'manager', 'accountant', 'resident')),
  residency_role text check (residency_role in ('owner', 'tenant')),
  since          date,
  language       text not null,
  status         text not null check (status in ('pending', 'accepted', 'cancelled', 'expired')),
  token_hash     bytea,
  expires_at     timestamptz not null,
  created_by     uuid,
  created_at     timestamptz not null,
  updated_at     timestamptz not null,
  primary key (tenant_id, id),
  foreign key (tenant_id, apartment_id) references apartments (tenant_id, id),
  check ((role = 'resident') = (apartment_id is not null)),
  check ((status = 'pending') = (token_hash is not null)),
  constraint invitations_since check (since is null or apartment_id is not null)
);
comment on table invitations is 'Invitations to the organization: as a resident of an apartment, or as a member. The token is only in the e-mail.';
comment on column invitations.email is 'The address it was sent to.';
comment on column invitations.email_key is 'The address in lower case.';
comment on column invitations.name is 'The name given by the inviter.';
comment on column invitations.role is 'The role in the organization.';
comment on column invitations.residency_role is 'Owner or tenant of the apartment.';
comment on column invitations.since is 'The first day of the residency; null: the day the invitation is accepted.';
comment on column invitations.language is 'The language of the e-mail.';
comment on column invitations.status is 'The status of the invitation.';
comment on column invitations.token_hash is 'SHA-256 of the token; null when it can no longer be used.';
comment on column invitations.expires_at is 'Until when it can be accepted.';
comment on column invitations.created_by is 'The person or key that created it.';
create unique index invitations_token on invitations (tenant_id, token_hash) where token_hash is not null;
create unique index invitations_pending_unique on invitations (tenant_id, email_key, apartment_id) nulls not distinct where status = 'pending';
create index invitations_pending on invitations (tenant_id, created_at, id) where status = 'pending';
create index invitations_apartment on invitations (tenant_id, apartment_id);
call isolate('invitations');
