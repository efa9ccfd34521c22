// The book: what a reconciliation has to know of the database for the entries at hand: open invoices that their clues could mean, apartments, known payers.
import { lockOpenInvoices } from '../billing/queries.ts';
import type { Scope } from '../platform/scope.ts';
import { cluesOf, spellings } from './clues.ts';
import { findNoted } from './queries.ts';
import type { Book, Money, Noted } from './reconcile.ts';
import { findPayers, findPlaces } from './statement/queries.ts';

/** What entries name: what they could mean is looked up by it. */
export type Named = {
  readonly references: readonly string[];
  readonly numbers: readonly string[];
  readonly payers: Book['payers'];
  readonly apartments: Book['apartments'];
};

/** The first half of a book: the apartments that these entries' clues and payers name. */
export async function namedBy(scope: Scope, money: readonly Money[], importId: string): Promise<Named> {
  const decidable = money.filter((one) => one.hold === null);
  const clues = decidable.map(cluesOf);
  const canonicals = new Set(clues.flatMap((one) => [...one.structured, ...one.inText]));
  const references = [...canonicals].flatMap(spellings);
  const numbers = [...new Set(clues.flatMap((one) => (one.structured.length > 0 ? [] : one.numbers)))];
  // Who pays matters only where no reference says it.
  const unnamed = decidable.filter((_, place) =>
    [clues[place]?.structured, clues[place]?.doubtful].every((some) => some?.length === 0),
  );
  const ibans = [...new Set(unnamed.flatMap((one) => one.payerIban ?? []))];
  const [payers, apartments] = await Promise.all([findPayers(scope, ibans, importId), findPlaces(scope, references)]);
  return { references, numbers, payers: new Map(payers.map((one) => [one.iban, one.apartmentIds])), apartments };
}

/** A book as it is read: money that was noted has its payment's id. */
export type ReadBook = Omit<Book, 'noted'> & { readonly noted: readonly (Noted & { readonly id: string })[] };

/** The other half: everything open that they could mean; nothing else of the organization is read. The invoices are locked. */
export async function booksFor(scope: Scope, named: Named): Promise<ReadBook> {
  const { references, numbers, payers, apartments } = named;
  const by = { references, numbers, apartments: [...new Set([...payers.values()].flat())] };
  const [invoices, noted] = await Promise.all([lockOpenInvoices(scope, by), findNoted(scope, by)]);
  return { invoices, apartments, payers, noted };
}
