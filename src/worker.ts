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
import { makeDueBaseBackup } from './platform/backups/base-backup.ts';
import { makeArchiveWatch } from './platform/backups/watch-archive.ts';
import { forgetOldDeletions } from './platform/db/deleted-objects.ts';
import { deleteExpiredResponses } from './platform/db/idempotency-store.ts';
import type { Database } from './platform/db/open-database.ts';
import { type AppContext, inTenant, type Scope, serviceCaller } from './platform/db/scope.ts';
import { listTenantIds } from './platform/db/tenants.ts';
import { deleteUnusedFiles } from './platform/files/stored-files.ts';
import { type RepeatedTask, repeat } from './platform/processes/repeat.ts';
import { makeSlowWatch } from './platform/processes/slow-watch.ts';
import { removeExpiredData } from './privacy/retention.ts';
import { expireInvitations } from './residents/resident-queries.ts';
import { cleanUpEndpoints } from './webhooks/admin/manage-endpoints.ts';
import { startDelivering } from './webhooks/deliver.ts';
import { deleteOldEvents } from './webhooks/delivery-queries.ts';
import { eventRetentionMs } from './webhooks/event-feed.ts';

const minute = 60_000;
const requestRetentionMs = 14 * 24 * 60 * minute;

/** Every task is safe to run twice, also concurrently in two processes. */
export const scheduledTasks: readonly {
  readonly name: string;
  readonly everyMs: number;
  readonly run: (scope: Scope) => Promise<unknown>;
}[] = [
  { name: 'raise invoice.overdue', everyMs: 10 * minute, run: raiseOverdueEvents },
  { name: 'send payment reminders', everyMs: 60 * minute, run: remindOfPayments },
  { name: 'delete expired sessions and tokens', everyMs: 60 * minute, run: deleteExpired },
  { name: 'expire invitations', everyMs: 10 * minute, run: expireInvitations },
  { name: 'delete stored responses of repeated requests', everyMs: 60 * minute, run: deleteExpiredResponses },
  { name: 'remind residents of missing readings', everyMs: 60 * minute, run: remindOfReadings },
  { name: 'delete photos without a reading', everyMs: 60 * minute, run: deleteUnusedPhotos },
  { name: 'delete bytes of files without a row', everyMs: 24 * 60 * minute, run: deleteUnusedFiles },
  { name: 'clean up webhook endpoints', everyMs: 10 * minute, run: cleanUpEndpoints },
  { name: 'chain the audit log', everyMs: minute, run: (scope) => chainAndForwardAuditLog(scope) },
  { name: 'delete old entries of the audit log', everyMs: 10 * minute, run: deleteOldAuditEntries },
  { name: 'forget deletions after 90 days', everyMs: 24 * 60 * minute, run: forgetOldDeletions },
  {
    name: 'delete events after 30 days',
    everyMs: 60 * minute,
    run: (scope) => deleteOldEvents(scope, new Date(scope.realNow.getTime() - eventRetentionMs)),
  },
  {
    name: 'delete logged requests after 14 days',
    everyMs: 10 * minute,
    run: (scope) => deleteOldRequests(scope, new Date(scope.realNow.getTime() - requestRetentionMs)),
  },
];

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

/** Starts the worker of an app; backups need `asOwner`. `stop` finishes running work, except a backup, which it cuts off. */
export async function startWorker(app: AppContext, asOwner?: Database['asOwner']): Promise<BackgroundWorker> {
  const sender = await startSending(app, {
    invoice: makeInvoiceLetterHandler(),
    'payment-reminder': paymentReminderHandler,
  });
  const links = await startSendingMagicLinks(app);
  const deliverer = await startDelivering(app);
  const stopping = new AbortController();
  const clocks = await followTenantClocks(app, stopping.signal);
  const tasks = [
    ...scheduledTasks.map(({ name, everyMs, run }) =>
      scheduleTask(app, name, everyMs, forEachTenant(app, run, stopping.signal)),
    ),
    scheduleTask(app, 'delete sign-in links after a day', 60 * minute, () => deleteOldMagicLinks(app)),
    scheduleTask(app, 'delete used answers of sign-in providers', 60 * minute, () => deleteUsedAnswers(app)),
    scheduleTask(app, 'delete ended sign-ins', 60 * minute, () => deleteEndedSignIns(app)),
    scheduleTask(app, 'remove what was kept long enough', 24 * 60 * minute, () =>
      removeExpiredData(app, stopping.signal),
    ),
    ...scheduleBackups(app, asOwner, stopping.signal),
  ];
  return {
    async stop() {
      stopping.abort();
      await Promise.all([links, sender, deliverer, clocks, ...tasks].map((part) => part.stop()));
    },
  };
}

/** The backups that are set up. They are looked at often, so that what failed is tried again soon. */
function scheduleBackups(app: AppContext, asOwner: Database['asOwner'] | undefined, stopping: AbortSignal) {
  const { dir, walArchive } = app.config.backups;
  if (asOwner === undefined) return [];
  const context = { ...app, asOwner };
  const backup = () => makeDueBackup(context, stopping);
  const baseBackup = () => makeDueBaseBackup(context, stopping);
  return [
    ...(dir === undefined ? [] : [scheduleTask(app, 'make a backup', 30 * minute, backup)]),
    ...(walArchive === undefined
      ? []
      : [
          scheduleTask(app, 'make a base backup', 30 * minute, baseBackup),
          scheduleTask(app, 'watch the WAL archive', minute, makeArchiveWatch(app)),
        ]),
  ];
}

/** A task for all organizations; a stop lets the running one finish. */
function forEachTenant(
  app: AppContext,
  run: (scope: Scope) => Promise<unknown>,
  stopping: AbortSignal,
): () => Promise<void> {
  return async () => {
    for (const tenantId of await listTenantIds(app.pool)) {
      if (stopping.aborted) return;
      await inTenant(app, serviceCaller(tenantId), run);
    }
  };
}

/** Runs the scheduled tasks of a test organization whose clock was moved, at once. If a task fails, it runs again at its interval. */
async function followTenantClocks(app: AppContext, stopping: AbortSignal): Promise<BackgroundWorker> {
  const moved = new Set<string>();
  const onError = (error: unknown) =>
    app.log.warn({ err: error }, 'a scheduled task failed after a clock was moved; it will run again');
  const runMoved = async () => {
    for (const tenantId of moved) {
      moved.delete(tenantId);
      for (const { run } of scheduledTasks) {
        if (stopping.aborted) return;
        await inTenant(app, serviceCaller(tenantId), run).catch(onError);
      }
    }
  };
  const repeating = repeat(runMoved, { everyMs: 60 * minute, onError });
  const listening = await app.pool.listen('tenant_clock', (tenantId) => {
    moved.add(tenantId);
    repeating.wake();
  });
  return {
    async stop() {
      await listening.unlisten();
      await repeating.stop();
    },
  };
}

/** Runs a task at its interval, and at once if the clock was moved. A failure is logged and retried at the next interval. */
function scheduleTask(
  app: AppContext,
  name: string,
  everyMs: number,
  run: () => Promise<void>,
): Pick<RepeatedTask, 'stop'> {
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
    async stop() {
      forget?.();
      await repeating.stop();
    },
  };
}

/** Runs a task once, and notes for monitoring when, how long and whether it failed. Returns how many milliseconds it took. */
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
