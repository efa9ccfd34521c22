// The types of hand-overs.
import type { Day, Period } from '../platform/values/dates.ts';
import type { Language } from '../platform/values/languages.ts';
import type { Cents } from '../platform/values/money.ts';
import type { ResidencyRole } from '../residents/resident-queries.ts';

/** Somebody who comes: a known resident, or a new person with a name. */
type IncomingResident = {
  readonly residentId?: string;
  readonly name?: string;
  readonly email?: string | null;
  readonly phone?: string | null;
  readonly language?: Language;
};

export type HandOverRequest = {
  /** The first day of the newcomer. The others leave at the end of the day before. */
  readonly day: Day;
  /** The residencies that end. */
  readonly leaving: readonly string[];
  readonly newcomer: IncomingResident;
  readonly role: ResidencyRole;
  readonly receivesInvoice?: boolean;
  readonly readings?: readonly { readonly meterId: string; readonly value: number; readonly rollover?: boolean }[];
  /** Whether the newcomer is invited by e-mail. */
  readonly invite?: boolean;
};

/** A residency that a hand-over ended, and its last day as recorded before. */
export type EndedResidency = { readonly residencyId: string; readonly residentId: string; readonly until: Day | null };

export type HandOver = {
  readonly id: string;
  readonly buildingId: string;
  readonly apartmentId: string;
  readonly day: Day;
  readonly residentId: string;
  readonly residencyId: string;
  readonly residentIsNew: boolean;
  readonly ended: readonly EndedResidency[];
  readonly readingIds: readonly string[];
  readonly invitationId: string | null;
  /** The invoices that existed already, with days from the eve of the hand-over on. Others depend on it. */
  readonly invoiceIds: readonly string[];
  readonly createdAt: Date;
};

/** What a hand-over means for money. */
export type HandOverEffects = {
  /** Who pays which days of the calendar month of the hand-over. */
  readonly payers: readonly (Period & { readonly names: readonly string[] })[];
  /** The numbers of invoices that cover days of the newcomer already; they stay as they are. */
  readonly invoiced: readonly string[];
  readonly currency: string;
  /** What those who leave have not paid of sent invoices. It stays theirs, unless one of their co-payers stays. */
  readonly owed: Cents;
  /** Money of those who leave that pays no invoice yet. */
  readonly credit: Cents;
};
