// Console API: the sums of invoices over a whole filter.
import { rejectReversedRanges } from '../../http/day-range.ts';
import { operation, tagged } from '../../http/operation.ts';
import { Amount, Type } from '../../http/schemas.ts';
import { maxSummedInvoices, sumInvoices } from '../../invoicing/invoices.ts';
import { withAmounts } from '../../platform/values/money.ts';
import { invoiceFilters } from '../api/invoice-bodies.ts';

const InvoiceSumsBody = Type.Object({
  currency: Type.String({ examples: ['EUR'] }),
  count: Type.Integer({ description: 'The number of invoices, including cancelled ones.', examples: [60] }),
  amount: Amount('The sum of their amounts. Cancelled invoices add nothing, unless only they are listed.', 21_536.4),
  balance: Amount('The sum of their open amounts.', 4_120.15),
});

const sums = operation({
  name: 'sumInvoices',
  route: 'GET /invoice-sums',
  summary: 'Sum the invoices of a filter',
  description: `The number of invoices that match, and their sums, by currency: of all pages of the list. Not of more than ${maxSummedInvoices.toLocaleString('en')}.`,
  permission: 'books:read',
  rules: ['unlogged'],
  query: Type.Object(invoiceFilters),
  responses: {
    200: {
      description: 'The sums by currency.',
      schema: Type.Object({
        data: Type.Array(InvoiceSumsBody),
        tooMany: Type.Boolean({
          description: 'Whether more invoices match than are summed; `data` is then empty.',
          examples: [false],
        }),
      }),
    },
  },
  errors: ['not_found'],
  openPoints: ['P-35'],
  handle: async (scope, { query }) => {
    rejectReversedRanges(query, ['dateFrom', 'dateTo'], ['dueDateFrom', 'dueDateTo']);
    const all = await sumInvoices(scope, query);
    const data = all?.map((sum) => withAmounts(sum, 'amount', 'balance'));
    return { status: 200, body: { data: data ?? [], tooMany: all === undefined } };
  },
});

export const invoiceSumOperations = tagged('Invoices', [sums]);
