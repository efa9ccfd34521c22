// The worker: sends mail, delivers webhooks, and keeps the timetable: what is done for every organization, and how often.
import { raiseOverdue } from './invoicing/overdue.ts';
import { invoiceCare } from './invoicing/sending/record-sent-invoice.ts';
import { paymentReminderCare, remindOfPayments } from './invoicing/sending/payment-reminders.ts';
import { forgetMagicLinks, startSendingMagicLinks } from './identity/magic-links.ts';
import { deleteExpired } from './identity/identity-queries.ts';
import { forgetSecurityEvents } from './identity/security-log.ts';
import { forgetSignIns } from './identity/sign-ins.ts';
import { deleteOldMails } from './mail/mail-queries.ts';
import { startSending } from './mail/send-mail.ts';
import { forgetUnusedPhotos } from './metering/reading-photos.ts';
import { remindOfReadings } from './metering/reading-reminders.ts';
import { forgetAnswers } from './platform/db/idempotency-store.ts';
import { sweepFiles } from './platform/files/stored-files.ts';
import { type Repeating, repeat } from './platform/processes/repeat.ts';
import { type House, inTenant, type Scope, serviceIn } from './platform/db/scope.ts';
import { allTenants } from './platform/db/tenants.ts';
import { expireInvitations } from './residents/resident-queries.ts';
import { cleanUpEndpoints } from './webhooks/admin/manage-endpoints.ts';
import { startDelivering } from './webhooks/deliver.ts';
import { deleteOldEvents } from './webhooks/delivery-queries.ts';

const minute = 60_000;
const eventsKeptMs = 30 * 24 * 60 * minute;
const mailsKeptMs = 90 * 24 * 60 * minute;

/** Every task is safe to run twice, and at the same moment in two processes. */
const timetable: readonly {
  readonly name: string;
  readonly everyMs: number;
  readonly run: (scope: Scope) => Promise<unknown>;
}[] = [
  { name: 'raise invoice.overdue', everyMs: 10 * minute, run: raiseOverdue },
  { name: 'remind of invoices that are not paid', everyMs: 60 * minute, run: remindOfPayments },
  { name: 'forget expired sessions and tokens', everyMs: 60 * minute, run: deleteExpired },
  { name: 'end invitations whose days are over', everyMs: 10 * minute, run: expireInvitations },
  { name: 'forget the security log after a year', everyMs: 60 * minute, run: forgetSecurityEvents },
  { name: 'forget answers kept for repeated requests', everyMs: 60 * minute, run: forgetAnswers },
  { name: 'remind residents of missing readings', everyMs: 60 * minute, run: remindOfReadings },
  { name: 'forget photos that no reading names', everyMs: 60 * minute, run: forgetUnusedPhotos },
  { name: 'sweep away files that nothing names', everyMs: 24 * 60 * minute, run: sweepFiles },
  { name: 'clean up webhook endpoints', everyMs: 10 * minute, run: cleanUpEndpoints },
  {
    name: 'forget events after 30 days',
    everyMs: 60 * minute,
    run: (scope) => deleteOldEvents(scope, new Date(scope.now.getTime() - eventsKeptMs)),
  },
  {
    name: 'forget finished mails after 90 days',
    everyMs: 60 * minute,
    run: (scope) => deleteOldMails(scope, new Date(scope.now.getTime() - mailsKeptMs)),
  },
];

export type Worker = { stop(): Promise<void> };

/** Starts the worker of a house. `stop` finishes what is under way. */
export async function startWorker(house: House): Promise<Worker> {
  const sender = await startSending(house, { invoice: invoiceCare(), 'payment-reminder': paymentReminderCare });
  const links = await startSendingMagicLinks(house);
  const deliverer = await startDelivering(house);
  const stopping = new AbortController();
  const tasks = [
    ...timetable.map(({ name, everyMs, run }) => keep(house, name, everyMs, roundOf(house, run, stopping.signal))),
    keep(house, 'forget sign-in links after a day', 60 * minute, () => forgetMagicLinks(house)),
    keep(house, 'forget sign-ins that have ended', 60 * minute, () => forgetSignIns(house)),
  ];
  return {
    async stop() {
      stopping.abort();
      await Promise.all([links.stop(), sender.stop(), deliverer.stop(), ...tasks.map((task) => task.stop())]);
    },
  };
}

/** A task that goes through all organizations; a stop lets the one under way finish. */
function roundOf(house: House, run: (scope: Scope) => Promise<unknown>, stopping: AbortSignal): () => Promise<void> {
  return async () => {
    for (const tenantId of await allTenants(house.pool)) {
      if (stopping.aborted) return;
      await inTenant(house, serviceIn(tenantId), run);
    }
  };
}

/** Does a task in its time, and at once when the clock was moved. A failure is told and tried again in its time. */
function keep(house: House, name: string, everyMs: number, run: () => Promise<void>): Pick<Repeating, 'stop'> {
  const onError = (error: unknown) =>
    house.log.warn({ err: error, task: name }, 'a task of the timetable failed; it will run again');
  const repeating = repeat(run, { everyMs, onError });
  const forget = house.onClockMoved?.(repeating.wake);
  return {
    async stop() {
      forget?.();
      await repeating.stop();
    },
  };
}
