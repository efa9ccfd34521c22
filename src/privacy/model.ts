// Privacy: retention settings, what is removed, the report of an erasure, and the person that a file of personal data
// is about.
import type { Day } from '../platform/values/dates.ts';
import type { Language } from '../platform/values/languages.ts';

/** What is removed, in the order of the console. */
export const removalKinds = [
  'mails',
  'invitations',
  'security_events',
  'reading_photos',
  'maintenance_requests',
  'invoices',
  'payments',
  'bank_entries',
] as const;
export type RemovalKind = (typeof removalKinds)[number];

/** What was removed or replaced. `mentions`: texts of others that named the person. */
export const erasedKinds = [
  'contact',
  'account',
  'notes',
  'invitations',
  'mails',
  'requests',
  'comments',
  'photos',
  'mentions',
] as const;
/** What stays. `residencies`: the days, without a name. */
export const keptKinds = [
  'invoices',
  'payments',
  'bank_entries',
  'residencies',
  'open_requests',
  'mails',
  'shared_address',
  'account',
  'security_events',
  'audit_log',
] as const;

export type ErasureReport = {
  readonly residentId: string;
  /** Null: this is only a preview. */
  readonly erasedAt: Date | null;
  readonly removed: readonly { readonly kind: (typeof erasedKinds)[number]; readonly amount: number }[];
  /** `until` is the last day; null: no day is known. */
  readonly kept: readonly {
    readonly kind: (typeof keptKinds)[number];
    readonly amount: number;
    readonly until: Day | null;
  }[];
};

export type ErasureResult = Pick<ErasureReport, 'removed' | 'kept'>;

/** The person as they are known in one organization. */
export type Subject = {
  readonly name: string;
  readonly language: Language;
  readonly userId: string | null;
  readonly residentIds: readonly string[];
  /** Addresses in lower case. */
  readonly emailKeys: readonly string[];
  /** Names, in lower case, by which a payer is recognised as this person. */
  readonly names: readonly string[];
};

/** The most rows of a section. */
export const maxRows = 10_000;
