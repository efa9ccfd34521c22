// Payment reminders: if the building wishes, recipients of invoices unpaid some days after their due date get one
// e-mail, once per due date.
import { enqueueMails } from '../../mail/outbox.ts';
import type { LetterHandler } from '../../mail/send-mail.ts';
import { inTenant, type Scope, serviceCaller } from '../../platform/db/scope.ts';
import { NotFound, orNotFound } from '../../platform/errors.ts';
import { dayIn } from '../../platform/values/dates.ts';
import { lockBuilding, placesExist } from '../../properties/property-queries.ts';
import { listLocalDays } from '../overdue.ts';
import { type Addressee, addressKey, groupByInvoice, letterFactsOf, uniqueAddressees } from './invoice-letters.ts';
import * as queries from './sending-queries.ts';

const batchSize = 200;
/** How many apartments, and how many invoices of theirs, one request reminds of at most. */
export const maxRemindedApartments = 200;
const maxRemindedInvoices = 2000;

/** The reminder setting of a building in days; null when reminders are off. Throws NotFound (the building). */
export async function getReminder(scope: Scope, buildingId: string): Promise<queries.ReminderSettings | null> {
  if (!(await placesExist(scope, { buildingId }))) throw new NotFound();
  return (await queries.findReminder(scope, buildingId)) ?? null;
}

/**
 * Sets after how many days a building sends reminders, starting today; null turns them off. Throws NotFound (the
 * building).
 */
export async function setReminder(
  scope: Scope,
  buildingId: string,
  settings: queries.ReminderSettings | null,
): Promise<void> {
  const building = orNotFound(await lockBuilding(scope, buildingId));
  const since = dayIn(building.billing.timeZone, scope.now);
  if (settings === null) await queries.deleteReminder(scope, buildingId);
  else await queries.saveReminder(scope, buildingId, { ...settings, since });
}

/**
 * Queues the reminders that are due and returns their number. Safe to miss or to run twice: each invoice is marked with
 * its due date.
 */
export async function remindOfPayments(scope: Scope): Promise<number> {
  const days = await listLocalDays(scope);
  for (let written = 0; ; ) {
    const batch = await queries.markReminded(scope, days, batchSize);
    written += (await queueReminders(scope, batch)).letters;
    if (batch.length < batchSize) return written;
  }
}

/** What a request to remind did, in invoices; `letters` are the e-mails. */
type ReminderResult = {
  readonly reminded: number;
  readonly letters: number;
  /** Their recipients have no e-mail address. */
  readonly withoutAddress: number;
  /** A reminder was queued today already. */
  readonly alreadyReminded: number;
  /** A payment plan stands. */
  readonly onPlan: number;
};

/**
 * Queues reminders for all overdue invoices of these apartments now, whatever their buildings have set: one e-mail for
 * each address and building, each invoice at most once a day, and none while a payment plan stands. Throws NotFound (an
 * apartment).
 */
export async function remindOfPaymentsNow(scope: Scope, apartmentIds: readonly string[]): Promise<ReminderResult> {
  const ids = [...new Set(apartmentIds)];
  if (!(await placesExist(scope, { apartmentIds }, 'ever'))) throw new NotFound();
  const overdue = await queries.lockOverdueInvoices(scope, await listLocalDays(scope), ids, maxRemindedInvoices);
  const done = await queries.findRemindedToday(
    scope,
    overdue.map((invoice) => invoice.id),
  );
  const doneIds = new Set(done.map((invoice) => invoice.id));
  const open = overdue.filter((invoice) => !invoice.onPlan);
  const due = open.filter((invoice) => !doneIds.has(invoice.id));
  const { letters, reached } = await queueReminders(scope, due);
  return {
    reminded: reached,
    letters,
    withoutAddress: due.length - reached,
    alreadyReminded: open.length - due.length,
    onPlan: overdue.length - open.length,
  };
}

/**
 * Queues the reminders of invoices: one for each address, building and currency. `reached`: the invoices with an
 * address.
 */
async function queueReminders(
  scope: Scope,
  invoices: readonly queries.SendableInvoice[],
): Promise<{ letters: number; reached: number }> {
  const receivers = groupByInvoice(
    await queries.listInvoiceReceivers(
      scope,
      invoices.map(({ id }) => id),
    ),
  );
  const letters = Map.groupBy(
    invoices.flatMap((invoice) =>
      uniqueAddressees(receivers.get(invoice.id) ?? []).map((addressee) => ({ invoice, addressee })),
    ),
    ({ invoice, addressee }) => JSON.stringify([addressKey(addressee.email), invoice.buildingId, invoice.currency]),
  );
  const mails = [...letters.values()].flatMap(([first, ...others]) =>
    first === undefined
      ? []
      : [
          reminderOf(
            scope,
            first.addressee,
            [first, ...others].map(({ invoice }) => invoice),
          ),
        ],
  );
  const ids = await enqueueMails(
    scope,
    mails.map(({ mail }) => mail),
  );
  const listed = mails.flatMap(({ invoiceIds }, nth) =>
    invoiceIds.map((invoiceId) => ({ mailId: ids[nth] ?? '', invoiceId })),
  );
  await queries.insertReminded(scope, listed);
  return { letters: mails.length, reached: new Set(listed.map(({ invoiceId }) => invoiceId)).size };
}

function reminderOf(scope: Scope, addressee: Addressee, invoices: readonly queries.SendableInvoice[]) {
  const mail = {
    kind: 'payment-reminder' as const,
    to: { address: addressee.email, name: addressee.name },
    language: addressee.language,
    facts: { invoices: invoices.map((invoice) => letterFactsOf(scope, addressee, invoice)) },
    aboutId: invoices[0]?.id,
  };
  return { mail, invoiceIds: invoices.map(({ id }) => id) };
}

/** Withdraws a waiting reminder once nothing is left to pay on its invoices. */
export const paymentReminderHandler: LetterHandler = {
  async prepare(app, { tenantId, id, aboutId }) {
    const isOpen = await inTenant(
      app,
      serviceCaller(tenantId),
      (scope) => queries.hasOpenInvoice(scope, id, aboutId),
      'read only',
    );
    return isOpen ? [] : 'withdrawn';
  },
};
