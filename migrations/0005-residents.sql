-- Who lives in or owns an apartment, from which day to which, and who is invited.

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
comment on column residents.email is 'Where their e-mails go.';
comment on column residents.email_key is 'The address in lower case: how the same person is recognised.';
comment on column residents.phone is 'As it was written.';
comment on column residents.language is 'Of what they are sent.';
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
  -- One residency of a person in an apartment on a day.
  constraint residencies_once exclude using gist
    (tenant_id with =, resident_id with =, apartment_id with =, daterange(since, until, '[]') with &&)
);
comment on table residencies is 'Who lives in or owns an apartment, from one day to another (both inclusive). What a resident may see follows from here.';
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
comment on table invitations is 'Invitations into the organization: as a resident of an apartment, or to work in it. The token is in the e-mail alone.';
comment on column invitations.email is 'To whom it was sent.';
comment on column invitations.email_key is 'The address in lower case.';
comment on column invitations.name is 'The name that the inviter gave.';
comment on column invitations.role is 'The role in the organization.';
comment on column invitations.residency_role is 'Owner or tenant of the apartment.';
comment on column invitations.since is 'From which day on the person has the apartment; null: from the day on which the invitation is accepted.';
comment on column invitations.language is 'Of the e-mail.';
comment on column invitations.status is 'How it stands.';
comment on column invitations.token_hash is 'SHA-256 of the token; null once it cannot be used.';
comment on column invitations.expires_at is 'Until when it can be accepted.';
comment on column invitations.created_by is 'The person or key that invited.';
create unique index invitations_token on invitations (tenant_id, token_hash) where token_hash is not null;
create unique index invitations_pending_unique on invitations (tenant_id, email_key, apartment_id) nulls not distinct where status = 'pending';
create index invitations_pending on invitations (tenant_id, created_at, id) where status = 'pending';
create index invitations_apartment on invitations (tenant_id, apartment_id);
call isolate('invitations');
