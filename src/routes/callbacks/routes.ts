// Callback routes: what banks and payers' browsers call without credentials (payment page, bank callbacks, sandbox
// bank).
import type { FastifyInstance } from 'fastify';
import type { RouteContext } from '../../http/operation.ts';
import { registerBanklinkCallbacks } from './banklink.ts';
import { registerInvoicePaymentPage } from './invoice-payment-page.ts';
import { registerPaymentPage } from './payment-page.ts';
import { registerSandboxBank } from './sandbox-bank.ts';

/** Registers the callback routes on a server. */
export function registerCallbacks(server: FastifyInstance, context: RouteContext): void {
  registerPaymentPage(server, context);
  registerInvoicePaymentPage(server, context);
  registerBanklinkCallbacks(server, context);
  registerSandboxBank(server, context);
}
