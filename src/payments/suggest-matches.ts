// Match suggestions for an unmatched payment: at most five open invoices, the most likely first, each with the reasons.

import type { Scope } from '../platform/db/scope.ts';
import { NotFound } from '../platform/errors.ts';
import type { Day } from '../platform/values/dates.ts';
import { type Cents, sumCents } from '../platform/values/money.ts';
import { isValidReference } from '../properties/payment-reference.ts';
import type { PaymentFacts } from './model.ts';
import { findPayments } from './payment-queries.ts';
import { compareDueDates } from './split-oldest-first.ts';
import {
  canonicalReference,
  extractReferences,
  isNamedAt,
  type NamedApartment,
  nameWords,
  referenceSpellings,
} from './statements/extract-references.ts';
import { splitReferences } from './statements/parse/statement-entry.ts';
import { isOnlyPayer, payerWordsOf } from './statements/payer-names.ts';
import { findPayers, findSuggestionCandidates, type SuggestionCandidate } from './statements/statement-queries.ts';

/** The reasons of a suggestion, the strongest first. */
export const suggestionReasons = [
  'reference',
  'reference_with_typo',
  'invoice_number',
  'apartment_in_text',
  'known_payer',
  'same_name',
  'similar_name',
  'exact_amount',
  'exact_total',
] as const;
type SuggestionReason = (typeof suggestionReasons)[number];

export type Suggestion = {
  readonly invoiceId: string;
  readonly number: string;
  readonly apartmentId: string;
  /** The apartment's number, its building's name, and its residents. */
  readonly apartment: string;
  readonly building: string;
  readonly residents: readonly string[];
  readonly periodStart: Day;
  readonly periodEnd: Day;
  readonly balance: Cents;
  /** The amount that the match would allocate. */
  readonly amount: Cents;
  readonly reasons: readonly SuggestionReason[];
};

const maxSuggestions = 5;
const reasonWeights: Readonly<Record<SuggestionReason, number>> = {
  reference: 40,
  reference_with_typo: 24,
  invoice_number: 32,
  apartment_in_text: 20,
  known_payer: 20,
  same_name: 16,
  similar_name: 6,
  exact_amount: 12,
  exact_total: 12,
};

/** The suggestions for a payment; none when nothing is left to match. Throws NotFound. */
export async function suggestMatches(scope: Scope, paymentId: string): Promise<Suggestion[]> {
  const [payment] = await findPayments(scope, [paymentId]);
  if (payment === undefined) throw new NotFound();
  const left = payment.amount - payment.allocated;
  if (left === 0 || payment.status === 'reversed') return [];
  const hints = extractHints(payment);
  const words = payerWordsOf(payment.payerName, [payment.reference, payment.description], payment.amount);
  const byAccount = payment.payerIban === null ? [] : await findPayers(scope, 'payer_iban', [payment.payerIban]);
  const byWords = words === undefined ? [] : await findPayers(scope, 'payer_words', [words]);
  const trusted = byAccount.filter((payer) => isOnlyPayer(payment.payerName, payer.names));
  const apartments = [
    ...[...trusted, ...byWords].flatMap((payer) => payer.apartmentIds),
    ...(payment.apartmentId ? [payment.apartmentId] : []),
  ];
  const near = await findSuggestionCandidates(scope, {
    amount: left,
    currency: payment.currency,
    account: payment.account,
    references: [...hints.references, ...hints.typos].flatMap(referenceSpellings),
    numbers: hints.numbers,
    apartments,
    named: hints.apartments.map(({ number }) => number),
    names: hints.names,
  });
  const paid = new Set(payment.allocations.map((allocation) => allocation.invoiceId));
  const candidates = near.filter((suggestionCandidate) => !paid.has(suggestionCandidate.id));
  return rankCandidates({ left, isUndone: payment.reason === 'undone' }, hints, apartments, candidates);
}

type MatchHints = {
  readonly references: readonly string[];
  readonly typos: readonly string[];
  readonly numbers: readonly string[];
  readonly apartments: readonly NamedApartment[];
  readonly names: readonly string[];
};

/** What a payment's texts may refer to. */
function extractHints(payment: Pick<PaymentFacts, 'reference' | 'description' | 'payerName'>): MatchHints {
  const written = splitReferences(payment.reference);
  const { structured, doubtful, inText, numbers, apartments } = extractReferences({
    references: written,
    text: payment.description ?? '',
  });
  const references = [...structured, ...inText];
  const runs = (payment.description ?? '').match(/(?<!\d)\d{6,12}(?!\d)/g) ?? [];
  const typos = new Set([...references, ...doubtful, ...runs].slice(0, 10).flatMap(possibleTypos));
  return { references, typos: [...typos], numbers, apartments, names: nameWords(payment.payerName ?? '') };
}

/** What reasons weigh together. */
export function weigh(reasons: readonly SuggestionReason[]): number {
  return reasons.reduce((sum, reason) => sum + reasonWeights[reason], 0);
}

/** Whether the name and the exact amount agree. */
function agrees(reasons: readonly SuggestionReason[]): boolean {
  return reasons.includes('same_name') && (reasons.includes('exact_amount') || reasons.includes('exact_total'));
}

