// The faults that `npm test -- test/interleavings/planted-faults.test.ts` plants, one at a time, each with the test
// that must find it.
import type { PlantedFault } from '../plant-fault.ts';

type FaultOfOrder = PlantedFault & {
  /** The name of the test that fails. */
  readonly foundBy: string;
};

const fault = (foundBy: string, file: string, find: string, replace = ''): FaultOfOrder => ({
  ...{ foundBy, file: `src/${file}`, find, replace },
});
const killed = 'the same holds for a process that gets SIGKILL there';

export const faults: readonly FaultOfOrder[] = [
  // Both locks: each of them alone makes generations wait for each other.
  fault(
    'generate × generate',
    'invoicing/generate-invoices.ts',
    'if (!request.dryRun) await lockMoney(scope);\n  const building = orNotFound(await lockBuilding(',
    "const building = orNotFound(await (await import('../properties/property-queries.ts')).findBuilding(",
  ),
  fault(
    'generate × correct reading',
    'properties/property-queries.ts',
    'archived_at is null for share`',
    'archived_at is null`',
  ),
  fault(
    'generate × cancel',
    'invoicing/lock-invoice.ts',
    '  await lockMoney(scope);\n  await lockBuildingOf(scope, id);\n',
  ),
  fault(
    'correct a bill × credit',
    'invoicing/lock-invoice.ts',
    '  await lockMoney(scope);\n  await lockBuildingOf(scope, id);\n',
  ),
  fault('generate × delete endpoint', 'platform/db/events.ts', '::text[] for key share`', '::text[]`'),
  fault('match × refund', 'platform/db/locks.ts', 'pg_advisory_xact_lock(', 'abs('),
  fault(
    'enter cash × the same again',
    'platform/db/idempotency-store.ts',
    'pg_try_advisory_xact_lock(',
    'true or 1 < abs(',
  ),
  fault('send × send', 'invoicing/sending/sending-queries.ts', 'order by i.id for update of i`', 'order by i.id`'),
  fault(
    'send mails × send mails',
    'mail/mail-queries.ts',
    ' for update skip locked\n    )\n    update mails m',
    '\n    )\n    update mails m',
  ),
  fault(
    'raise overdue × raise overdue',
    'invoicing/invoice-queries.ts',
    ' for update of i skip locked\n    )\n    update invoices i set overdue_event_due_date',
    '\n    )\n    update invoices i set overdue_event_due_date',
  ),
  fault(
    'remove member × remove member',
    'identity/identity-queries.ts',
    "role = 'owner' order by user_id for update`",
    "role = 'owner' order by user_id`",
  ),
  fault('remove member × invite', 'residents/resident-queries.ts', 'for share`', '`'),
  fault('cancel × cancel', 'invoicing/invoices.ts', ', reverseLedgerRows(scope, id)'),
  fault(
    killed,
    'mail/send-mail.ts',
    'const outcome = await deliverMail(',
    "await recordResult(app, handler, mail, { kind: 'sent' });\n  const outcome = await deliverMail(",
  ),
  fault(killed, 'http/idempotency.ts', 'await storeResponse(', 'await (async (..._nothing: unknown[]) => {})('),
];
