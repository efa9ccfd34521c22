// What must hold of a cluster after everything: what was promised is there once, nothing else is, and every event and
// e-mail arrived.
import assert from 'node:assert/strict';
import type { DatabasePool } from '../../src/platform/db/pool.ts';
import { findBroken, invoiceInvariants, moneyInvariants } from '../invariants.ts';
import type { MailServer } from '../mail-servers.ts';
import type { Promised } from './clients.ts';
import type { WebhookReceiver } from './webhook-receiver.ts';

const sorted = (texts: Iterable<string>) => [...texts].sort();

/**
 * Each acknowledged write is there once. What was sent without a repeat is there at most once, and nothing else is
 * there.
 */
export async function checkPromises(owner: DatabasePool, promised: Promised): Promise<void> {
  const oneOffs = await owner<{ text: string }[]>`select description as text from one_off_charges`;
  const certain = oneOffs.map(({ text }) => text).filter((text) => !promised.uncertainOneOffs.has(text));
  assert.deepEqual(sorted(certain), sorted(promised.oneOffs));
  assert.equal(new Set(oneOffs.map(({ text }) => text)).size, oneOffs.length, 'a charge is there twice');
  const requests = await owner<{ text: string }[]>`select title as text from maintenance_requests`;
  assert.deepEqual(sorted(requests.map(({ text }) => text)), sorted(promised.requests));
  const photos = await owner<{ requests: number; photos: number }[]>`
    select count(distinct request_id) as requests, count(*) as photos from maintenance_photos`;
  assert.deepEqual(photos, [{ requests: requests.length, photos: requests.length }]);
  const invoices = await owner<{ text: string }[]>`select id as text from invoices`;
  assert.deepEqual(sorted(invoices.map(({ text }) => text)), sorted(promised.invoices));
  const [entries] = await owner<{ lines: number }[]>`select count(*) as lines from bank_entries`;
  assert.equal(entries?.lines, promised.statementLines.size);
}

/** The accounts agree, and invoice numbers have no gaps. */
export async function checkAccounts(owner: DatabasePool): Promise<void> {
  assert.deepEqual(await findBroken(owner, [...moneyInvariants, ...invoiceInvariants]), []);
}

/** The invoices, requests or payments that events of a type are about. */
async function eventSubjects(owner: DatabasePool, type: string, field: string): Promise<string[]> {
  const rows = await owner<{ text: string }[]>`
    select body::json -> 'data' ->> ${field} as text from events where type = ${type}`;
  return rows.map(({ text }) => text);
}

/** Everything that happened has one event, and what did not happen has none. */
export async function checkEvents(owner: DatabasePool, promised: Promised): Promise<void> {
  assert.deepEqual(sorted(await eventSubjects(owner, 'invoice.created', 'invoiceId')), sorted(promised.invoices));
  assert.deepEqual(sorted(await eventSubjects(owner, 'invoice.sent', 'invoiceId')), sorted(promised.sentInvoices));
  const requests = await owner<{ id: string }[]>`select id from maintenance_requests`;
  assert.deepEqual(
    sorted(await eventSubjects(owner, 'maintenance.created', 'maintenanceRequestId')),
    sorted(requests.map(({ id }) => id)),
  );
}

/** Every delivery of a receiver's endpoint was accepted, and it got nothing else. */
export async function checkDeliveries(owner: DatabasePool, receiver: WebhookReceiver): Promise<void> {
  const deliveries = await owner<{ id: string; status: string; events: number }[]>`
    select d.id, d.status, (select count(*) from events e where e.id = d.event_id) as events
      from deliveries d join webhook_endpoints w on w.id = d.endpoint_id where w.url = ${receiver.url}`;
  assert.deepEqual(
    deliveries.filter(({ status, events }) => status !== 'delivered' || events !== 1),
    [],
  );
  assert.deepEqual(sorted(deliveries.map(({ id }) => id)), sorted(receiver.accepted.keys()));
  assert.deepEqual(receiver.forged, []);
  const [twice] = await owner<{ count: number }[]>`
    select count(*) from (select from deliveries group by endpoint_id, event_id having count(*) > 1) as repeated`;
  assert.equal(twice?.count, 0, 'an event has two deliveries to one endpoint');
}

/**
 * Every e-mail was accepted by the mail server, and each of them is one that the service wanted to send. Returns their
 * number.
 */
export async function checkMails(owner: DatabasePool, server: MailServer): Promise<number> {
  const mails = await owner<
    { id: string; status: string; error: string | null }[]
  >`select id, status, error from mails`;
  assert.deepEqual(
    mails.filter(({ status }) => status !== 'sent'),
    [],
  );
  const received = new Set(server.received.map(({ messageId = '' }) => /^<([^@]+)@/.exec(messageId)?.[1] ?? messageId));
  assert.deepEqual(sorted(received), sorted(mails.map(({ id }) => id)));
  return mails.length;
}

/**
 * The unpaid invoices; those that became overdue, and those that a reminder was written about, each as often as that
 * happened.
 */
async function readScheduledWork(owner: DatabasePool) {
  const unpaid = await owner<{ id: string }[]>`select id from invoices where status = 'sent' and amount > amount_paid`;
  const reminders = await owner<{ id: string }[]>`select invoice_id as id from reminded_invoices`;
  return {
    unpaid: sorted(unpaid.map(({ id }) => id)),
    overdue: sorted(await eventSubjects(owner, 'invoice.overdue', 'invoiceId')),
    reminded: sorted(reminders.map(({ id }) => id)),
  };
}

/** Whether the workers have done at least what is due. */
export async function areScheduledTasksDone(owner: DatabasePool): Promise<boolean> {
  const { unpaid, overdue, reminded } = await readScheduledWork(owner);
  return overdue.length >= unpaid.length && reminded.length >= unpaid.length;
}

/** Every unpaid invoice has become overdue once, and one reminder was written about it. Returns their number. */
export async function checkScheduledTasks(owner: DatabasePool): Promise<number> {
  const { unpaid, overdue, reminded } = await readScheduledWork(owner);
  assert.deepEqual(overdue, unpaid);
  assert.deepEqual(reminded, unpaid);
  return unpaid.length;
}

/** What is still to be delivered or sent. */
export async function countWaiting(owner: DatabasePool): Promise<number> {
  const [row] = await owner<{ waiting: number }[]>`
    select (select count(*) from deliveries where status = 'pending') + (select count(*) from mails where status = 'pending') as waiting`;
  return row?.waiting ?? 0;
}

/**
 * What should have ended by itself: leases of endpoints, imports shown as running, and transactions that nobody
 * continues.
 */
export async function countHanging(owner: DatabasePool): Promise<string[]> {
  const rows = await owner<{ what: string }[]>`
    select 'the lease of endpoint ' || id as what from webhook_endpoints where lease_until > now()
    union all
    select 'transaction of ' || pid || ' (' || state || ')' from pg_stat_activity
     where usename = 'haldur_service' and xact_start < now() - interval '10 s'`;
  return rows.map(({ what }) => what);
}
