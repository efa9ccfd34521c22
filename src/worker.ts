// The worker: sends e-mail, delivers webhooks, and runs the scheduled tasks of every organization.

import { Counter, Gauge } from 'prom-client';
import { deleteOldRequests } from './http/request-log/request-log-queries.ts';
import { deleteExpired } from './identity/identity-queries.ts';
import { deleteOldMagicLinks, startSendingMagicLinks } from './identity/magic-links.ts';
import { deleteUsedAnswers } from './identity/providers/sign-in-flow.ts';
import { deleteEndedSignIns } from './identity/sign-ins.ts';
import { raiseOverdueEvents } from './invoicing/overdue.ts';
import { makeInvoiceLetterHandler } from './invoicing/sending/invoice-letter-handler.ts';
import { paymentReminderHandler, remindOfPayments } from './invoicing/sending/payment-reminders.ts';
import { startSending } from './mail/send-mail.ts';
import { deleteUnusedPhotos } from './metering/reading-photos.ts';
import { remindOfReadings } from './metering/reading-reminders.ts';
import { deleteOldAuditEntries } from './platform/audit/audit-log.ts';
import { chainAndForwardAuditLog } from './platform/audit/forward-audit-log.ts';
import { makeDueBackup } from './platform/backups/backup-timetable.ts';
import { forgetOldDeletions } from './platform/db/deleted-objects.ts';
import { addDueWork, type DueWork, followUp, listDueWork, planNextDay, takeDueWork } from './platform/db/due-work.ts';
import { deleteExpiredResponses } from './platform/db/idempotency-store.ts';
import type { Database } from './platform/db/open-database.ts';
import { type AppContext, inTenant, type Scope, serviceCaller } from './platform/db/scope.ts';
import { deleteUnusedFiles } from './platform/files/stored-files.ts';
import { type RepeatedTask, repeat } from './platform/processes/repeat.ts';
import { makeSlowWatch } from './platform/processes/slow-watch.ts';
import { deleteUnusedPeople, removeExpiredOf } from './privacy/retention.ts';
import { expireInvitations } from './residents/resident-queries.ts';
import { cleanUpEndpoints } from './webhooks/admin/manage-endpoints.ts';
import { startDelivering } from './webhooks/deliver.ts';
import { deleteOldEvents } from './webhooks/delivery-queries.ts';
import { eventRetentionMs } from './webhooks/event-feed.ts';

const minute = 60_000;
const requestRetentionMs = 14 * 24 * 60 * minute;
/** How often a worker looks for organizations with due work. */
const lookEveryMs = 2_000;
/** Few, so that a change is done next while a new day begins in all organizations. */
const dueAtOnce = 100;
const retryAfterMs = 10 * minute;

/**
 * A task inside one organization, safe to run twice and concurrently. `run` returns `true` if it stopped at its bound
 * and more is left.
 */
type OrganizationTask = { readonly name: string; readonly run: (scope: Scope) => Promise<unknown> };

/** What follows from a change, a minute later, and from a new day. */
const followUps: readonly OrganizationTask[] = [
  { name: 'chain the audit log', run: (scope) => chainAndForwardAuditLog(scope) },
  { name: 'raise invoice.overdue', run: raiseOverdueEvents },
  { name: 'send payment reminders', run: remindOfPayments },
  { name: 'remind residents of missing readings', run: remindOfReadings },
  { name: 'expire invitations', run: expireInvitations },
  { name: 'clean up webhook endpoints', run: cleanUpEndpoints },
];

