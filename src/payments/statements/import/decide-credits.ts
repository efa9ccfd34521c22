// Decides which invoices a credit pays, and why, by a sequence of evidence: never by amount alone, and two candidates
// need review. No I/O: the same entries, invoices and history give the same decisions; each reduces the balances.
import type { OpenInvoice } from '../../../invoicing/invoice-queries.ts';
import { addDays, type Day } from '../../../platform/values/dates.ts';
import { type Cents, formatCents, sumCents } from '../../../platform/values/money.ts';
import { firstIndexWhere } from '../../../platform/values/sorted.ts';
import type { ManualPayment, MatchedBy, WaitReason } from '../../model.ts';
import { splitOldestFirst } from '../../split-oldest-first.ts';
import {
  canonicalReference,
  extractReferences,
  isNamedAt,
  minReferenceLength,
  type NamedApartment,
  type PaymentReferences,
  swappedReferences,
} from '../extract-references.ts';
import type { StatementEntry } from '../parse/statement-entry.ts';
import { isOnlyPayer, payerWordsOf } from '../payer-names.ts';

/** An invoice that can be paid; `permanentReference` is its apartment's own reference. */
export type Candidate = OpenInvoice & { readonly permanentReference: string };

/** A candidate whose balance decreases as credits are decided. */
type OpenCandidate = Omit<Candidate, 'balance'> & { balance: Cents };

/** The candidates that the database has for some credits. */
export type Candidates = {
  readonly invoices: readonly Candidate[];
  /** Apartments by their permanent references, with or without open invoices. */
  readonly apartments: readonly {
    readonly apartmentId: string;
    readonly buildingId: string;
    readonly permanentReference: string;
    readonly iban: string | null;
  }[];
  /** Apartments by the number that a text names, in capitals, in the building of what else the payment quotes. */
  readonly named: readonly {
    readonly apartmentId: string;
    readonly buildingId: string;
    readonly number: string;
    /** The name and address of the building. */
    readonly building: string;
  }[];
  /** By account, and by the payer's own words. */
  readonly knownPayers: ReadonlyMap<string, KnownPayer>;
  /** Manual payments of apartments that no statement has shown, oldest first. */
  readonly manualPayments: readonly ManualPayment[];
};

/**
 * What an account, or a payer with the same words, has paid before: for which apartments, by a reference or a manual
 * match, and under which names.
 */
export type KnownPayer = { readonly apartmentIds: readonly string[]; readonly names: readonly string[] };

export type Decision =
  | {
      readonly kind: 'pay';
      readonly reason: MatchedBy;
      readonly evidence: string;
      readonly parts: readonly { readonly invoiceId: string; readonly buildingId: string; readonly amount: Cents }[];
      /** The apartment that the rest is credit of; null when the invoices belong to several. */
      readonly apartmentId: string | null;
    }
  | {
      readonly kind: 'wait';
      readonly reason: WaitReason;
      readonly evidence: string | null;
      readonly apartmentId: string | null;
    };

/** A credit to decide about; `hold` is why it may not be matched automatically. */
export type IncomingCredit = Pick<
  StatementEntry,
  'account' | 'currency' | 'amount' | 'bookedOn' | 'references' | 'text' | 'payerName' | 'payerIban'
> & {
  readonly hold: WaitReason | null;
  /** Whether several names pay from the payer's account in the file. */
  readonly sharedPayer: boolean;
};

/** Decides about credits in order; each reduces the balances of the index by its allocations. */
export function decideCredits(credits: readonly IncomingCredit[], index: CandidateIndex): Decision[] {
  return credits.map((credit) => {
    const decision = waitIfRecordedManually(credit, index, waitIfTextDiffers(credit, index, decide(credit, index)));
    if (decision.kind === 'pay') for (const part of decision.parts) index.take(part.invoiceId, part.amount);
    return decision;
  });
}

