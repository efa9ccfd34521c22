// Generates the invoices of a period and settles them in the same command: negative ones become credit, and credit pays the others.
import { type GenerationRequest, type GenerationResult, generateInvoices } from '../invoicing/generate-invoices.ts';
import type { Scope } from '../platform/db/scope.ts';
import { settleNewInvoices } from './invoice-credit.ts';

/** Generates the invoices of a period and settles them with the credit of their apartments. Throws what generateInvoices throws. */
export function generateAndSettleInvoices(scope: Scope, request: GenerationRequest): Promise<GenerationResult> {
  return generateInvoices(scope, request, (made) => settleNewInvoices(scope, made));
}
