// Tests of JSON bodies: ambiguous ones are rejected quickly, with the position of the problem, in a small answer.
import assert from 'node:assert/strict';
import type { IncomingMessage } from 'node:http';
import { PassThrough } from 'node:stream';
import { test } from 'node:test';
import fc from 'fast-check';
import { parseJson, readBody } from './json-body.ts';

function understand(text: string | Buffer): unknown {
  const understood = parseJson(Buffer.from(text));
  assert.ok('value' in understood, JSON.stringify(understood));
  return understood.value;
}

function refusal(text: string | Buffer): {
  status: number;
  code: string;
  field: string;
  pointer: string;
  message: string;
} {
  const understood = parseJson(Buffer.from(text));
  assert.ok('problems' in understood, `understood: ${text.toString().slice(0, 100)}`);
  const [problem] = understood.problems;
  assert.ok(problem);
  const { code, field, message, pointer = '' } = problem;
  return { status: understood.status, code, field, pointer, message };
}

test('every JSON value is parsed as by JSON.parse, however it is written', () => {
  const storable = fc.jsonValue({ maxDepth: 8 }).filter((value) => {
    const text = JSON.stringify(value);
    return !text.includes('\\u0000') && !/\\ud[89a-f]/i.test(text);
  });
  fc.assert(
    fc.property(storable, fc.constantFrom(undefined, 2, '\t'), (value, space) => {
      const text = JSON.stringify(value, null, space);
      assert.deepEqual(understand(text), JSON.parse(text));
    }),
    { numRuns: 300 },
  );
});

test('any bytes get an answer, and it is small', () => {
  const jsonish = fc.string({ unit: fc.constantFrom(...'{}[]",:\\u0d8"1ae'), maxLength: 60 });
  fc.assert(
    fc.property(
      fc.oneof(
        fc.uint8Array({ maxLength: 200 }),
        jsonish.map((text) => Buffer.from(text)),
      ),
      (bytes) => {
        const understood = parseJson(Buffer.from(bytes));
        if ('problems' in understood) assert.ok(JSON.stringify(understood).length < 4000);
      },
    ),
    { numRuns: 1000 },
  );
});

test('a key given twice in one object is rejected, also when one of them has escapes', () => {
  for (const text of ['{"a":1,"a":2}', '{"a":1,"\\u0061":2}', '{"\\u0061":{},"a":[]}', '{"a":"}","b":"{","a":1}'])
    assert.deepEqual(
      { ...refusal(text), message: '' },
      { status: 400, code: 'duplicate_key', field: 'a', pointer: '#/a', message: '' },
      text,
    );
  assert.equal(refusal('{"x":[{"a":1},{"b":{"c":1,"c":2}}]}').pointer, '#/x/1/b/c');
  assert.equal(refusal('{"a/b":{"~":1,"~":2}}').pointer, '#/a~1b/~0');
  assert.equal(refusal('{"__proto__":1,"__proto__":2}').code, 'duplicate_key');
});

test('the same key in different objects, and as a value, is no repetition', () => {
  for (const text of [
    '{"a":{"a":1},"b":{"a":2}}',
    '[{"a":1},{"a":1}]',
    '{"a":"a","b":["a","a"]}',
    '{"a":"\\"a\\":","b":"{\\"a\\":1"}',
    '{"a":1,"A":2,"":3}',
  ])
    assert.deepEqual(understand(text), JSON.parse(text), text);
});

test('twenty levels are accepted and twenty-one are not, in lists and objects', () => {
  const nested = (levels: number) => '['.repeat(levels) + ']'.repeat(levels);
  understand(nested(20));
  for (const levels of [21, 1000, 500_000]) assert.equal(refusal(nested(levels)).code, 'too_deep', String(levels));
  assert.equal(refusal(`${'{"a":'.repeat(1000)}1${'}'.repeat(1000)}`).code, 'too_deep');
});

