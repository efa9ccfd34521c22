// Tests of the connection limit: idle connections give way to busy ones, also under a low open-file limit.
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { type AddressInfo, connect, type Socket } from 'node:net';
import { createInterface } from 'node:readline';
import { after, test } from 'node:test';
import { fastify } from 'fastify';
import { anOrganization, startTestService } from '../../../test/service-fixture.ts';
import { makeLog } from '../../platform/log.ts';
import { defaultMaxConnections, limitConnections, lowFileLimitNotice } from './connection-limit.ts';

const sockets: Socket[] = [];
after(() => {
  for (const socket of sockets) socket.destroy();
});

/** A connection that says `bytes` and nothing more. */
function dial(port: number, bytes = ''): { readonly socket: Socket; answer: string } {
  const wire = { socket: connect(port, '127.0.0.1'), answer: '' };
  sockets.push(wire.socket);
  wire.socket.on('error', () => {}); // The service closes idle connections.
  wire.socket.on('data', (part) => {
    wire.answer += part;
  });
  wire.socket.write(bytes);
  return wire;
}

async function ask(port: number, path: string, headers = ''): Promise<string> {
  const wire = dial(port, `GET ${path} HTTP/1.1\r\nHost: x\r\n${headers}Connection: close\r\n\r\n`);
  await once(wire.socket, 'close');
  return wire.answer.split('\r\n')[0] ?? '';
}

test('half of a low limit of open files is reserved for everything else, and 256 of a high one', () => {
  for (const [files, connections] of [
    [128, 64],
    [20, 10],
    [1024, 768],
    [1_048_576, 5000],
    [Infinity, 5000],
    [1, 1],
  ] as const)
    assert.equal(defaultMaxConnections(files), connections, String(connections));
});

test('a limit of open files below 1,024 is reported with what to do', () => {
  assert.equal(lowFileLimitNotice(1024), undefined);
  assert.equal(lowFileLimitNotice(Infinity), undefined);
  assert.match(lowFileLimitNotice(1023) ?? '', /only 1023 files.*at most 767 connections.*ulimit -n/);
});

test('the connection that has been idle longest is closed, and none with a request in progress', async () => {
  const app = fastify({ forceCloseConnections: true });
  after(() => app.close());
  const release = Promise.withResolvers<void>();
  const begun = Promise.withResolvers<void>();
  app.get('/slow', async () => {
    begun.resolve();
    await release.promise;
    return 'slow';
  });
  app.get('/quick', async () => 'quick');
  limitConnections(app.server, makeLog('silent'), 3);
  await app.listen({ port: 0, host: '127.0.0.1' });
  const { port } = app.server.address() as AddressInfo;
  const slow = dial(port, 'GET /slow HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n');
  await begun.promise;
  const first = dial(port, 'GET /qu'); // Has not asked in full, so it is idle.
  await once(first.socket, 'connect');
  const second = dial(port);
  await once(second.socket, 'connect');
  const gone = once(first.socket, 'close');
  assert.match(await ask(port, '/quick'), / 200 /);
  await gone;
  assert.equal(second.socket.destroyed, false);
  release.resolve();
  await once(slow.socket, 'close');
  assert.match(slow.answer, /slow$/);
});

test('with 128 files and more than two hundred idle connections, every request is answered', async () => {
  const g = await startTestService();
  const { owner } = await anOrganization(g);
  const [row] = await g.owner`select current_database() as name`;
  const { secretKey, dataDir } = g.app.config;
  const program = ['test/listener-process.ts', String(row?.name), secretKey.toString('base64'), dataDir];
  const limited = ['-c', 'ulimit -n 128 && exec "$0" "$@"', process.execPath, ...program];
  const child = spawn('sh', limited, { stdio: ['ignore', 'pipe', 'pipe'] });
  let logged = '';
  child.stderr.on('data', (part) => {
    logged += part;
  });
  after(() => child.kill());
  const [line] = await once(createInterface(child.stdout), 'line');
  const port = Number(line);
  const beginnings = ['', 'GET /health/live HTTP/1.1\r\nHost: x\r\n', 'GET /health/live HTTP/1.1\r\nHost: x\r\n\r\n'];
  for (let round = 0; round < 5; round += 1) {
    for (let index = 0; index < 210; index += 1) dial(port, beginnings[index % beginnings.length]);
    const answers = await Promise.all(
      Array.from({ length: 10 }, () => ask(port, '/api/buildings', `Authorization: Bearer ${owner}\r\n`)),
    );
    assert.deepEqual(answers, Array(10).fill('HTTP/1.1 200 OK'), `round ${round}`);
    assert.equal(await ask(port, '/health/ready'), 'HTTP/1.1 200 OK', `round ${round}`);
  }
  assert.equal(child.exitCode, null);
  assert.equal(logged.split('too many connections').length - 1, 1, logged);
});
