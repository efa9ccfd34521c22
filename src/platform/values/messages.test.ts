// Tests of messages: values, plural forms of each language, and its number format.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { messagesIn } from './messages.ts';

test('a count uses the plural form and number format of its language', () => {
  const english = messagesIn('en')<{ count: number }>('{count, plural, one {# invoice} other {# invoices}}');
  assert.deepEqual(
    [0, 1, 2, 1234].map((count) => english({ count })),
    ['0 invoices', '1 invoice', '2 invoices', '1,234 invoices'],
  );
  const russian = messagesIn('ru')<{ count: number }>(
    '{count, plural, one {# счёт} few {# счёта} many {# счетов} other {# счёта}}',
  );
  assert.deepEqual(
    [1, 3, 5, 11, 21].map((count) => russian({ count })),
    ['1 счёт', '3 счёта', '5 счетов', '11 счетов', '21 счёт'],
  );
  const latvian = messagesIn('lv')<{ count: number }>(
    '{count, plural, zero {# rēķinu} one {# rēķins} other {# rēķini}}',
  );
  assert.deepEqual(
    [1, 2, 11, 21].map((count) => latvian({ count })),
    ['1 rēķins', '2 rēķini', '11 rēķinu', '21 rēķins'],
  );
  const lithuanian = messagesIn('lt')<{ count: number }>('{count, plural, one {# butas} few {# butai} other {# butų}}');
  assert.deepEqual(
    [1, 2, 10, 21].map((count) => lithuanian({ count })),
    ['1 butas', '2 butai', '10 butų', '21 butas'],
  );
});

test('a value is inserted unchanged, whatever characters it has', () => {
  const message = messagesIn('en')<{ name: string }>('Open {name}');
  assert.equal(message({ name: '<b>{count}</b> #' }), 'Open <b>{count}</b> #');
});
