// Loads the candidates for credits from the database: open invoices, apartments, known payers, manual payments. Nothing
// else of the organization is read.
import { lockOpenInvoices } from '../../../invoicing/invoice-queries.ts';
import type { Scope } from '../../../platform/db/scope.ts';
import { splitIntoTurns } from '../../../platform/processes/steps.ts';
import type { ManualPayment } from '../../model.ts';
import { findManualPayments } from '../../payment-queries.ts';
import { compareDueDates } from '../../split-oldest-first.ts';
import {
  canonicalReference,
  extractReferences,
  type PaymentReferences,
  referenceSpellings,
  swappedReferences,
} from '../extract-references.ts';
import { costOfEntry } from '../parse/statement-entry.ts';
import { findApartmentReferences, findApartmentsByNumber, findPayers } from '../statement-queries.ts';
import {
  type Candidates,
  indexCandidates,
  isOwedExactly,
  type KnownPayer,
  maxCandidates,
  namedInstead,
  wordsOfPayer,
} from './decide-credits.ts';
import type { StagedCredit } from './staging-queries.ts';

/** What stays the same while an import's credits are matched: loaded once, for all rounds. */
export type LoadedOnce = {
  /** The manual payments of apartments that no statement has shown. */
  readonly manualPayments: Map<string, readonly ManualPayment[] | undefined>;
  /** Payers by account or words, as they were known before the import. */
  readonly knownPayers: Map<string, KnownPayer | undefined>;
};

/** The candidates of credits, with their invoices locked. */
export async function loadCandidates(
  scope: Scope,
  importId: string,
  credits: readonly StagedCredit[],
  loaded: LoadedOnce,
): Promise<Candidates> {
  const { references, numbers, payerIbans, words } = await collectLookupKeys(credits);
  const loadPayers = (by: 'payer_iban' | 'payer_words', keys: readonly string[]) =>
    loadNew(loaded.knownPayers, keys, async (unknown) =>
      (await findPayers(scope, by, unknown, importId)).map((payer) => [payer.key, payer]),
    );
  const payers = [...(await loadPayers('payer_iban', payerIbans)), ...(await loadPayers('payer_words', words))];
  const paidFor = [...new Set(payers.flatMap(([, payer]) => payer.apartmentIds))];
  const [found, apartments] = await Promise.all([
    lockOpenInvoices(scope, { references, numbers, apartments: paidFor, most: maxCandidates }),
    findApartmentReferences(scope, references),
  ]);
  const named = await findNamedApartments(scope, credits, { invoices: found, apartments });
  const doubts = await findDoubtedPayers(credits, { invoices: found, apartments, named });
  const doubted = await loadPayers('payer_iban', doubts.payerIbans);
  payers.push(...doubted, ...(await loadPayers('payer_words', doubts.words)));
  const others = [
    ...doubted.flatMap(([, payer]) => payer.apartmentIds),
    ...named.map(({ apartmentId }) => apartmentId),
  ];
  const invoices = await addInvoicesOf(scope, others, found);
  const ids = [...new Set([...invoices, ...apartments].map(({ apartmentId }) => apartmentId))];
  const manual = await loadNew(loaded.manualPayments, ids, async (unknown) =>
    Map.groupBy(await findManualPayments(scope, unknown), ({ apartmentId }) => apartmentId),
  );
  const manualPayments = manual.flatMap(([, payments]) => payments);
  return { invoices, apartments, named, knownPayers: new Map(payers), manualPayments };
}

/** The values of these keys; those that are not loaded yet are loaded together. What has no value is left out. */
async function loadNew<Value>(
  loaded: Map<string, Value | undefined>,
  keys: readonly string[],
  load: (unknown: readonly string[]) => Promise<Iterable<readonly [string, Value]>>,
): Promise<[string, Value][]> {
  const unknown = keys.filter((key) => !loaded.has(key));
  const found = new Map(await load(unknown));
  for (const key of unknown) loaded.set(key, found.get(key));
  return keys.flatMap((key): [string, Value][] => {
    const value = loaded.get(key);
    return value === undefined ? [] : [[key, value]];
  });
}

/** The invoices with those that these apartments owe, the oldest first. */
async function addInvoicesOf(
  scope: Scope,
  apartmentIds: readonly string[],
  invoices: Candidates['invoices'],
): Promise<Candidates['invoices']> {
  const apartments = [...new Set(apartmentIds)];
  if (apartments.length === 0) return invoices;
  const owed = await lockOpenInvoices(scope, { references: [], numbers: [], apartments, most: maxCandidates });
  const byId = new Map([...invoices, ...owed].map((invoice) => [invoice.id, invoice]));
  return [...byId.values()].sort(compareDueDates);
}

