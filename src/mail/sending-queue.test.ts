// Tests of sending slots: organizations take turns, none has more than half of the slots of a rank, and two slots are always reserved for rank 0.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { makePlaces } from './sending-queue.ts';

/** Gives every turn as many places as it may have, until nobody has a turn; returns the turns. */
function fill(places: ReturnType<typeof makePlaces>) {
  const turns: ReturnType<typeof places.next>[] = [];
  for (let turn = places.next(); turn !== undefined; turn = places.next()) {
    turns.push(turn);
    for (let mail = 0; mail < turn.maxMails; mail += 1) places.hold({ ...turn });
  }
  return turns;
}

test('one organization gets half of the slots of a rank, and two are reserved for rank 0 however many wait', () => {
  const places = makePlaces();
  places.add('many', 2);
  assert.deepEqual(fill(places), [{ tenantId: 'many', rank: 2, maxMails: 4 }]);
  places.add('many', 2);
  assert.equal(places.next(), undefined, 'it has its half');
  places.add('another', 1);
  assert.deepEqual(fill(places), [{ tenantId: 'another', rank: 1, maxMails: 2 }]);
  places.add('another', 1);
  assert.equal(places.next(), undefined, 'what is left is for rank 0');
  places.add('many', 0);
  assert.deepEqual(fill(places), [{ tenantId: 'many', rank: 0, maxMails: 2 }]);
  assert.equal(places.underWay(), 8);
});

test('the lower rank is sent first, and the more organizations wait, the fewer e-mails each sends in a turn', () => {
  const places = makePlaces();
  for (const name of ['a', 'b', 'c', 'd', 'e', 'f', 'g']) places.add(name, 2);
  places.add('last', 1);
  assert.deepEqual(
    fill(places).map((turn) => [turn?.tenantId, turn?.maxMails]),
    [
      ['last', 4],
      ['a', 1],
      ['b', 1],
    ],
  );
});

test('an organization that had its turn goes behind those that wait', () => {
  const places = makePlaces();
  for (const name of ['a', 'b', 'c']) places.add(name, 1);
  const order: string[] = [];
  for (let turns = 0; turns < 9; turns += 1) {
    const turn = places.next();
    assert.ok(turn);
    order.push(turn.tenantId);
    places.hold(turn)();
    places.add(turn.tenantId, turn.rank);
  }
  assert.equal(order.join(''), 'abcabcabc');
});

test('a returned slot and an added organization are noticed at once', async () => {
  const places = makePlaces();
  const release = places.hold({ tenantId: 'a', rank: 1 });
  for (const happen of [release, () => places.add('b', 1)]) {
    let noticed = false;
    const waiting = places.changed().then(() => {
      noticed = true;
    });
    await Promise.resolve();
    assert.equal(noticed, false);
    happen();
    await waiting;
  }
});
