// Integration API: starting a payment at a bank.
import { getAmountToPay } from '../../accounting/invoice-balance.ts';
import { createdResponse, operation, showsNew, tagged } from '../../http/operation.ts';
import { Id, Instant, OneOf, Type } from '../../http/schemas.ts';
import { ensureSandbox } from '../../payments/banklink/banks.ts';
import { initiateBanklink } from '../../payments/banklink/initiate-payment.ts';
import { languages } from '../../platform/values/languages.ts';
import { amountFromCents } from '../../platform/values/money.ts';

const BanklinkBody = Type.Object(
  {
    id: Id,
    status: OneOf(['initiated'], {
      description: 'Its result is reported by payment.received and invoice.paid, and listed by GET /payments.',
    }),
    invoiceId: Id,
    bank: Type.String({ examples: ['swedbank'] }),
    amount: Type.Number({
      description: 'The invoice’s balance; with account, account.amountToPay.',
      examples: [358.94],
    }),
    currency: Type.String({ examples: ['EUR'] }),
    method: OneOf(['GET', 'POST'], { description: 'The method with which the payer’s browser must call url.' }),
    url: Type.String({ examples: ['https://www.swedbank.ee/banklink'] }),
    fields: Type.Record(Type.String(), Type.String(), {
      description: 'The signed form fields to post. Banks accept them for five minutes.',
      examples: [{ VK_SERVICE: '1011', VK_STAMP: '1793178930123004711', VK_MAC: '…' }],
    }),
    payUrl: Type.String({
      description: 'A page that leads the payer to the bank. This is all a client needs.',
      examples: ['https://haldur.example.org/pay/AZqcPlt8fSGKRAxMbyueEAGanE8QonxVnTFb4qcMTRg'],
    }),
    expiresAt: Type.String({ ...Instant, description: 'payUrl leads to the bank until this time.' }),
  },
  { title: 'BanklinkPayment', 'x-open-point': 'P-44' },
);

const initiate = operation({
  name: 'initiateBanklink',
  route: 'POST /payments/banklink',
  summary: 'Start a payment through a banklink provider',
  description:
    'Fixes the amount, the invoice’s balance or what is due on its account, and returns the way to the bank. Send the payer to payUrl, or post the fields to url. The invoice is paid when the bank confirms the payment, however late or often; money that the invoice does not need pays the apartment’s other open invoices, the oldest first, or becomes its credit. Residents can start payments of their own invoices.',
  permission: 'payments:initiate',
  body: Type.Object(
    {
      invoiceId: Id,
      bank: Type.Optional(
        Type.String({
          minLength: 1,
          maxLength: 30,
          description: 'One of the organization’s banks, by name; optional if there is only one.',
          examples: ['swedbank'],
        }),
      ),
      returnUrl: Type.Optional(
        Type.String({
          minLength: 1,
          maxLength: 2048,
          description: 'An https URL, shown to the payer as a link after the payment. Nothing is added to it.',
          examples: ['https://app.example.org/invoices'],
        }),
      ),
      account: Type.Optional(
        Type.Boolean({
          description:
            'true: pay account.amountToPay of GET /invoices/{id}?account=true, which is for this and earlier invoices; also of a paid invoice.',
        }),
      ),
      language: Type.Optional(
        OneOf(languages, { description: 'Of the pages that the payer sees. By default the language of the building.' }),
      ),
    },
    { 'x-open-point': 'P-44' },
  ),
  responses: showsNew('The started payment.', BanklinkBody),
  errors: ['not_found', 'invoice_not_payable', 'no_bank'],
  openPoints: ['P-3', 'P-43', 'P-44', 'P-49'],
  handle: {
    prepare: ({ app }, caller) => ensureSandbox(app, caller.tenantId),
    run: async (scope, { body: { account, ...body } }) => {
      const due = account ? { due: await getAmountToPay(scope, body.invoiceId) } : {};
      const { order, bank, passage, payUrl } = await initiateBanklink(scope, { ...body, ...due });
      const { id, status, invoiceId, currency, expiresAt } = order;
      const amount = amountFromCents(order.amount);
      const shown = { id, status, invoiceId, bank: bank.name, amount, currency, ...passage, payUrl, expiresAt };
      return createdResponse(shown, payUrl);
    },
  },
});

export const banklinkOperations = tagged('Payments', [initiate]);
