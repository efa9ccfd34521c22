// Tests of the file store: no row without its bytes, no access across organizations, one chunk in memory at a time, and
// unused bytes are deleted after a day.
import assert from 'node:assert/strict';
import { createHash, randomBytes } from 'node:crypto';
import type { Readable } from 'node:stream';
import { test } from 'node:test';
import pino from 'pino';
import { anOrganization, startTestService, waitUntil } from '../../../test/service-fixture.ts';
import { inTenant, type Scope, serviceCaller } from '../db/scope.ts';
import { NotFound } from '../errors.ts';
import { newId } from '../values/ids.ts';
import { addFile, deleteFiles, deleteUnusedFiles, getFile, readBytes, recordFile, storeFile } from './stored-files.ts';

const g = await startTestService();
const { tenantId } = await anOrganization(g);

const day = 24 * 3_600_000;
const chunkBytes = 256 * 1024;
const bytes = randomBytes(3 * chunkBytes + 1);
const own = <T>(work: (scope: Scope) => Promise<T>) => inTenant(g.app, serviceCaller(tenantId), work);
const later = <T>(ms: number, work: (scope: Scope) => Promise<T>) =>
  own((scope) => work({ ...scope, realNow: new Date(scope.now.getTime() + ms) }));
const content = { mediaType: 'image/jpeg', width: 4, height: 3 };

async function aFile(whole = bytes): Promise<string> {
  const file = await storeFile(g.app, tenantId, { ...content, bytes: whole });
  await own((scope) => recordFile(scope, file));
  return file.id;
}

const open = async (id: string, app = g.app): Promise<Readable> => (await own((scope) => getFile(scope, id))).open(app);
const readWhole = async (id: string) => Buffer.concat(await (await open(id)).toArray());
const chunkSizes = async (id: string) => {
  const rows = await g.owner<{ size: number }[]>`
    select length(bytes) as size from file_chunks where file_id = ${id} order by number`;
  return rows.map(({ size }) => size);
};

test('a stored file is read again, byte for byte, with its metadata', async () => {
  const id = await aFile();
  const { open: _open, ...known } = await own((scope) => getFile(scope, id));
  const sha256 = createHash('sha256').update(bytes).digest('hex');
  assert.deepEqual(known, { id, mediaType: 'image/jpeg', size: bytes.length, sha256, width: 4, height: 3 });
  assert.deepEqual(await readWhole(id), bytes);
  assert.deepEqual(await own((scope) => readBytes(scope, known)), bytes);
});

test('a file of any size is complete: less than a chunk, one chunk, a byte more', async () => {
  for (const size of [1, chunkBytes - 1, chunkBytes, chunkBytes + 1]) {
    const whole = bytes.subarray(0, size);
    const id = await aFile(whole);
    assert.deepEqual(await chunkSizes(id), size > chunkBytes ? [chunkBytes, size - chunkBytes] : [size], String(size));
    assert.deepEqual(await readWhole(id), whole, String(size));
  }
});

test('a small file is stored with its row in one transaction, or not at all', async () => {
  const { id } = await own((scope) => addFile(scope, { bytes: Buffer.from('small'), mediaType: 'text/plain' }));
  assert.equal(String(await readWhole(id)), 'small');
  let lost = '';
  const failing = own(async (scope) => {
    lost = (await addFile(scope, { bytes: Buffer.from('small'), mediaType: 'text/plain' })).id;
    throw new Error('after all');
  });
  await assert.rejects(failing, /after all/);
  assert.deepEqual(await chunkSizes(lost), []);
});

test('a file of 20 MB is read a chunk at a time, and no transaction stays open while its reader is slow', async () => {
  const large = randomBytes(20 * 1024 * 1024);
  const stream = await open(await aFile(large));
  const parts = stream.iterator();
  const hash = createHash('sha256').update((await parts.next()).value);
  await waitUntil(async () => {
    const inTransaction = await g.owner`
      select from pg_stat_activity where datname = ${g.database} and pid <> pg_backend_pid() and state <> 'idle'`;
    return inTransaction.length === 0;
  });
  for await (const part of parts) {
    assert.ok(part.length <= chunkBytes && stream.readableLength <= chunkBytes);
    hash.update(part);
  }
  assert.equal(hash.digest('hex'), createHash('sha256').update(large).digest('hex'));
});

test('a text that is no id is not found', async () => {
  for (const id of ['', '..', '../../secret.key', `${newId()}/..`, 'x\0', newId()])
    await own((scope) => assert.rejects(getFile(scope, id), NotFound, id));
});

test('the bytes of a file whose transaction failed stay for a day and no longer', async () => {
  const kept = await aFile();
  const lost = await storeFile(g.app, tenantId, { ...content, bytes });
  const failing = own(async (scope) => {
    await recordFile(scope, lost);
    throw new Error('after all');
  });
  await assert.rejects(failing, /after all/);
  await own((scope) => assert.rejects(getFile(scope, lost.id), NotFound));
  assert.equal(await later(day - 1, deleteUnusedFiles), 0);
  assert.equal((await chunkSizes(lost.id)).length, 4);
  assert.equal(await later(day + 1, deleteUnusedFiles), 4);
  assert.deepEqual([await chunkSizes(lost.id), await readWhole(kept)], [[], bytes]);
  assert.equal(await later(day + 1, deleteUnusedFiles), 0);
});

test('a deleted file is gone with its bytes, and a deletion that is rolled back deletes nothing', async () => {
  const [id, other] = [await aFile(), await aFile()];
  const failing = own(async (scope) => {
    await deleteFiles(scope, [id]);
    throw new Error('after all');
  });
  await assert.rejects(failing, /after all/);
  assert.deepEqual(await readWhole(id), bytes);
  await own((scope) => deleteFiles(scope, [id, newId()]));
  await own((scope) => assert.rejects(getFile(scope, id), NotFound));
  assert.deepEqual([await chunkSizes(id), await readWhole(other)], [[], bytes]);
});

test('a file that is deleted after it was found is not found when it is opened', async () => {
  const id = await aFile();
  const file = await own((scope) => getFile(scope, id));
  await own((scope) => deleteFiles(scope, [id]));
  await assert.rejects(file.open(g.app), NotFound);
});

test('a missing chunk is a defect: the log names the file, and the reader gets an error instead of a shorter file', async () => {
  const id = await aFile();
  const lines: string[] = [];
  const log = pino({ level: 'error' }, { write: (line: string) => lines.push(line) });
  const app = { ...g.app, log };
  const file = await own((scope) => getFile(scope, id));
  await g.owner`delete from file_chunks where file_id = ${id} and number = 2`;
  await assert.rejects((await file.open(app)).toArray(), { message: `The file ${id} lacks its chunk 2.` });
  assert.equal(await own((scope) => readBytes(scope, file)), undefined);
  await g.owner`delete from file_chunks where file_id = ${id} and number = 0`;
  await assert.rejects(file.open(app), { name: 'Error', message: `The file ${id} lacks its chunk 0.` });
  assert.deepEqual(
    lines.map((line) => JSON.parse(line)).map(({ tenantId, fileId, chunk }) => [tenantId, fileId, chunk]),
    [
      [tenantId, id, 2],
      [tenantId, id, 0],
    ],
  );
});
