-- Letters to people: the outbox, which is also the queue. A mail is a row written in the transaction of its cause.

-- A pending row is due at due_at, unless a worker holds it until lease_until. rank 0 goes before 1, and 1 before 2.
-- content is sealed (AES-256-GCM) and wiped when the mail is finished: it may carry a link that signs somebody in.
create table mails (
  tenant_id     uuid not null references tenants (id),
  id            uuid not null,
  kind          text not null,
  rank          smallint not null check (rank between 0 and 2),
  recipient     text not null,
  language      text not null,
  content       bytea,
  about_id      uuid,
  status        text not null check (status in ('pending', 'sent', 'refused', 'failed', 'expired')),
  attempts      integer not null default 0,
  due_at        timestamptz not null,
  lease_until   timestamptz,
  useless_after timestamptz,
  created_at    timestamptz not null,
  finished_at   timestamptz,
  error         text,
  primary key (tenant_id, id),
  check ((status = 'pending') = (content is not null)),
  check ((status = 'pending') = (finished_at is null))
);
create index mails_pending on mails (tenant_id, rank, due_at) where status = 'pending';
create index mails_leased on mails (tenant_id, rank, lease_until) where status = 'pending' and lease_until is not null;
create index mails_about on mails (tenant_id, about_id, created_at) where about_id is not null;
create index mails_recipient on mails (tenant_id, lower(recipient), created_at);
create index mails_age on mails (tenant_id, finished_at) where finished_at is not null;
call isolate('mails');

create policy system on mails for select to haldur_system using (true);
create policy system_claims on mails for update to haldur_system using (true);
grant select on mails to haldur_system;
grant update (lease_until) on mails to haldur_system;

-- Takes due mails of all organizations for one worker, for the length of a lease: the lower rank first, and within a rank the organization that has
-- the fewest in flight; among equals chance decides, so that nobody waits behind those who began earlier. At most per_tenant in flight for an
-- organization and rank, at most later_slots of rank 1 and 2.
-- Organizations with work are found by skipping through an index, so a long queue costs no more than a short one.
create function claim_mails(slots integer, later_slots integer, per_tenant integer, lease interval, at timestamptz)
  returns table (tenant_id uuid, id uuid, kind text, rank smallint, recipient text, content bytea, attempts integer, useless_after timestamptz)
  language plpgsql security definer set search_path = pg_catalog, public as $$
#variable_conflict use_column
begin
  perform pg_advisory_xact_lock(hashtext('haldur.claim_mails'));
  return query
  with recursive waiting as (
    (select m.tenant_id, m.rank from mails m where m.status = 'pending' order by m.tenant_id, m.rank limit 1)
    union all
    select n.tenant_id, n.rank from waiting w cross join lateral (
      select m.tenant_id, m.rank from mails m
       where m.status = 'pending' and (m.tenant_id, m.rank) > (w.tenant_id, w.rank)
       order by m.tenant_id, m.rank limit 1) n
  ), served as (
    select w.tenant_id, w.rank,
           per_tenant - (select count(*)::int from mails m where m.tenant_id = w.tenant_id and m.rank = w.rank
                                                             and m.status = 'pending' and m.lease_until > at) as free
      from waiting w
  ), candidates as (
    select c.*, random() as chance, per_tenant - s.free + row_number() over (partition by c.tenant_id, c.rank order by c.due_at, c.id) as load
      from served s cross join lateral (
        select m.tenant_id, m.id, m.rank, m.due_at from mails m
         where m.tenant_id = s.tenant_id and m.rank = s.rank and m.status = 'pending'
           and m.due_at <= at and (m.lease_until is null or m.lease_until <= at)
         order by m.due_at limit greatest(s.free, 0)) c
  ), fair as (
    select c.*, row_number() over (partition by c.rank > 0 order by c.rank, c.load, c.chance) as place from candidates c
  ), chosen as (
    select f.tenant_id, f.id from fair f where f.rank = 0 or f.place <= later_slots order by f.rank, f.load, f.chance limit slots
  )
  update mails m set lease_until = at + lease
    from chosen c where m.tenant_id = c.tenant_id and m.id = c.id
  returning m.tenant_id, m.id, m.kind, m.rank, m.recipient, m.content, m.attempts, m.useless_after;
end $$;

alter function claim_mails(integer, integer, integer, interval, timestamptz) owner to haldur_system;
revoke execute on function claim_mails(integer, integer, integer, interval, timestamptz) from public;
grant execute on function claim_mails(integer, integer, integer, interval, timestamptz) to haldur_app;
