// What a request for invoices embeds: positions and names (include), buildings, apartments and residents (expand). Each
// is read once for a page.

import { hasWord } from '../../http/schemas.ts';
import { isAllowed } from '../../identity/permissions.ts';
import { findPositions, findResidentIds } from '../../invoicing/invoice-queries.ts';
import type { WithOwnFields } from '../../platform/db/own-fields.ts';
import type { Scope } from '../../platform/db/scope.ts';
import { Invalid, queryProblem } from '../../platform/errors.ts';
import { findApartmentNames, findApartments, findBuildings } from '../../properties/property-queries.ts';
import { findResidents } from '../../residents/resident-queries.ts';
import { positionBody } from './invoice-bodies.ts';
import { showOwnFields } from './own-fields-bodies.ts';

type InvoiceIds = { readonly id: string; readonly buildingId: string; readonly apartmentId: string };

/** The invoices with the parts that the query asks for. Throws Invalid for residents that the caller may not see. */
export async function addInvoiceParts<I extends InvoiceIds>(
  scope: Scope,
  { include, expand }: { readonly include?: string; readonly expand?: string },
  invoices: readonly I[],
): Promise<readonly I[]> {
  if (hasWord(expand, 'residents') && !isAllowed(scope.caller, 'people:read'))
    throw new Invalid([
      queryProblem('expand', 'not_allowed', 'You may not read residents, so expand cannot name them.'),
    ]);
  if (invoices.length === 0 || (include === undefined && expand === undefined)) return invoices;
  const idsOf = (field: keyof InvoiceIds) => [...new Set(invoices.map((invoice) => invoice[field]))];
  const [positions, names, buildings, apartments, residents] = await Promise.all([
    hasWord(include, 'positions') ? findPositions(scope, idsOf('id')) : undefined,
    hasWord(include, 'names') ? findApartmentNames(scope, idsOf('apartmentId')) : undefined,
    hasWord(expand, 'building') ? findBuildings(scope, idsOf('buildingId')).then(byId(scope)) : undefined,
    hasWord(expand, 'apartment') ? findApartments(scope, idsOf('apartmentId')).then(byId(scope)) : undefined,
    hasWord(expand, 'residents') ? findResidentsOf(scope, idsOf('id')) : undefined,
  ]);
  return invoices.map((invoice) => ({
    ...invoice,
    ...(positions && { positions: (positions.get(invoice.id) ?? []).map(positionBody) }),
    ...names?.get(invoice.apartmentId),
    ...(buildings && { building: buildings.get(invoice.buildingId) ?? null }),
    ...(apartments && { apartment: apartments.get(invoice.apartmentId) ?? null }),
    ...(residents && { residents: residents(invoice.id) }),
  }));
}

async function findResidentsOf(scope: Scope, invoiceIds: readonly string[]): Promise<(invoiceId: string) => object[]> {
  const idsByInvoice = await findResidentIds(scope, invoiceIds);
  const residents = byId(scope)(await findResidents(scope, [...new Set([...idsByInvoice.values()].flat())]));
  return (invoiceId) => (idsByInvoice.get(invoiceId) ?? []).flatMap((id) => residents.get(id) ?? []);
}

function byId(scope: Scope) {
  return <T extends WithOwnFields & { readonly id: string }>(objects: readonly T[]): ReadonlyMap<string, T> =>
    new Map(objects.map((object) => [object.id, showOwnFields(scope, object)]));
}
