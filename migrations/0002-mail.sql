-- E-mails to people: the outbox, which is also the queue. An e-mail is a row written in the transaction of its cause.

create table mails (
  tenant_id     uuid not null references tenants (id),
  id            uuid not null,
  kind          text not null,
  rank          smallint not null check (rank between 0 and 2),
  recipient     text not null,
  language      text not null,
  content       bytea,
  about_id      uuid,
  attachment    text check (attachment in ('invoice')),
  status        text not null check (status in ('pending', 'sent', 'refused', 'failed', 'expired')),
  attempts      integer not null default 0,
  due_at        timestamptz not null,
  tried_at      timestamptz,
  lease_until   timestamptz,
  useless_after timestamptz,
  created_at    timestamptz not null,
  finished_at   timestamptz,
  error         text,
  primary key (tenant_id, id),
  check ((status = 'pending') = (content is not null)),
  check ((status = 'pending') = (finished_at is null)),
  constraint mails_attachment check (attachment is null or about_id is not null)
);
comment on table mails is 'The outbox. A pending row is due at due_at, unless a worker holds it until lease_until.';
comment on column mails.kind is 'Which e-mail it is (src/mail/letters.ts).';
comment on column mails.rank is '0 goes before 1, and 1 before 2.';
comment on column mails.recipient is 'The address.';
comment on column mails.language is 'Of its text.';
comment on column mails.content is 'Encrypted (AES-256-GCM) and erased when the e-mail is finished: it may carry a link that signs somebody in.';
comment on column mails.about_id is 'What it is about: an invoice, an invitation, an endpoint.';
comment on column mails.attachment is 'What goes along when it leaves: the file of the invoice it is about, in its language.';
comment on column mails.status is 'How it stands.';
comment on column mails.attempts is 'How often it was tried.';
comment on column mails.due_at is 'When it is to be tried next.';
comment on column mails.tried_at is 'When it was last tried; null: not yet.';
comment on column mails.lease_until is 'Until when a worker holds it.';
comment on column mails.useless_after is 'Not sent after this moment: its link would not work any more.';
comment on column mails.finished_at is 'When it was sent or given up.';
comment on column mails.error is 'What the mail server said last.';
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
  returns table (tenant_id uuid, id uuid, kind text, rank smallint, recipient text, content bytea, attempts integer, useless_after timestamptz,
                 language text, about_id uuid, attachment text)
  language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
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
  returning m.tenant_id, m.id, m.kind, m.rank, m.recipient, m.content, m.attempts, m.useless_after, m.language, m.about_id, m.attachment;
end $$;
call across_tenants('claim_mails(integer, integer, integer, interval, timestamptz)');