/** Open invoices by everything that can identify them, with balances that decrease as credits are decided. */
type CandidateIndex = {
  byReference(reference: string): readonly Candidate[];
  byNumber(number: string): readonly Candidate[];
  /** The open invoices of an apartment, and of a payer's apartments. */
  ofApartment(apartmentId: string): readonly Candidate[];
  ofPayer(key: string): readonly Candidate[];
  payer(key: string): KnownPayer | undefined;
  apartment(reference: string): Candidates['apartments'][number] | undefined;
  /** The apartment that a text names in the building of another. */
  neighbour(apartmentId: string, named: NamedApartment): string | undefined;
  /** The oldest manual payment of an apartment: of all, or on a day or later, or with an amount. */
  oldestManual(apartmentId: string, from?: Day, amount?: Cents): ManualPayment | undefined;
  isWhole(invoiceId: string, amount: Cents): boolean;
  take(invoiceId: string, amount: Cents): void;
  /** The most invoices that one reference, number or apartment has: what looking for the right one costs. */
  readonly largest: number;
};

/**
 * The most open invoices of one reference, number or apartment that are candidates, the oldest ones: more is no
 * apartment that pays.
 */
export const maxCandidates = 300;

/** Indexes the candidates loaded for some credits. */
export function indexCandidates(candidates: Candidates): CandidateIndex {
  const { invoices, apartments, named, knownPayers, manualPayments } = candidates;
  const open = new Map(invoices.map((invoice): [string, OpenCandidate] => [invoice.id, { ...invoice }]));
  const byReference = new Map<string, Candidate[]>();
  const byNumber = new Map<string, Candidate[]>();
  const byApartment = new Map<string, Candidate[]>();
  const addTo = (map: Map<string, Candidate[]>, key: string, invoice: Candidate) => {
    const sameKey = map.get(key);
    if (sameKey === undefined) map.set(key, [invoice]);
    else if (sameKey.length < maxCandidates) sameKey.push(invoice);
  };
  for (const invoice of open.values()) {
    for (const key of new Set([canonicalReference(invoice.reference), canonicalReference(invoice.permanentReference)]))
      addTo(byReference, key, invoice);
    addTo(byNumber, invoice.number.toUpperCase(), invoice);
    addTo(byApartment, invoice.apartmentId, invoice);
  }
  const apartmentOf = new Map(
    apartments.map((apartment) => [canonicalReference(apartment.permanentReference), apartment]),
  );
  const buildingOf = new Map([...invoices, ...apartments].map((item) => [item.apartmentId, item.buildingId]));
  const byPlace = new Map(named.map((item) => [`${item.buildingId} ${item.number}`, item]));
  const lists = [byReference, byNumber, byApartment].flatMap((map) => [...map.values()]);
  const stillOpen = (found: readonly Candidate[] | undefined) => (found ?? []).filter((invoice) => invoice.balance > 0);
  return {
    largest: lists.reduce((most, list) => Math.max(most, list.length), 0),
    byReference: (reference) => stillOpen(byReference.get(reference)),
    byNumber: (number) => stillOpen(byNumber.get(number)),
    ofApartment: (apartmentId) => stillOpen(byApartment.get(apartmentId)),
    neighbour(apartmentId, apartment) {
      const found = byPlace.get(`${buildingOf.get(apartmentId)} ${apartment.number}`);
      return found !== undefined && isNamedAt(found.building, apartment) ? found.apartmentId : undefined;
    },
    ofPayer: (key) =>
      (knownPayers.get(key)?.apartmentIds ?? []).flatMap((apartmentId) => stillOpen(byApartment.get(apartmentId))),
    payer: (key) => knownPayers.get(key),
    apartment: (reference) => apartmentOf.get(reference),
    oldestManual: makeManualFinder(manualPayments),
    isWhole: (invoiceId, amount) => open.get(invoiceId)?.balance === amount,
    take(invoiceId, amount) {
      const invoice = open.get(invoiceId);
      if (invoice !== undefined) invoice.balance -= amount;
    },
  };
}

