// Retention: how long an organization keeps what no law keeps, and the task that removes it in small batches and counts
// what it removed.

import { logSecurityEvent } from '../identity/security-log.ts';
import { deleteSecurityEvents } from '../identity/security-log-queries.ts';
import { deleteOldMails } from '../mail/mail-queries.ts';
import { noteChanges } from '../platform/audit/note-changes.ts';
import { type AppContext, inTenant, type Scope, serviceCaller } from '../platform/db/scope.ts';
import { transaction } from '../platform/db/transaction.ts';
import { bodyProblem, Invalid, type Problem } from '../platform/errors.ts';
import { deleteFiles } from '../platform/files/stored-files.ts';
import { type Day, endOfMonth } from '../platform/values/dates.ts';
import { type RetentionSettings, retentionRules } from '../platform/values/retention-rules.ts';
import { type RemovalKind, removalKinds } from './model.ts';
import { deleteExpiredAddressChanges, deleteUnusedAccounts } from './own-account-queries.ts';
import * as queries from './retention-queries.ts';

const settingNames = Object.keys(retentionRules) as (keyof RetentionSettings)[];
const dayMs = 24 * 3_600_000;
/** Rows of one transaction: short, so that nobody waits for its locks. */
const batchSize = 500;
/** The most batches of one kind in a run; the rest follows in the next one. */
const maxBatches = 200;
const maxShownRemovals = 400;

/** The day that the batches of a run have reached: what is before it is done, and is not read again for each batch. */
type Reached = { day: Day };

/** Before all that anybody has. */
const firstDay = '0001-01-01';

/** Removes at most a batch; returns how many rows. */
type RemoveBatch = (scope: Scope, settings: RetentionSettings, reached: Reached) => Promise<number>;

const removeBatch: { readonly [K in RemovalKind]: RemoveBatch } = {
  mails: (scope, { mailDays }) => deleteOldMails(scope, daysBefore(scope.realNow, mailDays), batchSize),
  invitations: (scope, { invitationDays }) =>
    queries.deleteEndedInvitations(scope, daysBefore(scope.now, invitationDays), batchSize),
  security_events: (scope, { securityLogDays }) =>
    deleteSecurityEvents(scope, daysBefore(scope.realNow, securityLogDays), batchSize),
  reading_photos: async (scope, { readingPhotoMonths }) => {
    const ids = await queries.detachOldPhotos(scope, monthsBefore(scope.now, readingPhotoMonths), batchSize);
    await queries.deleteReadingPhotos(scope, ids);
    await deleteFiles(scope, ids);
    return ids.length;
  },
  maintenance_requests: async (scope, { maintenanceMonths }) => {
    const before = monthsBefore(scope.now, maintenanceMonths);
    const ids = await queries.lockFinishedRequests(scope, before, batchSize);
    await deleteFiles(scope, await queries.deleteMaintenanceRequests(scope, ids));
    return ids.length;
  },
  invoices: async (scope, settings, reached) => {
    const days = { from: reached.day, until: lastRemovableDay(scope.now, settings) };
    const invoices = await queries.lockOldInvoices(scope, days, batchSize);
    const files = await queries.removeRecipients(
      scope,
      invoices.map(({ id }) => id),
    );
    await deleteFiles(scope, files);
    reached.day = invoices.at(-1)?.day ?? reached.day;
    return invoices.length;
  },
  payments: async (scope, settings, reached) => {
    const days = { from: reached.day, until: lastRemovableDay(scope.now, settings) };
    const removed = await queries.removePayers(scope, days, batchSize);
    reached.day = removed.toSorted().at(-1) ?? reached.day;
    return removed.length;
  },
  bank_entries: (scope, settings) => queries.removeEntryPayers(scope, lastRemovableDay(scope.now, settings), batchSize),
};

/** Returns the organization's settings, or the defaults. */
export async function getRetention(scope: Scope): Promise<RetentionSettings> {
  return (await queries.findRetention(scope)) ?? defaults;
}

const defaults = Object.fromEntries(
  settingNames.map((name) => [name, retentionRules[name].initial]),
) as RetentionSettings;

/** Changes the given settings, and writes the change to the security log. Throws Invalid. */
export async function changeRetention(scope: Scope, written: Partial<RetentionSettings>): Promise<RetentionSettings> {
  const problems = settingNames.flatMap((name) => boundProblems(name, written[name]));
  if (problems.length > 0) throw new Invalid(problems);
  await queries.lockRetention(scope);
  const before = await getRetention(scope);
  const after = { ...before, ...written };
  noteChanges(scope, before, after);
  const changed = settingNames.filter((name) => after[name] !== before[name]);
  if (changed.length === 0) return before;
  await queries.saveRetention(scope, after);
  const valuesOf = (settings: RetentionSettings) =>
    Object.fromEntries(changed.map((name) => [name, String(settings[name])]));
  await logSecurityEvent(scope, 'retention_changed', { about: null, before: valuesOf(before), after: valuesOf(after) });
  return after;
}

