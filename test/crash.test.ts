// Crash test: everything acknowledged is there after kill -9 of the service or its database, and every event still
// reaches its receiver.
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { after, test } from 'node:test';
import { makeServiceProcess } from './faults/service-process.ts';

const { start, ended, killDatabase, admin } = makeServiceProcess({
  WEBHOOK_ALLOW_PRIVATE_TARGETS: 'true',
  WEBHOOK_RETRY_SCHEDULE: '0s,1s,1s,1s,1s,1s,1s',
});

test('no acknowledged apartment and no event is lost when the service and then its database are killed during writes, and the service is stopped while it delivers', {
  timeout: 120_000,
}, async () => {
  const received = new Set<string>();
  const deliveries = new Set<string>();
  let atReceipt = () => {};
  const receiver = createServer(async (request, response) => {
    let body = '';
    for await (const part of request) body += part;
    received.add(JSON.parse(body).data.invoiceId);
    deliveries.add(String(request.headers['webhook-id']));
    atReceipt();
    await new Promise((resolve) => setTimeout(resolve, 10));
    response.writeHead(204).end();
  }).listen(0, '127.0.0.1');
  await once(receiver, 'listening');
  after(() => receiver.close());

  const first = await start();
  const { tenantId = '' } = admin(
    'create-tenant',
    '--name',
    'Crash',
    '--email',
    'o@example.org',
    '--password',
    'correct horse',
  );
  const { apiKey } = admin('create-api-key', '--tenant', tenantId, '--name', 'k', '--role', 'owner');
  const headers = { authorization: `Bearer ${apiKey}`, 'content-type': 'application/json' };
  const post = async (url: string, path: string, body: unknown) => {
    const response = await fetch(url + path, { method: 'POST', headers, body: JSON.stringify(body) });
    const { data } = (await response.json()) as { data: { id: string; created: number } };
    return { status: response.status, data };
  };
  const charges = [{ code: 'care', name: 'Care', basis: 'fixed', unitPrice: 10 }];
  const building = (await post(first.url, '/buildings', { name: 'A', address: 'B', billing: { charges } })).data;
  const hook = `http://127.0.0.1:${(receiver.address() as AddressInfo).port}/hook`;
  assert.equal((await post(first.url, '/webhooks', { url: hook, events: ['invoice.created'] })).status, 201);

  const acknowledged: string[] = [];
  const write = async (url: string, name: string, until: () => boolean) => {
    for (let count = 0; !until(); count += 1) {
      const answer = await post(url, `/buildings/${building.id}/apartments`, { number: `${name}-${count}` }).catch(
        () => undefined,
      );
      if (answer?.status === 201) acknowledged.push(answer.data.id);
      else await new Promise((resolve) => setTimeout(resolve, 20)); // Refused or cut off: nothing was promised.
    }
  };
  const enough = (count: number) => () => acknowledged.length >= count;

  const writing = Promise.all(
    ['a', 'b', 'c', 'd'].map((name) => write(first.url, name, () => first.child.signalCode !== null)),
  );
  while (!enough(40)()) await new Promise((resolve) => setTimeout(resolve, 5));
  await ended(first.child, 'SIGKILL');
  await writing;

  const second = await start();
  const beforeDatabase = acknowledged.length;
  const more = Promise.all(['e', 'f', 'g'].map((name) => write(second.url, name, enough(beforeDatabase + 120))));
  while (!enough(beforeDatabase + 30)()) await new Promise((resolve) => setTimeout(resolve, 5));
  killDatabase();
  await more;

  const period = { buildingId: building.id, periodStart: '2026-10-01', periodEnd: '2026-10-31' };
  const generated = await post(second.url, '/invoices/generate-bulk', period);
  await ended(second.child, 'SIGKILL');
  const stopped = Promise.withResolvers<void>();
  const third = await start();
  atReceipt = stopped.resolve;
  const shown = new Set<string>();
  for (let path: string | undefined = `/buildings/${building.id}/apartments?limit=500`; path !== undefined; ) {
    const response = await fetch(third.url + path, { headers });
    const page = (await response.json()) as { data: { id: string }[]; pagination: { nextCursor: string | null } };
    for (const apartment of page.data) shown.add(apartment.id);
    path = page.pagination.nextCursor
      ? `/buildings/${building.id}/apartments?limit=500&cursor=${page.pagination.nextCursor}`
      : undefined;
  }
  for (const id of acknowledged) assert.ok(shown.has(id), 'an acknowledged apartment is gone');
  assert.equal(generated.data.created, shown.size);
  await stopped.promise;
  third.child.kill('SIGSTOP');
  await new Promise((resolve) => setTimeout(resolve, 1500));
  third.child.kill('SIGCONT');
  assert.equal((await fetch(`${third.url}/webhooks`, { headers })).status, 200, 'it answers again');
  while (received.size < generated.data.created) await new Promise((resolve) => setTimeout(resolve, 50));
  assert.equal(deliveries.size, generated.data.created, 'each event is one delivery, however often it was sent');
  await ended(third.child, 'SIGTERM');
});
