// Payment reminders: if the building wishes, recipients of an invoice unpaid some days after its due date get one e-mail per due date.
import { enqueueMails } from '../../mail/outbox.ts';
import type { LetterHandler } from '../../mail/send-mail.ts';
import { inTenant, type Scope, serviceCaller } from '../../platform/db/scope.ts';
import { NotFound } from '../../platform/errors.ts';
import { dayIn } from '../../platform/values/dates.ts';
import { findBuilding, lockBuilding } from '../../properties/property-queries.ts';
import { listLocalDays } from '../overdue.ts';
import { groupByInvoice, letterFactsOf, uniqueAddressees } from './invoice-letters.ts';
import * as queries from './sending-queries.ts';

const batchSize = 200;

/** The reminder setting of a building in days; null when reminders are off. Throws NotFound (the building). */
export async function getReminder(scope: Scope, buildingId: string): Promise<queries.ReminderSettings | null> {
  if ((await findBuilding(scope, buildingId)) === undefined) throw new NotFound();
  return (await queries.findReminder(scope, buildingId)) ?? null;
}

/** Sets after how many days a building sends reminders, starting today; null turns them off. Throws NotFound (the building). */
export async function setReminder(
  scope: Scope,
  buildingId: string,
  settings: queries.ReminderSettings | null,
): Promise<void> {
  const building = await lockBuilding(scope, buildingId);
  if (building === undefined) throw new NotFound();
  const since = dayIn(building.billing.timeZone, scope.now);
  if (settings === null) await queries.deleteReminder(scope, buildingId);
  else await queries.saveReminder(scope, buildingId, { ...settings, since });
}

/** Queues the reminders that are due and returns their number. Safe to miss or to run twice: each invoice is marked with its due date. */
export async function remindOfPayments(scope: Scope): Promise<number> {
  const days = await listLocalDays(scope);
  for (let written = 0; ; ) {
    const batch = await queries.markReminded(scope, days, batchSize);
    const receivers = groupByInvoice(
      await queries.listInvoiceReceivers(
        scope,
        batch.map(({ id }) => id),
      ),
    );
    const mails = batch.flatMap((invoice) =>
      uniqueAddressees(receivers.get(invoice.id) ?? []).map((addressee) => ({
        kind: 'payment-reminder' as const,
        to: { address: addressee.email, name: addressee.name },
        language: addressee.language,
        facts: letterFactsOf(scope.config, addressee, invoice),
        aboutId: invoice.id,
      })),
    );
    await enqueueMails(scope, mails);
    written += mails.length;
    if (batch.length < batchSize) return written;
  }
}

/** Withdraws a waiting reminder if the invoice was paid or cancelled in the meantime. */
export const paymentReminderHandler: LetterHandler = {
  async prepare(app, { tenantId, aboutId }) {
    const invoice = await inTenant(
      app,
      serviceCaller(tenantId),
      (scope) => queries.findBalance(scope, aboutId ?? ''),
      'read only',
    );
    return invoice?.status === 'sent' && invoice.balance > 0 ? [] : 'withdrawn';
  },
};
