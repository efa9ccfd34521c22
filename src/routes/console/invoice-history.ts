// Console API: crediting an invoice, its history, and the explanation of its amounts.

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
    { description: 'The actor: a person, an API key, or the service itself. Residents see neither id nor name.' },
  ),
  detail: Type.Unsafe<Readonly<Record<string, unknown>>>({
    type: 'object',
    additionalProperties: true,
    description: 'Data of the action, such as an amount, or the values before and after.',
    examples: [{ paidDate: '2026-11-12' }],
  }),
});

const positionNumber = Type.Integer({ minimum: 1, description: 'The position’s number on the invoice, from 1.' });
const creditedPositions = Type.Optional(
  Type.Array(
    Type.Object({
      position: positionNumber,
      amount: Type.Optional(
        Type.Number({
          ...Money,
          description: 'Net, with the sign of the position; default: the rest of the position.',
        }),
      ),
    }),
    { minItems: 1, maxItems: 1000, description: 'Default: the rest of the whole invoice.' },
  ),
);

const credit = operation({
  name: 'creditInvoice',
  method: 'POST',
  path: '/invoices/:id/credit',
  tag: 'Invoices',
  summary: 'Credit an invoice',
  description:
    'Credits a sent or paid invoice, fully or by positions. Creates a credit note with negative amounts: a draft with its own number, to be sent like other invoices; raises invoice.created. It pays the open amount of the invoice, then other debts of the apartment, oldest first; the rest is credit for the next invoice. Other apartments do not pay for it.',
  permission: 'invoices:change',
  body: Type.Object(
    {
      reason: Paragraphs(500, { description: 'The reason, shown to the resident.' }),
      positions: creditedPositions,
    },
    { examples: [{ reason: 'The lift stood still for two weeks.', positions: [{ position: 3, amount: 4.5 }] }] },
  ),
  answers: { 201: { description: 'The credit note.', schema: DataOf(InvoiceWithPositionsBody) } },
  errors: ['invoice_not_creditable'],
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
  summary: 'Preview a credit note',
  description:
    'The positions and sums of the credit note; nothing is created. Without positions: the rest of each position.',
  permission: 'invoices:change',
  body: Type.Object({ positions: creditedPositions }, { examples: [{ positions: [{ position: 3, amount: 4.5 }] }] }),
  answers: {
    200: {
      description: 'The preview.',
      schema: DataOf(
        Type.Object({
          amount: Type.Number({ description: 'With VAT; negative, as on the credit note.', examples: [-5.58] }),
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
  errors: ['invoice_not_creditable'],
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
  summary: 'List the history of an invoice',
  description: 'Every change, oldest first: time, actor and action. Entries are only ever added.',
  permission: 'invoices:read',
  query: Type.Object(plainPagingQuery(sortable)),
  answers: { 200: { description: 'A page of entries.', schema: PageOf(HistoryEntryBody) } },
  errors: [],
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
    'The calculation of the net amount of each position, in rows that can be checked by hand: the same as in its PDF, in the requested language, without VAT.',
  permission: 'invoices:read',
  query: Type.Object({ language: Type.Optional(OneOf(languages, { description: 'Default: English.' })) }),
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
  errors: [],
  openPoints: ['P-33', 'P-58'],
  found: (scope, { id = '' }) => getInvoice(scope, id),
  handle: async (scope, { params: { id = '' }, query: { language = 'en' } }) => {
    const { positions, currency } = await getInvoice(scope, id);
    return okReply(positions.map((position) => explainPosition(position, language, currency, positions)));
  },
});

export const invoiceHistoryOperations = [credit, preview, history, explained];
