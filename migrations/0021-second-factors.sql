-- Second factors: passkeys, authenticator apps and recovery codes of people, and whether an organization requires one.

alter table sign_ins add column second_factor_at timestamptz;
comment on column sign_ins.second_factor_at is 'When the person gave a second factor at this sign-in; null: none. [personal: sign-in]';
