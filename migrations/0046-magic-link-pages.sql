-- What the person who asks for a sign-in link says about it: the page that it opens, and the language of its e-mail.
alter table magic_links add column next text;
alter table magic_links add column language text;
comment on column magic_links.next is 'The page of the console that the link opens; null: the first one. [personal: sign-in]';
comment on column magic_links.language is 'The language of the e-mail; null: the person''s. [personal: sign-in]';

create or replace function claim_magic_link(at timestamptz, most integer, most_alike integer, within interval)
  returns table (id uuid, user_id uuid, tenant_id uuid, email text, name text, language text)
  language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
#variable_conflict use_column
declare
  request magic_links;
  person users;
begin
  select * into request from magic_links l where l.user_id is null order by l.asked_at for update skip locked limit 1;
  if not found then return; end if;
  select u.* into person
    from users u
   where u.email_key = request.email_key and cardinality(u.member_of) > 0
     and (select count(*) < most and count(*) filter (where l.network = request.network) < most_alike
            from magic_links l where l.email_key = request.email_key and l.user_id is not null and l.asked_at > at - within)
   limit 1;
  if not found then
    delete from magic_links l where l.id = request.id;
    return query select request.id, null::uuid, null::uuid, null::text, null::text, null::text;
    return;
  end if;
  return query
  select request.id, person.id, (real_first(person.member_of))[1], person.email, person.name, coalesce(request.language, person.language);
end $$;

-- Redeems a link, and returns the page that it opens with each organization of the person.
create function open_magic_link(hash bytea, at timestamptz) returns table (user_id uuid, tenant_id uuid, next text)
  language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
#variable_conflict use_column
declare page text;
begin
  select l.next into page from magic_links l where l.token_hash = hash;
  return query select r.user_id, r.tenant_id, page from redeem_magic_link(hash, at) r;
end $$;
call across_tenants('claim_magic_link(timestamptz, integer, integer, interval)', 'open_magic_link(bytea, timestamptz)');
