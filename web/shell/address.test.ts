// Tests of addresses: words that people search for are after #, everything else stays, and the way back is exact.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { wordsAfterHash } from './address.ts';

const base = 'https://haldur.example';
const written = (path: string) => wordsAfterHash.output({ url: new URL(path, base) }).href.slice(base.length);
const read = (href: string) => wordsAfterHash.input({ url: new URL(href, base) }).href.slice(base.length);

test('words are after #, and are read from there', () => {
  for (const [path, href] of [
    ['/console/residents?find=Mari', '/console/residents#?find=Mari'],
    ['/console/residents?tab=residents&find=M%C3%A4e+%26', '/console/residents?tab=residents#?find=M%C3%A4e+%26'],
    ['/console/payments?tab=all&status=matched&text=5', '/console/payments?tab=all&status=matched#?text=5'],
    ['/console/invoices?status=draft', '/console/invoices?status=draft'],
    ['/console/', '/console/'],
    ['/console/a#part', '/console/a#part'],
  ] as const) {
    assert.equal(written(path), href);
    assert.equal(read(href), path);
  }
});

test('an address with the words before # is understood too', () => {
  assert.equal(read('/console/residents?find=Mari'), '/console/residents?find=Mari');
});
