// Console API: the sums of payments over a whole filter.
import { rejectReversedRanges } from '../../http/day-range.ts';
import { operation, tagged } from '../../http/operation.ts';
import { Amount, Type } from '../../http/schemas.ts';
import { summedParts } from '../../payments/payment-search-queries.ts';
import { maxSearchedPayments, sumPayments } from '../../payments/search-payments.ts';
import { withAmounts } from '../../platform/values/money.ts';
import { paymentFilters } from './payments.ts';

const PaymentSumsBody = Type.Object({
  currency: Type.String({ examples: ['EUR'] }),
  count: Type.Integer({ description: 'The number of payments and credit notes.', examples: [60] }),
  amount: Amount('The sum of the received amounts, also of what was returned or reversed.', 21_536.4),
  creditNotes: Amount('The sum of credit notes, which are no money.', 120),
  waiting: Amount('The part that waits to be matched.', 89.05),
  prepaid: Amount('The part that is credit of apartments.', 310),
  setAside: Amount('The part that a person said is for no invoice.', 3.7),
  refunded: Amount('The part that was paid back.', 23.99),
  returned: Amount('The part that the bank took back.', 250),
});

const sums = operation({
  name: 'sumPayments',
  route: 'GET /payment-sums',
  summary: 'Sum the payments of a filter',
  description: `What the payments that match come to, by currency: of all pages of the list. Not of more than ${maxSearchedPayments.toLocaleString('en')}.`,
  permission: 'books:read',
  rules: ['unlogged'],
  query: Type.Object(paymentFilters),
  responses: {
    200: {
      description: 'The sums by currency.',
      schema: Type.Object({
        data: Type.Array(PaymentSumsBody),
        tooMany: Type.Boolean({
          description: 'Whether more payments match than are summed; `data` is then empty.',
          examples: [false],
        }),
      }),
    },
  },
  errors: ['not_found'],
  openPoints: ['P-43', 'P-97'],
  handle: async (scope, { query }) => {
    rejectReversedRanges(query, ['dateFrom', 'dateTo']);
    const all = await sumPayments(scope, query);
    const data = all?.map((sum) => withAmounts(sum, ...summedParts));
    return { status: 200, body: { data: data ?? [], tooMany: all === undefined } };
  },
});

export const paymentSumOperations = tagged('Payments', [sums]);
