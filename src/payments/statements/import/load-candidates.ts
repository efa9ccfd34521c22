// Loads the candidates for credits from the database: open invoices, apartments, known payers, manual payments. Nothing else of the organization is
// read.
import { lockOpenInvoices } from '../../../invoicing/invoice-queries.ts';
import type { Scope } from '../../../platform/db/scope.ts';
import { splitIntoTurns } from '../../../platform/processes/steps.ts';
import type { ManualPayment } from '../../model.ts';
import { findManualPayments } from '../../payment-queries.ts';
import {
  extractReferences,
  type PaymentReferences,
  referenceSpellings,
  swappedReferences,
} from '../extract-references.ts';
import { findApartmentReferences, findPayers } from '../statement-queries.ts';
import { type Candidates, maxCandidates } from './decide-credits.ts';
import { costOfLine } from './import-run.ts';
import type { StagedCredit } from './staging-queries.ts';

/** The manual payments of apartments that no statement has shown. While credits are matched they stay the same, so each apartment's are loaded once. */
export type ManualPaymentsOfApartments = Map<string, readonly ManualPayment[]>;

/** The candidates of credits, with their invoices locked. Known payers are those from before the import. `manual` is for all rounds of it. */
export async function loadCandidates(
  scope: Scope,
  importId: string,
  credits: readonly StagedCredit[],
  manual: ManualPaymentsOfApartments,
): Promise<Candidates> {
  const { references, numbers, payerIbans } = await collectLookupKeys(credits);
  const rows = await findPayers(scope, payerIbans, importId);
  const payers = new Map(rows.map((payer) => [payer.iban, payer]));
  const named = [...new Set(rows.flatMap((payer) => payer.apartmentIds))];
  const [invoices, apartments] = await Promise.all([
    lockOpenInvoices(scope, { references, numbers, apartments: named, most: maxCandidates }),
    findApartmentReferences(scope, references),
  ]);
  const ids = new Set([...invoices, ...apartments].map(({ apartmentId }) => apartmentId));
  const unknown = [...ids].filter((id) => !manual.has(id));
  const loaded = Map.groupBy(await findManualPayments(scope, unknown), ({ apartmentId }) => apartmentId);
  for (const id of unknown) manual.set(id, loaded.get(id) ?? []);
  return { invoices, apartments, payers, noted: [...ids].flatMap((id) => manual.get(id) ?? []) };
}

/** All references and numbers of credits that may be matched automatically. */
async function collectLookupKeys(credits: readonly StagedCredit[]) {
  const references = new Set<string>();
  const numbers = new Set<string>();
  const payerIbans = new Set<string>();
  const free = credits.filter((credit) => credit.hold === null);
  for await (const part of splitIntoTurns(free, costOfLine)) {
    for (const credit of part) {
      const extracted = extractReferences(credit);
      for (const reference of [...extracted.structured, ...extracted.inText])
        for (const possible of [reference, ...swappedReferences(reference)])
          for (const spelling of referenceSpellings(possible)) references.add(spelling);
      if (extracted.structured.length === 0) for (const number of extracted.numbers) numbers.add(number);
      if (credit.payerIban !== null && hasNoReference(extracted)) payerIbans.add(credit.payerIban);
    }
  }
  return { references: [...references], numbers: [...numbers], payerIbans: [...payerIbans] };
}

/** Known payers matter only where no reference identifies the invoice. */
function hasNoReference({ structured, doubtful }: PaymentReferences): boolean {
  return structured.length === 0 && doubtful.length === 0;
}