function boundProblems(name: keyof RetentionSettings, value: number | undefined): Problem[] {
  const { least, most } = retentionRules[name];
  if (value === undefined || (value >= least && value <= most)) return [];
  const reason = name === 'booksYears' && value < least ? ' The law asks for seven years.' : '';
  return [bodyProblem([name], 'out_of_range', `${name} must be ${least} to ${most}.${reason}`, { least, most })];
}

/** What was removed by day and kind, the latest first; at most 400 rows. */
export function listShownRemovals(scope: Scope): Promise<queries.Removal[]> {
  return queries.listRemovals(scope, maxShownRemovals);
}

/** Deletes accounts without any organization. Safe in several processes at once: each skips what another locks. */
export async function deleteUnusedPeople(app: AppContext): Promise<void> {
  const accounts = await transaction(
    app.pool,
    'read write',
    (db) => deleteUnusedAccounts({ db }, batchSize),
    async (_, deleted) => deleted,
  );
  if (accounts > 0) app.log.info({ removed: { accounts } }, 'deleted accounts that belong to no organization');
}

/**
 * Removes what one organization has kept long enough; each batch in a transaction of its own, with its count. Returns
 * the counts by kind.
 */
export async function removeExpiredOf(
  app: AppContext,
  tenantId: string,
  stopping: AbortSignal,
): Promise<Partial<Record<RemovalKind, number>>> {
  const removed: Partial<Record<RemovalKind, number>> = {};
  const caller = serviceCaller(tenantId);
  for (const kind of removalKinds) {
    const reached: Reached = { day: firstDay };
    for (let batch = 0, count = batchSize; count === batchSize && batch < maxBatches; batch += 1) {
      if (stopping.aborted) return removed;
      count = await inTenant(app, caller, async (scope) => {
        const rows = await removeBatch[kind](scope, await getRetention(scope), reached);
        if (rows > 0) await queries.addRemoval(scope, utcDay(scope.now), kind, rows);
        return rows;
      });
      if (count > 0) removed[kind] = (removed[kind] ?? 0) + count;
    }
  }
  await inTenant(app, caller, async (scope) => {
    await deleteExpiredAddressChanges(scope);
    await queries.deleteOldRemovals(scope, utcDay(daysBefore(scope.now, 730)));
  });
  if (Object.keys(removed).length > 0)
    app.log.info({ tenantId, removed }, 'removed what was kept long enough (docs/privacy-requests.md)');
  return removed;
}

/**
 * The last day whose books may lose their people: the end of the latest financial year that ended more than
 * `booksYears` years ago. Pure.
 */
export function lastRemovableDay(
  now: Date,
  { booksYears, financialYearEndMonth }: Pick<RetentionSettings, 'booksYears' | 'financialYearEndMonth'>,
): Day {
  const year = now.getUTCFullYear() - booksYears;
  const over = endOfFinancialYear(now.getUTCFullYear(), financialYearEndMonth) < utcDay(now);
  return endOfFinancialYear(over ? year : year - 1, financialYearEndMonth);
}

/**
 * The last day on which the law keeps what belongs to a day: the end of its financial year, and the years after it.
 * Pure.
 */
export function keptUntil(
  day: Day,
  { booksYears, financialYearEndMonth }: Pick<RetentionSettings, 'booksYears' | 'financialYearEndMonth'>,
): Day {
  const year = Number(day.slice(0, 4));
  const over = endOfFinancialYear(year, financialYearEndMonth) < day;
  return endOfFinancialYear((over ? year + 1 : year) + booksYears, financialYearEndMonth);
}

function endOfFinancialYear(year: number, month: number): Day {
  return endOfMonth(`${String(year).padStart(4, '0')}-${String(month).padStart(2, '0')}-01`);
}

function utcDay(moment: Date): Day {
  return moment.toISOString().slice(0, 10);
}

function daysBefore(moment: Date, days: number): Date {
  return new Date(moment.getTime() - days * dayMs);
}

/** The same day of an earlier month; the next month's first days if that month is shorter. */
function monthsBefore(moment: Date, months: number): Date {
  const earlier = new Date(moment);
  earlier.setUTCMonth(earlier.getUTCMonth() - months);
  return earlier;
}