test('a list of ten thousand is accepted and one more is not, anywhere in the body', () => {
  const list = (items: number) => `[${Array.from({ length: items }, () => '0').join()}]`;
  assert.equal((understand(list(10_000)) as unknown[]).length, 10_000);
  assert.deepEqual(
    { ...refusal(`{"a":[1,{"b":${list(10_001)}}]}`), message: '' },
    { status: 422, code: 'wrong_length', field: 'a.1.b', pointer: '#/a/1/b', message: '' },
  );
  assert.equal(refusal(list(520_000)).status, 422);
});

test('NUL and lone surrogates are rejected in values and keys; complete pairs are not', () => {
  const places: [string, string][] = [
    ['{"a":"x\\u0000"}', '#/a'],
    ['{"a":[0,{"b":"\\ud800"}]}', '#/a/1/b'],
    ['{"a":"\\udc00\\ud800"}', '#/a'],
    ['"\\u0000"', '#'],
    ['{"a":{"k\\u0000":1}}', '#/a/k\0'],
    ['{"\\ud800":1}', '#/\ufffd'],
  ];
  for (const [text, pointer] of places)
    assert.deepEqual(
      { ...refusal(text), field: '', message: '' },
      { status: 422, code: 'invalid_characters', field: '', pointer, message: '' },
      text,
    );
  assert.deepEqual(understand('{"a":"\\ud83c\\udfe0 🏠 \\u00e4"}'), { a: '🏠 🏠 ä' });
});

test('keys as long as the body are not repeated in the answer', () => {
  const long = '~'.repeat(500_000);
  for (const text of [`{"${long}":1,"${long}":1}`, `{"\\u0000${long}":1}`, `{"${long}":"\\u0000"}`])
    assert.ok(JSON.stringify(parseJson(Buffer.from(text))).length < 2000, text);
});

test('__proto__ and constructor are keys like any other and change no prototype', () => {
  const value = understand('{"__proto__":{"polluted":true},"constructor":{"prototype":{"polluted":true}}}');
  assert.deepEqual(Object.keys(value as object), ['__proto__', 'constructor']);
  assert.equal(({} as { polluted?: boolean }).polluted, undefined);
});

test('a body that is not JSON or not UTF-8 is malformed', () => {
  for (const text of [
    '',
    ' ',
    '{',
    '{"a":1,}',
    "{'a':1}",
    '{"a":01}',
    'NaN',
    'undefined',
    '{"a":1}{',
    '"\u0000"',
    '"\n"',
    '{"a":"',
    '{"a":"\\',
    '{"\\u00":1}',
  ])
    assert.deepEqual(
      { ...refusal(text), message: '' },
      { status: 400, code: 'malformed_json', field: '', pointer: '#', message: '' },
      text,
    );
  for (const bytes of [
    [0x22, 0xff, 0x22],
    [0x22, 0xc0, 0x80, 0x22],
    [0x22, 0xed, 0xa0, 0x80, 0x22],
    [0xff, 0xfe, 0x22, 0, 0x22, 0],
  ])
    assert.match(refusal(Buffer.from(bytes)).message, /UTF-8/, JSON.stringify(bytes));
});

test('a byte-order mark is skipped', () => {
  assert.deepEqual(understand(Buffer.from('\ufeff{"a":1}')), { a: 1 });
});

test('a body that does not arrive in time is aborted, and one that has arrived is not', async () => {
  const sent = (headers: object) => Object.assign(new PassThrough(), { headers }) as unknown as IncomingMessage;
  const dripping = sent({ 'transfer-encoding': 'chunked' });
  (dripping as unknown as PassThrough).write('{');
  assert.deepEqual(await readBody(dripping, { maxBytes: 100, withinMs: 10 }), { kind: 'too_slow' });
  const whole = sent({ 'content-length': '2' });
  (whole as unknown as PassThrough).end('{}');
  assert.deepEqual(await readBody(whole, { maxBytes: 100, withinMs: 10_000 }), {
    kind: 'bytes',
    bytes: Buffer.from('{}'),
  });
});

test('a text of fifteen megabytes with escapes is parsed as by JSON.parse', () => {
  const text = JSON.stringify({ file: 'A'.repeat(14_000_000), '\\"': '\\\\"\\'.repeat(100_000) });
  assert.deepEqual(understand(text), JSON.parse(text));
});
