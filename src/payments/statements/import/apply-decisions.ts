// Applies decisions: records each credit as a payment and writes its allocations, paid invoices, events and history, in
// a few statements for all.

import type { Scope } from '../../../platform/db/scope.ts';
import { newId } from '../../../platform/values/ids.ts';
import { sumCents } from '../../../platform/values/money.ts';
import { type AllocationDecision, writeNewPaymentAllocations } from '../../allocate-payment.ts';
import type { Decision } from './decide-credits.ts';
import { insertStagedPayments, type StagedCredit, type StatementPayment } from './staging-queries.ts';

/** Records these credits as payments and allocates them as decided. Their invoices are locked. */
export async function applyDecisions(
  scope: Scope,
  credits: readonly StagedCredit[],
  decisions: readonly Decision[],
): Promise<void> {
  const payments: StatementPayment[] = [];
  const allocations: AllocationDecision[] = [];
  for (const [nth, { entryNumber, bookedOn }] of credits.entries()) {
    const decision = decisions[nth];
    if (decision === undefined) continue;
    const { apartmentId, reason, evidence } = decision;
    const parts = decision.kind === 'pay' ? decision.parts : [];
    const payment = { id: newId(), paidOn: bookedOn, source: 'statement' } as const;
    const allocated = sumCents(parts.map((part) => part.amount));
    payments.push({ entryNumber, id: payment.id, allocated, apartmentId, reason, evidence });
    if (decision.kind === 'pay')
      allocations.push(...parts.map((part) => ({ payment, ...part, matchedBy: decision.reason, evidence })));
  }
  // Sent together: the database executes the first while the next is being written.
  await Promise.all([insertStagedPayments(scope, payments), writeNewPaymentAllocations(scope, allocations)]);
}
