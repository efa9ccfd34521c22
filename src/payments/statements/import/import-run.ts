// An import under way: what its stages share beside the staged entries.
import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Day } from '../../../platform/values/dates.ts';
import type { StatementFindings, ReadingContext } from '../parse/statement-entry.ts';
import type { OwnAccounts } from '../own-accounts.ts';
import type { ReportProgress } from './import-progress.ts';

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
