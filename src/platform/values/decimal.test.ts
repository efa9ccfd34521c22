// Tests of decimals: parsed, multiplied and rounded exactly.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import {
  add,
  type Decimal,
  decimalRanges,
  decimalToNumber,
  formatDecimal,
  fractionToCents,
  multiply,
  parseDecimal,
  parseStoredDecimal,
  percentOf,
  quotient,
  roundToCents,
  truncateFraction,
  unitsAt,
} from './decimal.ts';

const wide = { decimals: 9, min: -1_000_000_000, max: 1_000_000_000 };
const decimal = (text: string): Decimal => {
  const parsed = parseDecimal(text, { ...wide, decimals: 12 });
  assert.ok(parsed, text);
  return parsed;
};

test('plain decimal text and numbers are read exactly', () => {
  const cases: [string | number, string][] = [
    ['54.30', '54.3'],
    ['054.3', '54.3'],
    ['-0.5', '-0.5'],
    ['-0', '0'],
    ['0.000000001', '0.000000001'],
    [54.3, '54.3'],
    [-0, '0'],
    [123456789.1, '123456789.1'],
    [0.000001, '0.000001'],
    [1e-7, '0.0000001'],
    [-25e-8, '-0.00000025'],
    [1_000_000_000, '1000000000'],
  ];
  for (const [value, text] of cases) {
    const parsed = parseDecimal(value, wide);
    assert.equal(parsed && formatDecimal(parsed), text, String(value));
  }
});

test('anything but a plain decimal within its range is rejected', () => {
  const bad = [
    '',
    ' 1',
    '1 ',
    '+1',
    '.5',
    '1.',
    '1,5',
    '1e3',
    '0x1',
    '--1',
    '１',
    'NaN',
    '1.2.3',
    '1'.repeat(400),
    '1\n',
  ];
  for (const text of bad) assert.equal(parseDecimal(text, wide), undefined, JSON.stringify(text));
  for (const value of [Number.NaN, Number.POSITIVE_INFINITY, 0.1 + 0.2, 1e21, 1e-10, 1.5e-9, Number.MIN_VALUE]) {
    assert.equal(parseDecimal(value, wide), undefined, String(value));
  }
  assert.equal(parseDecimal('54.301', decimalRanges.area), undefined);
  assert.equal(parseDecimal('-0.01', decimalRanges.area), undefined);
  assert.equal(parseDecimal('1000000.01', decimalRanges.area), undefined);
  assert.equal(parseDecimal('2.5', decimalRanges.residentCount), undefined);
  assert.equal(parseDecimal('100.01', decimalRanges.vatRate), undefined);
});

test('the ends of a range are included', () => {
  assert.ok(parseDecimal('1000000.00', decimalRanges.area));
  assert.ok(parseDecimal(0, decimalRanges.area));
  assert.ok(parseDecimal('100', decimalRanges.vatRate));
  assert.ok(parseDecimal('0.016743', decimalRanges.shares));
});

test('zeros at the end do not count as decimals', () => {
  assert.deepEqual(parseDecimal('54.3000', decimalRanges.area), { units: 543n, scale: 1 });
  assert.deepEqual(parseDecimal('7.000', decimalRanges.residentCount), { units: 7n, scale: 0 });
});

test('decimals of different places are added exactly', () => {
  for (const [a, b, sum] of [
    ['1.25', '0.005', '1.255'],
    ['0.005', '1.25', '1.255'],
    ['-3', '2.5', '-0.5'],
    ['0.1', '0.2', '0.3'],
  ] as const)
    assert.equal(formatDecimal(add(decimal(a), decimal(b))), sum, `${a} + ${b}`);
});

test('the text and the number of one decimal are equal', () => {
  const units = fc.integer({ min: -1_000_000_000, max: 1_000_000_000 });
  fc.assert(
    fc.property(units, fc.integer({ min: 0, max: 6 }), (units, scale) => {
      const number = Number(`${units}e-${scale}`);
      const read = parseDecimal(number, wide);
      assert.ok(read);
      assert.equal(unitsAt(read, 6), BigInt(units) * 10n ** BigInt(6 - scale));
      assert.deepEqual(parseDecimal(formatDecimal(read), wide), read);
      assert.equal(decimalToNumber(read), number === 0 ? 0 : number);
    }),
  );
});

