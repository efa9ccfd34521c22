// Privacy: retention settings, what is removed, the report of an erasure, and the person that a file of personal data is about.
import type { Day } from '../platform/values/dates.ts';
import type { Language } from '../platform/values/languages.ts';

/** The settings with their defaults and bounds, which the table retention_settings checks too. */
export const retentionRules = {
  mailDays: { initial: 90, least: 30, most: 365 },
  invitationDays: { initial: 90, least: 7, most: 365 },
  securityLogDays: { initial: 365, least: 180, most: 1095 },
  /** Three years: the limitation period of claims (Tsiviilseadustiku üldosa seadus § 146). */
  readingPhotoMonths: { initial: 36, least: 12, most: 120 },
  maintenanceMonths: { initial: 36, least: 12, most: 120 },
  /** Seven years at least (Raamatupidamise seadus § 12). */
  booksYears: { initial: 7, least: 7, most: 15 },
  financialYearEndMonth: { initial: 12, least: 1, most: 12 },
} as const;
export type RetentionSettings = { readonly [K in keyof typeof retentionRules]: number };

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
