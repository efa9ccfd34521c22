// The book: what a reconciliation has to know of the database for the entries at hand: open invoices that their clues could mean, apartments, known payers.
import { lockOpenInvoices } from '../billing/queries.ts';
import type { Scope } from '../platform/scope.ts';
import { cluesOf, spellings } from './clues.ts';
import { findNoted } from './queries.ts';
import type { Book, Money } from './reconcile.ts';
import { findPayers, findPlaces } from './statement/queries.ts';

/** Looks up everything that these entries' clues and payers could mean; nothing else of the organization is read. The invoices are locked. */
export async function booksFor(scope: Scope, money: readonly Money[]): Promise<Book> {
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
  const [payers, apartments] = await Promise.all([findPayers(scope, ibans), findPlaces(scope, references)]);
  const known = [...new Set(payers.flatMap((one) => one.apartmentIds))];
  const invoices = await lockOpenInvoices(scope, { references, numbers, apartments: known });
  const places = new Set([...invoices, ...apartments].map((one) => one.apartmentId));
  const noted = await findNoted(scope, [...places]);
  return { invoices, apartments, payers: new Map(payers.map((one) => [one.iban, one.apartmentIds])), noted };
}
