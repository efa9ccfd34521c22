// A running import: what its stages share besides the staged entries.
import type { Day } from '../../../platform/values/dates.ts';
import type { OwnAccounts } from '../own-accounts.ts';
import type { ReadingContext, StatementFindings } from '../parse/statement-entry.ts';
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
  entries: number;
};

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

/** Throws Conflict when a person has cancelled the import. */
export function throwIfCancelled(run: ImportRun): void {
  run.progress({}); // Whoever reports progress hears of it.
}

/**
 * Reports progress, as often as needed: how many entries are read and decided; the API calls them lines. Throws when a
 * person has cancelled the import.
 */
export type ReportProgress = (figures: { readonly linesRead?: number; readonly linesDecided?: number }) => void;
