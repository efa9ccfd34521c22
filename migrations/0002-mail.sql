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
  last_attempt_at      timestamptz,
  lease_until   timestamptz,
  send_before timestamptz,
  created_at    timestamptz not null,
  finished_at   timestamptz,
  error         text,
  primary key (tenant_id, id),
  check ((status = 'pending') = (content is not null)),
  check ((status = 'pending') = (finished_at is null)),
  constraint mails_attachment check (attachment is null or about_id is not null)
);
comment on table mails is 'The outbox. A pending row is due at due_at, unless a worker has leased it until lease_until.';
comment on column mails.kind is 'The kind of e-mail (src/mail/letter-kinds.ts).';
comment on column mails.rank is 'Priority: 0 is sent before 1, and 1 before 2.';
comment on column mails.recipient is 'The recipient''s address.';
comment on column mails.language is 'The language of the text.';
comment on column mails.content is 'Encrypted (AES-256-GCM) and erased when the e-mail is finished: it may contain a sign-in link.';
comment on column mails.about_id is 'The subject of the e-mail: an invoice, an invitation, an endpoint.';
comment on column mails.attachment is 'The attachment: the file of the invoice, in its language.';
comment on column mails.status is 'The status of the e-mail.';
comment on column mails.attempts is 'Number of attempts.';
comment on column mails.due_at is 'When the next attempt is due.';
comment on column mails.last_attempt_at is 'When the last attempt was made; null: not yet.';
comment on column mails.lease_until is 'When the lease of a worker ends.';
comment on column mails.send_before is 'Not sent after this time: its link would no longer work.';
comment on column mails.finished_at is 'When it was sent or given up.';
comment on column mails.error is 'The last response of the mail server.';
create index mails_pending on mails (tenant_id, rank, due_at) where status = 'pending';
create index mails_about on mails (tenant_id, about_id, created_at) where about_id is not null;
create index mails_recipient on mails (tenant_id, lower(recipient), created_at);
create index mails_age on mails (tenant_id, finished_at) where finished_at is not null;
call isolate('mails');

create policy system on mails for select to haldur_system using (true);
grant select on mails to haldur_system;

-- Which organizations have due e-mails that are not leased, by rank. Takes no locks; each organization's e-mails are then claimed separately.
create function tenants_with_due_mails(at timestamptz) returns table (tenant_id uuid, rank smallint)
  language plpgsql stable security definer set search_path = pg_catalog, public, pg_temp as $$
begin
  return query execute $query$
    select m.tenant_id, m.rank from mails m
     where m.status = 'pending' and m.due_at <= $1 and (m.lease_until is null or m.lease_until <= $1)
     group by m.tenant_id, m.rank$query$ using at;
end $$;
call across_tenants('tenants_with_due_mails(timestamptz)');