/** Finds manual payments by day and by amount, without going through all that an apartment has. */
function makeManualFinder(manualPayments: Candidates['manualPayments']): CandidateIndex['oldestManual'] {
  const byApartment = Map.groupBy(manualPayments, (payment) => payment.apartmentId);
  const byAmount = new Map<string, ReadonlyMap<Cents, readonly ManualPayment[]>>();
  const withAmount = (apartmentId: string, all: readonly ManualPayment[], amount: Cents) => {
    const groups = byAmount.get(apartmentId) ?? Map.groupBy(all, (payment) => payment.amount);
    byAmount.set(apartmentId, groups);
    return groups.get(amount) ?? [];
  };
  return (apartmentId, from = '', amount) => {
    const all = byApartment.get(apartmentId) ?? [];
    const payments = amount === undefined ? all : withAmount(apartmentId, all, amount);
    return payments[firstIndexWhere(payments, ({ paidOn }) => paidOn >= from)];
  };
}

function decide(credit: IncomingCredit, index: CandidateIndex): Decision {
  const extracted = extractReferences(credit);
  if (credit.hold !== null) return wait(credit.hold, describe(extracted));
  if (extracted.structured.length > 0) return matchByReferences(credit, index, extracted.structured, 'reference');
  const unchecked = extracted.own.map(canonicalReference).filter((text) => index.byReference(text).length > 0);
  if (unchecked.length > 0) return matchByReferences(credit, index, unchecked, 'reference');
  if (extracted.doubtful.length > 0) return wait('reference_invalid', `reference ${extracted.doubtful[0]}`);
  const knownReferences = extracted.inText.filter(
    (text) => index.byReference(text).length > 0 || index.apartment(text) !== undefined,
  );
  const sure = knownReferences.filter((text) => text.length >= minReferenceLength);
  if (sure.length > 0) return matchByReferences(credit, index, sure, 'reference_in_text');
  if (knownReferences.length > 0) return wait('reference_too_short', `reference ${knownReferences[0]}`);
  return (
    matchByInvoiceNumber(credit, index, extracted) ??
    matchByKnownPayer(credit, index, extracted) ??
    wait('nothing_found', describe(extracted))
  );
}

/**
 * Where the text names another apartment, a person decides: if that owes exactly the amount, and this one does not; or
 * if it is named by its number, and this payer has not paid for this one before. Otherwise the field goes before the
 * text.
 */
function waitIfTextDiffers(credit: IncomingCredit, index: CandidateIndex, decision: Decision): Decision {
  const { apartmentId, evidence } = decision;
  if (apartmentId === null) return decision;
  const { byNumber, others } = namedInstead(credit, index, apartmentId);
  const isOwed = (id: string) =>
    isOwedExactly(
      credit.amount,
      index.ofApartment(id).flatMap((candidate) => (fits(credit, candidate) ? candidate.balance : [])),
    );
  const payers = [index.payer(credit.payerIban ?? ''), index.payer(wordsOfPayer(credit) ?? '')];
  const hasPaidBefore = payers.some((payer) => payer?.apartmentIds.includes(apartmentId));
  const isDoubtful = (byNumber && !hasPaidBefore) || (others.some(isOwed) && !isOwed(apartmentId));
  return isDoubtful ? wait('text_differs', `${evidence}; the text names another apartment`) : decision;
}

/**
 * The apartments that a text names, by number, reference or invoice number, and whether one by its number; none if this
 * one is among them.
 */
export function namedInstead(
  credit: Pick<IncomingCredit, 'references' | 'text'>,
  index: CandidateIndex,
  apartmentId: string,
): { readonly byNumber: boolean; readonly others: readonly string[] } {
  const { inText, numbers, apartments } = extractReferences(credit);
  const numbered = apartments.flatMap((apartment) => index.neighbour(apartmentId, apartment) ?? []);
  const quoted = inText
    .filter((text) => text.length >= minReferenceLength)
    .flatMap((text) => index.apartment(text)?.apartmentId ?? apartmentsOf(index.byReference(text)));
  const others = [...numbered, ...quoted, ...apartmentsOf(numbers.flatMap((number) => index.byNumber(number)))];
  if (others.includes(apartmentId)) return { byNumber: false, others: [] };
  return { byNumber: numbered.length > 0, others };
}

