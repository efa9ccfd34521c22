-- Narrow API keys: keys that only read, keys of some buildings, keys for some networks, and the replacement of a key's text.

alter table api_keys add column read_only boolean not null default false;
alter table api_keys add column building_ids uuid[] check (cardinality(building_ids) between 1 and 100);
alter table api_keys add column networks text[] check (cardinality(networks) between 1 and 50);
alter table api_keys add column last_used_address text;
alter table api_keys add column previous_hint text;
alter table api_keys add column previous_until timestamptz;
alter table api_keys add check ((previous_hint is null) = (previous_until is null));
comment on column api_keys.read_only is 'Whether the key only reads: GET, previews and dry runs. [personal: none]';
comment on column api_keys.building_ids is 'The buildings that the key is limited to; null: it is a key of the whole organization.';
comment on column api_keys.networks is 'The networks that the key is accepted from, such as 192.0.2.0/24; null: all. [personal: none]';
comment on column api_keys.last_used_address is 'The network address of that use. [personal: log]';
comment on column api_keys.previous_hint is 'The end of the text before the last replacement; null: the key was never replaced. [personal: none]';
comment on column api_keys.previous_until is 'Until when that text is accepted. [personal: none]';

alter table credentials add column replaced boolean not null default false;
comment on column credentials.replaced is 'Whether the API key has a newer text; this one is accepted until it expires. [personal: none]';

-- The buildings that the transaction is limited to; null: none is bound.
create function current_buildings() returns uuid[] language sql stable parallel safe
  return nullif(current_setting('app.building_ids', true), '')::uuid[];

-- Limits the rest of the transaction to some buildings. It acts as haldur_buildings from now on: a role that has only the grants below, and to which the
-- policies named `buildings` apply. Other transactions act as haldur_app, to which they do not apply, so they cost them nothing.
create function bind_buildings(buildings uuid[]) returns void language plpgsql as $$
begin
  execute format('set local app.building_ids = %L', coalesce(buildings, '{}')::text);
  set local role haldur_buildings;
end $$;

-- The holder of a credential, as `authenticate` (0003); also returns what decides about the tenant's time (0020), the settings of a key, and whether the
-- organization requires a second factor that the session lacks (0021). Binds the buildings of a limited key.
create function authenticate_caller(tenant uuid, presented bytea, at timestamptz)
  returns table (user_id uuid, session_id uuid, api_key_id uuid, role text, is_strict boolean, is_read_only boolean, building_ids uuid[], networks text[],
                 is_test boolean, clock_ahead_ms bigint, lacks_second_factor boolean)
  language plpgsql set search_path = pg_catalog, public, pg_temp as $$
#variable_conflict use_column
begin
  perform bind_tenant(tenant);
  select s.user_id, c.session_id, c.api_key_id, coalesce(m.role, k.role), coalesce(k.strict, false), coalesce(k.read_only, false), k.building_ids, k.networks,
         t.sample, t.clock_ahead_ms, coalesce(t.second_factor_required and m.role <> 'resident' and not s.second_factor, false)
    into user_id, session_id, api_key_id, role, is_strict, is_read_only, building_ids, networks, is_test, clock_ahead_ms, lacks_second_factor
    from credentials c
    join tenants t on t.id = tenant
    left join sessions s on s.tenant_id = tenant and s.id = c.session_id
    left join memberships m on m.tenant_id = tenant and m.user_id = s.user_id
    left join api_keys k on k.tenant_id = tenant and k.id = c.api_key_id
   where c.tenant_id = tenant and c.hash = presented and (c.expires_at is null or c.expires_at > at);
  if role is null then
    perform bind_tenant(null);
    return;
  end if;
  if user_id is not null then perform bind_person(user_id); end if;
  if building_ids is not null then perform bind_buildings(building_ids); end if;
  return next;
end $$;

-- As before (0003), for processes of the version before. They know no limits, so they do not accept a key that has some.
create or replace function authenticate(tenant uuid, presented bytea, at timestamptz)
  returns table (user_id uuid, session_id uuid, api_key_id uuid, role text)
  language plpgsql set search_path = pg_catalog, public, pg_temp as $$
