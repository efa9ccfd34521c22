// Console API: returns of payments by a bank, which a person decides.
import { okResponse, operation, showsData, tagged } from '../../http/operation.ts';
import { Amount, Day, Id, Nullable, OneOf, Type } from '../../http/schemas.ts';
import { paymentStatuses } from '../../payments/model.ts';
import {
  type ReturnCandidate,
  type ReturnEntry,
  returnReasons,
  returnStatuses,
} from '../../payments/statements/return-queries.ts';
import { decideReturn, listReturns, restoreReturn } from '../../payments/statements/returns.ts';
import { amountFromCents, withAmounts } from '../../platform/values/money.ts';

const payerFields = {
  payerName: Nullable(Type.String({ examples: ['Mari Tamm'] })),
  payerIban: Nullable(Type.String({ examples: ['EE471000001020145685'] })),
  reference: Nullable(Type.String({ examples: ['1000012'] })),
};

const CandidateBody = Type.Object({
  paymentId: Id,
  status: OneOf(paymentStatuses),
  paidOn: Day,
  ...payerFields,
  description: Nullable(Type.String({ examples: ['Korter 12, oktoober'] })),
  refunded: Amount('The refunded amount. Delete the refund first.', 0),
  invoices: Type.Array(Type.String(), {
    description: 'The numbers of the invoices that it pays.',
    examples: [['K12-2026-000017']],
  }),
  apartments: Type.Array(Type.String(), {
    description: 'Their apartments, and that of its prepayment.',
    examples: [['12']],
  }),
  reasons: Type.Array(OneOf(returnReasons), {
    description: 'What it has in common with the return.',
    examples: [['same_account', 'exact_amount']],
  }),
  refund: Type.Union([Type.Object({ id: Id, on: Day }), Type.Null()], {
    description: 'The refund of it that the debit may show, with its day; null: the bank may have returned it.',
  }),
});

const RestBody = Type.Object({
  paymentId: Id,
  amount: Amount('The amount of the payment.', 300),
  paidOn: Day,
  payerName: payerFields.payerName,
  payerIban: payerFields.payerIban,
  apartment: Nullable(Type.String({ description: 'Whose prepayment the rest is.', examples: ['12'] })),
});

const ReturnBody = Type.Object(
  {
    id: Id,
    status: OneOf(returnStatuses, {
      description:
        'waiting: for a person. returned: the payment is known and reversed. refunded: it shows a recorded refund. none: it returns no payment.',
    }),
    bookedOn: Day,
    amount: Amount('The returned amount.', 250),
    currency: Type.String({ examples: ['EUR'] }),
    account: Type.String({ description: 'The organization’s account.', examples: ['EE382200221020145685'] }),
    ...payerFields,
    description: Type.String({ examples: ['Tagastatud makse'] }),
    returnedPaymentId: Nullable(Type.String({ format: 'uuid' })),
  },
  { title: 'PaymentReturn' },
);

const list = operation({
  name: 'listReturns',
  route: 'GET /payment-returns',
  summary: 'List returns of payments',
  description:
    'Debits of statements by which the bank takes a payment back and which no id connects with it, of exactly what their receiver paid in the 60 days before, or of the sum of a refund that no statement shows; the latest first, at most 100. Each that waits has the payments that it may return or refund, the most likely first.',
  permission: 'payments:match',
  query: Type.Object({
    decided: Type.Optional(Type.Boolean({ description: 'With true: those that are decided.' })),
  }),
  responses: showsData(
    'The returns.',
    Type.Array(
      Type.Object({
        ...ReturnBody.properties,
        candidates: Type.Array(CandidateBody),
        rests: Type.Array(RestBody, {
          description: 'Payments of its payee of which exactly this amount is left to refund.',
        }),
      }),
    ),
  ),
  openPoints: ['P-45'],
  handle: async (scope, { query }) => {
    const returns = await listReturns(scope, query.decided === true);
    return okResponse(
      returns.map(({ candidates, rests, ...entry }) => ({
        ...returnBody(entry),
        candidates: candidates.map(candidateBody),
        rests: rests.map(({ returnId: _, ...rest }) => withAmounts(rest, 'amount')),
      })),
    );
  },
});

const match = operation({
  name: 'matchReturn',
  route: 'POST /payment-returns/:id/match',
  summary: 'Say which payment was returned',
  description:
    'Reverses the payment: its invoices are open again. It has the amount of the return and is not later. With `refundId` the debit shows that refund of it, and nothing is reversed.',
  permission: 'payments:match',
  body: Type.Object({
    paymentId: Id,
    refundId: Type.Optional({ ...Id, description: 'The refund of the payment that the debit shows.' }),
  }),
  responses: showsData('The return.', ReturnBody),
  errors: ['not_found', 'match_refused'],
  openPoints: ['P-45', 'P-62'],
  handle: async (scope, { params: { id = '' }, body }) =>
    okResponse(returnBody(await decideReturn(scope, id, body.paymentId, body.refundId))),
});

const dismiss = operation({
  name: 'dismissReturn',
  route: 'POST /payment-returns/:id/dismiss',
  summary: 'Say that no payment was returned',
  description: 'Removes it from the list to review; no payment changes.',
  permission: 'payments:match',
  responses: showsData('The return.', ReturnBody),
  errors: ['match_refused'],
  openPoints: ['P-45'],
  handle: async (scope, { params: { id = '' } }) => okResponse(returnBody(await decideReturn(scope, id, null))),
});

const restore = operation({
  name: 'restoreReturn',
  route: 'POST /payment-returns/:id/restore',
  summary: 'Undo the decision about a return',
  description: 'It waits again. A payment that it reversed pays again what it paid before, as far as that is open.',
  permission: 'payments:match',
  responses: showsData('The return.', ReturnBody),
  openPoints: ['P-45'],
  handle: async (scope, { params: { id = '' } }) => okResponse(returnBody(await restoreReturn(scope, id))),
});

export const returnOperations = tagged('Payments', [list, match, dismiss, restore]);

function returnBody({ line: _, ...entry }: ReturnEntry) {
  return withAmounts(entry, 'amount');
}

function candidateBody({ returnId: _, allocations, apartment, refunded, ...candidate }: ReturnCandidate) {
  const apartments = allocations.map((allocation) => allocation.apartment);
  return {
    ...candidate,
    refunded: amountFromCents(refunded),
    invoices: allocations.map(({ number }) => number),
    apartments: [...new Set(apartment === null ? apartments : [...apartments, apartment])],
  };
}
