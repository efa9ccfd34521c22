// The worker: sends mail, delivers webhooks, and keeps the timetable: what is done for every organization, and how often.

import { deleteExpired } from './identity/identity-queries.ts';
import { deleteOldMagicLinks, startSendingMagicLinks } from './identity/magic-links.ts';
import { deleteOldSecurityEvents } from './identity/security-log.ts';
import { deleteEndedSignIns } from './identity/sign-ins.ts';
import { raiseOverdueEvents } from './invoicing/overdue.ts';
import { paymentReminderHandler, remindOfPayments } from './invoicing/sending/payment-reminders.ts';
import { makeInvoiceLetterHandler } from './invoicing/sending/record-sent-invoice.ts';
import { deleteOldMails } from './mail/mail-queries.ts';
import { startSending } from './mail/send-mail.ts';
import { deleteUnusedPhotos } from './metering/reading-photos.ts';
import { remindOfReadings } from './metering/reading-reminders.ts';
import { deleteExpiredAnswers } from './platform/db/idempotency-store.ts';
import { type AppContext, inTenant, type Scope, serviceCaller } from './platform/db/scope.ts';
import { listTenantIds } from './platform/db/tenants.ts';
import { deleteUnusedFiles } from './platform/files/stored-files.ts';
import { type Repeating, repeat } from './platform/processes/repeat.ts';
import { expireInvitations } from './residents/resident-queries.ts';
import { cleanUpEndpoints } from './webhooks/admin/manage-endpoints.ts';
import { startDelivering } from './webhooks/deliver.ts';
import { deleteOldEvents } from './webhooks/delivery-queries.ts';

const minute = 60_000;
const eventRetentionMs = 30 * 24 * 60 * minute;
const mailRetentionMs = 90 * 24 * 60 * minute;

/** Every task is safe to run twice, and at the same moment in two processes. */
const scheduledTasks: readonly {
  readonly name: string;
  readonly everyMs: number;
  readonly run: (scope: Scope) => Promise<unknown>;
}[] = [
  { name: 'raise invoice.overdue', everyMs: 10 * minute, run: raiseOverdueEvents },
  { name: 'remind of invoices that are not paid', everyMs: 60 * minute, run: remindOfPayments },
  { name: 'forget expired sessions and tokens', everyMs: 60 * minute, run: deleteExpired },
  { name: 'end invitations whose days are over', everyMs: 10 * minute, run: expireInvitations },
  { name: 'forget the security log after a year', everyMs: 60 * minute, run: deleteOldSecurityEvents },
  { name: 'forget answers kept for repeated requests', everyMs: 60 * minute, run: deleteExpiredAnswers },
  { name: 'remind residents of missing readings', everyMs: 60 * minute, run: remindOfReadings },
  { name: 'forget photos that no reading names', everyMs: 60 * minute, run: deleteUnusedPhotos },
  { name: 'sweep away files that nothing names', everyMs: 24 * 60 * minute, run: deleteUnusedFiles },
  { name: 'clean up webhook endpoints', everyMs: 10 * minute, run: cleanUpEndpoints },
  {
    name: 'forget events after 30 days',
    everyMs: 60 * minute,
    run: (scope) => deleteOldEvents(scope, new Date(scope.now.getTime() - eventRetentionMs)),
  },
  {
    name: 'forget finished mails after 90 days',
    everyMs: 60 * minute,
    run: (scope) => deleteOldMails(scope, new Date(scope.now.getTime() - mailRetentionMs)),
  },
];

export type BackgroundWorker = { stop(): Promise<void> };

/** Starts the worker of a house. `stop` finishes what is under way. */
export async function startWorker(app: AppContext): Promise<BackgroundWorker> {
  const sender = await startSending(app, {
    invoice: makeInvoiceLetterHandler(),
    'payment-reminder': paymentReminderHandler,
  });
  const links = await startSendingMagicLinks(app);
  const deliverer = await startDelivering(app);
  const stopping = new AbortController();
  const tasks = [
    ...scheduledTasks.map(({ name, everyMs, run }) =>
      runForAllTenants(app, name, everyMs, roundOf(app, run, stopping.signal)),
    ),
    runForAllTenants(app, 'forget sign-in links after a day', 60 * minute, () => deleteOldMagicLinks(app)),
    runForAllTenants(app, 'forget sign-ins that have ended', 60 * minute, () => deleteEndedSignIns(app)),
  ];
  return {
    async stop() {
      stopping.abort();
      await Promise.all([links.stop(), sender.stop(), deliverer.stop(), ...tasks.map((task) => task.stop())]);
    },
  };
}

/** A task that goes through all organizations; a stop lets the one under way finish. */
function roundOf(
  house: AppContext,
  run: (scope: Scope) => Promise<unknown>,
  stopping: AbortSignal,
): () => Promise<void> {
  return async () => {
    for (const tenantId of await listTenantIds(house.pool)) {
      if (stopping.aborted) return;
      await inTenant(house, serviceCaller(tenantId), run);
    }
  };
}

/** Does a task in its time, and at once when the clock was moved. A failure is told and tried again in its time. */
function runForAllTenants(
  app: AppContext,
  name: string,
  everyMs: number,
  run: () => Promise<void>,
): Pick<Repeating, 'stop'> {
  const onError = (error: unknown) =>
    app.log.warn({ err: error, task: name }, 'a task of the timetable failed; it will run again');
  const repeating = repeat(run, { everyMs, onError });
  const forget = app.onClockMoved?.(repeating.wake);
  return {
    async stop() {
      forget?.();
      await repeating.stop();
    },
  };
}
