// Near-valid requests: each spoils one thing in a request that should be accepted.
import type { Dice } from '../dice.ts';

/** Values that are wrong in most places: other types, bounds, odd text and odd days. */
const oddValues: readonly unknown[] = [
  ...[null, true, false, [], {}, [[]], { length: 1 }, [null], '', ' ', '0', 'null', 'true'],
  ...[
    0,
    -0,
    -1,
    1,
    0.001,
    1e-7,
    -0.01,
    0.1 + 0.2,
    2 ** 31,
    2 ** 53,
    -(2 ** 63),
    1e10,
    1e10 + 0.01,
    1e21,
    1e308,
    5e-324,
  ],
  ...[
    'a\0b',
    '\ud800',
    '\u202Eabc',
    '\u200B',
    '\u00A0',
    'e\u0301'.repeat(40),
    '👩‍👩‍👧‍👦',
    'ﷺ'.repeat(200),
    'İstanbul',
    '\r\n',
    '\ufeff',
  ],
  ...[
    'x'.repeat(256),
    'x'.repeat(10_000),
    "'; drop table invoices; --",
    '%00',
    '../../etc/passwd',
    '<b>',
    '=1+1',
    '#{1}',
  ],
  ...[
    '2026-02-29',
    '0000-00-00',
    '1899-12-31',
    '2201-01-01',
    '2026-13-01',
    '9999-12-31',
    '2026-11-20T24:00:00Z',
    '2026-W47',
  ],
  ...[
    '2026-11-20T08:00:00.123456789012Z',
    '2026-11-20T08:00:00+99:99',
    'not-an-id',
    '00000000-0000-0000-0000-000000000000',
  ],
];

/** Ids that name nothing. `%` and `/` are encoded when they are sent. */
const oddIds = [
  'x',
  '00000000-0000-0000-0000-000000000000',
  '%00',
  '..',
  'a/b',
  '019a9c3e-5b7c-7d21-8a44-0c4c6f2b9e1',
  '٣',
  'null',
];

const unknownFields = ['vat_rate', '__proto__', 'constructor', 'tenantId', 'id', 'toString', 'a\0b', '', '💧'];

/** One spoilt place of a JSON value: a part is replaced, left out, repeated, or gets an unknown neighbour. */
export function spoilJson(dice: Dice, value: unknown, foreignId: () => string): unknown {
  const places = placesIn(value);
  const place = dice.pick(places);
  if (dice.chance(15)) return addUnknownField(dice, value);
  if (place.length > 0 && dice.chance(15)) return changeAt(value, place, () => undefined);
  return changeAt(value, place, (before) => {
    if (Array.isArray(before) && dice.chance(50))
      return Array.from({ length: dice.pick([0, 2, 600]) }, () => before[0]);
    if (typeof before === 'string' && dice.chance(25)) return before.toUpperCase();
    if (typeof before === 'string' && /^[0-9a-f-]{36}$/.test(before) && dice.chance(40)) return foreignId();
    if (typeof before === 'number' && dice.chance(40))
      return dice.pick([-before, before * 1e6, before + 0.001, `${before}`]);
    return dice.pick(oddValues);
  });
}

/** An odd value of a query parameter. */
export function oddParameter(dice: Dice): string {
  const value = dice.pick(oddValues);
  return typeof value === 'object' ? JSON.stringify(value) : String(value).slice(0, 2000);
}

/** An id that names nothing, or an object of another organization. */
export function oddId(dice: Dice, foreignId: () => string): string {
  return dice.chance(50) ? foreignId() : dice.pick(oddIds);
}

/** A body that is no JSON object, or not what its Content-Type says. */
export function spoilBytes(dice: Dice, json: string): { readonly text: string; readonly type: string | undefined } {
  const type = 'application/json';
  return dice.pick([
    { text: json.slice(0, -1), type },
    { text: '', type },
    { text: `\ufeff${json}`, type },
    { text: `${'['.repeat(30)}${']'.repeat(30)}`, type },
    { text: '{"a":1,"a":2}', type },
    { text: '{"a":1e999999}', type },
    { text: '"\\ud800"', type },
    { text: '[1,2]', type },
    { text: `{"a":"${'x'.repeat(1_100_000)}"}`, type },
    { text: json, type: 'text/plain' },
    { text: json, type: 'application/x-www-form-urlencoded' },
    { text: json, type: 'application/json; charset=latin1' },
    { text: json, type: 'multipart/form-data' },
    { text: json, type: 'multipart/form-data; boundary=x' },
    { text: json, type: undefined },
    { text: json, type: 'application/problem+json' },
  ]);
}

/** A header that a careless client sends. */
export function oddHeader(dice: Dice): readonly [name: string, value: string] {
  return dice.pick([
    ['accept', 'text/html'],
    ['accept', 'application/json;q=0, */*;q=0.1'],
    ['accept', 'application/*'],
    ['accept', ';;;,'],
    ['content-encoding', 'gzip'],
    ['idempotency-key', ''],
    ['idempotency-key', 'x'.repeat(256)],
    ['idempotency-key', 'a b'],
    ['if-none-match', '*'],
    ['if-none-match', 'W/"x", "y'],
    ['if-match', '"x"'],
    ['x-request-id', '<script>'],
    ['x-request-id', 'abc.DEF-1_2'],
    ['accept-language', 'xx;q=2,et;q=0.5,*'],
    ['prefer', 'handling=strict'],
    ['cookie', 'haldur_session=%00; haldur_session=x'],
    ['range', 'bytes=5-1'],
    ['authorization', 'Basic YTpi'],
    ['x-confirm-password', '\u00e4\u00f6'],
  ] as const);
}

type Place = readonly (string | number)[];

/** All places of a JSON value, the whole of it first. */
function placesIn(value: unknown, place: Place = []): Place[] {
  if (typeof value !== 'object' || value === null) return [place];
  return [
    place,
    ...Object.entries(value).flatMap(([key, part]) =>
      placesIn(part, [...place, Array.isArray(value) ? Number(key) : key]),
    ),
  ];
}

/** A copy with one place changed; `undefined` removes it. */
function changeAt(value: unknown, [key, ...rest]: Place, change: (before: unknown) => unknown): unknown {
  if (key === undefined) return change(value);
  if (Array.isArray(value))
    return value
      .map((item, index) => (index === key ? changeAt(item, rest, change) : item))
      .filter((item) => item !== undefined);
  const entries = Object.entries(value as object).map(
    ([name, part]) => [name, name === key ? changeAt(part, rest, change) : part] as const,
  );
  return Object.fromEntries(entries.filter(([, part]) => part !== undefined));
}

function addUnknownField(dice: Dice, value: unknown): unknown {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return dice.pick(oddValues);
  return Object.fromEntries([...Object.entries(value), [dice.pick(unknownFields), dice.pick(oddValues)]]);
}
