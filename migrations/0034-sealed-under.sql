-- Under which keys secrets rest: a start with another secret key can say so at once, and not with the first letter or payment that fails.

create policy system on banks for select to haldur_system using (true);
grant select (keys) on banks to haldur_system;

-- For each purpose the ids of the keys (src/platform/seal.ts); of the letters that wait, a few stand for all.
create function sealed_under() returns table (purpose text, key_id bytea) language sql stable security definer set search_path = pg_catalog, public
begin atomic
  select 'webhook secrets', substring(secret from 2 for 4) from webhook_endpoints
   union
  select 'bank keys', substring(keys from 2 for 4) from banks where keys is not null
   union
  select 'mail', substring(content from 2 for 4) from (select content from mails where status = 'pending' limit 100) waiting;
end;
alter function sealed_under() owner to haldur_system;
revoke execute on function sealed_under() from public;
grant execute on function sealed_under() to haldur_app;