/** The apartments that credits name by number, in the buildings of the references and invoices that these quote. */
async function findNamedApartments(
  scope: Scope,
  credits: readonly StagedCredit[],
  { invoices, apartments }: Pick<Candidates, 'invoices' | 'apartments'>,
): Promise<Candidates['named']> {
  const buildings = new Map<string, Set<string>>();
  const note = (key: string, buildingId: string) =>
    void buildings.set(key, (buildings.get(key) ?? new Set()).add(buildingId));
  for (const { permanentReference, buildingId } of apartments) note(canonicalReference(permanentReference), buildingId);
  for (const { reference, permanentReference, number, buildingId } of invoices) {
    for (const each of [reference, permanentReference]) note(canonicalReference(each), buildingId);
    note(number.toUpperCase(), buildingId);
  }
  const places = new Map<string, { buildingId: string; number: string }>();
  for await (const part of splitIntoTurns(credits, costOfEntry)) {
    for (const credit of part) {
      const { structured, own, inText, numbers, apartments: named } = extractReferences(credit);
      if (named.length === 0) continue;
      const quoted = [...structured, ...own.map(canonicalReference), ...inText, ...numbers];
      for (const buildingId of new Set(quoted.flatMap((key) => [...(buildings.get(key) ?? [])])))
        for (const { number } of named) places.set(`${buildingId} ${number}`, { buildingId, number });
    }
  }
  return findApartmentsByNumber(scope, [...places.values()]);
}

/** All references and numbers of credits that may be matched automatically. */
async function collectLookupKeys(credits: readonly StagedCredit[]) {
  const references = new Set<string>();
  const numbers = new Set<string>();
  const payerIbans = new Set<string>();
  const words = new Set<string>();
  const free = credits.filter((credit) => credit.hold === null);
  for await (const part of splitIntoTurns(free, costOfEntry)) {
    for (const credit of part) {
      const extracted = extractReferences(credit);
      for (const reference of [...extracted.structured, ...extracted.inText])
        for (const possible of [reference, ...swappedReferences(reference)])
          for (const spelling of referenceSpellings(possible)) references.add(spelling);
      for (const text of extracted.own) references.add(text).add(canonicalReference(text));
      for (const number of extracted.numbers) numbers.add(number);
      if (!hasNoReference(extracted)) continue;
      if (credit.payerIban !== null) payerIbans.add(credit.payerIban);
      const ofPayer = wordsOfPayer(credit);
      if (ofPayer !== undefined) words.add(ofPayer);
    }
  }
  return { references: [...references], numbers: [...numbers], payerIbans: [...payerIbans], words: [...words] };
}

/** Known payers matter only where no reference identifies the invoice. */
function hasNoReference({ structured, doubtful }: PaymentReferences): boolean {
  return structured.length === 0 && doubtful.length === 0;
}

/**
 * The payers of credits that may mean another apartment than that of their reference: it does not owe exactly the
 * amount, or may no longer when the credit is decided, or another does whose reference has two of its digits in
 * another order; or the text names another. They are few.
 */
async function findDoubtedPayers(
  credits: readonly StagedCredit[],
  candidates: Pick<Candidates, 'invoices' | 'apartments' | 'named'>,
): Promise<{ readonly payerIbans: readonly string[]; readonly words: readonly string[] }> {
  const index = indexCandidates({ ...candidates, knownPayers: new Map(), manualPayments: [] });
  const isOwed = (reference: string, amount: number) =>
    isOwedExactly(
      amount,
      index.byReference(reference).map(({ balance }) => balance),
    );
  const [quoted, payerIbans, words] = [new Set<string>(), new Set<string>(), new Set<string>()];
  for await (const part of splitIntoTurns(credits, costOfEntry)) {
    for (const credit of part) {
      const { structured, inText } = extractReferences(credit);
      const [reference = '', ...more] = structured;
      const isFirst = !quoted.has(reference);
      for (const each of [...structured, ...inText]) quoted.add(each);
      const apartmentId = index.apartment(reference)?.apartmentId ?? index.byReference(reference)[0]?.apartmentId;
      if (more.length > 0 || apartmentId === undefined) continue;
      const namesAnother = namedInstead(credit, index, apartmentId).others.length > 0;
      const isOwedElsewhere = () => swappedReferences(reference).some((other) => isOwed(other, credit.amount));
      if (namesAnother) words.add(wordsOfPayer(credit) ?? '');
      if (namesAnother || !isFirst || !isOwed(reference, credit.amount) || isOwedElsewhere())
        payerIbans.add(credit.payerIban ?? '');
    }
  }
  for (const keys of [payerIbans, words]) keys.delete('');
  return { payerIbans: [...payerIbans], words: [...words] };
}
