// Console API: listing, entering and reviewing payments, with suggestions and matching; every decision can be undone.

import { bulkBody, bulkResponses, makeItemHandler } from '../../http/bulk-items.ts';
import { rejectReversedRanges } from '../../http/day-range.ts';
import { ifMatchHeader, requireMatch } from '../../http/entity-tags.ts';
import {
  createdResponse,
  DataOf,
  okResponse,
  operation,
  showsData,
  showsNew,
  showsPage,
  tagged,
} from '../../http/operation.ts';
import { pageResponse, pagingQuery } from '../../http/paging.ts';
import { Day, Id, Instant, Money, Nullable, OneOf, type Static, Text, Type } from '../../http/schemas.ts';
import type { Params } from '../../http/validate-request.ts';
import { findCertainMatches, maxCertainMatches } from '../../payments/certain-matches.ts';
import { enterPayment, paymentMethods } from '../../payments/enter-payment.ts';
import {
  byHand,
  dismissPayment,
  matchManually,
  restorePayment,
  reversePayment,
  unmatchManually,
} from '../../payments/manual-decisions.ts';
import { dismissReasons, type Payment, paymentSources, shownStatuses } from '../../payments/model.ts';
import { paymentOrders } from '../../payments/payment-queries.ts';
import { getPayment, lockExistingPayment } from '../../payments/payments.ts';
import { maxSearchedPayments, searchPayments } from '../../payments/search-payments.ts';
import { suggestionReasons, suggestMatches } from '../../payments/suggest-matches.ts';
import { setOwnFields } from '../../platform/db/own-fields.ts';
import type { Scope } from '../../platform/db/scope.ts';
import { withAmounts } from '../../platform/values/money.ts';
import { lockVersionOf, ownFieldsInput, showOwnFields, taggedResponse } from '../api/own-fields-bodies.ts';
import { PaymentBody, paymentBody, paymentExample } from '../api/payment-bodies.ts';
import { consoleBase } from './base-path.ts';

const sortable = Object.keys(paymentOrders);

const SuggestionBody = Type.Object({
  invoiceId: Id,
  number: Type.String({ examples: ['K12-2026-000017'] }),
  apartmentId: Id,
  apartment: Type.String({ description: 'The number of the apartment.', examples: ['12'] }),
  building: Type.String({ description: 'Its building.', examples: ['Kase 12'] }),
  residents: Type.Array(Type.String(), { description: 'The residents.', examples: [['Mari Tamm']] }),
  periodStart: Day,
  periodEnd: Day,
  balance: Type.Number({ description: 'The open amount.', examples: [208.8] }),
  amount: Type.Number({ description: 'The amount that a match would allocate.', examples: [200] }),
  reasons: Type.Array(OneOf(suggestionReasons), {
    description: 'The reasons for the suggestion.',
    examples: [['same_name', 'exact_amount']],
  }),
});

const CertainMatchBody = Type.Object({
  paymentId: Id,
  payer: Type.String({ examples: ['Mari Tamm'] }),
  paidOn: Day,
  currency: PaymentBody.properties.currency,
  ...SuggestionBody.properties,
});

const responses = { 200: { description: 'The updated payment.', schema: DataOf(PaymentBody) } };
const paymentResponse = (scope: Scope, payment: Payment) => okResponse(showOwnFields(scope, paymentBody(payment)));
const show = async (scope: Scope, { id = '' }: Params) =>
  showOwnFields(scope, paymentBody(await getPayment(scope, id)));

const dismissReason = OneOf(dismissReasons, {
  description: 'What the money is: nobody pays an invoice with it. other: see the note.',
});

