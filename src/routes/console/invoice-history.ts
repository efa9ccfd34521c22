// Console API: the history of an invoice, and the explanation of its amounts.
import { okResponse, operation, showsData, showsPage, tagged } from '../../http/operation.ts';
import { pageResponse, plainPagingQuery } from '../../http/paging.ts';
import { Id, Instant, Nullable, OneOf, Type } from '../../http/schemas.ts';
import { findRises } from '../../invoicing/compare-invoice.ts';
import { explainPositions } from '../../invoicing/documents/explain-position.ts';
import { historyActions } from '../../invoicing/invoice-history.ts';
import { historyOrders, listHistory } from '../../invoicing/invoice-history-queries.ts';
import { getInvoice } from '../../invoicing/invoices.ts';
import { callerKinds } from '../../platform/db/scope.ts';
import { languages } from '../../platform/values/languages.ts';

const sortable = Object.keys(historyOrders);

const HistoryEntryBody = Type.Object({
  id: Id,
  at: Instant,
  action: OneOf(historyActions),
  actor: Type.Object(
    {
      kind: OneOf(callerKinds),
      id: Nullable(Id),
      name: Nullable(Type.String({ examples: ['Mari Tamm'] })),
    },
    { description: 'The actor: a person, an API key, or the service itself. Residents see neither id nor name.' },
  ),
  detail: Type.Unsafe<Readonly<Record<string, unknown>>>({
    type: 'object',
    additionalProperties: true,
    description: 'Data of the action, such as an amount, or the values before and after.',
    examples: [{ paidDate: '2026-11-12' }],
  }),
});

const history = operation({
  name: 'listInvoiceHistory',
  route: 'GET /invoices/:id/history',
  summary: 'List the history of an invoice',
  description: 'Every change, oldest first: time, actor and action. Entries are only ever added.',
  permission: 'invoices:read',
  query: Type.Object(plainPagingQuery(sortable)),
  responses: showsPage('A page of entries.', HistoryEntryBody),
  openPoints: ['P-34'],
  handle: async (scope, { path, params: { id = '' }, query }) => {
    await getInvoice(scope, id);
    return pageResponse(scope, { path, query }, sortable, (page) => listHistory(scope, id, page));
  },
});

const explained = operation({
  name: 'explainInvoice',
  route: 'GET /invoices/:id/explained',
  summary: 'Explain the amounts of an invoice',
  description:
    'The calculation of the net amount of each position, in rows that can be checked by hand: the same as in its PDF, in the requested language, without VAT.',
  permission: 'invoices:read',
  query: Type.Object({ language: Type.Optional(OneOf(languages, { description: 'Default: English.' })) }),
  responses: showsData(
    'Each position, in the order of the invoice.',
    Type.Array(
      Type.Object({
        title: Type.String({ examples: ['Küte'] }),
        amount: Type.String({ examples: ['208.82 €'] }),
        why: Type.Optional(
          Type.String({
            description: 'Why the charge is more than a year ago or in the period before; with its first position.',
            examples: ['It costs more than a year ago because the price rose (€1.70/m³ → €1.84/m³).'],
          }),
        ),
        rows: Type.Array(
          Type.Object({
            label: Type.String({ examples: ['Your part of the amount'] }),
            figure: Type.String({ examples: ['12,345.67 € × 54.3 m² / 3,210.4 m² = 208.812852 €'] }),
            note: Type.Optional(Type.String({ examples: ['12 of 31 days'] })),
          }),
        ),
      }),
    ),
  ),
  openPoints: ['P-33', 'P-58'],
  handle: async (scope, { params: { id = '' }, query: { language = 'en' } }) => {
    const { positions, currency, cause } = await getInvoice(scope, id);
    const rises = cause === null ? await findRises(scope, id) : {};
    return okResponse(explainPositions(positions, rises, language, currency));
  },
});

export const invoiceHistoryOperations = tagged('Invoices', [history, explained]);
