// Tests of the connection limit: a process keeps files for its work, also under a low open-file limit.
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { createInterface } from 'node:readline';
import { after, test } from 'node:test';
import { anOrganization, startTestService, waitUntil } from '../../../test/service-fixture.ts';
import { defaultMaxConnections, lowFileLimitNotice } from './connection-limit.ts';

const sockets: Socket[] = [];
after(() => {
  for (const socket of sockets) socket.destroy();
});

/** A connection that says `bytes` and nothing more. */
function dial(port: number, bytes = ''): { readonly socket: Socket; answer: string } {
  const wire = { socket: connect(port, '127.0.0.1'), answer: '' };
  sockets.push(wire.socket);
  wire.socket.on('error', () => {}); // The service closes what is over the limit.
  wire.socket.on('data', (part) => {
    wire.answer += part;
  });
  wire.socket.write(bytes);
  return wire;
}

async function ask(port: number, path: string, headers = ''): Promise<string> {
  const wire = dial(port, `GET ${path} HTTP/1.1\r\nHost: x\r\n${headers}Connection: close\r\n\r\n`);
  await new Promise((resolve) => wire.socket.once('close', resolve)); // Also after an error: it may be over the limit.
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

test('with 128 files and more than two hundred idle connections a request waits for one of them to end, and the process goes on', async () => {
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
  for (let round = 0; round < 3; round += 1) {
    const idle = Array.from({ length: 210 }, (_, index) => dial(port, beginnings[index % beginnings.length]).socket);
    const isClosed = (socket: Socket) => socket.closed;
    await waitUntil(() => idle.filter(isClosed).length >= idle.length - 64);
    assert.equal(idle.filter(isClosed).length, idle.length - 64, 'half of the files are for connections');
    for (const socket of idle) socket.destroy();
    await waitUntil(async () => (await ask(port, '/health/ready')) === 'HTTP/1.1 200 OK');
    const answers = await Promise.all(
      Array.from({ length: 10 }, () => ask(port, '/api/buildings', `Authorization: Bearer ${owner}\r\n`)),
    );
    assert.deepEqual(answers, Array(10).fill('HTTP/1.1 200 OK'), `round ${round}`);
  }
  assert.equal(child.exitCode, null);
  assert.equal(logged.split('too many connections').length - 1, 1, logged);
});
