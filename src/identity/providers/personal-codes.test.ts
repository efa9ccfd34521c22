// Tests of reading national personal codes.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readPersonalCode } from './personal-codes.ts';

test('a code is the same however it is written, and its country counts', () => {
  for (const [text, country, code] of [
    ['EE38001085718', undefined, 'EE38001085718'],
    ['ee38001085718', 'LV', 'EE38001085718'],
    ['PNOEE-38001085718', undefined, 'EE38001085718'],
    ['38001085718', 'EE', 'EE38001085718'],
    ['38001085718', 'LT', 'LT38001085718'],
    ['PNOLV-010180-12345', undefined, 'LV01018012345'],
    [' 380 010 85718 ', 'EE', 'EE38001085718'],
    ['38001085718', undefined, undefined],
    ['', 'EE', undefined],
    ['EE', 'EE', undefined],
    ['EE3800_085718', 'EE', undefined],
    [`EE${'1'.repeat(31)}`, 'EE', undefined],
  ] as const)
    assert.equal(readPersonalCode(text, country), code, `${text} ${country}`);
});
