// Imports a bank statement: reads, decides and writes in one transaction, all or nothing. Each stage is one call and
// has its own file; later stages read the results of earlier ones from the staged entries.

import { lockMoney } from '../../../platform/db/locks.ts';
import { withDryRun } from '../../../platform/db/savepoint.ts';
import type { Scope } from '../../../platform/db/scope.ts';
import type { ByteSource } from '../../../platform/files/readable-files.ts';
import type { Spreadsheet } from '../../../platform/files/spreadsheet.ts';
import { dayIn } from '../../../platform/values/dates.ts';
import { newId } from '../../../platform/values/ids.ts';
import { makeOwnAccounts } from '../own-accounts.ts';
import { findOwnProfiles } from '../own-profiles.ts';
import { emptyFindings } from '../parse/statement-entry.ts';
import * as queries from '../statement-queries.ts';
import { excludeReversalCredits } from './exclude-reversal-credits.ts';
import { noProgress } from './import-progress.ts';
import type { ImportRun, ReportProgress } from './import-run.ts';
import { matchCredits } from './match-credits.ts';
import { recogniseEntries } from './recognise-entries.ts';
import { reportImport, reportKnownFile, type StatementImport } from './report-import.ts';
import { reverseReturns } from './reverse-returns.ts';
import { stageEntries } from './stage-entries.ts';
import { storeEntries } from './store-entries.ts';

/** An uploaded statement file. */
export type StatementFile = {
  /** Hash of its bytes, in hex. */
  readonly sha256: string;
  /** Its bytes, from the beginning at each read: detecting the encoding may read the whole file. */
  readonly source: ByteSource;
  /** The currency of the amounts, for a file that does not name it. */
  readonly currency?: string | undefined;
  /** Set where it was a spreadsheet; then `source` is its text. */
  readonly spreadsheet?: Spreadsheet | undefined;
};

/**
 * Imports a file: new entries are stored, and its credits become payments and are matched. The same file again changes
 * nothing; of overlapping files only new entries are added. With `dryRun` everything is decided and nothing stored.
 * Other transactions that move this organization's money wait meanwhile. Throws Invalid with all parts of the file that
 * cannot be read, and Conflict when a person cancelled it; the caller's transaction rolls back.
 */
export async function importStatement(
  scope: Scope,
  file: StatementFile,
  dryRun: boolean,
  progress: ReportProgress = noProgress,
): Promise<StatementImport> {
  await lockMoney(scope);
  const fileHash = Buffer.from(file.sha256, 'hex');
  const earlierImport = await queries.findImport(scope, fileHash);
  if (earlierImport !== undefined) return reportKnownFile(earlierImport);
  return withDryRun(scope, dryRun, async () => {
    const run = await beginRun(scope, fileHash, file, progress);
    await stageEntries(scope, run, file.source);
    await recogniseEntries(scope, run);
    await storeEntries(scope, run);
    await excludeReversalCredits(scope);
    await matchCredits(scope, run);
    return reportImport(scope, run, await reverseReturns(scope, run));
  });
}

/** What the stages share. */
async function beginRun(
  scope: Scope,
  fileHash: Buffer,
  { currency = '', spreadsheet }: StatementFile,
  progress: ReportProgress,
): Promise<ImportRun> {
  const { ibans, currencyOf, timeZones } = await queries.findOwnAccounts(scope);
  const importId = newId();
  await queries.insertImport(scope, importId, fileHash);
  const timeZone = timeZones[0] ?? 'Europe/Tallinn'; // Of most buildings; without a building there is nothing to match.
  const today = dayIn(timeZone, scope.now);
  const profiles = await findOwnProfiles(scope);
  const reading = { timeZone, today, currency, accounts: currencyOf, profiles, spreadsheet };
  return { importId, reading, own: makeOwnAccounts(ibans), today, findings: emptyFindings(), progress, entries: 0 };
}
