// Crash tests: a process that sends invoices is killed (kill -9) at each step. Nothing is lost; nothing arrives twice,
// except in the one window in which nobody can know, and then with the same Message-ID and the same file.
import assert from 'node:assert/strict';
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { after, test } from 'node:test';
import {
  createBilledBuilding,
  createThreeInvoices,
  eventsOf,
  type InvoiceAnswer,
} from '../../../test/billing-fixture.ts';
import { type MailServer, startMailServer } from '../../../test/mail-servers.ts';
import { anOrganization, startTestService, waitUntil } from '../../../test/service-fixture.ts';

const g = await startTestService();
const { tenantId, integrator: as } = await anOrganization(g);
const children = new Set<ChildProcess>();
after(() => {
  for (const child of children) child.kill('SIGKILL');
});

/** A process that sends; it kills itself at a step, when one is named. */
function startSender({ smtp }: Pick<MailServer, 'smtp'>, step = ''): ChildProcess {
  const secretKey = g.app.config.secretKey.toString('base64');
  const program = [
    'test/invoice-sender-process.ts',
    g.database,
    String(smtp.port),
    secretKey,
    g.app.config.dataDir,
    step,
  ];
  const child = spawn(process.execPath, program, { stdio: 'inherit' });
  children.add(child);
  return child;
}

async function killed(child: ChildProcess): Promise<void> {
  if (child.exitCode === null && child.signalCode === null) {
    child.kill('SIGKILL');
    await once(child, 'exit');
  }
  assert.equal(child.signalCode, 'SIGKILL');
  children.delete(child);
}

/** A queued invoice with one recipient. */
async function queueInvoice(): Promise<string> {
  const { building, apartments } = await createBilledBuilding(g, as);
  const home = { apartmentId: apartments[0].id, since: '2026-01-01' };
  const resident = { name: 'Mari', email: 'mari@example.org', language: 'et', apartments: [home] };
  assert.equal((await g.ask('POST', '//console/api/residents', { as, body: resident })).status, 201);
  const [id] = await createThreeInvoices(g, as, building.id);
  const { status } = await g.ask('POST', '/invoices/send-bulk', { as, body: { invoiceIds: [id] } });
  assert.equal(status, 202);
  return id;
}

const standing = async (id: string) => {
  const { data } = await g.ask<InvoiceAnswer & { sending: string }>('GET', `/invoices/${id}`, { as });
  const events = (await eventsOf(g, tenantId, 'invoice.sent')).filter((event) => event.invoiceId === id);
  return [data.status, data.sending, events.length];
};

/** What another process makes of it once the lease of the dead one has run out. */
async function recovered(id: string, server: MailServer): Promise<void> {
  // No test waits for a lease.
  await g.owner`update mails set lease_until = now() - interval '1 second' where lease_until is not null`;
  const child = startSender(server);
  await waitUntil(async () => (await standing(id))[1] === 'sent');
  await killed(child);
}

for (const [step, arrivals] of [
  ['claimed', 1],
  ['file made', 1],
  ['taken', 2],
  ['not committed', 2],
] as const)
  test(`killed when it has come to "${step}", the e-mail arrives ${arrivals === 1 ? 'once' : 'twice, as one'}, and the invoice is sent once`, async () => {
    const id = await queueInvoice();
    const server = await startMailServer();
    const child = startSender(server, step);
    await once(child, 'exit');
    await killed(child);
    assert.deepEqual(await standing(id), ['draft', 'queued', 0], 'nothing is said that is not certain');
    await recovered(id, server);
    assert.deepEqual(await standing(id), ['sent', 'sent', 1]);
    assert.equal(server.received.length, arrivals);
    assert.equal(new Set(server.received.map((receivedMail) => receivedMail.messageId)).size, 1);
    const files = server.received.map(({ attachments }) => Buffer.from(attachments[0]?.content as ArrayBuffer));
    for (const [nth, file] of files.entries()) {
      assert.match(file.subarray(0, 5).toString(), /%PDF-/, `file ${nth}`);
      assert.deepEqual(file, files[0], `file ${nth}`);
    }
  });

test('killed while the mail server reads the e-mail, it arrives once', async () => {
  const id = await queueInvoice();
  const reading = Promise.withResolvers<void>();
  const forever = new Promise<void>(() => {});
  const first = await startMailServer({
    hold: () => {
      reading.resolve();
      return forever;
    },
  });
  const child = startSender(first);
  await reading.promise;
  await killed(child);
  const secondServer = await startMailServer();
  await recovered(id, secondServer);
  assert.deepEqual([first.received.length, secondServer.received.length], [0, 1]);
  assert.deepEqual(await standing(id), ['sent', 'sent', 1]);
});

test('killed when all is recorded, another process sends nothing more', async () => {
  const [id, next] = [await queueInvoice(), await queueInvoice()];
  const server = await startMailServer();
  const child = startSender(server);
  await waitUntil(async () => (await standing(id))[1] === 'sent' && (await standing(next))[1] === 'sent');
  await killed(child);
  const later = await queueInvoice();
  await recovered(later, server);
  assert.equal(server.received.length, 3);
  for (const [which, text] of Object.entries({ id, next, later }))
    assert.deepEqual(await standing(text), ['sent', 'sent', 1], which);
});