/**
 * Money that may be the same as a manual payment needs review. It never becomes credit, and pays only what was recorded
 * more than ten days before, or exactly the open balance when another amount was recorded.
 */
function waitIfRecordedManually(credit: IncomingCredit, index: CandidateIndex, decision: Decision): Decision {
  const { apartmentId, evidence, reason } = decision;
  if (apartmentId === null || reason === 'invoice_number') return decision;
  const parts = decision.kind === 'pay' ? decision.parts : [];
  const exact =
    sumCents(parts.map((part) => part.amount)) === credit.amount &&
    parts.every((part) => index.isWhole(part.invoiceId, part.amount));
  const doubt =
    parts.length === 0
      ? index.oldestManual(apartmentId)
      : index.oldestManual(apartmentId, addDays(credit.bookedOn, -10), exact ? credit.amount : undefined);
  if (doubt === undefined) return decision;
  return wait('possible_duplicate', `${evidence}; ${shown(doubt.amount, credit)} recorded manually on ${doubt.paidOn}`);
}

/**
 * One reference pays the open invoices under it: the one with exactly this balance, otherwise the oldest first; several
 * references only when their sum is the amount.
 */
function matchByReferences(
  credit: IncomingCredit,
  index: CandidateIndex,
  references: readonly string[],
  reason: MatchedBy,
): Decision {
  const evidence = `reference ${references.join(', ')}`;
  const found = references.map((reference) => index.byReference(reference));
  const all = [...new Set(found.flat())];
  const fitting = all.filter((candidate) => fits(credit, candidate));
  const instead = references.length > 1 ? undefined : findMeantInstead(credit, index, references[0] ?? '');
  if (instead !== undefined) return wait('several_candidates', `${evidence}, or ${instead}`);
  if (fitting.length === 0) return creditApartment(credit, index, references, evidence, findMismatch(credit, all));
  if (references.length === 1) {
    if (apartmentsOf(fitting).length > 1) return wait('several_candidates', evidence);
    return pay(credit, pickMeantInvoices(credit, fitting), reason, evidence);
  }
  const complete = found.every((some) => some.some((candidate) => fits(credit, candidate)));
  const sum = sumCents(fitting.map((candidate) => candidate.balance));
  return complete && sum === credit.amount
    ? pay(credit, fitting, reason, evidence)
    : wait('references_do_not_add_up', evidence);
}

/**
 * What may be meant instead of a reference of another apartment than those that the payer's account has paid for, under
 * whatever name: a doubt needs less than a decision. Either two of its digits changed places, and the other apartment
 * owes exactly this amount, or is the payer's; where what is quoted is owed exactly, both are needed. Or the payer's
 * own apartments owe exactly this amount, and the one quoted does not.
 */
function findMeantInstead(credit: IncomingCredit, index: CandidateIndex, reference: string): string | undefined {
  const isOwed = (candidates: readonly Candidate[]) =>
    isOwedExactly(
      credit.amount,
      candidates.filter((candidate) => fits(credit, candidate)).map(({ balance }) => balance),
    );
  const payer = credit.payerIban ?? '';
  const apartmentIds = index.payer(payer)?.apartmentIds ?? [];
  const isOfPayer = (written: string) => apartmentIds.includes(index.apartment(written)?.apartmentId ?? '');
  const quoted = index.byReference(reference);
  const isOwedAsQuoted = isOwed(quoted);
  const isPayersOwn = isOfPayer(reference) || quoted.some(({ apartmentId }) => apartmentIds.includes(apartmentId));
  const swapped = swappedReferences(reference).find((written) => {
    const isOwedThere = isOwed(index.byReference(written));
    const isOfPayerThere = isOfPayer(written) && !isPayersOwn;
    return isOwedAsQuoted ? isOwedThere && isOfPayerThere : isOwedThere || isOfPayerThere;
  });
  if (swapped !== undefined) return `${swapped} mistyped`;
  const isOurs = quoted.length > 0 || index.apartment(reference) !== undefined;
  if (!isOurs || isOwedAsQuoted || isPayersOwn || !isOwed(index.ofPayer(payer))) return undefined;
  return `exactly what payer ${payer} owes`;
}

