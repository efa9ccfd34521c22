// Tests of the content of a PDF: what a document says in words, before it is laid out.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { heating, makeInvoiceDocument, makePosition } from '../../../test/document-fixture.ts';
import { writePdfPage } from './pdf-page.ts';

const plain = (text: string) => text.replace(/[\u00a0\u202f]/g, ' ');
const months = (quantities: readonly (string | null)[]) =>
  quantities.map((quantity, place) => ({ month: `2026-0${place + 1}`, quantity }));

test('sums follow from the positions: net, VAT of each rate, total, paid and remaining', () => {
  const { sums, due } = writePdfPage(
    makeInvoiceDocument({ language: 'en', invoice: { positions: [heating, makePosition()], amountPaid: 1000 } }),
  );
  assert.deepEqual(
    sums.map(({ label, value }) => plain(`${label}: ${value}`)),
    [
      'Subtotal: €227.83',
      'VAT 24% of €19.01: €4.56',
      'VAT 0% of €208.82: €0.00',
      'Total: €232.39',
      'Amount paid: −€10.00',
      'Balance due: €222.39',
    ],
  );
  assert.equal(plain(due.value), '€222.39');
});

test('open earlier invoices are listed beside the amount to pay and not included in it; of many only some are named', () => {
  const before = (count: number) =>
    Array.from({ length: count }, (_, place) => ({ number: `K12-2026-00000${place}`, balance: 10_050 }));
  const { due, payment } = writePdfPage(makeInvoiceDocument({ language: 'en', unpaidBefore: before(2) }));
  assert.deepEqual(
    [plain(due.value), plain(payment?.besides ?? '')],
    [
      '€232.39',
      'Balance due on earlier invoices (K12-2026-000000, K12-2026-000001): €201.00. Total with this invoice: €433.39.',
    ],
  );
  const { besides } = writePdfPage(makeInvoiceDocument({ language: 'en', unpaidBefore: before(5) })).payment ?? {};
  assert.match(plain(besides ?? ''), /000001, K12-2026-000002, …\): €502\.50\. Total with this invoice: €734\.89/);
  assert.equal(writePdfPage(makeInvoiceDocument()).payment?.besides, null);
});

test('without VAT the page does not mention it', () => {
  const page = writePdfPage(makeInvoiceDocument({ language: 'en', invoice: { positions: [heating] } }));
  assert.deepEqual([page.taxed, page.columns.length, page.sums.length, page.how.intro], [false, 4, 1, null]);
  assert.doesNotMatch(JSON.stringify({ columns: page.columns, sums: page.sums, how: page.how }), /VAT/);
});

test('a price beside its quantity holds on a calculator: a quotient has the decimals for it, or says that it is about so', () => {
  const [position] = makeInvoiceDocument({ language: 'en', invoice: { positions: [heating] } }).invoice.positions;
  const priceOf = (amount: number) => {
    const positions = [{ ...heating, ...position, quantity: 28.9, unitPrice: 3.036713, amount }];
    const [line] = writePdfPage(makeInvoiceDocument({ language: 'en', invoice: { positions } })).lines;
    return [line?.quantity, plain(line?.price ?? '')];
  };
  assert.deepEqual(priceOf(87_76), ['28.9', '3.0367']);
  assert.deepEqual(priceOf(87_77), ['28.9', '≈ 3.0367']);
});

test('a credit note says so, and that its amount is in the payer’s favour', () => {
  const { heading, due, payment } = writePdfPage(
    makeInvoiceDocument({ language: 'en', invoice: { positions: [makePosition({ amount: -1901, vatAmount: -456 })] } }),
  );
  assert.deepEqual([heading, due.label, plain(due.value), payment], ['Credit note', 'Credit balance', '€23.57', null]);
});

test('a chart starts with the first month with data, marks missing months, and needs more than one month', () => {
  const of = (quantities: readonly (string | null)[]) =>
    writePdfPage(
      makeInvoiceDocument({ language: 'en', usage: [{ type: 'cold_water', unit: 'm3', months: months(quantities) }] }),
    ).usage;
  const chart = of([null, '0', '2', null, '4.25'])?.charts[0];
  assert.deepEqual(
    chart?.bars.map(({ label, value, share }) => [label, value, share]),
    [
      ['Mar', '2.00', 2 / 4.25],
      ['Apr', '–', 0],
      ['May', '4.25', 1],
    ],
  );
  assert.equal(chart?.alt, 'Cold water (m³). Mar 2026: 2.00; Apr 2026: unknown; May 2026: 4.25.');
  for (const nothing of [[], [null, null], ['0', '0'], [null, '3']])
    assert.equal(of(nothing), null, JSON.stringify(nothing));
});

test('the e-invoice is attached to a sent invoice with complete sender details, and to no other', () => {
  assert.match(writePdfPage(makeInvoiceDocument()).attachment?.xml ?? '', /<Invoice xmlns/);
  assert.equal(writePdfPage(makeInvoiceDocument({ invoice: { status: 'draft' } })).attachment, null);
  const { sender } = makeInvoiceDocument();
  assert.equal(writePdfPage(makeInvoiceDocument({ sender: { ...sender, registrationNumber: null } })).attachment, null);
});
