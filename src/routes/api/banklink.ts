// Door 1, heading "Payments": beginning a payment at a bank.
import { createdReply, DataOf, operation } from '../../http/operation.ts';
import { Id, Instant, OneOf, Type } from '../../http/schemas.ts';
import { ensureSandbox } from '../../payments/banklink/banks.ts';
import { initiateBanklink } from '../../payments/banklink/initiate-payment.ts';
import { amountFromCents } from '../../platform/values/money.ts';

const BanklinkBody = Type.Object(
  {
    id: Id,
    status: OneOf(['initiated'], {
      description: 'What becomes of it is told by payment.received and invoice.paid, and shown by GET /payments.',
    }),
    invoiceId: Id,
    bank: Type.String({ examples: ['swedbank'] }),
    amount: Type.Number({ description: 'The invoice’s balance.', examples: [208.82] }),
    currency: Type.String({ examples: ['EUR'] }),
    method: OneOf(['GET', 'POST'], { description: 'How the payer’s browser is to go to url.' }),
    url: Type.String({ examples: ['https://www.swedbank.ee/banklink'] }),
    fields: Type.Record(Type.String(), Type.String(), {
      description: 'The fields of the form to post, signed. Banks take them for five minutes.',
      examples: [{ VK_SERVICE: '1011', VK_STAMP: '1793178930123004711', VK_MAC: '…' }],
    }),
    payUrl: Type.String({
      description: 'A page that carries the payer to the bank, in the building’s language: all that a client needs.',
      examples: ['https://haldur.example.org/pay/AZqcPlt8fSGKRAxMbyueEAGanE8QonxVnTFb4qcMTRg'],
    }),
    expiresAt: Type.String({ ...Instant, description: 'Until when payUrl carries payers to the bank.' }),
  },
  { title: 'BanklinkPayment', 'x-open-point': 'P-44' },
);

const initiate = operation({
  name: 'initiateBanklink',
  method: 'POST',
  path: '/payments/banklink',
  tag: 'Payments',
  summary: 'Begin a payment through a banklink provider',
  description:
    'Freezes what is to be paid, which is always the invoice’s balance, and answers with the way to the bank. Send the payer to payUrl, or post the fields to url. The invoice is paid when the bank has told so, however late and however often; money that it no longer needs stays credit of the apartment. A resident begins payments of own invoices.',
  permission: 'payments:initiate',
  body: Type.Object(
    {
      invoiceId: Id,
      bank: Type.Optional(
        Type.String({
          minLength: 1,
          maxLength: 30,
          description: 'One of the organization’s banks, by name; not needed where there is one.',
          examples: ['swedbank'],
        }),
      ),
      returnUrl: Type.Optional(
        Type.String({
          minLength: 1,
          maxLength: 2048,
          description:
            'Where the payer finds the way back to: an https address, shown as a link after the payment. Nothing is added to it.',
          examples: ['https://app.example.org/invoices'],
        }),
      ),
    },
    { 'x-open-point': 'P-44' },
  ),
  answers: { 201: { description: 'The payment that was begun.', schema: DataOf(BanklinkBody) } },
  refuses: ['not_found', 'invoice_not_payable', 'no_bank'],
  openPoints: ['P-3', 'P-43', 'P-44', 'P-49'],
  prepare: ({ app: house }, caller) => ensureSandbox(house, caller.tenantId),
  handle: async (scope, { body }) => {
    const { order, bank, passage, payUrl } = await initiateBanklink(scope, body);
    const { id, status, invoiceId, currency, expiresAt } = order;
    const amount = amountFromCents(order.amount);
    const shown = { id, status, invoiceId, bank: bank.name, amount, currency, ...passage, payUrl, expiresAt };
    return createdReply(shown, payUrl);
  },
});

export const banklinkOperations = [initiate];
