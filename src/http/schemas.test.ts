// Tests of schemas: which errors are 400 and which are 422 (open point P-6), and that decimals are counted exactly.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { Day, Id, Instant, Money, makeValidator, Nullable, OneOf, Paragraphs, Text, Type } from './schemas.ts';

const body = makeValidator(
  Type.Object({
    name: Text(10),
    amount: Type.Optional(Money),
    day: Type.Optional(Day),
    at: Type.Optional(Instant),
    id: Type.Optional(Id),
    basis: Type.Optional(OneOf(['area', 'share'])),
    note: Type.Optional(Nullable(Text(5))),
    count: Type.Optional(Type.Integer({ minimum: 1, maximum: 5 })),
    items: Type.Optional(Type.Array(Type.Object({ code: Text(3) }), { minItems: 1, maxItems: 2 })),
  }),
  'body',
);
const query = makeValidator(
  Type.Object({ limit: Type.Optional(Type.Integer({ minimum: 1 })), since: Type.Optional(Instant) }),
  'query',
);

function codes(value: unknown): string {
  const validationError = body(value);
  return validationError === undefined
    ? 'fits'
    : `${validationError.status} ${validationError.problems.map(({ field, code }) => `${field}:${code}`).join(' ')}`;
}

test('a missing field or a wrong type is 400, an invalid value 422', () => {
  const cases: [unknown, string][] = [
    [{ name: 'a' }, 'fits'],
    [{ name: 'a', note: null, unknown: [{}] }, 'fits'],
    [{}, '400 name:required'],
    [[], '400 :wrong_type'],
    [null, '400 :wrong_type'],
    ['text', '400 :wrong_type'],
    [{ name: null }, '400 name:wrong_type'],
    [{ name: 5 }, '400 name:wrong_type'],
    [{ name: 'a', amount: '12.50' }, '400 amount:wrong_type'],
    [{ name: 'a', count: 1.5 }, '400 count:wrong_type'],
    [{ name: 'a', items: {} }, '400 items:wrong_type'],
    [{ name: 'a', items: [{}] }, '400 items.0.code:required'],
    [{ name: '' }, '422 name:wrong_length'],
    [{ name: ' \t\u00a0\u2003' }, '422 name:wrong_length'],
    [{ name: 'x'.repeat(11) }, '422 name:wrong_length'],
    [{ name: '🏠'.repeat(10) }, 'fits'],
    [{ name: 'a', note: ' ' }, '422 note:wrong_length'],
    [{ name: 'a', amount: 1.005 }, '422 amount:too_many_decimals'],
    [{ name: 'a', amount: 1e11 }, '422 amount:out_of_range'],
    [{ name: 'a', day: '2026-02-29' }, '422 day:invalid_format'],
    [{ name: 'a', id: 'x' }, '422 id:invalid_format'],
    [{ name: 'a', basis: 'volume' }, '422 basis:not_allowed'],
    [{ name: 'a', count: 0 }, '422 count:out_of_range'],
    [{ name: 'a', items: [] }, '422 items:wrong_length'],
    [{ name: 'a', items: [{ code: 'a' }, { code: 'b' }, { code: 'c' }] }, '422 items:wrong_length'],
  ];
  for (const [value, expected] of cases) assert.equal(codes(value), expected, JSON.stringify(value));
});

test('both kinds together are a 400 that lists them all', () => {
  assert.equal(codes({ name: '', day: 'x', count: '1' }), '400 name:wrong_length day:invalid_format count:wrong_type');
});

test('a problem has an RFC 6901 pointer into the body', () => {
  const validationError = body({ name: 'a', items: [{ code: 'a' }, { code: 5 }] });
  assert.deepEqual(validationError?.problems[0], {
    in: 'body',
    field: 'items.1.code',
    pointer: '#/items/1/code',
    code: 'wrong_type',
    message: 'items.1.code must be text.',
  });
});

test('an amount is valid exactly when it is a whole number of cents', () => {
  const money = makeValidator(Money, 'body');
  const fits = (amount: number) => money(amount) === undefined;
  fc.assert(fc.property(fc.integer({ min: -(10 ** 12), max: 10 ** 12 }), (cents) => fits(cents / 100)));
  fc.assert(
    fc.property(
      fc.integer({ min: -(10 ** 9), max: 10 ** 9 }),
      fc.integer({ min: 1, max: 9999 }),
      (cents, rest) => !fits(Number(`${cents}.${String(rest).padStart(4, '0')}`) / 100),
    ),
  );
  for (const amount of [0.001, 10.000001, 1.0049999, 0.1 + 0.2, 1e-7, 4.35000000001])
    assert.ok(!fits(amount), String(amount));
  for (const amount of [0, -0, 4.35, 0.07, 1e10, -0.01, 9_999_999_999.99]) assert.ok(fits(amount), String(amount));
  assert.ok(!fits(Number.POSITIVE_INFINITY));
});

