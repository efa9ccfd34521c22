// Console API: receivables by age, reminders of them, payment plans, and the account of one apartment.
import { createHash } from 'node:crypto';
import { renderAccountStatement } from '../../accounting/account-document.ts';
import type { AgedBalance } from '../../accounting/model.ts';
import { listPlans, type PaymentPlan } from '../../accounting/payment-plan-queries.ts';
import { endPaymentPlan, notePaymentPlan } from '../../accounting/payment-plans.ts';
import { type ApartmentAccount, getApartmentAccount, listAgedBalances } from '../../accounting/receivables.ts';
import { downloadResponse } from '../../http/downloads.ts';
import { exampleId } from '../../http/openapi/example-values.ts';
import { noContent, okResponse, operation, showsData, showsNothing, tagged } from '../../http/operation.ts';
import { Day, Id, Instant, Money, Nullable, OneOf, Paragraphs, Type } from '../../http/schemas.ts';
import type { Params } from '../../http/validate-request.ts';
import { maxRemindedApartments, remindOfPaymentsNow } from '../../invoicing/sending/payment-reminders.ts';
import { daysInName, fileNameOf } from '../../platform/values/file-name.ts';
import { languages } from '../../platform/values/languages.ts';
import { withAmounts } from '../../platform/values/money.ts';
import { getApartment } from '../../properties/apartments.ts';

const AgingBody = Type.Object(
  {
    buildingId: Id,
    building: Type.String(),
    apartmentId: Id,
    number: Type.String(),
    currency: Type.String(),
    notDue: Type.Number({ description: 'Open and not due yet.' }),
    to30: Type.Number({ description: 'Due for 1 to 30 days.' }),
    to60: Type.Number({ description: 'Due for 31 to 60 days.' }),
    to90: Type.Number({ description: 'Due for 61 to 90 days.' }),
    over90: Type.Number({ description: 'Due for more than 90 days.' }),
    total: Money,
    credit: Type.Number({ description: 'Prepaid: what pays no invoice yet, or one that is still a draft.' }),
    balance: Type.Number({ description: 'total − credit: what the account of the apartment ends with.' }),
    oldestDue: { ...Nullable(Day), description: 'The earliest due date of an open invoice.' },
    daysLate: Type.Integer({ description: 'Days overdue of the oldest open invoice.' }),
    payers: Type.Array(
      Type.Object({
        residentId: Id,
        name: Type.String({ examples: ['Mari Tamm'] }),
        email: Nullable(Type.String()),
        phone: Nullable(Type.String()),
        former: Type.Boolean({ description: 'They no longer have the apartment.' }),
      }),
      { description: 'Who receives the open invoices; where somebody left, whose the prepayment is, too.' },
    ),
    remindedAt: {
      ...Nullable(Instant),
      description: 'When the last payment reminder of its overdue invoices was queued, of the last 90 days.',
    },
    remindedToday: Type.Boolean({
      description: 'Whether all its overdue invoices were reminded of today, so that no reminder is sent.',
    }),
    plan: Type.Union([Type.Object({ terms: Type.String(), until: Day }), Type.Null()], {
      description: 'The payment plan that stands today.',
    }),
  },
  {
    examples: [
      {
        notDue: 358.94,
        to30: 120.5,
        to60: 0,
        to90: 0,
        over90: 0,
        total: 479.44,
        credit: 0,
        balance: 479.44,
        oldestDue: '2026-11-08',
        daysLate: 12,
        payers: [{ email: 'mari@example.org', former: false }],
        remindedAt: '2026-11-20T06:00:00.000Z',
        remindedToday: true,
        plan: null,
      },
    ],
  },
);

const PlanBody = Type.Object({
  id: Id,
  terms: Type.String({ description: 'What was agreed.', examples: ['5 × 60.00 on the 15th of each month'] }),
  until: { ...Day, description: 'The last day without payment reminders.' },
  createdAt: Instant,
  endedAt: { ...Nullable(Instant), description: 'When it was ended or replaced; null: it stands.' },
});

