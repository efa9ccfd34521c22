// A running import: what its stages share besides the staged entries.
import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Day } from '../../../platform/values/dates.ts';
import type { OwnAccounts } from '../own-accounts.ts';
import type { ReadingContext, StatementEntry, StatementFindings } from '../parse/statement-entry.ts';
export type ImportRun = {
  readonly importId: string;
  readonly reading: ReadingContext;
  readonly own: OwnAccounts;
  /** In the organization's time zone. Entries booked later wait. */
  readonly today: Day;
  /** What the file says about itself; complete once it is staged. */
  readonly findings: StatementFindings;
  readonly progress: ReportProgress;
  /** Number of staged entries. */
  lines: number;
};

/** Limits of text and lines processed in one turn of the event loop: other requests wait for its end, several times each. */
const maxLinesInTurn = 100;
const maxTextInTurn = 10_000;

/** Iterates over lines in order and yields to the event loop between parts of at most `maxLines`. */
export async function* splitIntoTurns<T extends { readonly text: string }>(
  lines: readonly T[],
  maxLines = maxLinesInTurn,
): AsyncGenerator<readonly T[]> {
  let part: T[] = [];
  let text = 0;
  for (const line of lines) {
    part.push(line);
    text += line.text.length;
    if (part.length < maxLines && text < maxTextInTurn) continue;
    yield part;
    await nextTurn();
    part = [];
    text = 0;
  }
  if (part.length > 0) yield part;
}

/** The progress of a running import, for other requests. */
export type ImportProgress = {
  readonly id: string;
  /** Who started it, as actorText formats it. */
  readonly startedBy: string;
  readonly fileName: string | null;
  readonly dryRun: boolean;
  readonly linesRead: number;
  readonly linesDecided: number;
  /** Whether a person cancelled it. */
  readonly cancelled: boolean;
  readonly startedAt: Date;
};

/** Reports progress, as often as needed: lines of the file read, and lines decided. Throws when a person has cancelled the import. */
export type ReportProgress = (figures: { readonly linesRead?: number; readonly linesDecided?: number }) => void;

/** The fields of an entry that are compared. */
export type Movement = Pick<
  StatementEntry,
  'account' | 'currency' | 'amount' | 'bookedOn' | 'bankId' | 'endToEndId' | 'transactionId'
> & { readonly id: string };

/** Returned money arrives within this number of days. */
export const maxReturnDays = 15;
