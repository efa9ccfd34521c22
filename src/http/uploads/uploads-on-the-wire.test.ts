// Tests of uploads over real connections: large files are not held in memory, and endless, slow or broken uploads do
// not affect others.
import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import { mkdtemp, readdir, readlink, rm } from 'node:fs/promises';
import { type IncomingMessage, request } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PassThrough } from 'node:stream';
import { after, before, test } from 'node:test';
import { anOrganization, startTestService } from '../../../test/service-fixture.ts';
import { existingId, statementObjects, statementOperation } from '../../../test/upload-operation.ts';
import { makeThrottle } from '../../identity/sign-in-throttle.ts';
import { RequestError } from '../errors.ts';
import { registerRoutes } from '../handle-request.ts';
import { makeBuckets } from '../limits/rate-limits.ts';
import { makeUploadReceiver, maxStatementBytes } from './read-upload.ts';

const dataDir = await mkdtemp(join(tmpdir(), 'haldur-uploads-'));
const g = await startTestService({ dataDir });
const { owner, tenantId } = await anOrganization(g);
const context = { app: g.app, throttle: makeThrottle(), buckets: makeBuckets() };
registerRoutes(g.server, context, '/api/test', [statementOperation(dataDir)], statementObjects);
const sendStatement = (more: object) => g.ask('POST', `/test/statements/${existingId}`, { as: owner, ...more });
const watching = { skip: existsSync('/proc/self/fd') ? false : 'there is no /proc to see open files in' };

let port = 0;
before(async () => {
  await g.server.listen({ port: 0, host: '127.0.0.1' });
  port = (g.server.server.address() as AddressInfo).port;
});
after(() => rm(dataDir, { recursive: true }));

test('a large statement is stored in an unnamed file on disk, arrives complete, and is deleted afterwards', async () => {
  const line = Buffer.from('1.10.2026;KÜ Kase;12,50;EUR\n'.repeat(40_000));
  const times = 60;
  const size = line.length * times;
  const answer = await overTheWire({ 'content-length': String(size) }, async (write) => {
    for (let at = 0; at < times; at += 1) await write(line);
  });
  assert.equal(answer.status, 200, answer.text);
  assert.deepEqual(JSON.parse(answer.text).data, { size, mediaType: 'text/plain', whole: true, names: [] });
  assert.deepEqual(await openFiles(), []);
});

test('a body that is too large is rejected while it arrives, with 413 and a closed connection', async () => {
  const part = Buffer.alloc(1 << 20, 'a');
  const tries: [headers: Record<string, string>, mebibytes: number][] = [
    [{ 'content-length': String(300 << 20) }, 1],
    [{ 'transfer-encoding': 'chunked' }, 201],
  ];
  for (const [headers, mebibytes] of tries) {
    const answer = await overTheWire(headers, async (write) => {
      for (let at = 0; at < mebibytes; at += 1) await write(part);
      await new Promise(() => {});
    });
    assert.deepEqual([answer.status, answer.headers.connection], [413, 'close'], answer.text);
  }
  assert.deepEqual(await openFiles(), []);
});

test('none of an unauthenticated caller’s two hundred MiB is stored: 401 and a closed connection', async () => {
  const headers = { 'content-length': String(maxStatementBytes), authorization: 'Bearer no' };
  const answer = await overTheWire(headers, async (write) => {
    await write(Buffer.alloc(1 << 20));
    await new Promise(() => {});
  });
  assert.deepEqual([answer.status, answer.headers.connection], [401, 'close']);
});

test(
  'a client that goes away in the middle leaves nothing behind, and takes no place from others',
  watching,
  async () => {
    const beginning = '--cut\r\nContent-Disposition: form-data; name="file"; filename="a.csv"\r\n\r\n';
    for (let round = 0; round < 6; round += 1) {
      const socket = connect(port, '127.0.0.1');
      const type = round % 2 === 0 ? 'text/csv' : 'multipart/form-data; boundary=cut';
      const head = `POST /api/test/statements/${existingId} HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${owner}\r\nContent-Type: ${type}\r\n`;
      socket.write(`${head}Content-Length: 9000000\r\n\r\n${round % 2 === 0 ? '' : beginning}${'a'.repeat(200_000)}`);
      while ((await openFiles()).length === 0) await new Promise((resolve) => setImmediate(resolve));
      socket.destroy();
      while ((await openFiles()).length > 0) await new Promise((resolve) => setImmediate(resolve));
    }
    assert.equal((await sendStatement({ raw: 'a;b', headers: { 'content-type': 'text/csv' } })).status, 200);
  },
);

