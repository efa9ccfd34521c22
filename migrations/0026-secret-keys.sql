-- Replacement of the secret key: the announced secrets of webhooks count among what a key is needed for, and every encrypted column says so.

create or replace function list_encryption_keys() returns table (purpose text, key_id bytea) language sql stable security definer set search_path = pg_catalog, public, pg_temp
begin atomic
  select 'webhook secrets', substring(secret from 2 for 4) from webhook_endpoints
   union
  select 'webhook secrets', substring(next_secret from 2 for 4) from webhook_endpoints where next_secret is not null
   union
  select 'bank keys', substring(keys from 2 for 4) from banks where keys is not null
   union
  select 'mail', substring(content from 2 for 4) from (select content from mails where status = 'pending' limit 100) waiting;
end;

comment on column webhook_endpoints.next_secret is 'The announced secret, encrypted (AES-256-GCM). It replaces secret at next_secret_at; until then webhook-signature carries both. [personal: none]';
comment on column idempotency_keys.answer is 'The stored answer, encrypted (AES-256-GCM). [personal: responses]';
comment on column idempotency_keys.fingerprint is 'A keyed hash of the request: the same key with another request is an error. [personal: none]';
