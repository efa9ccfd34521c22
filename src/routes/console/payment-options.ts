// Console API: the ways to pay an invoice (banks, and a transfer with a code for bank apps).

import { getTotalDue, listInvoicesDue } from '../../accounting/invoice-balance.ts';
import { okResponse, operation, showsData, tagged } from '../../http/operation.ts';
import { Day, Id, Money, Nullable, OneOf, Type } from '../../http/schemas.ts';
import { paymentCodeSvg, paymentCodeText } from '../../invoicing/documents/payment-code.ts';
import { getInvoice } from '../../invoicing/invoices.ts';
import { findPayee } from '../../payments/banklink/banklink-queries.ts';
import { isPayable, listSelectableBanks } from '../../payments/banklink/initiate-payment.ts';
import { providers } from '../../payments/banklink/provider.ts';
import { amountFromCents, type Cents, withAmounts } from '../../platform/values/money.ts';

const Together = Type.Object({
  invoiceId: Id,
  amount: Money,
  code: Nullable(Type.String()),
  invoices: Type.Array(Type.Object({ number: Type.String(), periodStart: Day, amount: Money }), {
    description: 'What it pays, the latest first; at most 5.',
  }),
  others: Type.Number({ ...Money, description: 'What it pays of more invoices.' }),
  credit: Type.Number({ ...Money, description: 'Credit and prepayments that are taken off.' }),
});

const PaymentOptionsBody = Type.Object({
  open: Type.Boolean({ description: 'Whether there is an open balance.' }),
  amount: Money,
  currency: Type.String(),
  banks: Type.Array(Type.Object({ bank: Type.String(), title: Type.String(), provider: OneOf(providers) }), {
    description: 'For POST /payments/banklink.',
  }),
  transfer: Type.Union([
    Type.Object({ beneficiary: Type.String(), iban: Type.String(), reference: Type.String() }),
    Type.Null(),
  ]),
  code: Nullable(Type.String({ description: 'The payment code (EPC069-12) as an SVG.' })),
  together: Type.Union([Together, Type.Null()], {
    description:
      'All that is due, where it is more than this invoice: for POST /payments/banklink with this invoiceId and account: true.',
  }),
});

const paymentOptions = operation({
  name: 'getWaysToPay',
  route: 'GET /invoices/:id/ways-to-pay',
  summary: 'List the ways to pay an invoice',
  description: 'The banks for online payment, and the transfer with its payment code.',
  permission: 'payments:initiate',
  rules: ['unlogged'],
  responses: showsData('The ways.', PaymentOptionsBody),
  openPoints: ['P-44'],
  handle: async (scope, { params }) => {
    const invoice = await getInvoice(scope, params.id ?? '');
    const payee = await findPayee(scope, invoice.id);
    const { balance, currency, reference, status } = invoice;
    const open = balance > 0 && status !== 'cancelled';
    const total = status === 'cancelled' ? undefined : await getTotalDue(scope, invoice.id);
    const together = total && total.amount > balance ? total : undefined;
    const { named = [], ...pays } = together ? await listInvoicesDue(scope, together) : {};
    const isBankable = isPayable(invoice, together?.amount);
    const banks = isBankable ? await listSelectableBanks(scope) : [];
    const name = payee?.beneficiary ?? payee?.buildingName ?? '';
    const transfer = payee?.iban ? { beneficiary: name, iban: payee.iban, reference } : null;
    const codeOf = (amount: Cents) => {
      const text = transfer && paymentCodeText({ payee: name, iban: transfer.iban, amount, currency, reference });
      return text ? paymentCodeSvg(text) : null;
    };
    return okResponse({
      open,
      amount: amountFromCents(balance),
      currency,
      banks: banks.map(({ name: bank, title, provider }) => ({ bank, title, provider })),
      transfer,
      code: open ? codeOf(balance) : null,
      together: together
        ? {
            ...withAmounts({ ...together, ...pays }, 'amount', 'others', 'credit'),
            invoices: named.map(({ number, periodStart, amount }) => ({
              number,
              periodStart,
              amount: amountFromCents(amount),
            })),
            code: codeOf(together.amount),
          }
        : null,
    });
  },
});

export const paymentOptionOperations = tagged('Payments', [paymentOptions]);
