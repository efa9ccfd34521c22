// Locks an invoice with all that a change of its money can change.
import { lockMoney } from '../platform/db/locks.ts';
import type { Scope } from '../platform/db/scope.ts';
import { orNotFound } from '../platform/errors.ts';
import { type InvoiceRow, lockBuildingOf, lockInvoice } from './invoice-queries.ts';

/**
 * Locks the organization's money, the invoice's building and the invoice, in the order of all commands. No generation
 * runs meanwhile. Throws NotFound.
 */
export async function lockInvoiceAndMoney(scope: Scope, id: string): Promise<InvoiceRow> {
  await lockMoney(scope);
  await lockBuildingOf(scope, id);
  return orNotFound(await lockInvoice(scope, id));
}
