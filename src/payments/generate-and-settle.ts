// Generates the invoices of a period and settles them in the same command: negative ones become credit, and credit pays the others.
import { type GenerationRequest, type GenerationResult, makeInvoices } from '../invoicing/generate-invoices.ts';
import type { Scope } from '../platform/db/scope.ts';
import { settleNewInvoices } from './invoice-credit.ts';

/** Generates the invoices of a period and settles them with the credit of their apartments. Throws what makeInvoices throws. */
export function generateAndSettleInvoices(scope: Scope, request: GenerationRequest): Promise<GenerationResult> {
  return makeInvoices(scope, request, (made) => settleNewInvoices(scope, made));
}
