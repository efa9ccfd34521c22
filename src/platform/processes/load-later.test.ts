// Tests of packages that are loaded later: found at once, loaded once.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { loadLater } from './load-later.ts';

test('a package is loaded at its first use, and a missing one is noticed before', () => {
  const load = loadLater<typeof import('qrcode')>('qrcode');
  assert.equal(load(), load());
  assert.equal(typeof load().create, 'function');
  assert.throws(() => loadLater('no-such-package'), { code: 'MODULE_NOT_FOUND' });
});
