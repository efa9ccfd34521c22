// The names on the invoices of a period with letters that the PDF's font lacks: they would be boxes.
import type { Scope } from '../platform/db/scope.ts';
import type { Period } from '../platform/values/dates.ts';
import type { Building } from '../properties/model.ts';
import { listRecipientNames } from '../residents/payer-queries.ts';
import type { AdditionalLineItems } from './additional-line-items.ts';
import { isPrintable } from './documents/font-letters.ts';

/** A name, and whose it is: a recipient's of an apartment, that of a charge, or the building's address or payee. */
export type UnprintableName = { readonly name: string; readonly apartmentId?: string; readonly charge?: string };

/** The building's own names first, then those of its charges, its recipients and what else is billed. */
export async function findUnprintableNames(
  scope: Scope,
  { id, address, billing: { beneficiary, charges } }: Building,
  period: Period,
  additions: readonly AdditionalLineItems[],
): Promise<UnprintableName[]> {
  const names: readonly UnprintableName[] = [
    ...[address, beneficiary ?? ''].map((name) => ({ name })),
    ...charges.map(({ code, name }) => ({ charge: code, name })),
    ...(await listRecipientNames(scope, id, period)),
    ...additions.flatMap(({ plannedInvoice, positions }) =>
      positions.map(({ description }) => ({ apartmentId: plannedInvoice.apartment.id, name: description })),
    ),
  ];
  return names.filter(({ name }) => !isPrintable(name));
}
