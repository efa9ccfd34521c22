// Test of the managers' addresses that a resident opens: each has its counterpart, and no screen is left out.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { ownAddress } from './own-address.ts';

test('a resident is led from the managers’ pages to their own', () => {
  const account = { to: '/own/account', search: {} };
  for (const [path, request, expected] of [
    ['/requests', undefined, { to: '/own/requests' }],
    ['/requests', 'r1', { to: '/own/requests/$requestId', params: { requestId: 'r1' } }],
    ['/meters/m1', undefined, { to: '/own/meters/$meterId', params: { meterId: 'm1' } }],
    ['/receivables', undefined, account],
    ['/receivables/month-end', undefined, account],
    ['/receivables/b1/a1', undefined, { to: '/own/account', search: { apartmentId: 'a1' } }],
    ['/payments', undefined, account],
    ['/invoices', undefined, account],
    ['/invoices/', undefined, account],
    ['/invoices/i1', undefined, undefined],
    ['/readings', undefined, { to: '/' }],
    ['/nothing', undefined, undefined],
  ] as const)
    assert.deepEqual(ownAddress(path, { request }), expected, path);
});

test('every screen is a resident’s own, everybody’s, or leads to one that is', () => {
  const router = readFileSync(new URL('./router.ts', import.meta.url), 'utf8');
  const paths = [...router.matchAll(/^ {2}path: '(.+)'/gm)].map(([, path = '']) => path);
  const theirs = paths.filter((path) => ownAddress(path.replaceAll('$', ''), {}) === undefined);
  const ownPages = ['/own/meters/$meterId', '/own/requests', '/own/requests/$requestId', '/own/account'];
  assert.deepEqual(theirs.toSorted(), ['/', '/account', '/invoices/$invoiceId', ...ownPages].toSorted());
});
