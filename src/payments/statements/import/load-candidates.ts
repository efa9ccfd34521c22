// Loads the candidates for credits from the database: open invoices, apartments, known payers, manual payments. Nothing
// else of the organization is read.
import { lockOpenInvoices } from '../../../invoicing/invoice-queries.ts';
import type { Scope } from '../../../platform/db/scope.ts';
import { splitIntoTurns } from '../../../platform/processes/steps.ts';
import type { ManualPayment } from '../../model.ts';
import { findManualPayments } from '../../payment-queries.ts';
import {
  canonicalReference,
  extractReferences,
  type PaymentReferences,
  referenceSpellings,
  swappedReferences,
} from '../extract-references.ts';
import { costOfEntry } from '../parse/statement-entry.ts';
import { findApartmentReferences, findPayers } from '../statement-queries.ts';
import { type Candidates, maxCandidates, wordsOfPayer } from './decide-credits.ts';
import type { StagedCredit } from './staging-queries.ts';

/**
 * The manual payments of apartments that no statement has shown. While credits are matched they stay the same, so each
 * apartment's are loaded once.
 */
export type ManualPaymentsOfApartments = Map<string, readonly ManualPayment[]>;

/**
 * The candidates of credits, with their invoices locked. Known payers are those from before the import. `manual` is for
 * all rounds of it.
 */
export async function loadCandidates(
  scope: Scope,
  importId: string,
  credits: readonly StagedCredit[],
  manual: ManualPaymentsOfApartments,
): Promise<Candidates> {
  const { references, numbers, payerIbans, words } = await collectLookupKeys(credits);
  const payerRows = [
    ...(await findPayers(scope, 'payer_iban', payerIbans, importId)),
    ...(await findPayers(scope, 'payer_words', words, importId)),
  ];
  const named = [...new Set(payerRows.flatMap((payer) => payer.apartmentIds))];
  const [invoices, apartments] = await Promise.all([
    lockOpenInvoices(scope, { references, numbers, apartments: named, most: maxCandidates }),
    findApartmentReferences(scope, references),
  ]);
  const doubted = await findDoubtedPayers(credits, { invoices, apartments });
  payerRows.push(...(await findPayers(scope, 'payer_iban', doubted, importId)));
  const knownPayers = new Map(payerRows.map((payer) => [payer.key, payer]));
  const ids = new Set([...invoices, ...apartments].map(({ apartmentId }) => apartmentId));
  const unknown = [...ids].filter((id) => !manual.has(id));
  const loaded = Map.groupBy(await findManualPayments(scope, unknown), ({ apartmentId }) => apartmentId);
  for (const id of unknown) manual.set(id, loaded.get(id) ?? []);
  const manualPayments = [...ids].flatMap((id) => manual.get(id) ?? []);
  return { invoices, apartments, knownPayers, manualPayments };
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
      if (extracted.structured.length === 0) for (const number of extracted.numbers) numbers.add(number);
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
 * The payers of credits whose reference may be another one mistyped: it becomes that of another apartment when two
 * digits change places, and not every credit with it has an invoice of exactly its amount, or the other one has one
 * too. They are few.
 */
async function findDoubtedPayers(
  credits: readonly StagedCredit[],
  { invoices, apartments }: Pick<Candidates, 'invoices' | 'apartments'>,
): Promise<string[]> {
  const ours = new Set(apartments.map(({ permanentReference }) => canonicalReference(permanentReference)));
  const exact = new Set(
    invoices.flatMap(({ reference, permanentReference, balance }) =>
      [reference, permanentReference].map((written) => `${canonicalReference(written)} ${balance}`),
    ),
  );
  const open = new Set(exact);
  const doubted = new Set<string>();
  for await (const part of splitIntoTurns(credits, costOfEntry)) {
    for (const credit of part) {
      const [reference = '', ...more] = extractReferences(credit).structured;
      const others = swappedReferences(reference).filter((text) => ours.has(text));
      if (credit.payerIban === null || more.length > 0 || others.length === 0) continue;
      const isExactElsewhere = others.some((text) => open.has(`${text} ${credit.amount}`));
      // Each exact amount pays once.
      if (!exact.delete(`${reference} ${credit.amount}`) || isExactElsewhere) doubted.add(credit.payerIban);
    }
  }
  return [...doubted];
}
