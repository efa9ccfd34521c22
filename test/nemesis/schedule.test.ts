// Tests of what the nemesis relies on: the order of faults follows from the seed, and a disk that loses power keeps
// exactly what was flushed.
import assert from 'node:assert/strict';
import { closeSync, existsSync, fsyncSync, mkdtempSync, openSync, rmSync, writeSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { makeDice } from '../dice.ts';
import { makeDisk } from '../mounted-disk.ts';
import { allKinds, drawFaults, type Fault } from './schedule.ts';

test('a seed always means the same faults, and every kind comes before any comes again', () => {
  const draw = (seed: number) => {
    const faults = drawFaults(makeDice(seed).fraction, allKinds);
    return Array.from({ length: 3 * allKinds.length }, () => faults.next().value as Fault);
  };
  assert.deepEqual(draw(1), draw(1));
  assert.notDeepEqual(draw(1), draw(2));
  for (const round of [0, 1, 2]) {
    const kinds = draw(1).slice(round * allKinds.length, (round + 1) * allKinds.length);
    assert.deepEqual(kinds.map(({ kind }) => kind).sort(), allKinds.toSorted());
  }
});

test('after a power failure a disk has what was flushed, and nothing else', async (t) => {
  const base = mkdtempSync(join(tmpdir(), 'haldur-power-'));
  const disk = makeDisk(base);
  t.after(() => {
    disk?.remove();
    rmSync(base, { recursive: true });
  });
  if (disk === undefined) return t.skip('only root may mount file systems, and not in every container');
  const write = (name: string, isFlushed: boolean) => {
    const file = openSync(join(disk.folder, name), 'w');
    writeSync(file, 'text');
    if (isFlushed) fsyncSync(file);
    closeSync(file);
  };
  write('flushed', true);
  write('not flushed', false);
  disk.losePower();
  assert.throws(() => write('after the failure', true));
  await disk.repair();
  const names = ['flushed', 'not flushed', 'after the failure'];
  assert.deepEqual(
    names.filter((name) => existsSync(join(disk.folder, name))),
    ['flushed'],
  );
});