/** Whether the text names the apartment, or its invoice. */
function isNamed(reasons: readonly SuggestionReason[]): boolean {
  return reasons.includes('apartment_in_text') || reasons.includes('invoice_number');
}

/**
 * Orders candidates by their reasons. Beside one whose name and exact amount agree, and which the text names, or after
 * a person has undone a match, the reference of another apartment counts nothing where neither the text nor the name of
 * the payer is of that one: it is likelier a mistake. Pure.
 */
function rankCandidates(
  { left, isUndone }: { readonly left: Cents; readonly isUndone: boolean },
  hints: MatchHints,
  apartments: readonly string[],
  candidates: readonly SuggestionCandidate[],
): Suggestion[] {
  const exactTotals = findExactTotals(left, candidates);
  const scored = candidates.flatMap((candidate) => {
    const reasons = findReasons({ left, exactTotals }, hints, apartments, candidate);
    const weight = weigh(reasons);
    return weight >= reasonWeights.exact_amount ? [{ candidate, reasons, weight }] : [];
  });
  const isContradicted = scored.some(
    ({ reasons }) => agrees(reasons) && (isUndone || isNamed(reasons)) && !reasons.includes('reference'),
  );
  const rankOf = ({ reasons, weight }: (typeof scored)[number]) =>
    isContradicted && reasons.includes('reference') && !reasons.includes('same_name') && !isNamed(reasons)
      ? weight - reasonWeights.reference
      : weight;
  scored.sort((a, b) => rankOf(b) - rankOf(a) || compareDueDates(a.candidate, b.candidate));
  return scored.slice(0, maxSuggestions).map(({ candidate, reasons }) => ({
    invoiceId: candidate.id,
    number: candidate.number,
    apartmentId: candidate.apartmentId,
    apartment: candidate.apartment,
    building: candidate.building,
    residents: candidate.names,
    periodStart: candidate.periodStart,
    periodEnd: candidate.periodEnd,
    balance: candidate.balance,
    amount: Math.min(left, candidate.balance),
    reasons,
  }));
}

/** The apartments whose candidates, where there are several, come to exactly what is left. */
function findExactTotals(left: Cents, candidates: readonly SuggestionCandidate[]): ReadonlySet<string> {
  const byApartment = Map.groupBy(candidates, ({ apartmentId }) => apartmentId);
  const found = [...byApartment].filter(
    ([, its]) => its.length > 1 && sumCents(its.map(({ balance }) => balance)) === left,
  );
  return new Set(found.map(([apartmentId]) => apartmentId));
}

function findReasons(
  { left, exactTotals }: { readonly left: Cents; readonly exactTotals: ReadonlySet<string> },
  hints: MatchHints,
  apartments: readonly string[],
  item: SuggestionCandidate,
): SuggestionReason[] {
  const quoted = [canonicalReference(item.reference), canonicalReference(item.permanentReference)];
  const named = item.names.map((name) => nameSimilarity(nameWords(name), hints.names));
  const nearest = Math.max(0, ...named);
  const speaks: Readonly<Record<SuggestionReason, boolean>> = {
    reference: quoted.some((reference) => hints.references.includes(reference)),
    reference_with_typo: quoted.some(
      (reference) => hints.typos.includes(reference) && !hints.references.includes(reference),
    ),
    invoice_number: hints.numbers.includes(item.number.toUpperCase()),
    apartment_in_text: hints.apartments.some(
      (named) => named.number === item.apartment.toUpperCase() && isNamedAt(`${item.building} ${item.address}`, named),
    ),
    known_payer: apartments.includes(item.apartmentId),
    same_name: nearest === 1,
    similar_name: nearest >= 0.5 && nearest < 1,
    exact_amount: item.balance === left,
    exact_total: exactTotals.has(item.apartmentId),
  };
  return suggestionReasons.filter((reason) => speaks[reason]);
}

/**
 * Every reference one typo away: one digit wrong, two swapped, one missing or one too many; with the correct check
 * digit.
 */
export function possibleTypos(written: string): string[] {
  const digits = written.replace(/\D/g, '');
  if (digits.length < 5 || digits.length > 20) return [];
  const found = new Set<string>();
  const note = (text: string) => isValidReference(text) && text.length >= 5 && found.add(canonicalReference(text));
  for (let at = 0; at <= digits.length; at += 1) {
    const [before, after] = [digits.slice(0, at), digits.slice(at)];
    note(before + after.slice(1));
    if (after.length > 1) note(`${before}${after[1]}${after[0]}${after.slice(2)}`);
    for (const digit of '0123456789') {
      note(before + digit + after);
      if (after.length > 0) note(before + digit + after.slice(1));
    }
  }
  found.delete(canonicalReference(digits));
  return [...found];
}

/** The similarity of two names: 1 when all words of one, at least two, are in the other. */
function nameSimilarity(a: readonly string[], b: readonly string[]): number {
  const shared = a.filter((word) => b.includes(word)).length;
  const fewer = Math.min(a.length, b.length);
  return fewer === 0 ? 0 : fewer === 1 ? (shared / fewer) * 0.5 : shared / fewer;
}
