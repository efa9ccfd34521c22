// Console API: refunds of payments, recorded and deleted.

import {
  createdResponse,
  noContentAfter,
  okResponse,
  operation,
  showsData,
  showsNew,
  showsNothing,
  tagged,
} from '../../http/operation.ts';
import { Day, Id, Instant, Money, Nullable, Text, Type } from '../../http/schemas.ts';
import type { Refund } from '../../payments/refund-queries.ts';
import { listRefunds, refundPayment, undoRefund } from '../../payments/refunds.ts';
import { amountFromCents } from '../../platform/values/money.ts';
import { consoleBase } from './base-path.ts';

const RefundBody = Type.Object({
  id: Id,
  paymentId: Id,
  amount: Type.Number({ examples: [41.2] }),
  refundedOn: { ...Day, description: 'The day of the transfer.' },
  shown: Type.Boolean({ description: 'Whether a statement shows the transfer.' }),
  note: Nullable(Type.String({ examples: ['Topeltmakse, tagasi EE471000001020145685'] })),
  createdAt: Instant,
});

const NewRefundBody = Type.Object({
  ...RefundBody.properties,
  others: Type.Array(RefundBody, { description: 'Of the same transfer: what it paid back of other credit.' }),
});

const list = operation({
  name: 'listRefunds',
  route: 'GET /payments/:id/refunds',
  permission: 'payments:match',
  summary: 'List the refunds of a payment',
  description: 'The current refunds, in the order in which they were recorded.',
  responses: showsData('The refunds.', Type.Array(RefundBody)),
  openPoints: ['P-43'],
  handle: async (scope, { params: { id = '' } }) => okResponse((await listRefunds(scope, id)).map(refundBody)),
});

const add = operation({
  name: 'refundPayment',
  route: 'POST /payments/:id/refunds',
  permission: 'payments:match',
  summary: 'Record a refund',
  description:
    'For the rest of a payment: one received by mistake, or the credit of a former resident. The transfer is made at the bank; here it is only recorded, and the money is no longer credit. Default: the whole rest. More than that is taken from other credit of the apartment and the same payers, oldest first: `others`.',
  body: Type.Object({
    amount: Type.Optional(Money),
    refundedOn: { ...Day, description: 'The day of the transfer; not before the payment.' },
    note: Type.Optional(Text(200, { description: 'The reason and the recipient.' })),
  }),
  responses: showsNew('The refund.', NewRefundBody),
  errors: ['nothing_to_refund'],
  openPoints: ['P-43'],
  handle: async (scope, { params: { id = '' }, body }) => {
    const { others, ...refund } = await refundPayment(scope, id, body);
    const shown = { ...refundBody(refund), others: others.map(refundBody) };
    return createdResponse(shown, `${consoleBase}/payments/${id}/refunds`);
  },
});

const deleteOperation = operation({
  name: 'deleteRefund',
  route: 'DELETE /refunds/:id',
  summary: 'Delete a refund',
  description:
    'The payment has the money again. If that is credit of an apartment, it pays the apartment’s open invoices.',
  permission: 'payments:match',
  responses: showsNothing('The refund is deleted.'),
  openPoints: ['P-43'],
  handle: noContentAfter(undoRefund),
});

export const refundOperations = tagged('Payments', [list, add, deleteOperation]);

function refundBody({ amount, transferId: _, bankEntryId, ...refund }: Refund) {
  return { ...refund, shown: bankEntryId !== null, amount: amountFromCents(amount) };
}
