// Tests of the order of the event feed: a reader gets every event once and in one order, whenever and however long
// transactions run.
import assert from 'node:assert/strict';
import { randomInt } from 'node:crypto';
import { test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { anOrganization, startTestService, waitUntil } from '../../test/service-fixture.ts';
import { raiseEventBatch } from '../platform/db/events.ts';
import { inTenant, type Scope, serviceCaller } from '../platform/db/scope.ts';
import { newId } from '../platform/values/ids.ts';
import { type FeedPage, feedBeginning, findFeedEnd, readFeed } from './event-feed.ts';
import type { FeedFilters, FeedPosition } from './feed-queries.ts';

const g = await startTestService();
const building = newId();

const within = <T>(
  tenantId: string,
  work: (scope: Scope) => Promise<T>,
  mode: 'read only' | 'read write' = 'read write',
) => inTenant(g.app, serviceCaller(tenantId), work, mode);
const page = (tenantId: string, after: FeedPosition, limit: number, filters: FeedFilters = {}, maxEvents?: number) =>
  within(tenantId, (scope) => readFeed(scope, after, filters, limit, maxEvents), 'read only');

/** Raises events and returns the ids of their invoices. */
async function raise(scope: Scope, count = 1, buildingId = building): Promise<string[]> {
  const events = Array.from({ length: count }, () => ({ buildingId, data: { invoiceId: newId(), amount: 100 } }));
  await raiseEventBatch(scope, 'invoice.created', events);
  return events.map(({ data }) => data.invoiceId);
}

const invoicesOf = ({ events }: Pick<FeedPage, 'events'>) => events.map(({ body }) => JSON.parse(body).data.invoiceId);

/** Reads from a position until there is nothing more for now. */
async function readAll(
  tenantId: string,
  after = feedBeginning,
  limit = 7,
  filters: FeedFilters = {},
  maxEvents?: number,
) {
  const read: string[] = [];
  for (let position = after; ; ) {
    const { next, hasMore, ...rest } = await page(tenantId, position, limit, filters, maxEvents);
    read.push(...invoicesOf(rest));
    position = next;
    if (!hasMore) return { read, position };
  }
}

test('an event waits for those of earlier transactions, and then comes after them', async () => {
  const { tenantId } = await anOrganization(g);
  const [raised, commit] = [Promise.withResolvers<string[]>(), Promise.withResolvers<void>()];
  const slow = within(tenantId, async (scope) => {
    raised.resolve(await raise(scope));
    await commit.promise;
  });
  const [first] = await raised.promise;
  const [second] = await within(tenantId, (scope) => raise(scope));
  const held = await page(tenantId, feedBeginning, 10);
  assert.deepEqual([held.events, held.hasMore], [[], false]);
  commit.resolve();
  await slow;
  assert.deepEqual((await readAll(tenantId, held.next)).read, [first, second]);
});

test('a transaction that has written nothing yet holds nothing back, and its events come later', async () => {
  const { tenantId } = await anOrganization(g);
  const [begun, goOn] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  const late = within(tenantId, async (scope) => {
    await scope.db`select 1`;
    begun.resolve();
    await goOn.promise;
    return raise(scope);
  });
  await begun.promise;
  const [first] = await within(tenantId, (scope) => raise(scope));
  let position = feedBeginning;
  let read: string[] = [];
  await waitUntil(async () => {
    ({ position, read } = await readAll(tenantId));
    return read.length > 0; // Writers of other tests in this database end soon.
  });
  assert.deepEqual(read, [first]);
  goOn.resolve();
  const [second] = await late;
  await waitUntil(async () => (await readAll(tenantId, position)).read.length > 0);
  assert.deepEqual((await readAll(tenantId, position)).read, [second]);
});

test('with many writers of random length and some that fail, every reader gets every event once, in the same order', async () => {
  const { tenantId } = await anOrganization(g);
  const pause = () => sleep(randomInt(0, 12));
  const committed: string[] = [];
  const write = async () => {
    const [fails, count] = [randomInt(5) === 0, randomInt(1, 4)];
    const work = within(tenantId, async (scope) => {
      if (randomInt(2) === 0) await scope.db`select 1`;
      await pause();
      const ids = await raise(scope, count);
      await pause();
      if (randomInt(3) === 0) ids.push(...(await raise(scope)));
      if (fails) throw new Error('changed my mind');
      return ids;
    });
    committed.push(...(await work.catch((error) => (fails ? [] : Promise.reject(error)))));
  };
  let writing = true;
  const read = async (limit: number, filters: FeedFilters, maxEvents?: number) => {
    const all: string[] = [];
    let position = feedBeginning;
    for (let last = false; !last; ) {
      last = !writing; // Once more after the last commit.
      const part = await readAll(tenantId, position, limit, filters, maxEvents);
      all.push(...part.read);
      position = part.position;
    }
    return all;
  };
  const readers = [read(1, {}), read(50, {}), read(3, { buildingId: building }, 5)];
  await Promise.all(
    Array.from({ length: 5 }, async () => {
      for (let nth = 0; nth < 30; nth += 1) await write();
    }),
  );
  writing = false;
  const [first = [], ...others] = await Promise.all(readers);
  const final = (await readAll(tenantId)).read;
  assert.ok(committed.length > 150);
  assert.equal(new Set(first).size, first.length, 'none twice');
  assert.deepEqual(first.toSorted(), committed.toSorted(), 'none missing');
  for (const other of [...others, final]) assert.deepEqual(other, first);
});

test('filters leave out events, and a page looks at a bounded number of them', async () => {
  const { tenantId } = await anOrganization(g);
  const rare = newId();
  await within(tenantId, (scope) => raise(scope, 10));
  const [wanted] = await within(tenantId, (scope) => raise(scope, 1, rare));
  await within(tenantId, (scope) => raise(scope, 3));
  const first = await page(tenantId, feedBeginning, 5, { buildingId: rare }, 4);
  assert.deepEqual([first.events.length, first.hasMore], [0, true], 'four events were looked at');
  const all = await readAll(tenantId, feedBeginning, 5, { buildingId: rare }, 4);
  assert.deepEqual(all.read, [wanted]);
  assert.deepEqual(
    (await page(tenantId, all.position, 5)).events,
    [],
    'the position is past the events that were left out',
  );
  assert.equal((await readAll(tenantId, feedBeginning, 5, { type: 'invoice.paid' })).read.length, 0);
  assert.equal((await readAll(tenantId, feedBeginning, 5, { type: 'invoice.created' })).read.length, 14);
});

test('a reader that begins at the end gets what is written from then on', async () => {
  const { tenantId } = await anOrganization(g);
  await within(tenantId, (scope) => raise(scope, 2));
  let end = feedBeginning;
  await waitUntil(async () => {
    end = await within(tenantId, findFeedEnd, 'read only');
    return (await page(tenantId, end, 5)).events.length === 0;
  });
  const after = await within(tenantId, (scope) => raise(scope, 2));
  assert.deepEqual((await readAll(tenantId, end)).read, after);
});
