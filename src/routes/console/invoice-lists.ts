// Console API: the list of invoices with the names of their buildings and apartments, and the sums over a whole filter.
import { rejectReversedRanges } from '../../http/day-range.ts';
import { operation, PageOf, tagged } from '../../http/operation.ts';
import { pageResponse, pagingQuery } from '../../http/paging.ts';
import { Amount, Type } from '../../http/schemas.ts';
import { invoiceOrders } from '../../invoicing/invoice-queries.ts';
import { listNamedInvoices, maxSummedInvoices, sumInvoices } from '../../invoicing/invoices.ts';
import type { InvoiceFilters } from '../../invoicing/model.ts';
import { amountFromCents } from '../../platform/values/money.ts';
import { InvoiceBody, invoiceBody, invoiceFilters, sentInvoice } from '../api/invoice-bodies.ts';
import { consoleBase } from './base-path.ts';

const sortable = Object.keys(invoiceOrders);

const NamedInvoiceBody = Type.Object(
  {
    ...InvoiceBody.properties,
    building: Type.String({ description: 'The name of the building.', examples: ['Kase 12'] }),
    apartment: Type.String({ description: 'The number of the apartment.', examples: ['12'] }),
  },
  { title: 'NamedInvoice', examples: [sentInvoice] },
);

const InvoiceSumsBody = Type.Object({
  currency: Type.String({ examples: ['EUR'] }),
  count: Type.Integer({ description: 'The number of invoices, including cancelled ones.', examples: [60] }),
  amount: Amount('The sum of their amounts. Cancelled invoices add nothing, unless only they are listed.', 21_536.4),
  balance: Amount('The sum of their open amounts.', 4_120.15),
});

const list = operation({
  name: 'listNamedInvoices',
  method: 'GET',
  path: '/invoices',
  summary: 'List invoices with the names of their buildings and apartments',
  description: 'The list of the integration API, with names.',
  permission: 'books:read',
  query: Type.Object({ ...invoiceFilters, ...pagingQuery(sortable) }),
  responses: { 200: { description: 'A page of invoices.', schema: PageOf(NamedInvoiceBody) } },
  errors: ['not_found'],
  openPoints: ['P-2', 'P-35'],
  handle: (scope, { query }) => {
    rejectReversed(query);
    const list = { name: 'named invoices', path: `${consoleBase}/invoices`, sortable };
    return pageResponse(scope, list, query, async (page) =>
      (await listNamedInvoices(scope, query, page)).map(invoiceBody),
    );
  },
});

const sums = operation({
  name: 'sumInvoices',
  method: 'GET',
  path: '/invoice-sums',
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
    rejectReversed(query);
    const all = await sumInvoices(scope, query);
    const data = all?.map(({ amount, balance, ...rest }) => ({
      ...rest,
      amount: amountFromCents(amount),
      balance: amountFromCents(balance),
    }));
    return { status: 200, body: { data: data ?? [], tooMany: all === undefined } };
  },
});

function rejectReversed(query: InvoiceFilters): void {
  rejectReversedRanges(query, ['dateFrom', 'dateTo'], ['dueDateFrom', 'dueDateTo']);
}

export const invoiceListOperations = tagged('Invoices', [list, sums]);