#variable_conflict use_column
begin
  perform bind_tenant(tenant);
  select s.user_id, c.session_id, c.api_key_id, coalesce(m.role, k.role)
    into user_id, session_id, api_key_id, role
    from credentials c
    left join sessions s on s.tenant_id = tenant and s.id = c.session_id
    left join memberships m on m.tenant_id = tenant and m.user_id = s.user_id
    left join api_keys k on k.tenant_id = tenant and k.id = c.api_key_id and not k.read_only and k.building_ids is null and k.networks is null
   where c.tenant_id = tenant and c.hash = presented and (c.expires_at is null or c.expires_at > at);
  if role is null then
    perform bind_tenant(null);
    return;
  end if;
  if user_id is not null then perform bind_person(user_id); end if;
  return next;
end $$;

-- Lets keys of some buildings reach a table: what they may do with it, and which rows are of their buildings (null: the table has none of a building). `added`
-- is the rule for rows that they add, if it differs. A table without this call is closed to them.
-- A distributed database has no such keys (docs/citus.md): Citus accepts no sub-query in a policy.
create procedure limit_to_buildings(target regclass, privileges text, rule text default 'building_id = any ((select current_buildings())::uuid[])',
                                    added text default null) language plpgsql as $$
declare distributed boolean := false;
begin
  if to_regclass('pg_catalog.pg_dist_partition') is not null then
    execute $query$select exists (select from pg_dist_partition where logicalrelid = 'public.tenants'::regclass and partmethod = 'h')$query$ into distributed;
  end if;
  if distributed then return; end if;
  if rule is not null then
    execute format('create policy buildings on %s as restrictive to haldur_buildings using (%s) with check (%s)', target, rule, coalesce(added, rule));
  end if;
  execute format('grant %s on %s to haldur_buildings', privileges, target);
end $$;

-- Closes every table to keys of some buildings, before the database is distributed.
create procedure close_to_buildings() language plpgsql as $$
declare target regclass;
begin
  for target in select polrelid::regclass from pg_policy where polname = 'buildings' loop
    execute format('drop policy buildings on %s', target);
  end loop;
  revoke all on all tables in schema public from haldur_buildings;
end $$;
revoke execute on procedure close_to_buildings() from public;

grant usage on schema public to haldur_buildings;

-- Rows with a building.
call limit_to_buildings('buildings', 'select, update', 'id = any ((select current_buildings())::uuid[])');
call limit_to_buildings('apartments', 'select, insert, update, delete');
call limit_to_buildings('account_changes', 'select, insert, update');
call limit_to_buildings('meters', 'select, insert, update, delete');
call limit_to_buildings('reading_windows', 'select, insert, update, delete');
call limit_to_buildings('maintenance_requests', 'select, insert, update, delete');
call limit_to_buildings('supplier_bills', 'select, insert, update, delete');
call limit_to_buildings('further_bills', 'select, insert, update, delete');
call limit_to_buildings('invoices', 'select, insert, update, delete');
call limit_to_buildings('billed_consumption', 'select, insert');
call limit_to_buildings('billed_remainders', 'select, insert');
call limit_to_buildings('one_off_charges', 'select, insert, update, delete');
call limit_to_buildings('payment_reminders', 'select, insert, update, delete');
call limit_to_buildings('events', 'select, insert');
call limit_to_buildings('deleted_objects', 'select, insert, update, delete');

-- Rows of an apartment, an invoice, a meter or a request, which have policies themselves.
call limit_to_buildings('residencies', 'select', 'exists (select from apartments a where a.tenant_id = residencies.tenant_id and a.id = apartment_id)');
call limit_to_buildings('invitations', 'select', 'exists (select from apartments a where a.tenant_id = invitations.tenant_id and a.id = apartment_id)');
call limit_to_buildings('hand_overs', 'select', 'exists (select from apartments a where a.tenant_id = hand_overs.tenant_id and a.id = apartment_id)');
call limit_to_buildings('payment_plans', 'select, insert, update', 'exists (select from apartments a where a.tenant_id = payment_plans.tenant_id and a.id = apartment_id)');
call limit_to_buildings('reading_reminders', 'select, insert', 'exists (select from apartments a where a.tenant_id = reading_reminders.tenant_id and a.id = apartment_id)');
call limit_to_buildings('invoice_days', 'select, insert, update, delete', 'exists (select from apartments a where a.tenant_id = invoice_days.tenant_id and a.id = apartment_id)');
call limit_to_buildings('positions', 'select, insert, update, delete', 'exists (select from invoices i where i.tenant_id = positions.tenant_id and i.id = invoice_id)');
call limit_to_buildings('invoice_history', 'select, insert', 'exists (select from invoices i where i.tenant_id = invoice_history.tenant_id and i.id = invoice_id)');
call limit_to_buildings('sent_invoice_files', 'select, insert, update, delete', 'exists (select from invoices i where i.tenant_id = sent_invoice_files.tenant_id and i.id = invoice_id)');
call limit_to_buildings('allocations', 'select, insert, update', 'exists (select from invoices i where i.tenant_id = allocations.tenant_id and i.id = invoice_id)');
call limit_to_buildings('banklink_orders', 'select, insert, update', 'exists (select from invoices i where i.tenant_id = banklink_orders.tenant_id and i.id = invoice_id)');
call limit_to_buildings('readings', 'select, insert, update, delete', 'exists (select from meters m where m.tenant_id = readings.tenant_id and m.id = meter_id)');
call limit_to_buildings('meter_history', 'select, insert', 'exists (select from meters m where m.tenant_id = meter_history.tenant_id and m.id = meter_id)');
call limit_to_buildings('maintenance_comments', 'select, insert', 'exists (select from maintenance_requests r where r.tenant_id = maintenance_comments.tenant_id and r.id = request_id)');
call limit_to_buildings('maintenance_photos', 'select, insert, delete', 'exists (select from maintenance_requests r where r.tenant_id = maintenance_photos.tenant_id and r.id = request_id)');

