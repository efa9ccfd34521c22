// Door 2, payments: what waits for a person, what is suggested for it, and what the person decides; every decision can be undone.

import { DataOf, okReply, operation, PageOf } from '../../http/operation.ts';
import { pageReply, pagingQuery } from '../../http/paging.ts';
import { Day, Id, Money, OneOf, Type } from '../../http/schemas.ts';
import type { Params } from '../../http/validate-request.ts';
import { matchManually, reversePayment, setDismissed, unmatchManually } from '../../payments/manual-decisions.ts';
import type { Payment } from '../../payments/model.ts';
import { paymentOrders } from '../../payments/payment-queries.ts';
import { getPayment, listPayments } from '../../payments/payments.ts';
import { suggestionReasons, suggestMatches } from '../../payments/suggest-matches.ts';
import type { Scope } from '../../platform/db/scope.ts';
import { amountFromCents } from '../../platform/values/money.ts';
import { PaymentBody, paymentBody } from '../api/payment-bodies.ts';
import { consoleBase } from './base-path.ts';

const sortable = Object.keys(paymentOrders);

const SuggestionBody = Type.Object({
  invoiceId: Id,
  number: Type.String({ examples: ['K12-2026-000017'] }),
  apartmentId: Id,
  apartment: Type.String({ description: 'The number of the apartment.', examples: ['12'] }),
  building: Type.String({ description: 'Its building.', examples: ['Kase 12'] }),
  residents: Type.Array(Type.String(), { description: 'Who lives there.', examples: [['Mari Tamm']] }),
  periodStart: Day,
  periodEnd: Day,
  balance: Type.Number({ description: 'Still to be paid.', examples: [208.8] }),
  amount: Type.Number({ description: 'What a match would allocate.', examples: [200] }),
  reasons: Type.Array(OneOf(suggestionReasons), {
    description: 'What speaks for it.',
    examples: [['same_name', 'exact_amount']],
  }),
});

const answers = { 200: { description: 'The payment as it is now.', schema: DataOf(PaymentBody) } };
const found = (scope: Scope, params: Params) => getPayment(scope, params.id ?? '');
const paymentReply = (payment: Payment) => okReply(paymentBody(payment));

const listWaiting = operation({
  name: 'listWaitingPayments',
  method: 'GET',
  path: '/payments',
  tag: 'Payments',
  summary: 'List unmatched payments',
  description:
    'Payments with money that pays no invoice, with the reason of each, without those that were put aside; or those that were, where `dismissed` is true: each can be restored.',
  permission: 'payments:match',
  query: Type.Object({
    buildingId: Type.Optional(Id),
    dismissed: Type.Optional(Type.Boolean({ description: 'Those that were put aside.', default: false })),
    ...pagingQuery(sortable),
  }),
  answers: { 200: { description: 'A page of payments.', schema: PageOf(PaymentBody) } },
  refuses: ['not_found'],
  openPoints: ['P-43'],
  handle: (scope, { query }) => {
    const list = { name: 'waiting payments', path: `${consoleBase}/payments`, sortable };
    const { dismissed, ...filters } = query;
    const waiting = dismissed === true ? 'dismissed' : true;
    return pageReply(scope, list, query, async (page) =>
      (await listPayments(scope, { ...filters, waiting }, page)).map(({ joint: _, ...one }) => paymentBody(one)),
    );
  },
});

const suggestions = operation({
  name: 'suggestMatches',
  method: 'GET',
  path: '/payments/:id/suggestions',
  tag: 'Payments',
  summary: 'Suggest invoices for a payment',
  description:
    'At most five open invoices that the payment could be meant for, the likeliest first; each with whose it is, of which days, and why it is suggested.',
  permission: 'payments:match',
  answers: { 200: { description: 'The suggestions.', schema: DataOf(Type.Array(SuggestionBody)) } },
  refuses: [],
  openPoints: ['P-43'],
  handle: async (scope, { params }) => {
    const all = await suggestMatches(scope, params.id ?? '');
    return okReply(
      all.map((suggestion) => ({
        ...suggestion,
        balance: amountFromCents(suggestion.balance),
        amount: amountFromCents(suggestion.amount),
      })),
    );
  },
});

const match = operation({
  name: 'matchPayment',
  method: 'POST',
  path: '/payments/:id/match',
  tag: 'Payments',
  summary: 'Match a payment to an invoice',
  description:
    'Allocates part of the payment to an invoice: all that fits when no amount is given. The rest waits; it becomes credit of the apartment when no amount is given and the apartment owes nothing else. Raises payment.received, and invoice.paid when that covers the invoice. From then on the payer’s IBAN is known to pay for the apartment.',
  permission: 'payments:match',
  body: Type.Object({ invoiceId: Id, amount: Type.Optional(Money) }),
  answers,
  refuses: ['not_found', 'match_refused'],
  openPoints: ['P-43', 'P-49', 'P-62'],
  found,
  handle: async (scope, { params, body }) => paymentReply(await matchManually(scope, params.id ?? '', body)),
});

const unmatch = operation({
  name: 'unmatchPayment',
  method: 'POST',
  path: '/payments/:id/unmatch',
  tag: 'Payments',
  summary: 'Undo what a payment pays',
  description:
    'Of one invoice, or of all when none is named. A paid invoice is what it was before, draft or sent, and owes the money; the payment waits. What was noted by hand and never seen at the bank is reversed.',
  permission: 'payments:match',
  body: Type.Object({ invoiceId: Type.Optional(Id) }),
  bodyOptional: true,
  answers,
  refuses: [],
  openPoints: ['P-34', 'P-43'],
  found,
  handle: async (scope, { params, body }) =>
    paymentReply(await unmatchManually(scope, params.id ?? '', body?.invoiceId)),
});

const reverse = operation({
  name: 'reversePayment',
  method: 'POST',
  path: '/payments/:id/reverse',
  tag: 'Payments',
  summary: 'Reverse a payment',
  description:
    'For money that was returned or charged back: its invoices owe it again, and nothing more can be paid with it.',
  permission: 'payments:match',
  answers,
  refuses: ['match_refused'],
  openPoints: ['P-34', 'P-43'],
  found,
  handle: async (scope, { params }) => paymentReply(await reversePayment(scope, params.id ?? '', 'by hand')),
});

const dismiss = operation({
  name: 'dismissPayment',
  method: 'POST',
  path: '/payments/:id/dismiss',
  tag: 'Payments',
  summary: 'Put a payment aside',
  description:
    'It no longer waits for a person, as money does that has nothing to do with invoices. What is the credit of an apartment stays that, and pays its next invoice.',
  permission: 'payments:match',
  answers,
  refuses: [],
  openPoints: ['P-43'],
  found,
  handle: async (scope, { params }) => paymentReply(await setDismissed(scope, params.id ?? '', true)),
});

const restore = operation({
  name: 'restorePayment',
  method: 'POST',
  path: '/payments/:id/restore',
  tag: 'Payments',
  summary: 'Let a payment wait again',
  description: 'Takes back that it was put aside.',
  permission: 'payments:match',
  answers,
  refuses: [],
  openPoints: ['P-43'],
  found,
  handle: async (scope, { params }) => paymentReply(await setDismissed(scope, params.id ?? '', false)),
});

export const paymentConsoleOperations = [listWaiting, suggestions, match, unmatch, reverse, dismiss, restore];