test('half a cent is rounded away from zero', () => {
  const cases: [string, number][] = [
    ['0.005', 1],
    ['-0.005', -1],
    ['0.004999999999', 0],
    ['1.005', 101],
    ['2.675', 268],
    ['-2.675', -268],
    ['7', 700],
    ['7.5', 750],
    ['0.014999', 1],
  ];
  for (const [text, cents] of cases) assert.equal(roundToCents(decimal(text)), cents, text);
});

test('an area times a tariff rounds as on paper', () => {
  const amount = (area: string, tariff: string) => roundToCents(multiply(decimal(area), decimal(tariff)));
  assert.equal(amount('54.3', '0.85'), 4616); // 46.155
  assert.equal(amount('33.35', '0.1'), 334); // 3.335
  assert.equal(amount('0.01', '0.5'), 1); // 0.005
  assert.equal(amount('1000000', '999999.999999'), 99_999_999_999_900);
});

test('a percentage of cents is rounded once, half away from zero', () => {
  assert.equal(percentOf(1250, decimal('24')), 300);
  assert.equal(percentOf(25, decimal('22')), 6); // 5.5
  assert.equal(percentOf(-25, decimal('22')), -6);
  assert.equal(percentOf(10_000, decimal('0.005')), 1); // 0.5
  assert.equal(percentOf(999, decimal('0')), 0);
});

test('a quotient is within half of its last place', () => {
  const part = fc.bigInt({ min: -(10n ** 15n), max: 10n ** 15n });
  const divisor = fc.bigInt({ min: -(10n ** 12n), max: 10n ** 12n }).filter((by) => by !== 0n);
  fc.assert(
    fc.property(part, divisor, fc.nat(6), fc.nat(6), (units, by, scale, byScale) => {
      const found = quotient({ units, scale }, { units: by, scale: byScale }, 6);
      const off = found.units * by * 10n ** BigInt(scale) - units * 10n ** BigInt(6 + byScale);
      assert.ok(2n * (off < 0n ? -off : off) <= (by < 0n ? -by : by) * 10n ** BigInt(scale));
    }),
  );
  assert.equal(formatDecimal(quotient(decimal('1'), decimal('3'), 6)), '0.333333');
  assert.equal(formatDecimal(quotient(decimal('-2'), decimal('3'), 6)), '-0.666667');
  for (const [part, divisor, found] of [
    ['1', '2', '1'],
    ['-1', '2', '-1'],
    ['1', '-2', '-1'],
    ['-1', '-2', '1'],
    ['4', '-10', '0'],
    ['6', '-10', '-1'],
  ] as const)
    assert.equal(formatDecimal(quotient(decimal(part), decimal(divisor), 0)), found, `${part} / ${divisor}`);
});

test('a fraction of an amount is rounded to cents once, half away from zero', () => {
  for (const [amount, part, whole, cents] of [
    ['100', 1n, 3n, 3333],
    ['100', 2n, 3n, 6667],
    ['-100', 2n, 3n, -6667],
    ['0.5', 1n, 4n, 13], // 12.5
    ['0.25', 1n, 2n, 13], // 12.5
    ['0.125', 31n, 31n, 13], // 12.5
    ['7.123456', 15n, 30n, 356], // 356.1728
    ['7.123456', 30n, 15n, 1425], // 1424.6912
    ['9', 0n, 31n, 0],
  ] as const)
    assert.equal(fractionToCents(decimal(amount), part, whole), cents, `${amount} × ${part} / ${whole}`);
});

test('a fraction for display is cut, not rounded', () => {
  for (const [amount, part, whole, text] of [
    ['100', 2n, 3n, '66.666666'],
    ['-100', 2n, 3n, '-66.666666'],
    ['2.5', 15n, 30n, '1.25'],
    ['1.9999999', 1n, 1n, '1.999999'],
  ] as const)
    assert.equal(
      formatDecimal(truncateFraction(decimal(amount), part, whole, 6)),
      text,
      `${amount} × ${part} / ${whole}`,
    );
});

test('a decimal does not fit into fewer places than it has', () => {
  assert.throws(() => unitsAt(decimal('0.125'), 2), new RangeError('No exact decimal here has -1 places.'));
});

test('a stored decimal outside its range is a defect that is named', () => {
  assert.deepEqual(parseStoredDecimal('54.3', decimalRanges.area, 'area'), { units: 543n, scale: 1 });
  assert.throws(() => parseStoredDecimal('1e3', decimalRanges.area, 'area of apartment 7'), {
    name: 'RangeError',
    message: 'The area of apartment 7 is "1e3", which is not a decimal in its range.',
  });
});
