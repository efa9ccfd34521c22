// Tests of the PDF of a credit note: in every language it names the invoice it corrects and why, and shows what is
// deducted from each amount.

import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { makeInvoiceDocument, makePosition } from '../../../test/document-fixture.ts';
import { languages } from '../../platform/values/languages.ts';
import { serviceWords } from '../../words/service-words.ts';
import { writePdfPage } from './pdf-page.ts';
import { makePdfRenderer } from './render-pdf.ts';

const pages = makePdfRenderer({ deadline: 240_000, startDeadline: 240_000 }); // Other tests may have both processors.
after(() => pages.stop());

const corrects = { correctsInvoiceId: '019a9c3e-5b7c-7d21-8a44-0c4c6f2b9e99', reason: 'The lift stood still.' };
const back = [makePosition({ amount: -3000, vatAmount: -720 })];

test('a credit note names the invoice and the reason, and shows each amount and its deduction', () => {
  for (const language of languages) {
    const page = writePdfPage(
      makeInvoiceDocument({
        language,
        invoice: {
          cause: 'credit',
          correctsInvoiceId: '019a9c3e-5b7c-7d21-8a44-0c4c6f2b9e99',
          reason: 'The lift stood still.',
          balance: 0,
          positions: [
            {
              code: 'lift',
              description: 'Lift',
              quantity: -1,
              unit: 'apartment',
              unitPrice: 4.5,
              amount: -450,
              vatRate: 24,
              vatAmount: -108,
              calculation: {
                method: 'credit',
                unit: 'apartment',
                raw: '-4.5',
                invoiceNumber: 'K-2026-000001',
                of: 20,
                creditedBefore: 3,
              },
            },
          ],
        },
      }),
    );
    assert.match(page.note ?? '', /K-2026-000001.*The lift stood still\./, language);
    const figures = page.how.parts[0]?.rows.map((row) => row.figure.replace(/[.,]/g, '.')) ?? [];
    assert.match(figures[0] ?? '', /20\.00.*3\.00.*4\.50/, language);
    assert.equal(page.payment, null, language);
    const [line] = page.lines;
    assert.deepEqual([line?.quantity, line?.unit, line?.price], ['', '', ''], 'an amount alone, of no apartments');
  }
});

test('every sent correction of an invoice becomes a file, upwards and downwards, in every status', async () => {
  for (const status of ['draft', 'sent', 'cancelled'] as const)
    for (const invoice of [
      { cause: 'credit', positions: back, amountPaid: -3720 },
      { cause: 'correction', positions: back, amountPaid: -3720 },
      { cause: 'correction', positions: [makePosition()] },
    ] as const) {
      const file = await pages.render(makeInvoiceDocument({ invoice: { ...corrects, ...invoice, status } }));
      assert.equal(Buffer.from(file.subarray(0, 5)).toString(), '%PDF-', `${status} ${invoice.cause}`);
    }
});

test('a credit note states in every language that its amount was credited to the apartment: nobody paid it, and nothing is due', () => {
  for (const language of languages) {
    const words = serviceWords[language].invoicePdf;
    const invoice = { ...corrects, cause: 'credit', positions: back, amountPaid: -3720 } as const;
    const { due, sums } = writePdfPage(makeInvoiceDocument({ language, invoice }));
    const labels = sums.map(({ label }) => label);
    assert.deepEqual(labels.slice(-2), [words.total, words.credited], language);
    assert.match(sums.at(-1)?.value ?? '', /^€?37[.,]20/, language);
    assert.deepEqual([due.label, due.value], [words.credited, sums.at(-1)?.value], language);
  }
});
