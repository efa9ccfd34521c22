// Test of deploy/haproxy.cfg with a real HAProxy: while two versions run side by side, the files of the console are
// looked for at both, and nothing else is.
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer } from 'node:http';
import { type TestContext, test } from 'node:test';
import { freePort } from '../../demo/port.ts';
import { portOf } from '../receivers.ts';
import { waitUntil } from '../service-fixture.ts';
import { isReady } from './cluster-fixture.ts';
import { hasHaproxy, startHaproxy } from './haproxy.ts';

/** A server that is ready and has one file. */
async function startVersion(t: TestContext, file: string) {
  const asked: string[] = [];
  const server = createServer(({ url = '' }, response) => {
    if (url === '/health/ready') return void response.end();
    asked.push(url);
    response.writeHead(url.endsWith(file) ? 200 : 404).end(file);
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  t.after(() => {
    server.closeAllConnections();
    server.close();
  });
  return { asked, port: portOf(server) };
}

test('a file of the console that one version lacks comes from the other; any other request is sent once', {
  skip: !hasHaproxy && 'needs haproxy',
}, async (t) => {
  const [old, recent] = [await startVersion(t, 'old.js'), await startVersion(t, 'new.js')];
  const url = await startHaproxy(await freePort('127.0.0.1', 0), [old.port, recent.port]);
  await waitUntil(() => isReady(url));
  const statusOf = (path: string) => fetch(url + path).then(({ status }) => status);
  for (const file of ['old.js', 'new.js', 'old.js', 'new.js'])
    assert.equal(await statusOf(`/console/assets/${file}`), 200, file);
  const before = old.asked.length + recent.asked.length;
  for (let count = 0; count < 6; count += 1) assert.equal(await statusOf('/api/invoices/none'), 404);
  assert.equal(old.asked.length + recent.asked.length - before, 6);
});
