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
comment on column mails.kind is 'Which e-mail it is (src/mail/letter-kinds.ts).';
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
create index mails_about on mails (tenant_id, about_id, created_at) where about_id is not null;
create index mails_recipient on mails (tenant_id, lower(recipient), created_at);
create index mails_age on mails (tenant_id, finished_at) where finished_at is not null;
call isolate('mails');

create policy system on mails for select to haldur_system using (true);
grant select on mails to haldur_system;

-- Which organizations have e-mails that are due and that nobody has leased, by rank. It takes no locks; each is then claimed from by itself.
create function tenants_with_due_mails(at timestamptz) returns table (tenant_id uuid, rank smallint)
  language plpgsql stable security definer set search_path = pg_catalog, public, pg_temp as $$
begin
  return query execute $query$
    select m.tenant_id, m.rank from mails m
     where m.status = 'pending' and m.due_at <= $1 and (m.lease_until is null or m.lease_until <= $1)
     group by m.tenant_id, m.rank$query$ using at;
end $$;
call across_tenants('tenants_with_due_mails(timestamptz)');
