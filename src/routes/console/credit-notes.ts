// Console API: crediting an invoice, and the preview of a credit note.
import { createdResponse, okResponse, operation, showsData, showsNew, tagged } from '../../http/operation.ts';
import { Money, Paragraphs, Type } from '../../http/schemas.ts';
import { planCredit } from '../../invoicing/corrections/credit-note.ts';
import { creditInvoiceAndApply } from '../../payments/apartment-credit.ts';
import { amountFromCents } from '../../platform/values/money.ts';
import { InvoiceWithPositionsBody, invoiceBody, positionBody } from '../api/invoice-bodies.ts';

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
  route: 'POST /invoices/:id/credit',
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
  responses: showsNew('The credit note.', InvoiceWithPositionsBody),
  errors: ['invoice_not_creditable'],
  openPoints: ['P-33', 'P-34'],
  handle: async (scope, { params: { id = '' }, body }) => {
    const creditNote = await creditInvoiceAndApply(scope, id, body);
    return createdResponse(
      { ...invoiceBody(creditNote), positions: creditNote.positions.map(positionBody) },
      `${scope.config.basePath}/invoices/${creditNote.id}`,
    );
  },
});

const preview = operation({
  name: 'previewCredit',
  route: 'POST /invoices/:id/credit-preview',
  summary: 'Preview a credit note',
  description:
    'The positions and sums of the credit note; nothing is created. Without positions: the rest of each position, also where it is zero.',
  permission: 'invoices:change',
  rules: ['only reads'],
  body: Type.Object({ positions: creditedPositions }, { examples: [{ positions: [{ position: 3, amount: 4.5 }] }] }),
  responses: showsData(
    'The preview.',
    Type.Object({
      amount: Type.Number({ description: 'With VAT; negative, as on the credit note.', examples: [-5.58] }),
      positions: Type.Array(
        Type.Object({
          position: positionNumber,
          description: Type.String({ examples: ['Lift'] }),
          amount: Type.Number({ description: 'Net.', examples: [-4.5] }),
          vatAmount: Type.Number({ examples: [-1.08] }),
          creditedBefore: Type.Number({
            description: 'What earlier corrections and credit notes took from the position, net.',
            examples: [1.5],
          }),
        }),
      ),
    }),
  ),
  errors: ['invoice_not_creditable'],
  openPoints: ['P-33'],
  handle: async (scope, { params: { id = '' }, body }) => {
    const { amount, lines } = await planCredit(scope, id, body);
    const positions = lines.map(({ ordinal, description, ...line }) => ({
      position: ordinal,
      description,
      amount: amountFromCents(line.amount),
      vatAmount: amountFromCents(line.vatAmount),
      creditedBefore: line.calculation.method === 'credit' ? line.calculation.creditedBefore : 0,
    }));
    return okResponse({ amount: amountFromCents(amount), positions });
  },
});

export const creditNoteOperations = tagged('Invoices', [credit, preview]);