-- People with a residency in the buildings, whenever it was; and payments that pay an invoice of the buildings or belong to one of their apartments.
call limit_to_buildings('residents', 'select, update (updated_at)', 'exists (select from residencies r where r.tenant_id = residents.tenant_id and r.resident_id = residents.id)');
call limit_to_buildings('manual_reading_reminders', 'select, insert, update', 'exists (select from residents p where p.tenant_id = manual_reading_reminders.tenant_id and p.id = resident_id)');
call limit_to_buildings('payments', 'select, insert, update', $rule$
  exists (select from apartments a where a.tenant_id = payments.tenant_id and a.id = apartment_id)
  or exists (select from allocations l where l.tenant_id = payments.tenant_id and l.payment_id = payments.id)$rule$);
call limit_to_buildings('refunds', 'select', 'exists (select from payments p where p.tenant_id = refunds.tenant_id and p.id = payment_id)');
call limit_to_buildings('own_fields', 'select, insert, update, delete', $rule$
  case kind
    when 'building' then object_id = any ((select current_buildings())::uuid[])
    when 'apartment' then exists (select from apartments a where a.tenant_id = own_fields.tenant_id and a.id = object_id)
    when 'invoice' then exists (select from invoices i where i.tenant_id = own_fields.tenant_id and i.id = object_id)
    when 'meter' then exists (select from meters m where m.tenant_id = own_fields.tenant_id and m.id = object_id)
    when 'payment' then exists (select from payments p where p.tenant_id = own_fields.tenant_id and p.id = object_id)
    when 'resident' then exists (select from residents p where p.tenant_id = own_fields.tenant_id and p.id = object_id)
    else false
  end$rule$);
call limit_to_buildings('mails', 'select, insert, update, delete', 'exists (select from invoices i where i.tenant_id = mails.tenant_id and i.id = about_id)', added => 'true');

-- Tables without rows of a building that requests about a building need. test/limited-keys.test.ts says why each is open.
call limit_to_buildings('tenants', 'select', null);
call limit_to_buildings('test_clock', 'select', null);
call limit_to_buildings('counters', 'select, insert, update', null);
call limit_to_buildings('idempotency_keys', 'select, insert, update, delete', null);
call limit_to_buildings('sender_details', 'select', null);
call limit_to_buildings('files', 'select, insert, delete', null);
call limit_to_buildings('file_chunks', 'select, insert, delete', null);
call limit_to_buildings('reading_photos', 'select, insert, update (created_at)', null);
call limit_to_buildings('users', 'select (id, name, email, language, member_of)', null);
call limit_to_buildings('memberships', 'select', null);
call limit_to_buildings('api_keys', 'select (tenant_id, id, name)', null);
call limit_to_buildings('security_events', 'insert', null);
call limit_to_buildings('audit_log', 'insert', null);
call limit_to_buildings('audit_chain', 'select (tenant_id, number, last_at)', null);
call limit_to_buildings('account_undo_links', 'insert', null);
call limit_to_buildings('banks', 'select', null);
call limit_to_buildings('webhook_endpoints', 'select (tenant_id, id, status, events, building_ids, failing_since), update (last_served_at)', null);
call limit_to_buildings('deliveries', 'insert', null);
grant execute on function visible_until(), feed_complete_until() to haldur_buildings;
