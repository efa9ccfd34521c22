// Proves that the page of a credit says in every language which invoice it corrects, why, and what it takes from each amount.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { aDocument } from '../../../test/documents.ts';
import { languages } from '../../platform/languages.ts';
import { writePage } from './page.ts';

test('a credit’s page names the invoice and the reason, and shows what was there and what is taken', () => {
  for (const language of languages) {
    const page = writePage(
      aDocument({
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
    assert.equal(page.payment, null);
  }
});