const remind = operation({
  name: 'remindOfPayments',
  route: 'POST /payment-reminders',
  summary: 'Send payment reminders',
  description:
    'Queues an e-mail for each overdue invoice of these apartments to each of its recipients, at most one a day, and none while a payment plan stands.',
  permission: 'invoices:send',
  body: Type.Object({ apartmentIds: Type.Array(Id, { minItems: 1, maxItems: maxRemindedApartments }) }),
  responses: showsData(
    'The result, in invoices; `letters` are the queued e-mails.',
    Type.Object({
      reminded: Type.Integer(),
      letters: Type.Integer(),
      withoutAddress: Type.Integer({ description: 'Nobody who receives them has an e-mail address.' }),
      alreadyReminded: Type.Integer({ description: 'Reminded today already.' }),
      onPlan: Type.Integer({ description: 'A payment plan stands.' }),
    }),
  ),
  errors: ['not_found'],
  openPoints: ['P-34'],
  handle: async (scope, { body }) => okResponse(await remindOfPaymentsNow(scope, body.apartmentIds)),
});

const planPath = ({ id = '', aptId = '' }: Params) => ({ buildingId: id, apartmentId: aptId });
const planBody = ({ id, terms, until, createdAt, endedAt }: PaymentPlan) => ({ id, terms, until, createdAt, endedAt });

const showPlan = operation({
  name: 'listPaymentPlans',
  route: 'GET /buildings/:id/apartments/:aptId/payment-plan',
  permission: 'books:read',
  summary: 'List the payment plans of an apartment',
  description: 'The latest first, at most 20. At most one stands.',
  responses: showsData('The plans.', Type.Array(PlanBody)),
  openPoints: ['P-34'],
  handle: async (scope, { params: { id = '', aptId = '' } }) => {
    await getApartment(scope, id, aptId);
    return okResponse((await listPlans(scope, aptId)).map(planBody));
  },
});

const notePlan = operation({
  name: 'notePaymentPlan',
  route: 'PUT /buildings/:id/apartments/:aptId/payment-plan',
  permission: 'invoices:send',
  summary: 'Note a payment plan',
  description:
    'What was agreed about paying in parts. Up to its last day, no payment reminder is sent about the apartment’s invoices. The plan before it ends.',
  body: Type.Object({ terms: Paragraphs(500), until: { ...Day, description: 'From today to five years ahead.' } }),
  responses: showsData('All plans.', Type.Array(PlanBody)),
  openPoints: ['P-34'],
  handle: async (scope, { params, body }) =>
    okResponse((await notePaymentPlan(scope, planPath(params), body)).map(planBody)),
});

const endPlan = operation({
  name: 'endPaymentPlan',
  route: 'DELETE /buildings/:id/apartments/:aptId/payment-plan',
  permission: 'invoices:send',
  summary: 'End the payment plan',
  description: 'Reminders are sent again. Without a plan, nothing changes.',
  responses: showsNothing('No plan stands.'),
  openPoints: ['P-34'],
  handle: async (scope, { params }) => {
    await endPaymentPlan(scope, planPath(params));
    return noContent;
  },
});
const AccountBody = Type.Object(
  {
    apartmentId: Id,
    buildingId: Id,
    number: Type.String(),
    currency: Type.String(),
    from: Day,
    to: Day,
    opening: Type.Number({ description: 'The debt at the start of the first day; negative: paid in advance.' }),
    closing: Type.Number({ description: 'The debt at the end of the last day.' }),
    severalPayers: Type.Boolean({
      description: 'Some of it is of others than of those who have the apartment on the last day. false for residents.',
    }),
    entries: Type.Array(
      Type.Object({
        kind: OneOf(['invoice', 'payment', 'returned', 'refund']),
        id: Id,
        text: Nullable(
          Type.String({
            description:
              'The invoice number, the payer, or the note of a refund. null for residents: of a credit note that is not sent, a payment that also pays for others, a refund.',
          }),
        ),
        period: Type.Union([Type.Object({ periodStart: Day, periodEnd: Day }), Type.Null()], {
          description: 'The period of an invoice with a number.',
        }),
        on: Day,
        amount: Type.Number({
          description: 'An invoice, a refund or a return by the bank increases the debt; a payment reduces it.',
        }),
        balance: Type.Number({ description: 'The debt after this entry.' }),
        payers: Type.Array(Type.String(), {
          description: 'Who pays the invoice, or whose the money is. Empty for residents.',
          examples: [['Mari Tamm']],
        }),
      }),
    ),
  },
  {
    examples: [
      {
        opening: 120.5,
        closing: 358.94,
        entries: [
          {
            kind: 'payment',
            id: exampleId('payment'),
            text: 'Mari Tamm',
            on: '2026-10-05',
            amount: -120.5,
            balance: 0,
            payers: ['Mari Tamm'],
          },
          {
            kind: 'invoice',
            id: exampleId('invoice'),
            text: 'K12-2026-000017',
            on: '2026-10-31',
            amount: 358.94,
            balance: 358.94,
            payers: ['Mari Tamm'],
          },
        ],
      },
    ],
  },
);