/** What has been kept long enough, looked for once a day. */
const dailyTasks: readonly OrganizationTask[] = [
  { name: 'delete expired sessions and tokens', run: deleteExpired },
  { name: 'delete stored responses of repeated requests', run: deleteExpiredResponses },
  { name: 'delete photos without a reading', run: deleteUnusedPhotos },
  { name: 'delete bytes of files without a row', run: deleteUnusedFiles },
  { name: 'delete old entries of the audit log', run: deleteOldAuditEntries },
  { name: 'forget deletions after 90 days', run: forgetOldDeletions },
  {
    name: 'delete events after 30 days',
    run: (scope) => deleteOldEvents(scope, new Date(scope.realNow.getTime() - eventRetentionMs)),
  },
  {
    name: 'delete logged requests after 14 days',
    run: (scope) => deleteOldRequests(scope, new Date(scope.realNow.getTime() - requestRetentionMs)),
  },
];

/** All tasks inside one organization that have its transaction. */
export const organizationTasks: readonly OrganizationTask[] = [...followUps, ...dailyTasks];
/** The daily task that has transactions of its own. */
const removalTask = 'remove what was kept long enough';

const labelNames = ['task'] as const;
const taskInterval = new Gauge({
  name: 'haldur_task_interval_seconds',
  help: 'The pause between two runs of a scheduled task of this process.',
  labelNames,
});
const taskRunAt = new Gauge({
  name: 'haldur_task_last_run_timestamp_seconds',
  help: 'When a scheduled task last ended, well or not; at first when the process started.',
  labelNames,
});
const taskDuration = new Gauge({
  name: 'haldur_task_last_duration_seconds',
  help: 'How long the last run of a scheduled task took.',
  labelNames,
});
const taskFailures = new Counter({
  name: 'haldur_task_failures_total',
  help: 'Failed runs of a scheduled task.',
  labelNames,
});

export type BackgroundWorker = { stop(): Promise<void> };

/**
 * Starts the worker of an app; backups need `asOwner`. `stop` finishes running work, except a backup, which it cuts
 * off.
 */
export async function startWorker(app: AppContext, asOwner?: Database['asOwner']): Promise<BackgroundWorker> {
  const sender = await startSending(app, {
    invoice: makeInvoiceLetterHandler(),
    'payment-reminder': paymentReminderHandler,
  });
  const links = await startSendingMagicLinks(app);
  const deliverer = await startDelivering(app);
  const stopping = new AbortController();
  // Monitoring sees an increase only of what was there before.
  for (const task of [...organizationTasks.map(({ name }) => name), removalTask]) taskFailures.inc({ task }, 0);
  const dueWork = scheduleTask(app, 'do what is due in organizations', lookEveryMs, () =>
    doDueWork(app, stopping.signal),
  );
  const clocks = await app.pool.listen('tenant_clock', dueWork.wake);
  const tasks = [
    dueWork,
    scheduleTask(app, 'delete sign-in links after a day', 60 * minute, () => deleteOldMagicLinks(app)),
    scheduleTask(app, 'delete used answers of sign-in providers', 60 * minute, () => deleteUsedAnswers(app)),
    scheduleTask(app, 'delete ended sign-ins', 60 * minute, () => deleteEndedSignIns(app)),
    scheduleTask(app, 'delete accounts without an organization', 24 * 60 * minute, () => deleteUnusedPeople(app)),
    ...scheduleBackups(app, asOwner, stopping.signal),
  ];
  return {
    async stop() {
      stopping.abort();
      await clocks.unlisten();
      await Promise.all([links, sender, deliverer, ...tasks].map((part) => part.stop()));
    },
  };
}

/** Backups, if they are set up. They are looked at often, so that what failed is tried again soon. */
function scheduleBackups(app: AppContext, asOwner: Database['asOwner'] | undefined, stopping: AbortSignal) {
  if (asOwner === undefined || app.config.backups.dir === undefined) return [];
  return [scheduleTask(app, 'make a backup', 30 * minute, () => makeDueBackup({ ...app, asOwner }, stopping))];
}

/**
 * Does what is due in organizations, until nothing is left or others have it in hand. A stop lets the organization at
 * hand finish.
 */
async function doDueWork(app: AppContext, stopping: AbortSignal): Promise<void> {
  for (let isDone = true; isDone; ) {
    isDone = false;
    for (const work of await listDueWork(app.pool, app.clock(), dueAtOnce)) {
      if (stopping.aborted) return;
      if (await doWorkOf(app, work, stopping)) isDone = true;
    }
  }
}

