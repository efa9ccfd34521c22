-- Sending invoices: letters with a file, what became of them on the invoice, reminders of what is not paid, and a clock for development.

-- What goes along when the letter leaves: the invoice that it is about, in the letter's language. The file is made then, and kept nowhere.
alter table mails add column attachment text check (attachment in ('invoice'));
alter table mails add constraint mails_attachment check (attachment is null or about_id is not null);
-- When it was last tried; null: not yet.
alter table mails add column tried_at timestamptz;

-- As claim_mails of 0006-mail.sql, and says what to attach. `attaching`: whether the caller can; others are given letters without a file only.
create function claim_mails(slots integer, later_slots integer, per_tenant integer, lease interval, at timestamptz, attaching boolean)
  returns table (tenant_id uuid, id uuid, kind text, rank smallint, recipient text, content bytea, attempts integer, useless_after timestamptz,
                 language text, about_id uuid, attachment text)
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
           and m.due_at <= at and (m.lease_until is null or m.lease_until <= at) and (attaching or m.attachment is null)
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

alter function claim_mails(integer, integer, integer, interval, timestamptz, boolean) owner to haldur_system;
revoke execute on function claim_mails(integer, integer, integer, interval, timestamptz, boolean) from public;
grant execute on function claim_mails(integer, integer, integer, interval, timestamptz, boolean) to haldur_app;

-- An older process beside this one asks in the old way. It cannot attach, and must not send a letter without its file.
create or replace function claim_mails(slots integer, later_slots integer, per_tenant integer, lease interval, at timestamptz)
  returns table (tenant_id uuid, id uuid, kind text, rank smallint, recipient text, content bytea, attempts integer, useless_after timestamptz)
  language plpgsql security definer set search_path = pg_catalog, public as $$
begin
  return query select m.tenant_id, m.id, m.kind, m.rank, m.recipient, m.content, m.attempts, m.useless_after
                 from claim_mails(slots, later_slots, per_tenant, lease, at, false) m;
end $$;

-- sent_at: when it first reached somebody, and how. sending: how its latest mailing stands, null when it was never mailed.
alter table invoices add column sent_at timestamptz;
alter table invoices add column sent_by text check (sent_by in ('email', 'paper', 'e_invoice', 'other'));
alter table invoices add column sending text check (sending in ('queued', 'sent', 'partly_sent', 'failed'));
alter table invoices add constraint invoices_sent check ((sent_at is null) = (sent_by is null));
-- The due date for which its recipients were reminded, so that they are once.
alter table invoices add column reminded_for date;

-- Buildings that remind by e-mail of what is not paid, so many days after it was due; on days from `since` on, so that nobody is reminded of last year.
create table payment_reminders (
  tenant_id      uuid not null,
  building_id    uuid not null,
  days_after_due integer not null check (days_after_due between 1 and 90),
  since          date not null,
  updated_at     timestamptz not null,
  primary key (tenant_id, building_id),
  foreign key (tenant_id, building_id) references buildings (tenant_id, id)
);
call isolate('payment_reminders');

-- For development: how far ahead of the world's the service's clock is. One row for all organizations; nobody's data.
create table test_clock (
  only_row boolean primary key default true check (only_row),
  ahead_ms bigint not null check (ahead_ms >= 0)
);
alter table test_clock enable row level security;
alter table test_clock force row level security;
create policy everybody on test_clock using (true) with check (true);
grant select, insert, update on test_clock to haldur_app;
