// Reads the file as a stream into a temporary table, so that memory use stays small and every later stage sees the
// whole file.

import type { Scope } from '../../../platform/db/scope.ts';
import type { ByteSource } from '../../../platform/files/readable-files.ts';
import { newId } from '../../../platform/values/ids.ts';
import type { WaitReason } from '../../model.ts';
import { readStatement } from '../parse/parse-statement.ts';
import { formatKindOf, type StatementEntry } from '../parse/statement-entry.ts';
import type { ImportRun } from './import-run.ts';
import { earlierKeyOf, entryKeyOf } from './same-booking.ts';
import * as queries from './staging-queries.ts';

/** Entries per insert statement. */
const entriesPerInsert = 200;

/** Stages all entries of a file. Throws Invalid with everything that cannot be read. */
export async function stageEntries(scope: Scope, run: ImportRun, source: ByteSource): Promise<void> {
  await queries.createStaging(scope);
  let staged: queries.NewStagedEntry[] = [];
  for await (const entries of readStatement(source, run.reading, run.findings)) {
    for (const entry of entries) staged.push(stagedEntry(run, entry));
    if (staged.length < entriesPerInsert) continue;
    await queries.insertStaged(scope, staged);
    run.progress({ linesRead: run.entries });
    staged = [];
  }
  await queries.insertStaged(scope, staged);
  run.progress({ linesRead: run.entries });
  await queries.completeStaging(scope);
}

function stagedEntry(run: ImportRun, entry: StatementEntry): queries.NewStagedEntry {
  run.entries += 1;
  const normalised = { ...entry, account: run.own.accountFor(entry.account) };
  const hold = holdReasonOf(run, normalised);
  return {
    ...normalised,
    hold,
    entryNumber: run.entries,
    id: newId(),
    kind: formatKindOf(run.findings.format),
    key: entryKeyOf(normalised),
    earlierKey: earlierKeyOf(normalised),
  };
}

/** Why an entry may not be matched automatically, as far as the entry itself shows. */
function holdReasonOf({ own, today }: ImportRun, entry: StatementEntry): WaitReason | null {
  if (!own.has(entry.account)) return 'foreign_account';
  if (entry.bookedOn > today) return 'booked_after_today';
  return entry.reversal ? 'reversal' : entry.hold;
}