/** Whether an amount is one of these balances, or all of them. */
export function isOwedExactly(amount: Cents, balances: readonly Cents[]): boolean {
  return balances.includes(amount) || (balances.length > 0 && sumCents(balances) === amount);
}

/** After a change of owner several payers quote one reference: a payment of exactly one balance means that invoice. */
function pickMeantInvoices({ amount }: IncomingCredit, open: readonly Candidate[]): readonly Candidate[] {
  const exact = open.filter((candidate) => candidate.balance === amount);
  return exact.length === 1 ? exact : open;
}

/**
 * A reference of ours without an open invoice makes credit of its apartment, when the money was received on the account
 * that the apartment pays to.
 */
function creditApartment(
  credit: IncomingCredit,
  index: CandidateIndex,
  references: readonly string[],
  evidence: string,
  unfit: WaitReason | undefined,
): Decision {
  if (unfit !== undefined) return wait(unfit, evidence);
  const apartments = references.flatMap((reference) => index.apartment(reference) ?? []);
  const [apartment] = apartments;
  if (apartment === undefined) return wait('nothing_found', evidence);
  if (references.length > 1) return wait('nothing_open', evidence);
  if (!isOnAccount(credit, apartment.iban)) return wait('other_account', evidence);
  return { kind: 'wait', reason: 'nothing_open', evidence, apartmentId: apartment.apartmentId };
}

/** An invoice number in the text, with exactly its balance. */
function matchByInvoiceNumber(
  credit: IncomingCredit,
  index: CandidateIndex,
  { numbers }: PaymentReferences,
): Decision | undefined {
  const found = [...new Set(numbers.flatMap((number) => index.byNumber(number)))];
  const [first] = found;
  if (first === undefined) return undefined;
  const evidence = `invoice number ${found.map((candidate) => candidate.number).join(', ')}`;
  if (found.length > 1) return wait('several_candidates', evidence);
  if (!fits(credit, first)) return wait(findMismatch(credit, found) ?? 'other_account', evidence);
  if (first.balance !== credit.amount)
    return wait('amount_differs', `${evidence}, balance ${shown(first.balance, credit)}`);
  return pay(credit, [first], 'invoice_number', evidence);
}

/** A payer who paid for these apartments before: known by account and name, or else by their own words. */
function matchByKnownPayer(
  credit: IncomingCredit,
  index: CandidateIndex,
  references: PaymentReferences,
): Decision | undefined {
  const byAccount = matchByAccount(credit, index, references);
  if (byAccount !== undefined && byAccount.reason !== 'payer_differs') return byAccount;
  return matchByWords(credit, index, references) ?? byAccount;
}

/**
 * The account alone proves nothing: it may be that of an institution, an employer or a family. One name alone must pay
 * from it, and it must be the one of this credit.
 */
function matchByAccount(
  credit: IncomingCredit,
  index: CandidateIndex,
  references: PaymentReferences,
): Decision | undefined {
  if (credit.payerIban === null) return undefined;
  const all = index.ofPayer(credit.payerIban).filter((candidate) => fits(credit, candidate));
  if (all.length === 0) return undefined;
  const evidence = `payer ${credit.payerIban}`;
  const names = index.payer(credit.payerIban)?.names ?? [];
  if (credit.sharedPayer || !isOnlyPayer(credit.payerName, names)) return wait('payer_differs', evidence);
  return matchInFull(credit, all, references, evidence);
}

/**
 * Words that a person once matched to this apartment, and to no other. They do not decide where the account pays for
 * another apartment that owes exactly this amount.
 */
