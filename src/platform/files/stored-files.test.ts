// Tests of the file store: no row without its bytes, no access across organizations, and unreferenced files are deleted after a day.
import assert from 'node:assert/strict';
import { createHash, randomBytes } from 'node:crypto';
import { existsSync } from 'node:fs';
import { mkdtemp, readdir, rm, stat, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { anOrganization, startTestService } from '../../../test/service-fixture.ts';
import { inTenant, type Scope, serviceCaller } from '../db/scope.ts';
import { NotFound, Unavailable } from '../errors.ts';
import { newId } from '../values/ids.ts';
import { deleteFile, deleteUnusedFiles, getFile, recordFile, storeFile, toDiskError } from './stored-files.ts';

const dataDir = await mkdtemp(join(tmpdir(), 'haldur-files-'));
const g = await startTestService({ dataDir });
g.clock.now = new Date();
const { tenantId } = await anOrganization(g);
const stranger = await anOrganization(g);
after(() => rm(dataDir, { recursive: true }));

const day = 24 * 3_600_000;
const bytes = randomBytes(100_000);
const own = <T>(work: (scope: Scope) => Promise<T>) => inTenant(g.app, serviceCaller(tenantId), work);
const later = <T>(ms: number, work: (scope: Scope) => Promise<T>) =>
  own((scope) => work({ ...scope, now: new Date(scope.now.getTime() + ms) }));
const folder = join(dataDir, 'files', tenantId);
const placeOf = (id: string) => join(folder, id.slice(-2), id);

async function aFile(): Promise<string> {
  const file = await storeFile(g.app, tenantId, { bytes, mediaType: 'image/jpeg', width: 4, height: 3 });
  await own((scope) => recordFile(scope, file));
  return file.id;
}

test('a stored file is read again, byte for byte, with its metadata', async () => {
  const id = await aFile();
  const { open, ...known } = await own((scope) => getFile(scope, id));
  const sha256 = createHash('sha256').update(bytes).digest('hex');
  const createdAt = g.clock.now;
  const expected = { id, mediaType: 'image/jpeg', size: bytes.length, sha256, width: 4, height: 3, createdAt };
  assert.deepEqual({ ...known }, expected);
  assert.deepEqual(Buffer.concat(await (await open()).toArray()), bytes);
});

test('a stream is stored piece by piece, and its checksum is that of the whole', async () => {
  async function* pieces() {
    for (let at = 0; at < bytes.length; at += 7000) yield bytes.subarray(at, at + 7000);
  }
  const file = await storeFile(g.app, tenantId, { bytes: pieces(), mediaType: 'text/plain' });
  assert.deepEqual(
    [file.size, file.sha256, file.width],
    [bytes.length, createHash('sha256').update(bytes).digest('hex'), null],
  );
});

test('an aborted stream leaves neither a file nor a part of one', async () => {
  async function* breaking() {
    yield bytes;
    throw new Error('The line is dead.');
  }
  const before = await everything();
  await assert.rejects(storeFile(g.app, tenantId, { bytes: breaking(), mediaType: 'text/plain' }), /line is dead/);
  assert.deepEqual(await everything(), before);
});

test('another organization finds nothing with the same id, and can delete nothing', async () => {
  const id = await aFile();
  await inTenant(g.app, serviceCaller(stranger.tenantId), async (scope) => {
    await assert.rejects(getFile(scope, id), NotFound);
    await deleteFile(scope, id);
    await deleteUnusedFiles({ ...scope, now: new Date(Date.now() + 9 * day) });
  });
  assert.equal((await own((scope) => getFile(scope, id))).id, id);
  assert.ok(existsSync(placeOf(id)));
});

test('no text is used as a path: any name but an id is not found', async () => {
  for (const id of ['', '..', '../../secret.key', '/etc/passwd', '%2e%2e', `${newId()}/..`, 'x\0', newId()])
    await own((scope) => assert.rejects(getFile(scope, id), NotFound, id));
  await assert.rejects(storeFile(g.app, '../elsewhere', { bytes, mediaType: 'x' }), /named by its id/);
});

test('folders and files are accessible to the service only', async () => {
  const id = await aFile();
  const modes = [join(dataDir, 'files'), folder, join(folder, id.slice(-2)), placeOf(id)].map(
    async (path) => (await stat(path)).mode & 0o777,
  );
  assert.deepEqual(await Promise.all(modes), [0o700, 0o700, 0o700, 0o600]);
});

test('a file whose transaction failed stays for a day and no longer, and so does an incomplete file', async () => {
  const kept = await aFile();
  const lost = await storeFile(g.app, tenantId, { bytes, mediaType: 'image/jpeg' });
  const failing = own(async (scope) => {
    await recordFile(scope, lost);
    throw new Error('after all');
  });
  await assert.rejects(failing, /after all/);
  const half = `${placeOf(lost.id)}.partial`;
  await writeFile(half, 'half');
  await own((scope) => assert.rejects(getFile(scope, lost.id), NotFound));
  await later(day / 2, deleteUnusedFiles);
  assert.ok(existsSync(placeOf(lost.id)) && existsSync(half));
  assert.ok((await later(day + 60_000, deleteUnusedFiles)) >= 2);
  assert.deepEqual([existsSync(placeOf(lost.id)), existsSync(half), existsSync(placeOf(kept))], [false, false, true]);
  assert.equal(await later(day + 60_000, deleteUnusedFiles), 0);
});

test('a deleted file is gone at once for everybody, and its bytes a day later, however old it was', async () => {
  const id = await aFile();
  const long = new Date(Date.now() - 40 * day);
  await utimes(placeOf(id), long, long);
  await own((scope) => deleteFile(scope, id));
  await own((scope) => assert.rejects(getFile(scope, id), NotFound));
  await later(day / 2, deleteUnusedFiles);
  assert.ok(existsSync(placeOf(id)));
  await later(day + 60_000, deleteUnusedFiles);
  assert.ok(!existsSync(placeOf(id)));
});

test('a deletion that is rolled back deletes nothing', async () => {
  const id = await aFile();
  const failing = own(async (scope) => {
    await deleteFile(scope, id);
    throw new Error('after all');
  });
  await assert.rejects(failing, /after all/);
  await later(2 * day, deleteUnusedFiles);
  assert.ok(await (await own((scope) => getFile(scope, id))).open());
});

test('cleaning up an organization without files, or beside foreign files, does nothing', async () => {
  await writeFile(join(folder, 'README'), 'x');
  assert.equal(await inTenant(g.app, serviceCaller(stranger.tenantId), deleteUnusedFiles), 0);
  assert.equal(await own(deleteUnusedFiles), 0);
});

test('a full or read-only disk is no defect: the caller is told to retry', () => {
  for (const code of ['ENOSPC', 'EDQUOT', 'EROFS'])
    assert.ok(toDiskError(Object.assign(new Error('x'), { code })) instanceof Unavailable);
  const other = Object.assign(new Error('x'), { code: 'EACCES' });
  assert.equal(toDiskError(other), other);
});

async function everything(): Promise<string[]> {
  return (await readdir(folder, { recursive: true })).filter((name) => /[0-9a-f]{12}/.test(name)).sort();
}
