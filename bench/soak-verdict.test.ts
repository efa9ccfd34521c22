// Tests of the verdict of the soak: what grows with its rows is flat, what grows by itself is not.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { isMet } from './figures.ts';
import type { Sample } from './soak-samples.ts';
import { judge } from './soak-verdict.ts';

/** Forty samples; `change` makes each from a steady one. */
function takeSamples(change: (nth: number) => Partial<Sample>): Sample[] {
  return Array.from({ length: 40 }, (_, nth) => ({
    seconds: 10 * nth,
    load: 1,
    counts: { reads: nth, months: 0, busy: 0, failed: 0 },
    rss: 200,
    heap: 80 + (nth % 5) * 10, // It rises and falls.
    delayP50: 10,
    delayP99: 12,
    processor: nth,
    files: 50,
    helpersMemory: 500,
    postgresMemory: 70,
    postgresFiles: 1000,
    postgresProcessor: nth,
    connections: 12,
    deliveriesDue: 0,
    mailsWaiting: 0,
    databaseMegabytes: 20 + nth,
    tables: [{ table: 'invoices', bytes: 1000 * (nth + 10), indexBytes: 500 * (nth + 10), rows: nth + 10, dead: 1 }],
    ...change(nth),
  }));
}

const grownIn = (samples: readonly Sample[]) =>
  judge(samples)
    .filter((figure) => isMet(figure) === false)
    .map(({ what: measure }) => measure);

test('a service that holds as much at the end as before is flat, though its tables grow with their rows', () => {
  assert.deepEqual(grownIn(takeSamples(() => ({}))), []);
});

test('what grows is named: memory, open files, a queue, and a table without more rows', () => {
  assert.deepEqual(grownIn(takeSamples((nth) => ({ rss: 200 + 3 * nth }))), ['memory of the service']);
  assert.deepEqual(grownIn(takeSamples((nth) => ({ files: 50 + nth }))), ['its open files']);
  assert.deepEqual(grownIn(takeSamples((nth) => ({ deliveriesDue: 10 * nth }))), ['deliveries that are due']);
  const bloated = (nth: number) => [{ table: 'mails', bytes: 1000 * nth, indexBytes: 500, rows: 10, dead: 0 }];
  assert.deepEqual(grownIn(takeSamples((nth) => ({ tables: bloated(nth) }))), ['a row of mails']);
});

test('warming up is no growth, nor are a few megabytes', () => {
  assert.deepEqual(grownIn(takeSamples((nth) => ({ rss: nth < 10 ? 100 : 200, heap: 20 + nth / 10 }))), []);
});

test('too few samples are no verdict', () => {
  assert.throws(() => judge(takeSamples(() => ({})).slice(0, 7)), /too few/);
});