const aging = operation({
  name: 'listAging',
  route: 'GET /aging',
  summary: 'List receivables by age',
  description:
    'Open sent invoices by apartment and days overdue, in the building’s time zone, and the credit of apartments, also of those without debt. After a change of owner or tenant, who left and who came have a row each. For all buildings, or one.',
  permission: 'books:read',
  query: Type.Object({ buildingId: Type.Optional(Id) }),
  responses: showsData('Apartments with an open amount or credit.', Type.Array(AgingBody)),
  errors: ['not_found'],
  openPoints: ['P-13'],
  handle: async (scope, { query }) => okResponse((await listAgedBalances(scope, query.buildingId)).map(agingBody)),
});

const account = operation({
  name: 'getApartmentAccount',
  route: 'GET /buildings/:id/apartments/:aptId/account',
  summary: 'Fetch the account of an apartment',
  description:
    'Invoices and payments of the apartment in a range of days, with the balance after each entry. Default: this year; at most ten years. Residents see their own invoices, what was paid for these, and what they paid in advance.',
  permission: 'payments:read',
  query: Type.Object({ from: Type.Optional(Day), to: Type.Optional(Day) }),
  responses: showsData('The account.', AccountBody),
  openPoints: ['P-13'],
  handle: async (scope, { params, query }) => {
    const { id: buildingId = '', aptId: apartmentId = '' } = params;
    return okResponse(accountBody(await getApartmentAccount(scope, { buildingId, apartmentId }, query)));
  },
});

const printAccount = operation({
  name: 'printApartmentAccount',
  route: 'GET /buildings/:id/apartments/:aptId/account/pdf',
  summary: 'Download the account of an apartment as a PDF',
  description: 'The same as a document, with the sums of the balance and how to pay what is due.',
  permission: 'payments:read',
  query: Type.Object({
    from: Type.Optional(Day),
    to: Type.Optional(Day),
    language: Type.Optional(OneOf(languages, { description: 'Default: the language of the building.' })),
  }),
  responses: { 200: { description: 'The PDF.', mediaType: 'application/pdf' } },
  openPoints: ['P-13'],
  handle: {
    prepare: async ({ app }, caller, input) => {
      const { id: buildingId = '', aptId: apartmentId = '' } = input.params;
      const { bytes, document } = await renderAccountStatement(app, caller, {
        buildingId,
        apartmentId,
        ...input.query,
      });
      const { building, account } = document;
      const parts = ['account', building, account.number, daysInName(account)];
      return downloadResponse(input, {
        mediaType: 'application/pdf',
        size: bytes.length,
        sha256: createHash('sha256').update(bytes).digest('hex'),
        body: bytes,
        fileName: fileNameOf(parts, 'pdf'),
        inline: true,
      });
    },
    run: async (_scope, _input, reply) => reply,
  },
});

const agingBody = (aged: AgedBalance) =>
  withAmounts(aged, 'notDue', 'to30', 'to60', 'to90', 'over90', 'total', 'credit', 'balance');

function accountBody({ entries, ...account }: ApartmentAccount) {
  return {
    ...withAmounts(account, 'opening', 'closing'),
    entries: entries.map((entry) => withAmounts(entry, 'amount', 'balance')),
  };
}

export const receivablesOperations = tagged('Books', [
  aging,
  remind,
  account,
  printAccount,
  showPlan,
  notePlan,
  endPlan,
]);
