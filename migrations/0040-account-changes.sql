-- Changes of the accounts that money goes to: who made them, whether an owner has confirmed them, and the links that undo them. And the name of whoever
-- caused an entry of the security log.

-- As it was at that moment: a member or a key that is removed later has no name any more.
alter table security_events add column actor_name text;

-- Whether only people may change where money goes to; API keys are refused then.
alter table tenants add column accounts_by_people boolean not null default false;

-- One change of the account that a building's invoices are paid to. The newest of a building that is not undone is what the building says now; while it has
-- no confirmed_at, the console shows the account as unconfirmed.
create table account_changes (
  tenant_id          uuid not null references tenants (id),
  id                 uuid not null,
  -- The order of a building's changes, from 1: given while the building is locked.
  number             integer not null,
  building_id        uuid not null,
  changed_at         timestamptz not null,
  actor_kind         text not null check (actor_kind in ('user', 'key', 'service')),
  actor_name         text,
  iban_before        text,
  beneficiary_before text,
  iban_after         text,
  beneficiary_after  text,
  confirmed_at       timestamptz,
  undone_at          timestamptz,
  primary key (tenant_id, id),
  unique (tenant_id, building_id, number),
  foreign key (tenant_id, building_id) references buildings (tenant_id, id)
);
call isolate('account_changes');

-- The links in the letters about a change, one for each owner. The token is in the letter alone.
create table account_undo_links (
  tenant_id  uuid not null,
  token_hash bytea not null,
  change_id  uuid not null,
  owner_id   uuid not null,
  primary key (tenant_id, token_hash),
  foreign key (tenant_id, change_id) references account_changes (tenant_id, id) on delete cascade
);
create unique index account_undo_links_token on account_undo_links (token_hash);
create index account_undo_links_change on account_undo_links (tenant_id, change_id);
call isolate('account_undo_links');

-- The organization that a link belongs to.
create function tenant_of_account_undo(hash bytea) returns uuid
  language sql stable security definer set search_path = pg_catalog, public, pg_temp
begin atomic
  select tenant_id from account_undo_links where token_hash = hash;
end;
create policy system on account_undo_links for select to haldur_system using (true);
grant select on account_undo_links to haldur_system;
alter function tenant_of_account_undo(bytea) owner to haldur_system;
revoke execute on function tenant_of_account_undo(bytea) from public;
grant execute on function tenant_of_account_undo(bytea) to haldur_app;