const FoundPaymentBody = Type.Object(
  {
    ...PaymentBody.properties,
    account: Nullable(
      Type.String({ description: 'The organization’s account that received it.', examples: ['EE382200221020145685'] }),
    ),
    inCash: Type.Boolean({ description: 'Received in cash; no statement shows it.' }),
    dismissedAt: Nullable(Instant),
    dismissedAs: Type.Union([dismissReason, Type.Null()]),
    dismissedNote: Nullable(Type.String({ description: 'What it is, in a person’s words.' })),
    creditInvoiceId: Nullable(Type.String({ format: 'uuid', description: 'The credit note whose amount it is.' })),
    apartment: Nullable(Type.String({ description: 'The number of the apartment that has the rest as credit.' })),
    buildingId: Nullable(Type.String({ format: 'uuid', description: 'The building of that apartment.' })),
    building: Nullable(Type.String({ description: 'The name of that building.', examples: ['Kase 12'] })),
    buildings: Type.Array(Type.String(), {
      description: 'The names of the buildings of that apartment and of the invoices that it pays or paid.',
      examples: [['Kase 12']],
    }),
    undone: Type.Array(
      Type.Object({
        invoiceId: Id,
        number: Type.String({ examples: ['K12-2026-000017'] }),
        apartment: Type.String({ examples: ['12'] }),
        amount: Type.Number({ examples: [208.8] }),
      }),
      { description: 'What a reversed payment paid until then.' },
    ),
    returnedOn: { ...Nullable(Day), description: 'The day on which the bank took it back, as a statement shows it.' },
  },
  { title: 'FoundPayment', examples: [paymentExample] },
);

/** The filters of a list of payments. */
export const paymentFilters = {
  text: Type.Optional(Type.String({ maxLength: 100, examples: ['Tamm 125,50'] })),
  status: Type.Optional(
    OneOf(shownStatuses, {
      description: 'refunded: all of it was paid back, so it pays no invoice. returned: the bank took it back.',
    }),
  ),
  source: Type.Optional(OneOf(paymentSources)),
  dateFrom: Type.Optional({ ...Day, description: 'Paid on or after this day.' }),
  dateTo: Type.Optional({ ...Day, description: 'Paid on or before this day.' }),
  buildingId: Type.Optional(Id),
  apartmentId: Type.Optional({ ...Id, description: 'Payments whose rest, if any, is credit of this apartment.' }),
  invoiceId: Type.Optional({
    ...Id,
    description: 'Payments that pay this invoice, or did until the bank returned them.',
  }),
  prepaid: Type.Optional(Type.Boolean({ description: 'With true: payments with a part that is a prepayment.' })),
  refunded: Type.Optional(Type.Boolean({ description: 'With true: payments of which a part was paid back.' })),
  waiting: Type.Optional(OneOf(['undecided', 'dismissed'])),
};

const search = operation({
  name: 'searchPayments',
  route: 'GET /payments',
  summary: 'List and search payments',
  description: `All payments, with filters. With \`waiting=undecided\`: those with an amount that is of no invoice and no apartment, each with the reason; prepayments of apartments are not among them. With \`waiting=dismissed\`: those that a person dismissed, which can be restored, or refunded. Of \`text\`, each word must occur in the payer, the account, the reference, the description or the apartment, or be the amount, the rest, what was paid back, or the number of an invoice that the payment pays, or did until it was reversed. A text is searched for in the latest ${maxSearchedPayments.toLocaleString('en')} payments of the days given.`,
  permission: 'books:read',
  query: Type.Object({ ...paymentFilters, ...pagingQuery(sortable) }),
  responses: showsPage('A page of payments.', FoundPaymentBody),
  errors: ['not_found'],
  openPoints: ['P-43', 'P-97'],
  handle: (scope, { path, query }) => {
    rejectReversedRanges(query, ['dateFrom', 'dateTo']);
    return pageResponse(scope, { path, query }, sortable, async (page) =>
      (await searchPayments(scope, query, page)).map((payment) => {
        const { account, dismissedAt, dismissedAs, dismissedNote } = payment;
        const undone = payment.undone.map((item) => withAmounts(item, 'amount'));
        return showOwnFields(scope, {
          ...paymentBody(payment),
          account,
          dismissedAt,
          dismissedAs,
          dismissedNote,
          undone,
        });
      }),
    );
  },
});

const NewPayment = Type.Object({
  apartmentId: Id,
  invoiceId: Type.Optional(Id),
  amount: Money,
  paidOn: { ...Day, description: 'Not in the future.' },
  method: OneOf(paymentMethods, { description: 'cash: no statement will show it.' }),
  payerName: Type.Optional(Text(200)),
  note: Type.Optional(Text(200, { description: 'Shown as the description.', examples: ['Kassaorder 17'] })),
  ...ownFieldsInput,
});

