// Console API: the ways to pay an invoice (banks, and a transfer with a code for bank apps).

import { okResponse, operation, showsData, tagged } from '../../http/operation.ts';
import { Money, Nullable, OneOf, Type } from '../../http/schemas.ts';
import { paymentCodeSvg, paymentCodeText } from '../../invoicing/documents/payment-code.ts';
import { getInvoice } from '../../invoicing/invoices.ts';
import { findPayee } from '../../payments/banklink/banklink-queries.ts';
import { listSelectableBanks } from '../../payments/banklink/initiate-payment.ts';
import { providers } from '../../payments/banklink/provider.ts';
import { amountFromCents } from '../../platform/values/money.ts';

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
    const banks = await listSelectableBanks(scope);
    const { balance, currency, reference, status } = invoice;
    const open = balance > 0 && status !== 'cancelled';
    const name = payee?.beneficiary ?? payee?.buildingName ?? '';
    const transfer = payee?.iban ? { beneficiary: name, iban: payee.iban, reference } : null;
    const text =
      transfer && open
        ? paymentCodeText({ payee: name, iban: transfer.iban, amount: balance, currency, reference })
        : undefined;
    return okResponse({
      open,
      amount: amountFromCents(balance),
      currency,
      banks: open ? banks.map(({ name: bank, title, provider }) => ({ bank, title, provider })) : [],
      transfer,
      code: text === undefined ? null : paymentCodeSvg(text),
    });
  },
});

export const paymentOptionOperations = tagged('Payments', [paymentOptions]);
