// An import under way: what its stages share beside the staged entries.
import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Day } from '../../../platform/values/dates.ts';
import type { OwnAccounts } from '../own-accounts.ts';
import type { ReadingContext, StatementEntry, StatementFindings } from '../parse/statement-entry.ts';
export type ImportRun = {
  readonly importId: string;
  readonly reading: ReadingContext;
  readonly own: OwnAccounts;
  /** Where the organization is. What is booked on a later day waits. */
  readonly today: Day;
  /** What the file says of itself; complete once it is staged. */
  readonly findings: StatementFindings;
  readonly progress: ReportProgress;
  /** Entries that were staged. */
  lines: number;
};

/** Text is read in one turn of the event loop: so much of it, of so many lines, before others get theirs. */
const maxLinesInTurn = 400;
const maxTextInTurn = 40_000;

/** Goes through lines in their order and lets others have their turn between parts of them, of at most `maxLines`. */
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

/** Lets work go on that is waited for later, where its failure is thrown. */
export function inBackground(work: Promise<void>): Promise<void> {
  work.catch(() => {}); // Without this, Node ends the process if it fails before anybody waits.
  return work;
}

/** An import under way as others see it. */
export type ImportProgress = {
  readonly id: string;
  /** Who began it, as actorText says it. */
  readonly startedBy: string;
  readonly fileName: string | null;
  readonly dryRun: boolean;
  readonly linesRead: number;
  readonly linesDecided: number;
  /** A person wants it to end. */
  readonly cancelled: boolean;
  readonly startedAt: Date;
};

/** What an import says of itself, as often as it likes: lines of the file that were read, and those that were decided. Throws when a person has cancelled it. */
export type ReportProgress = (figures: { readonly linesRead?: number; readonly linesDecided?: number }) => void;

/** What is compared of an entry. */
export type Movement = Pick<
  StatementEntry,
  'account' | 'currency' | 'amount' | 'bookedOn' | 'bankId' | 'endToEndId' | 'transactionId'
> & { readonly id: string };

/** Money comes back within so many days. */
export const maxReturnDays = 15;