async function createPayment(scope: Scope, body: Static<typeof NewPayment>): Promise<{ id: string }> {
  const { id } = await enterPayment(scope, body);
  await setOwnFields(scope, 'payment', id, body);
  return { id };
}

const createItems = makeItemHandler({ schema: NewPayment, create: createPayment });

const enterMany = operation({
  name: 'enterPayments',
  route: 'POST /payments/bulk',
  summary: 'Record many payments',
  description:
    'Up to 100 payments, each as if recorded alone: one that is rejected does not stop the others. The result of each says its id or its problem. With an Idempotency-Key a repeat records nothing twice and gets the same results.',
  permission: 'payments:match',
  rules: ['bulk'],
  body: bulkBody(NewPayment, 'NewPayments', 100),
  responses: bulkResponses('payment'),
  openPoints: ['P-97', 'P-114'],
  handle: (scope, { body }) => createItems(scope, body.items),
});

const enter = operation({
  name: 'enterPayment',
  route: 'POST /payments',
  summary: 'Record a payment',
  description:
    'Money of any amount that an apartment paid in cash, or by a transfer that no statement has shown yet. It pays `invoiceId` first if given, then the other open invoices of its payers, oldest due date first; the rest is credit. A statement’s line with the same amount and reference within ten days is the same transfer. Raises payment.received for each invoice. To undo it, reverse the payment.',
  permission: 'payments:match',
  body: NewPayment,
  responses: showsNew('The payment.', PaymentBody, { tagged: true }),
  errors: ['not_found', 'match_refused'],
  openPoints: ['P-49', 'P-97', 'P-104'],
  handle: async (scope, { body }) => {
    const payment = await show(scope, await createPayment(scope, body));
    return taggedResponse(PaymentBody, payment, createdResponse(payment, `${consoleBase}/payments`));
  },
});

const lockVersion = lockVersionOf(PaymentBody, (scope, { id = '' }) => lockExistingPayment(scope, id), show);

const change = operation({
  name: 'updatePayment',
  route: 'PATCH /payments/:id',
  summary: 'Set externalId and metadata of a payment',
  description: 'Changes only the given fields. Nothing else of a payment can be changed this way.',
  permission: 'payments:match',
  body: Type.Object(ownFieldsInput, { title: 'ChangedPayment', examples: [{ externalId: 'erp-4711' }] }),
  responses: showsData('The updated payment.', PaymentBody, { tagged: true }),
  openPoints: ['P-104', 'P-107'],
  headers: ifMatchHeader,
  handle: async (scope, input) => {
    const { params, body } = input;
    await requireMatch(scope, input, lockVersion);
    await setOwnFields(scope, 'payment', params.id ?? '', body);
    return taggedResponse(PaymentBody, await show(scope, params));
  },
});

const suggestions = operation({
  name: 'suggestMatches',
  route: 'GET /payments/:id/suggestions',
  summary: 'Suggest invoices for a payment',
  description:
    'At most five open invoices that the payment may be for, most likely first; each with its residents, its days, and the reasons.',
  permission: 'payments:match',
  responses: showsData('The suggestions.', Type.Array(SuggestionBody)),
  openPoints: ['P-43'],
  handle: async (scope, { params }) => {
    const all = await suggestMatches(scope, params.id ?? '');
    return okResponse(all.map((suggestion) => withAmounts(suggestion, 'balance', 'amount')));
  },
});

const match = operation({
  name: 'matchPayment',
  route: 'POST /payments/:id/match',
  summary: 'Match a payment to an invoice',
  description:
    'Allocates the payment or a part of it to an invoice; by default as much as fits. The rest stays unmatched; without an amount it becomes credit of the apartment if nothing else is open there. Raises payment.received, and invoice.paid if the invoice is covered. The payer’s IBAN is remembered for the apartment.',
  permission: 'payments:match',
  body: Type.Object({ invoiceId: Id, amount: Type.Optional(Money) }),
  responses,
  errors: ['not_found', 'match_refused'],
  openPoints: ['P-43', 'P-49', 'P-62'],
  handle: async (scope, { params, body }) => paymentResponse(scope, await matchManually(scope, params.id ?? '', body)),
});