test('six decimals of large numbers are counted exactly as well', () => {
  const share = makeValidator(Type.Number({ multipleOf: 0.000001 }), 'body');
  fc.assert(fc.property(fc.integer({ min: 0, max: 10 ** 15 }), (millionths) => share(millionths / 1e6) === undefined));
  assert.equal(share(123_456_789.123456), undefined);
  assert.ok(share(0.0000001));
  assert.ok(share(1.1234567));
});

test('a query consists of text, so only its values can be invalid', () => {
  for (const limit of ['0', '-1', 'abc', '', '1.5', '-1e400', ['1', '2'], 'null'])
    assert.equal(query({ limit })?.status, 422, String(limit));
  assert.equal(query({ limit: '5' }), undefined);
  const [repeated] = query({ limit: ['1', '2'] })?.problems ?? [];
  assert.equal(repeated?.message, 'limit is sent more than once. Send it once.');
});

test('null among the values of an enumeration is named', () => {
  const validate = makeValidator(Type.Object({ divideBy: { type: ['string', 'null'], enum: ['area', null] } }), 'body');
  assert.equal(validate({ divideBy: 'rooms' })?.problems[0]?.message, 'divideBy must be one of area, null.');
  assert.equal(validate({ divideBy: null }), undefined);
});

test('a value that may be a day or a moment is described as either', () => {
  const readAt = makeValidator(
    Type.Object({
      readAt: Type.Unsafe<string>({ type: 'string', anyOf: [{ format: 'date' }, { format: 'date-time' }] }),
    }),
    'body',
  );
  const [problem, ...others] = readAt({ readAt: '2026-11-02T10:00' })?.problems ?? [];
  assert.deepEqual([problem?.field, problem?.code, others], ['readAt', 'invalid_format', []]);
  assert.match(problem?.message ?? '', /must be a real day .+ or a moment such as 2026-11-02T08:15:30Z\.$/);
  assert.deepEqual([readAt({ readAt: '2026-11-02' }), readAt({ readAt: '2026-11-02T10:00Z' })], [undefined, undefined]);
});

test('at most twenty problems are listed, and items beyond the end of a list are not checked', () => {
  const many = Array.from({ length: 10_000 }, () => 0);
  assert.equal(makeValidator(Type.Array(Type.String()), 'body')(many)?.problems.length, 20);
  const found = makeValidator(Type.Array(Type.String(), { maxItems: 3 }), 'body')(many)?.problems ?? [];
  assert.deepEqual(
    found.map(({ field, code }) => [field, code]),
    [
      ['', 'wrong_length'],
      ['0', 'wrong_type'],
      ['1', 'wrong_type'],
      ['2', 'wrong_type'],
    ],
  );
});

test('unknown fields are removed, at every depth and in lists', () => {
  const inner = Type.Object({ b: Type.Optional(Type.Number()) });
  const value = JSON.parse('{"a":[{"b":1,"x":2,"__proto__":3}],"x":{"b":1},"constructor":1}');
  assert.equal(makeValidator(Type.Object({ a: Type.Array(inner) }), 'body')(value), undefined);
  assert.equal(JSON.stringify(value), '{"a":[{"b":1}]}');
});

test('a text is one readable line: no control characters, no direction marks, nothing invisible', () => {
  const check = makeValidator(Type.Object({ name: Text(50), story: Type.Optional(Paragraphs(50)) }), 'body');
  for (const name of ['Mari Tamm', ' Õie ', '\nÕie\r\n', "O'Hara", '12', '🏠', 'Ольга', '«Meie»'])
    assert.equal(check({ name }), undefined, name);
  for (const name of ['a\r\nb', 'a\tb', '\u0007x', 'a\u202eb', '\u200b', '\u2066x', 'x\u0085y', 'a\ufffeb', 'a\uffffb'])
    assert.deepEqual(
      check({ name })?.problems.map((problem) => [problem.field, problem.code]),
      [['name', 'invalid_format']],
      name,
    );
  assert.equal(check({ name: 'x', story: 'one\n\ttwo\r\nthree' }), undefined);
  assert.equal(check({ name: 'x', story: 'one\u001b[2Jtwo' })?.status, 422);
});

test('a long unreadable text is rejected in one pass', () => {
  const check = makeValidator(Type.Object({ name: Text(50), story: Paragraphs(50) }), 'body');
  for (const piece of [' ', 'x', '\n', ' \n', 'x ', '\u200b'])
    assert.equal(
      check({ name: `${piece.repeat(500_000)}\u0007`, story: `${piece.repeat(500_000)}\u0007` })?.status,
      422,
      piece,
    );
});
