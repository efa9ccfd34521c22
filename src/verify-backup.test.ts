// Tests of verify-backup: a good backup is found good with its sums, each kind of damage is found, and the temporary
// database never stays.
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { setTimeout as delay } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { gunzipSync, gzipSync } from 'node:zlib';
import { startTestService } from '../test/service-fixture.ts';
import { anOrganizationWithDebts } from '../test/statement-samples.ts';
import { backUp } from './platform/db/backup.ts';
import { encodeFrame } from './platform/db/backup-file.ts';
import { inTenant, serviceCaller } from './platform/db/scope.ts';
import { isAlive, readPidFile } from './platform/embedded-postgres/pid-file.ts';
import { OperatorError } from './platform/errors.ts';
import { addFile } from './platform/files/stored-files.ts';
import { verifyBackup } from './verify-backup.ts';

const g = await startTestService();
const root = fileURLToPath(new URL('..', import.meta.url));
const folder = mkdtempSync(join(tmpdir(), 'haldur-verified-'));
const good = join(folder, 'good.backup');
const photo = Buffer.alloc(300_000, 'photo');
after(() => rmSync(folder, { recursive: true }));

let tenantId: string;
before(async () => {
  const organization = await anOrganizationWithDebts(g);
  tenantId = organization.tenantId;
  await inTenant(g.app, serviceCaller(tenantId), (scope) => addFile(scope, { bytes: photo, mediaType: 'image/jpeg' }));
  // One invoice is of the sequence that a prefix has since 2027.
  await g.owner`update counters set value = value - 1 where name like 'invoice %'`;
  await g.owner`update invoices set number = 'Ab2027-000001' where number like '%000003'`;
  await g.owner`insert into counters (tenant_id, name, value) values (${tenantId}, 'invoice 2027 AB', 1)`;
  await backUp(g.owner, good, {});
});

const verify = (file: string) => verifyBackup(file, new AbortController().signal);
const leftovers = () => readdirSync(tmpdir()).filter((name) => name.startsWith('haldur-verify-'));

/** Starts the operator's command, and returns when its database server is running. */
async function aRunningVerification() {
  const child = spawn(process.execPath, ['start.mjs', 'admin', 'verify-backup', good], {
    cwd: root,
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const output = { text: '' };
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (part) => (output.text += part));
  const ended = once(child, 'close');
  const serverPid = () => {
    const [name = ''] = leftovers().filter((each) => each.startsWith(`haldur-verify-${child.pid}-`));
    return readPidFile(join(tmpdir(), name, 'postgres'))?.pid;
  };
  let server = serverPid();
  while (server === undefined) {
    assert.equal(child.exitCode, null, output.text);
    await delay(10);
    server = serverPid();
  }
  return { child, ended, output, server };
}

test('a good backup is found good, with its sums; what a killed run left is removed first', async () => {
  const killed = await aRunningVerification();
  killed.child.kill('SIGKILL');
  await killed.ended;
  assert.equal(leftovers().length, 1);
  const { rows, organizations, problems } = await verify(good);
  assert.deepEqual(problems, []);
  assert.ok(rows > 20);
  const [sums] = await g.owner<{ invoiced: number }[]>`select sum(amount)::float8 as invoiced from invoices`;
  assert.deepEqual(
    organizations.map(({ invoices, invoiced, credited, payments, paid, files }) => [
      invoices,
      invoiced,
      credited,
      payments,
      paid,
      files,
    ]),
    [[3, sums?.invoiced, 0, 0, 0, 1]],
  );
  assert.deepEqual(leftovers(), []);
  while (isAlive(killed.server)) await delay(10);
});

test('Ctrl-C ends it with 1, and the temporary database is gone', async () => {
  const { child, ended, output, server } = await aRunningVerification();
  child.kill('SIGINT');
  await ended;
  assert.equal(child.exitCode, 1, output.text);
  assert.match(output.text, /Stopped\. The temporary database is removed/);
  assert.deepEqual([leftovers(), isAlive(server)], [[], false]);
});

test('a changed byte is found before anything is restored', async () => {
  const bytes = readFileSync(good);
  bytes[bytes.length >> 1] = (bytes[bytes.length >> 1] ?? 0) ^ 1;
  const file = join(folder, 'changed.backup');
  writeFileSync(file, bytes);
  const refused = (path: string, message: RegExp) =>
    assert.rejects(verify(path), (error) => error instanceof OperatorError && message.test(error.message));
  await refused(file, /is damaged/);
  await refused(join(folder, 'missing'), /was not verified: ENOENT/);
  assert.deepEqual(leftovers(), []);
});

test('a row that is missing is found, although the checksum and the number of all rows are right', async () => {
  const file = join(folder, 'missing.backup');
  writeFileSync(file, withoutFirstRowOf('security_events', readFileSync(good)));
  const { problems } = await verify(file);
  assert.equal(problems.length, 1, problems.join('\n'));
  assert.match(problems[0] ?? '', /^security_events had \d+ rows when the backup was made, and has \d+ in the file\.$/);
});

/** A file as a defect of `backup` would write it: a row less, and everything sealed as usual. */
function withoutFirstRowOf(table: string, bytes: Buffer): Buffer {
  const start = bytes.indexOf('\n') + 1;
  const frames: Buffer[] = [];
  const body = gunzipSync(bytes.subarray(start, -79));
  for (let at = 0; at < body.length; ) {
    const end = at + 4 + body.readUInt32BE(at);
    frames.push(body.subarray(at + 4, end));
    at = end;
  }
  const head = frames.findIndex((frame) => frame.toString().startsWith(`{"table":"${table}"`));
  const rows = frames[head + 1] ?? Buffer.alloc(0);
  assert.ok(head !== -1 && rows.filter((byte) => byte === 10).length > 1, `${table} has several rows`);
  frames[head + 1] = rows.subarray(rows.indexOf(10) + 1);
  const counts = JSON.parse(String(frames.at(-1)));
  frames[frames.length - 1] = Buffer.from(JSON.stringify({ ...counts, rows: counts.rows - 1 }));
  const content = Buffer.concat([bytes.subarray(0, start), gzipSync(Buffer.concat(frames.map(encodeFrame)))]);
  const sha256 = createHash('sha256').update(content).digest('hex');
  return Buffer.concat([content, Buffer.from(`\n${JSON.stringify({ sha256 })}\n`)]);
}

test('books that do not agree, a gap in the numbers and a damaged photo are found', async () => {
  await g.owner`update invoices set amount = amount + 1 where number like '20%-000001'`;
  await g.owner`update counters set value = value + 1 where name like 'invoice %'`;
  await g.owner`update file_chunks set bytes = overlay(bytes placing decode('00', 'hex') from 100000) where number = 1 or length(bytes) > 200000`;
  const file = join(folder, 'wrong.backup');
  await backUp(g.owner, file, {});
  const { problems } = await verify(file);
  const found = problems.map((problem) => problem.replace(/^Organization \S+ \(.*?\): /, ''));
  assert.equal(found.length, 4, problems.join('\n'));
  assert.match(found[0] ?? '', /^1 invoices whose amount is not that of their positions\.$/);
  assert.match(found[1] ?? '', /^the invoices of 20\d\d have 2 numbers up to 2, and the last one given is 3\.$/);
  assert.match(found[2] ?? '', /^the invoices of 2027 AB have 1 numbers up to 1, and the last one given is 2\.$/);
  assert.match(found[3] ?? '', /^the file \S+ lacks bytes or has other ones\.$/);
  for (const problem of problems) assert.ok(problem.includes(tenantId));
});
