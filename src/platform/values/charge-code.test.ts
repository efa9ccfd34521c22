// Tests of codes made from names: any name gives a code that the API accepts and that nothing else has.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { chargeCode, reservedChargeCodes } from './charge-code.ts';

test('a code is the name in plain letters, and gets a number when it is taken', () => {
  const cases: [string, string][] = [
    ['Külm vesi', 'kulm-vesi'],
    ['Šaltas vanduo', 'saltas-vanduo'],
    ['Ūdens (aukstais), m³', 'udens-aukstais-m3'],
    ['Холодная вода', 'holodnaya-voda'],
    ['Объём', 'obem'],
    ['水', 'charge'],
    ['One-off', 'one-off-2'],
  ];
  for (const [name, code] of cases) assert.equal(chargeCode(name, new Set()), code, name);
  assert.equal(chargeCode('Küte', new Set(['kute', 'kute-2'])), 'kute-3');
});

test('whatever the name, the code has the form of the API and is free', () => {
  fc.assert(
    fc.property(fc.string({ maxLength: 250, unit: 'grapheme' }), (name) => {
      const first = chargeCode(name, new Set());
      const second = chargeCode(name, new Set([first]));
      for (const code of [first, second]) {
        assert.match(code, /^[a-z0-9][a-z0-9_-]{0,49}$/);
        assert.ok(!reservedChargeCodes.has(code));
      }
      assert.notEqual(first, second);
    }),
  );
});
