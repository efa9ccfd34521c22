-- Sign-in providers (OpenID Connect): the accounts of people there, which answers were used, and the personal codes that invitations name.

create table linked_accounts (
  id           uuid primary key,
  user_id      uuid not null,
  issuer       text not null,
  subject_hash bytea not null,
  linked_at    timestamptz not null,
  last_used_at timestamptz
);
comment on table linked_accounts is 'Accounts at sign-in providers with which a person signs in. Belongs to the person, not to an organization: only a caller acting as that person can access it.';
comment on column linked_accounts.issuer is 'The issuer address of the provider. [personal: sign-in]';
comment on column linked_accounts.subject_hash is 'A keyed hash of the issuer and of the person''s identifier there, which may be a national personal code (src/identity/providers/subject-hash.ts). [personal: sign-in]';
comment on column linked_accounts.linked_at is 'When it was linked. [personal: sign-in]';
comment on column linked_accounts.last_used_at is 'When the person last signed in with it; null: never. [personal: sign-in]';
alter table linked_accounts add foreign key (user_id) references users (id) on delete cascade;
create unique index linked_accounts_subject on linked_accounts (subject_hash);
create index linked_accounts_user on linked_accounts (user_id);
alter table linked_accounts enable row level security;
alter table linked_accounts force row level security;
create policy person on linked_accounts using (user_id = current_person()) with check (user_id = current_person());
grant select, insert, update, delete on linked_accounts to haldur_app;
create policy system on linked_accounts for select to haldur_system using (true);
grant select on linked_accounts to haldur_system;

-- The person with an account at a provider and the organizations they may enter, last used first. One row without an organization if there is none.
create function find_linked_account(wanted bytea[]) returns table (user_id uuid, tenant_id uuid)
  language sql stable security definer set search_path = pg_catalog, public, pg_temp
begin atomic
  select l.user_id, o.id
    from linked_accounts l
    join users u on u.id = l.user_id
    left join unnest(u.member_of) with ordinality as o (id, nth) on true
   where l.subject_hash = any (wanted)
   order by o.nth;
end;

create table used_provider_answers (
  state_hash bytea primary key,
  expires_at timestamptz not null
);
comment on table used_provider_answers is 'Answers of sign-in providers that were used, so that none is used twice.';
comment on column used_provider_answers.state_hash is 'SHA-256 of the state with which the sign-in was begun. [personal: none]';
comment on column used_provider_answers.expires_at is 'From when the answer is too old anyway, and the row is deleted. [personal: none]';
create index used_provider_answers_age on used_provider_answers (expires_at);
alter table used_provider_answers enable row level security;
alter table used_provider_answers force row level security;
grant select, insert on used_provider_answers to haldur_app;
create policy using_up on used_provider_answers for insert with check (true);
create policy system on used_provider_answers to haldur_system using (true) with check (true);
grant select, delete on used_provider_answers to haldur_system;

create function delete_used_provider_answers(before timestamptz) returns void language sql security definer set search_path = pg_catalog, public, pg_temp
begin atomic
  delete from used_provider_answers a where a.expires_at < before;
end;

call across_tenants('find_linked_account(bytea[])', 'delete_used_provider_answers(timestamptz)');

alter table invitations add column personal_code_hash bytea;
comment on column invitations.personal_code_hash is 'A keyed hash of the national personal code of the only person who may accept; null: whoever has the link, or the invitation is no longer pending. [personal: invitations]';
