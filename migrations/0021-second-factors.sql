-- Second factors: passkeys, authenticator apps and recovery codes of people, and whether an organization requires one.

alter table sign_ins add column second_factor_at timestamptz;
comment on column sign_ins.second_factor_at is 'When the person gave a second factor at this sign-in; null: none. [personal: sign-in]';
alter table sign_ins add column confirmed_at timestamptz;
comment on column sign_ins.confirmed_at is 'When the person last confirmed, by a second factor or the password, that it is them; null: never. Sensitive changes need it within a few minutes. [personal: sign-in]';

alter table sessions add column second_factor boolean not null default false;
comment on column sessions.second_factor is 'Whether the sign-in has a second factor: a copy of sign_ins.second_factor_at, for authentication. [personal: none]';

alter table tenants add column second_factor_required boolean not null default false;
comment on column tenants.second_factor_required is 'Owners, managers and accountants can do nothing here without a second factor, except setting one up. [personal: none]';

create table second_factors (
  user_id       uuid not null,
  id            uuid not null,
  kind          text not null check (kind in ('passkey', 'app')),
  name          text not null check (length(name) between 1 and 100),
  credential_id bytea,
  public_key    bytea,
  sign_count    bigint,
  transports    text[],
  secret        bytea,
  last_step     bigint,
  created_at    timestamptz not null,
  last_used_at  timestamptz,
  primary key (user_id, id),
  check ((kind = 'passkey') = (credential_id is not null)),
  check ((credential_id is null) = (public_key is null) and (credential_id is null) = (sign_count is null) and (credential_id is null) = (transports is null)),
  check ((kind = 'app') = (secret is not null)),
  check (last_step is null or kind = 'app')
);
comment on table second_factors is 'Passkeys and authenticator apps of people. They belong to the person, not to an organization: only a caller acting as that person can access them.';
comment on column second_factors.kind is 'passkey: a key pair of a device (WebAuthn). app: an authenticator app with one-time codes (TOTP). [personal: none]';
comment on column second_factors.name is 'What the person calls it. [personal: sign-in]';
comment on column second_factors.credential_id is 'The id that the device gave to the passkey. [personal: sign-in]';
comment on column second_factors.public_key is 'The public key of the passkey (COSE). [personal: sign-in]';
comment on column second_factors.sign_count is 'The device''s counter at its last use; it never goes back, unless the passkey was copied. 0: the device does not count. [personal: sign-in]';
comment on column second_factors.transports is 'How a browser reaches the device, such as usb or internal. [personal: sign-in]';
comment on column second_factors.secret is 'The secret shared with the app. Encrypted (AES-256-GCM). [personal: sign-in]';
comment on column second_factors.last_step is 'The 30-second step of the last accepted code: it and earlier ones are no longer accepted. [personal: sign-in]';
comment on column second_factors.last_used_at is 'When it was last used; null: never. [personal: sign-in]';
create unique index second_factors_credential on second_factors (credential_id) where credential_id is not null;

create table recovery_codes (
  user_id uuid not null,
  hash    bytea not null,
  primary key (user_id, hash)
);
comment on table recovery_codes is 'Codes for a person who has lost their second factor. Each works once, and is then deleted.';
comment on column recovery_codes.hash is 'SHA-256 of the code, which has 120 random bits. [personal: sign-in]';

create table second_factor_challenges (
  hash            bytea primary key,
  user_id         uuid,
  purpose         text not null check (purpose in ('sign_in', 'passkey_sign_in', 'add_passkey', 'add_app', 'confirm')),
  organization_id uuid,
  signed_in_with  text,
  secret          bytea,
  expires_at      timestamptz not null,
  check ((purpose = 'passkey_sign_in') = (user_id is null)),
  check ((purpose = 'sign_in') = (organization_id is not null) and (purpose = 'sign_in') = (signed_in_with is not null)),
  check ((purpose = 'add_app') = (secret is not null))
);
comment on table second_factor_challenges is 'What a second factor must answer, for a few minutes and once. They belong to a person; those of a sign-in by passkey alone to nobody yet.';
comment on column second_factor_challenges.hash is 'SHA-256 of the token that the client has; the token is also the challenge that a passkey signs. [personal: sign-in]';
comment on column second_factor_challenges.purpose is 'What the answer is for. [personal: none]';
comment on column second_factor_challenges.organization_id is 'The organization that the person is signing in to. [personal: sign-in]';
comment on column second_factor_challenges.signed_in_with is 'The first step of the sign-in, such as password. [personal: sign-in]';
comment on column second_factor_challenges.secret is 'The secret of an authenticator app that is being added. Encrypted (AES-256-GCM). [personal: sign-in]';
comment on column second_factor_challenges.expires_at is 'Until when it can be answered. [personal: none]';
create index second_factor_challenges_user on second_factor_challenges (user_id, expires_at);

alter table second_factors add foreign key (user_id) references users (id) on delete cascade;
alter table recovery_codes add foreign key (user_id) references users (id) on delete cascade;
alter table second_factor_challenges add foreign key (user_id) references users (id) on delete cascade;

alter table second_factors enable row level security;
alter table second_factors force row level security;
create policy person on second_factors using (user_id = current_person()) with check (user_id = current_person());
alter table recovery_codes enable row level security;
alter table recovery_codes force row level security;
create policy person on recovery_codes using (user_id = current_person()) with check (user_id = current_person());
alter table second_factor_challenges enable row level security;
alter table second_factor_challenges force row level security;
create policy person on second_factor_challenges using (user_id is not distinct from current_person()) with check (user_id is not distinct from current_person());
grant select, insert, update, delete on second_factors, recovery_codes, second_factor_challenges to haldur_app;

create policy system on second_factors for select to haldur_system using (true);
grant select on second_factors to haldur_system;

-- Those of the people who have a second factor, of the bound tenant's members.
create function with_second_factor(people uuid[]) returns setof uuid
  language plpgsql stable security definer set search_path = pg_catalog, public, pg_temp as $$
declare members uuid[] := (select array_agg(u.id) from users u where u.id = any (people) and current_tenant() = any (u.member_of));
begin
  return query select distinct f.user_id from second_factors f where f.user_id = any (members);
end $$;
call across_tenants('with_second_factor(uuid[])');