/**
 * Does due work of one organization in one transaction; if that fails, each task for itself, and all of it again later.
 * On a new day, what was kept long enough is removed too, in transactions of its own. Returns whether it was this
 * worker's to do.
 */
async function doWorkOf(app: AppContext, work: DueWork, stopping: AbortSignal): Promise<boolean> {
  const { tenantId, kind } = work;
  const isOurs = await inTenant(app, serviceCaller(tenantId), async (scope) => {
    if (!(await takeDueWork(scope, kind))) return false;
    for (const { run } of followUps) if ((await run(scope)) === true) await followUp(scope);
    if (kind === 'timed') await doDailyTasks(scope);
    return true;
  }).catch((error: unknown) => doEachTask(app, work, error));
  if (isOurs && kind === 'timed')
    await attempt(app, tenantId, removalTask, () => removeExpiredOf(app, tenantId, stopping));
  return isOurs;
}

/**
 * Does each task for itself after they failed together, and all of them again later. Returns whether that could be
 * noted.
 */
async function doEachTask(app: AppContext, { tenantId, kind }: DueWork, error: unknown): Promise<boolean> {
  const caller = serviceCaller(tenantId);
  const isPostponed = await inTenant(app, caller, async (scope) => {
    if (await takeDueWork(scope, kind)) await addDueWork(scope, kind, new Date(scope.now.getTime() + retryAfterMs));
    return true;
  }).catch(() => false); // The organizations behind it are done all the same.
  app.log.warn({ err: error, tenantId }, 'the work of an organization failed; each task is tried for itself');
  for (const { name, run } of kind === 'timed' ? organizationTasks : followUps)
    await attempt(app, tenantId, name, () => inTenant(app, caller, run));
  return isPostponed;
}

/** Runs one task of an organization. A failure is counted and logged, and keeps no other task from running. */
async function attempt(app: AppContext, tenantId: string, task: string, run: () => Promise<unknown>): Promise<void> {
  await run().catch((error: unknown) => {
    taskFailures.inc({ task });
    app.log.warn({ err: error, task, tenantId }, 'a scheduled task failed; it will run again');
  });
}

async function doDailyTasks(scope: Scope): Promise<void> {
  for (const { run } of dailyTasks) if ((await run(scope)) === true) await addDueWork(scope, 'timed', scope.now);
  await planNextDay(scope);
}

/**
 * Runs a task at its interval, and at once if the clock was moved. A failure is logged and retried at the next
 * interval.
 */
function scheduleTask(app: AppContext, name: string, everyMs: number, run: () => Promise<void>): RepeatedTask {
  const onError = (error: unknown) =>
    app.log.warn({ err: error, task: name }, 'a scheduled task failed; it will run again');
  const noteDuration = makeSlowWatch(app.log, 1);
  const measured = async () => noteDuration(name, await measureRun(name, run));
  const repeating = repeat(measured, { everyMs, onError });
  taskInterval.set({ task: name }, everyMs / 1000);
  taskRunAt.set({ task: name }, Date.now() / 1000);
  taskFailures.inc({ task: name }, 0);
  const forget = app.onClockMoved?.(repeating.wake);
  return {
    wake: repeating.wake,
    async stop() {
      forget?.();
      await repeating.stop();
    },
  };
}

/**
 * Runs a task once, and notes for monitoring when, how long and whether it failed. Returns how many milliseconds it
 * took.
 */
async function measureRun(task: string, run: () => Promise<void>): Promise<number> {
  const began = performance.now();
  try {
    await run();
    return performance.now() - began;
  } catch (error) {
    taskFailures.inc({ task });
    throw error;
  } finally {
    taskRunAt.set({ task }, Date.now() / 1000);
    taskDuration.set({ task }, (performance.now() - began) / 1000);
  }
}