function matchByWords(
  credit: IncomingCredit,
  index: CandidateIndex,
  references: PaymentReferences,
): Decision | undefined {
  const words = wordsOfPayer(credit);
  const apartmentIds = index.payer(words ?? '')?.apartmentIds ?? [];
  const all = index.ofPayer(words ?? '').filter((candidate) => fits(credit, candidate));
  if (all.length === 0) return undefined;
  const evidence = `words "${words}"`;
  const isAnothers = index
    .ofPayer(credit.payerIban ?? '')
    .some(({ apartmentId, balance }) => balance === credit.amount && !apartmentIds.includes(apartmentId));
  if (apartmentIds.length > 1 || isAnothers) return wait('several_candidates', evidence);
  return matchInFull(credit, all, references, evidence);
}

/** A payer's own words; undefined where they are none that can be learnt. */
export function wordsOfPayer({
  payerName,
  references,
  text,
  amount,
}: Pick<IncomingCredit, 'payerName' | 'references' | 'text' | 'amount'>): string | undefined {
  return payerWordsOf(payerName, [...references, text], amount);
}

/** What the payer's apartments owe: exactly one invoice's balance, or exactly all that is open. */
function matchInFull(
  credit: IncomingCredit,
  all: readonly Candidate[],
  { invoices }: PaymentReferences,
  evidence: string,
): Decision {
  // A payer who names an invoice means that one, not another with the same amount.
  const open = all.filter(
    (candidate) => invoices.length === 0 || invoices.some((number) => candidate.number.endsWith(number)),
  );
  const another = invoices.find((number) => !open.some((candidate) => candidate.number.endsWith(number)));
  if (another !== undefined) return wait('nothing_found', `${evidence}, invoice number ${another}`);
  const exact = open.filter((candidate) => candidate.balance === credit.amount);
  const whole = sumCents(open.map((candidate) => candidate.balance)) === credit.amount;
  if (exact.length > 1) return wait('several_candidates', evidence);
  if (exact.length === 1) return pay(credit, exact, 'known_payer', evidence);
  return whole ? pay(credit, open, 'known_payer_total', evidence) : wait('amount_differs', evidence);
}

function pay(credit: IncomingCredit, invoices: readonly Candidate[], reason: MatchedBy, evidence: string): Decision {
  const apartmentIds = apartmentsOf(invoices);
  const apartmentId = apartmentIds.length === 1 ? (apartmentIds[0] ?? null) : null;
  return { kind: 'pay', reason, evidence, parts: splitOldestFirst(credit.amount, invoices), apartmentId };
}

function wait(reason: WaitReason, evidence: string | null): Decision {
  return { kind: 'wait', reason, evidence, apartmentId: null };
}

function fits(credit: IncomingCredit, invoice: Candidate): boolean {
  return invoice.currency === credit.currency && isOnAccount(credit, invoice.iban);
}

/** Why invoices that do not fit cannot take this money; undefined when there are none. */
function findMismatch(credit: IncomingCredit, invoices: readonly Candidate[]): WaitReason | undefined {
  if (invoices.length === 0) return undefined;
  return invoices.some((invoice) => invoice.currency === credit.currency) ? 'other_account' : 'other_currency';
}

/**
 * Money received on one building's account does not pay for another building. Files and buildings without an account
 * leave that open.
 */
function isOnAccount({ account }: IncomingCredit, iban: string | null): boolean {
  return iban === null || account === '' || account === iban;
}

function apartmentsOf(invoices: readonly Candidate[]): string[] {
  return [...new Set(invoices.map((invoice) => invoice.apartmentId))];
}

function describe({ structured, inText }: PaymentReferences): string | null {
  const references = [...structured, ...inText].slice(0, 5);
  return references.length === 0 ? null : `reference ${references.join(', ')}`;
}

function shown(cents: Cents, { currency }: IncomingCredit): string {
  return formatCents(cents, currency, 'en');
}
