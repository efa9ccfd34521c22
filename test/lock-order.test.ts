// Tests of the order of locks: which locks a statement waits for, and which order is reported.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { locksOf, watchLocks } from './lock-order.ts';

const money = "select pg_advisory_xact_lock(hashtextextended('money', 0) # hashtextextended($1, 0))";
const building = 'select id from buildings where tenant_id = $1 and id = $2 for update';
const share = 'select id from buildings where tenant_id = $1 and id = $2 for share';
const meter = 'select id from meters where tenant_id = $1 and id = $2 for update';
const invoice = 'select i.id from invoices i join buildings b on b.id = i.building_id where i.id = $1 for update of i';

/** What is reported about these statements, sent in one transaction. */
function reported(...texts: readonly (string | readonly [text: string, ...values: unknown[]])[]): string[] {
  const problems: string[] = [];
  const watch = watchLocks((problem) => problems.push(problem));
  watch({ text: 'begin' });
  for (const sent of texts) {
    const [text, ...values] = typeof sent === 'string' ? [sent] : sent;
    watch({ text, values });
  }
  return problems.map((problem) => problem.split(':')[0] ?? '');
}

test('a statement waits for the locks of its rows, unless it skips locked ones', () => {
  assert.deepEqual(locksOf(money), ['money']);
  assert.deepEqual(locksOf(invoice), ['invoices']);
  assert.deepEqual(locksOf('update meters set settled_until = null where id = $1'), ['meters']);
  assert.deepEqual(locksOf(`${invoice} skip locked`), []);
  assert.deepEqual(locksOf('select id from meters where id = $1'), []);
});

test('locks in the order of all commands are not reported, nor one that is held already', () => {
  assert.deepEqual(reported(money, building, meter, invoice), []);
  assert.deepEqual(
    reported([money, 'a'], [building, 'b'], [invoice, 'c'], [money, 'a'], [building, 'b'], [invoice, 'c']),
    [],
  );
});

test('a lock that is taken after a later one is reported', () => {
  assert.deepEqual(reported(building, money), ['money is locked after buildings']);
  assert.deepEqual(reported(invoice, building), ['buildings is locked after invoices']);
  assert.deepEqual(reported([share, 'b'], [invoice, 'c'], [building, 'b']), ['buildings is locked after invoices']);
});

test('the meters of a building that is locked for update are locked with it, of a shared one they are not', () => {
  assert.deepEqual(reported(building, invoice, 'update meters set settled_until = null where id = $1'), []);
  assert.deepEqual(reported(share, invoice, meter), ['meters is locked after invoices']);
});

test('payments and the numbers of invoices change only under the lock of the money', () => {
  const number = ['insert into counters (tenant_id, name, value) values ($1, $2, $3)', 't', 'invoice 2026', 1] as const;
  assert.deepEqual(reported(number), ['it is sent without the lock of the money']);
  assert.deepEqual(reported('update payments set allocated = 1'), ['it is sent without the lock of the money']);
  assert.deepEqual(reported(money, number, 'update payments set allocated = 1'), []);
});
