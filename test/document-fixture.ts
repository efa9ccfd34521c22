// Fixture of documents like those of invoices: every field can be set, and the default is an ordinary month.
import type { InvoiceDocument } from '../src/invoicing/documents/invoice-document.ts';
import type { InvoicePosition } from '../src/invoicing/model.ts';

type DocumentFacts = InvoiceDocument['invoice'];

/** A position with a price. */
export function makePosition(more: Partial<InvoicePosition> = {}): InvoicePosition {
  return {
    code: 'care',
    description: 'Hooldus',
    quantity: 54.3,
    unit: 'm2',
    unitPrice: 0.35,
    amount: 1901,
    vatRate: 24,
    vatAmount: 456,
    calculation: {
      method: 'unit_price',
      basis: 'area',
      quantity: '54.3',
      unit: 'm2',
      unitPrice: '0.35',
      raw: '19.005',
      rounded: 19.01,
    },
    ...more,
  };
}

/** A position that is a share of a supplier bill. */
export const heating: InvoicePosition = makePosition({
  code: 'heating',
  description: 'Küte',
  unitPrice: 3.845524,
  amount: 20_882,
  vatRate: 0,
  vatAmount: 0,
  calculation: {
    method: 'split',
    basis: 'heated_area',
    bill: 12_345.67,
    billQuantity: '87.31',
    billUnit: 'MWh',
    unit: 'm2',
    numerator: '54.3',
    denominator: '3210.4',
    raw: '208.812852',
    wholeCents: 208.81,
    remainderCent: 1,
  },
});

const sender: InvoiceDocument['sender'] = {
  name: 'KÜ Kase 12',
  registrationNumber: '80123456',
  vatNumber: 'EE123456789',
  street: 'Kase tn 12',
  city: 'Tallinn',
  postalCode: '10612',
  country: 'EE',
  email: 'haldus@example.org',
  phone: null,
};

/** A document; its sums follow from its positions. */
export function makeInvoiceDocument(
  more: Partial<Omit<InvoiceDocument, 'invoice'>> & { readonly invoice?: Partial<DocumentFacts> } = {},
): InvoiceDocument {
  const positions = more.invoice?.positions ?? [heating, makePosition()];
  const amount = positions.reduce((sum, position) => sum + position.amount + position.vatAmount, 0);
  const amountPaid = more.invoice?.amountPaid ?? 0;
  return {
    language: 'et',
    sender,
    logo: null,
    building: { name: 'Kase 12', address: 'Kase tn 12, 10612 Tallinn' },
    apartment: { number: '17' },
    recipients: ['Mari Õunapuu'],
    emails: ['mari@example.org'],
    payee: { name: 'KÜ Kase 12', iban: 'EE382200221020145685' },
    unpaidBefore: [],
    test: false,
    usage: [],
    rises: {},
    ...more,
    invoice: {
      id: '019a9c3e-5b7c-7d21-8a44-0c4c6f2b9e10',
      number: 'K12-2026-000017',
      reference: '1000012',
      status: 'sent',
      buildingId: '019a9c3e-5b7c-7d21-8a44-0c4c6f2b9e11',
      apartmentId: '019a9c3e-5b7c-7d21-8a44-0c4c6f2b9e12',
      periodStart: '2026-10-01',
      periodEnd: '2026-10-31',
      issueDate: '2026-11-05',
      dueDate: '2026-11-19',
      paidDate: null,
      currency: 'EUR',
      amount,
      amountPaid,
      balance: amount - amountPaid,
      cause: null,
      correctsInvoiceId: null,
      reason: null,
      ...more.invoice,
      positions,
    },
  };
}