test('a form that ends before its last byte is rejected with 400, and the service continues', async () => {
  const whole = Buffer.from(
    '--cut\r\nContent-Disposition: form-data; name="file"; filename="a.csv"\r\n\r\na;b\r\n--cut--\r\n',
  );
  for (let length = 1; length < whole.length - 4; length += 1) {
    const headers = { 'content-type': 'multipart/form-data; boundary=cut', 'content-length': String(length) };
    const answer = await overTheWire(headers, (write) => write(whole.subarray(0, length)));
    assert.equal(answer.status, 400, `${length}: ${answer.text}`);
  }
  assert.deepEqual(await openFiles(), []);
});

test(
  'one organization gets half of the places, the next upload is told to come again, and a place is free when its upload ends',
  watching,
  async () => {
    const senders = [0, 1].map(() => {
      const socket = connect(port, '127.0.0.1');
      const head = `POST /api/test/statements/${existingId} HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${owner}\r\nContent-Type: text/csv\r\n`;
      socket.write(`${head}Content-Length: 4\r\n\r\na;b`);
      return socket;
    });
    while ((await openFiles()).length < 2) await new Promise((resolve) => setImmediate(resolve));
    const refused = await sendStatement({ raw: 'a;b', headers: { 'content-type': 'text/csv' } });
    assert.deepEqual([refused.status, refused.headers['retry-after']], [503, '5']);
    for (const socket of senders) socket.destroy();
    while ((await openFiles()).length > 0) await new Promise((resolve) => setImmediate(resolve));
    assert.equal((await sendStatement({ raw: 'a;b', headers: { 'content-type': 'text/csv' } })).status, 200);
  },
);

test('a client that disconnects before its file is accepted is not waited for', async () => {
  const sender = Object.assign(new PassThrough(), {
    headers: { 'content-type': 'text/csv', 'content-length': '9' },
  });
  sender.on('error', () => {}).destroy(new Error('gone'));
  await new Promise((resolve) => sender.once('close', resolve));
  const patience = { idleMs: 50, wholeMs: 60_000 };
  const upload = makeUploadReceiver({ accepts: 'statement', limit: 1 << 20 }, patience)(
    sender as unknown as IncomingMessage,
    g.app,
  );
  await assert.rejects(upload.receive(tenantId), /gone/);
  assert.equal(await upload.end(), false);
  assert.deepEqual(await openFiles(), []);
});

test('a client that stalls or never ends gets 408', async () => {
  for (const [patience, drips] of [
    [{ idleMs: 20, wholeMs: 60_000 }, false],
    [{ idleMs: 60_000, wholeMs: 40 }, true],
  ] as const) {
    const drip = Object.assign(new PassThrough(), {
      headers: { 'content-type': 'text/csv', 'transfer-encoding': 'chunked' },
    });
    const timer = setInterval(() => drip.write('a'), drips ? 5 : 60_000);
    const upload = makeUploadReceiver({ accepts: 'statement', limit: 1 << 20 }, patience)(
      drip as unknown as IncomingMessage,
      g.app,
    );
    await assert.rejects(
      upload.receive(tenantId),
      (error) => error instanceof RequestError && error.code === 'request_timeout',
      String(drips),
    );
    clearInterval(timer);
    assert.equal(await upload.end(), false, String(drips));
  }
});

/** The spooled files that this process has open, which have no names any more. */
async function openFiles(): Promise<string[]> {
  if (!existsSync('/proc/self/fd')) return [];
  const fds = await readdir('/proc/self/fd');
  const targets = await Promise.all(fds.map((fd) => readlink(`/proc/self/fd/${fd}`).catch(() => '')));
  return targets.filter((target) => target.startsWith(join(dataDir, 'tmp')));
}

type Answered = { status: number; headers: IncomingMessage['headers']; text: string };

/** Sends a statement over a real connection, piece by piece, until it is through or an answer has come. */
function overTheWire(
  headers: Record<string, string>,
  send: (write: (part: Buffer) => Promise<void>) => Promise<void>,
): Promise<Answered> {
  return new Promise((resolve, reject) => {
    let answered = false;
    const asked = request({
      port,
      host: '127.0.0.1',
      method: 'POST',
      path: `/api/test/statements/${existingId}`,
      headers: { authorization: `Bearer ${owner}`, 'content-type': 'text/csv', ...headers },
    });
    asked.on('response', async (response) => {
      answered = true;
      const text = Buffer.concat(await response.toArray()).toString();
      resolve({ status: response.statusCode ?? 0, headers: response.headers, text });
    });
    asked.on('error', (error) => answered || reject(error));
    const write = (part: Buffer) =>
      new Promise<void>((done) => (answered || asked.destroyed ? done() : asked.write(part, () => done())));
    send(write).then(() => asked.end());
  });
}
