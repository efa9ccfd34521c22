// Generates the invoices of a period and applies credit in the same command: negative ones become credit, and credit
// pays the others.
import { type GenerationRequest, type GenerationResult, generateInvoices } from '../invoicing/generate-invoices.ts';
import type { Scope } from '../platform/db/scope.ts';
import { applyCreditToNewInvoices } from './apartment-credit.ts';

/**
 * Generates the invoices of a period and applies the credit of their apartments to them. Throws what generateInvoices
 * throws.
 */
export function generateInvoicesAndApplyCredit(scope: Scope, request: GenerationRequest): Promise<GenerationResult> {
  return generateInvoices(scope, request, (made) => applyCreditToNewInvoices(scope, made));
}
