-- The entries of an account in a range of days: what was received and paid out, and that it agrees with the balances.
alter table bank_entries add column doubtful boolean not null default false;
comment on column bank_entries.doubtful is 'Whether another file may have shown the entry before. [personal: none]';
create index bank_entries_days on bank_entries (tenant_id, account, booked_on);
