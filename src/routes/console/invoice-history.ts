// Invoices in the console, beyond what the integration API does with them: crediting one, what became of it, when and by whom, and how its amounts came about.

import { createdReply, DataOf, okReply, operation, PageOf } from '../../http/operation.ts';
import { pageReply, plainPagingQuery } from '../../http/paging.ts';
import { Id, Instant, Money, Nullable, OneOf, Paragraphs, Type } from '../../http/schemas.ts';
import type { Params } from '../../http/validate-request.ts';
import { planCredit } from '../../invoicing/corrections/credit-invoice.ts';
import { explainPosition } from '../../invoicing/documents/explain-position.ts';
import { historyActions, listHistory } from '../../invoicing/invoice-history.ts';
import { historyOrders } from '../../invoicing/invoice-history-queries.ts';
import { getInvoice } from '../../invoicing/invoices.ts';
import { creditInvoiceAndApply } from '../../payments/invoice-credit.ts';
import { callerKinds, type Scope } from '../../platform/db/scope.ts';
import { languages } from '../../platform/values/languages.ts';
import { amountFromCents } from '../../platform/values/money.ts';
import { InvoiceWithPositionsBody, invoiceBody, positionBody } from '../api/invoice-bodies.ts';
import { consoleBase } from './base-path.ts';

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
    { description: 'Who it was: a person, an API key, or the service itself. Residents are told neither id nor name.' },
  ),
  detail: Type.Unsafe<Readonly<Record<string, unknown>>>({
    type: 'object',
    additionalProperties: true,
    description: 'What belongs to the action, such as an amount, or what was before and after.',
    examples: [{ paidDate: '2026-11-12' }],
  }),
});

const positionNumber = Type.Integer({ minimum: 1, description: 'Its place on the invoice, from 1.' });
const creditedPositions = Type.Optional(
  Type.Array(
    Type.Object({
      position: positionNumber,
      amount: Type.Optional(
        Type.Number({
          ...Money,
          description: 'Net, with the sign of the position; what is left of it when absent.',
        }),
      ),
    }),
    { minItems: 1, maxItems: 1000, description: 'All that is left of the invoice when absent.' },
  ),
);

const credit = operation({
  name: 'creditInvoice',
  method: 'POST',
  path: '/invoices/:id/credit',
  tag: 'Invoices',
  summary: 'Credit an invoice',
  description:
    'Of a sent or paid invoice, all that is left of it or parts of its positions. A credit invoice with negative amounts is made, a draft with a number of its own, to be sent like others; invoice.created is raised. It pays what is open of the invoice, then what else the apartment owes, the oldest first; the rest is credit that the next invoice uses. What is given back to one apartment, no other pays.',
  permission: 'invoices:change',
  body: Type.Object(
    {
      reason: Paragraphs(500, { description: 'Why; the resident reads it.' }),
      positions: creditedPositions,
    },
    { examples: [{ reason: 'The lift stood still for two weeks.', positions: [{ position: 3, amount: 4.5 }] }] },
  ),
  answers: { 201: { description: 'The credit invoice.', schema: DataOf(InvoiceWithPositionsBody) } },
  refuses: ['invoice_not_creditable'],
  openPoints: ['P-33', 'P-34'],
  found: (scope, { id = '' }) => getInvoice(scope, id),
  handle: async (scope, { params: { id = '' }, body }) => {
    const made = await creditInvoiceAndApply(scope, id, body);
    return createdReply(
      { ...invoiceBody(made), positions: made.positions.map(positionBody) },
      `${scope.config.basePath}/invoices/${made.id}`,
    );
  },
});

const preview = operation({
  name: 'previewCredit',
  method: 'POST',
  path: '/invoices/:id/credit-preview',
  tag: 'Invoices',
  summary: 'See what a credit would be',
  description:
    'The positions and sums of the credit invoice that crediting would make; nothing is made. Without positions it tells what is left of each.',
  permission: 'invoices:change',
  body: Type.Object({ positions: creditedPositions }, { examples: [{ positions: [{ position: 3, amount: 4.5 }] }] }),
  answers: {
    200: {
      description: 'What it would come to.',
      schema: DataOf(
        Type.Object({
          amount: Type.Number({ description: 'With VAT; negative, as on the credit invoice.', examples: [-5.58] }),
          positions: Type.Array(
            Type.Object({
              position: positionNumber,
              description: Type.String({ examples: ['Lift'] }),
              amount: Type.Number({ description: 'Net.', examples: [-4.5] }),
              vatAmount: Type.Number({ examples: [-1.08] }),
            }),
          ),
        }),
      ),
    },
  },
  refuses: ['invoice_not_creditable'],
  openPoints: ['P-33'],
  found: (scope, { id = '' }) => getInvoice(scope, id),
  handle: async (scope, { params: { id = '' }, body }) => {
    const { amount, lines } = await planCredit(scope, id, body);
    const positions = lines.map(({ ordinal, description, ...line }) => ({
      position: ordinal,
      description,
      amount: amountFromCents(line.amount),
      vatAmount: amountFromCents(line.vatAmount),
    }));
    return okReply({ amount: amountFromCents(amount), positions });
  },
});

const history = operation({
  name: 'listInvoiceHistory',
  method: 'GET',
  path: '/invoices/:id/history',
  tag: 'Invoices',
  summary: 'List what became of an invoice',
  description: 'Every change, the oldest first: when, by whom, and what. Entries are only ever added.',
  permission: 'invoices:read',
  query: Type.Object(plainPagingQuery(sortable)),
  answers: { 200: { description: 'A page of entries.', schema: PageOf(HistoryEntryBody) } },
  refuses: [],
  openPoints: ['P-34'],
  found: (scope: Scope, { id = '' }: Params) => getInvoice(scope, id),
  handle: (scope, { params: { id = '' }, query }) => {
    const list = { name: `history of ${id}`, path: `${consoleBase}/invoices/${id}/history`, sortable };
    return pageReply(scope, list, query, (page) => listHistory(scope, id, page));
  },
});

const explained = operation({
  name: 'explainInvoice',
  method: 'GET',
  path: '/invoices/:id/explained',
  tag: 'Invoices',
  summary: 'Explain the amounts of an invoice',
  description:
    'How the net amount of each position came about, in rows that can be followed with a pencil: the same as the pages of its PDF have, in words of the asked language. VAT is not in them.',
  permission: 'invoices:read',
  query: Type.Object({ language: Type.Optional(OneOf(languages, { description: 'English when absent.' })) }),
  answers: {
    200: {
      description: 'Each position, in the order of the invoice.',
      schema: DataOf(
        Type.Array(
          Type.Object({
            title: Type.String({ examples: ['Küte'] }),
            amount: Type.String({ examples: ['208.82 €'] }),
            rows: Type.Array(
              Type.Object({
                label: Type.String({ examples: ['Your part of the amount'] }),
                figure: Type.String({ examples: ['12,345.67 € × 54.3 / 3,210.4 = 208.812852 €'] }),
                note: Type.Optional(Type.String({ examples: ['12 of 31 days'] })),
              }),
            ),
          }),
        ),
      ),
    },
  },
  refuses: [],
  openPoints: ['P-33', 'P-58'],
  found: (scope, { id = '' }) => getInvoice(scope, id),
  handle: async (scope, { params: { id = '' }, query: { language = 'en' } }) => {
    const { positions, currency } = await getInvoice(scope, id);
    return okReply(positions.map((position) => explainPosition(position, language, currency, positions)));
  },
});

export const invoiceHistoryOperations = [credit, preview, history, explained];
