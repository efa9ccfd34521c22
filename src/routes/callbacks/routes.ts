// Door 3: what banks and payers' browsers call, without credentials: the page of a payment, the banks' messages, and the sandbox bank.
import type { FastifyInstance } from 'fastify';
import type { Doors } from '../../http/operation.ts';
import { serveBanklink } from './banklink.ts';
import { servePay } from './payment-page.ts';
import { serveSandboxBank } from './sandbox-bank.ts';

/** Hangs the door on a server. */
export function serveCallbacks(app: FastifyInstance, doors: Doors): void {
  servePay(app, doors);
  serveBanklink(app, doors);
  if (doors.house.config.sandboxBank) serveSandboxBank(app, doors);
}
