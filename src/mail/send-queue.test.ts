// Tests of sending slots: organizations take turns, none has more than half of the slots of a rank, and two slots are
// always reserved for rank 0.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { makeSendQueue } from './send-queue.ts';

/** Gives every turn as many queue as it may have, until nobody has a turn; returns the turns. */
function fill(queue: ReturnType<typeof makeSendQueue>) {
  const turns: ReturnType<typeof queue.next>[] = [];
  for (let turn = queue.next(); turn !== undefined; turn = queue.next()) {
    turns.push(turn);
    for (let mail = 0; mail < turn.maxMails; mail += 1) queue.takeSlot({ ...turn });
  }
  return turns;
}

test('one organization gets half of the slots of a rank, and two are reserved for rank 0 however many wait', () => {
  const queue = makeSendQueue();
  queue.add('many', 2);
  assert.deepEqual(fill(queue), [{ tenantId: 'many', rank: 2, maxMails: 4 }]);
  queue.add('many', 2);
  assert.equal(queue.next(), undefined, 'it has its half');
  queue.add('another', 1);
  assert.deepEqual(fill(queue), [{ tenantId: 'another', rank: 1, maxMails: 2 }]);
  queue.add('another', 1);
  assert.equal(queue.next(), undefined, 'what is left is for rank 0');
  queue.add('many', 0);
  assert.deepEqual(fill(queue), [{ tenantId: 'many', rank: 0, maxMails: 2 }]);
  assert.equal(queue.beingSent(), 8);
});

test('the lower rank is sent first, and the more organizations wait, the fewer e-mails each sends in a turn', () => {
  const queue = makeSendQueue();
  for (const name of ['a', 'b', 'c', 'd', 'e', 'f', 'g']) queue.add(name, 2);
  queue.add('last', 1);
  assert.deepEqual(
    fill(queue).map((turn) => [turn?.tenantId, turn?.maxMails]),
    [
      ['last', 4],
      ['a', 1],
      ['b', 1],
    ],
  );
});

test('an organization that had its turn goes behind those that wait', () => {
  const queue = makeSendQueue();
  for (const name of ['a', 'b', 'c']) queue.add(name, 1);
  const order: string[] = [];
  for (let turns = 0; turns < 9; turns += 1) {
    const turn = queue.next();
    assert.ok(turn, `turns ${turns}`);
    order.push(turn.tenantId);
    queue.takeSlot(turn)();
    queue.add(turn.tenantId, turn.rank);
  }
  assert.equal(order.join(''), 'abcabcabc');
});

test('a returned slot and an added organization are noticed at once', async () => {
  const queue = makeSendQueue();
  const release = queue.takeSlot({ tenantId: 'a', rank: 1 });
  for (const [nth, happen] of [release, () => queue.add('b', 1)].entries()) {
    let noticed = false;
    const waiting = queue.changed().then(() => {
      noticed = true;
    });
    await Promise.resolve();
    assert.equal(noticed, false, `happen ${nth}`);
    happen();
    await waiting;
  }
});
