// Tests of the payment QR code: its text line by line as in the scheme, and its picture read back by an independent
// reader.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import jsQR from 'jsqr';
import sharp from 'sharp';
import { paymentCodeSvg, paymentCodeText, type Transfer } from './payment-code.ts';

const transfer: Transfer = {
  payee: 'KÜ Kase 12',
  iban: 'EE38 2200 2210 2014 5685',
  amount: 35_894,
  currency: 'EUR',
  reference: '1000012',
};

async function read(svg: string): Promise<string | undefined> {
  const { data, info } = await sharp(Buffer.from(svg))
    .resize(500, 500, { kernel: 'nearest' })
    .flatten({ background: 'white' })
    .extend({ top: 60, bottom: 60, left: 60, right: 60, background: 'white' })
    .ensureAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true });
  return jsQR.default(new Uint8ClampedArray(data), info.width, info.height)?.data;
}

test('a transfer in euros is written line by line as in EPC069-12, with a 7-3-1 reference in its RF form', () => {
  const wanted = ['BCD', '002', '1', 'SCT', '', 'KÜ Kase 12', 'EE382200221020145685', 'EUR358.94', '', 'RF181000012'];
  assert.deepEqual(paymentCodeText(transfer)?.split('\n'), wanted);
});

test('an RF reference is unchanged, and any other text goes to the free text', () => {
  const rf = paymentCodeText({ ...transfer, reference: 'RF18 1000012' })?.split('\n');
  assert.deepEqual(rf?.slice(9), ['RF181000012']);
  const free = paymentCodeText({ ...transfer, reference: 'arve 17' })?.split('\n');
  assert.deepEqual(free?.slice(9), ['', 'arve 17']);
});

test('where the scheme has no code there is none: other currencies, nothing to pay, too large an amount, no account', () => {
  for (const other of [{ currency: 'SEK' }, { amount: 0 }, { amount: -1 }, { amount: 1e11 }, { iban: 'EE00123' }])
    assert.equal(paymentCodeText({ ...transfer, ...other }), undefined, JSON.stringify(other));
});

test('no name or reference can add a line, and every code fits and is read back unchanged', async () => {
  const text = fc.string({ unit: 'grapheme', maxLength: 200 });
  const awkward = fc.oneof(text, fc.constantFrom('Ü'.repeat(200), 'Щ'.repeat(99), '🏠'.repeat(80), 'a\nEUR1.00\r\nb'));
  await fc.assert(
    fc.asyncProperty(
      awkward,
      awkward,
      fc.integer({ min: 1, max: 99_999_999_999 }),
      async (payee, reference, amount) => {
        const written = paymentCodeText({ ...transfer, payee, reference: reference.slice(0, 35), amount });
        assert.ok(written !== undefined && written.split('\n').length <= 11 && Buffer.byteLength(written) <= 331);
        assert.equal(written.split('\n')[7], `EUR${(amount / 100).toFixed(2)}`);
        assert.equal(await read(paymentCodeSvg(written)), written);
      },
    ),
    { numRuns: 40 },
  );
});