const certain = operation({
  name: 'listCertainMatches',
  route: 'GET /payments/certain-matches',
  summary: 'List the certain matches',
  description: `Of the latest ${maxCertainMatches} payments that wait: those for which one open invoice has the name of the payer and exactly the amount, and no other invoice and no other payment does.`,
  permission: 'payments:match',
  responses: showsData('The matches.', Type.Array(CertainMatchBody)),
  openPoints: ['P-43'],
  handle: async (scope) =>
    okResponse(
      (await findCertainMatches(scope)).map(
        ({ payment: { id: paymentId, payerName, paidOn, currency }, suggestion }) => ({
          ...withAmounts(suggestion, 'balance', 'amount'),
          ...{ paymentId, payer: payerName ?? '', paidOn, currency },
        }),
      ),
    ),
});

const NewMatch = Type.Object({ paymentId: Id, invoiceId: Id });
const matchItems = makeItemHandler({
  schema: NewMatch,
  create: async (scope, { paymentId, invoiceId }) => {
    const { id } = await matchManually(scope, paymentId, { invoiceId });
    return { id };
  },
});

const matchMany = operation({
  name: 'matchPayments',
  route: 'POST /payments/matches/bulk',
  summary: 'Match many payments',
  description:
    'Up to 100 payments, each to an invoice as if matched alone: one that is rejected does not stop the others. The result of each has its payment as the id, or its problem.',
  permission: 'payments:match',
  rules: ['bulk'],
  body: bulkBody(NewMatch, 'NewMatches', 100),
  responses: bulkResponses('payment'),
  openPoints: ['P-43', 'P-114'],
  handle: (scope, { body }) => matchItems(scope, body.items),
});

const unmatch = operation({
  name: 'unmatchPayment',
  route: 'POST /payments/:id/unmatch',
  summary: 'Undo the matches of a payment',
  description:
    'For one invoice, or for all if none is given. A paid invoice returns to its former status, draft or sent, with the open amount; the payment is unmatched again. A payment recorded manually and never seen at the bank is reversed.',
  permission: 'payments:match',
  body: Type.Optional(Type.Object({ invoiceId: Type.Optional(Id) })),
  responses,
  errors: ['match_refused'],
  openPoints: ['P-34', 'P-43'],
  handle: async (scope, { params, body }) =>
    paymentResponse(scope, await unmatchManually(scope, params.id ?? '', body?.invoiceId)),
});

const reverse = operation({
  name: 'reversePayment',
  route: 'POST /payments/:id/reverse',
  summary: 'Reverse a payment',
  description: 'For returned or charged-back money: its invoices are open again, and it can no longer be matched.',
  permission: 'payments:match',
  responses,
  errors: ['match_refused'],
  openPoints: ['P-34', 'P-43'],
  handle: async (scope, { params }) => paymentResponse(scope, await reversePayment(scope, params.id ?? '', byHand)),
});

const dismiss = operation({
  name: 'dismissPayment',
  route: 'POST /payments/:id/dismiss',
  summary: 'Dismiss a payment',
  description:
    'Removes it from the list to review, for money unrelated to invoices. Credit of an apartment stays credit and pays its next invoice. A repeat may say what it is.',
  permission: 'payments:match',
  body: Type.Optional(
    Type.Object({
      reason: Type.Optional(dismissReason),
      note: Type.Optional(
        Text(200, { description: 'What it is; required for other.', examples: ['Kindlustushüvitis'] }),
      ),
    }),
  ),
  responses,
  openPoints: ['P-43'],
  handle: async (scope, { params, body }) => paymentResponse(scope, await dismissPayment(scope, params.id ?? '', body)),
});

const restore = operation({
  name: 'restorePayment',
  route: 'POST /payments/:id/restore',
  summary: 'Restore a dismissed payment',
  description: 'Undoes the dismissal.',
  permission: 'payments:match',
  responses,
  openPoints: ['P-43'],
  handle: async (scope, { params }) => paymentResponse(scope, await restorePayment(scope, params.id ?? '')),
});

export const paymentOperations = tagged('Payments', [
  search,
  enter,
  enterMany,
  change,
  suggestions,
  certain,
  match,
  matchMany,
  unmatch,
  reverse,
  dismiss,
  restore,
]);
