// Tests of invoices on paper: those that e-mail reaches nobody with are listed until they are delivered, and no others.
import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { createBilledBuilding, createThreeInvoices } from '../../../test/billing-fixture.ts';
import { startMailServer, withMailWorkers } from '../../../test/mail-servers.ts';
import { codeOn, textOf, withoutPoppler } from '../../../test/pdf-tools.ts';
import {
  anOrganization,
  aPerson,
  startTestService,
  type Thing,
  useRealClock,
  waitUntil,
} from '../../../test/service-fixture.ts';
import { account } from '../../../test/statement-samples.ts';
import { pdfRenderer } from '../../invoicing/documents/render-pdf.ts';
import { makeInvoiceLetterHandler } from '../../invoicing/sending/invoice-letter-handler.ts';

const g = await startTestService();
useRealClock(g);
after(() => pdfRenderer.stop());
const { tenantId, owner: as } = await anOrganization(g);

type Paper = Thing & { number: string; reason: string; recipients: string[]; apartmentId: string };
const list = async (buildingId: string, who = as) =>
  (await g.ask<Paper>('GET', `//console/api/paper-invoices?buildingId=${buildingId}`, { as: who })).items;
const shown = async (buildingId: string) => (await list(buildingId)).map(({ id, reason }) => [id, reason]);
const live = (apartmentId: string, body: object) =>
  g.ask('POST', '//console/api/residents', {
    as,
    body: { apartments: [{ apartmentId, since: '2026-01-01' }], ...body },
  });
const change = (id: string, body: object) => g.ask('PATCH', `/invoices/${id}`, { as, body });

/** Sends an invoice to a mail server that knows none of its recipients. */
async function sendToNobody(id: string): Promise<void> {
  const { smtp } = await startMailServer({
    onRcptTo: (_address, _session, done) => done(Object.assign(new Error('No such user here'), { responseCode: 550 })),
  });
  const invoice = makeInvoiceLetterHandler(async () => Buffer.from('%PDF-1.7'));
  assert.equal((await g.ask('POST', '/invoices/send-bulk', { as, body: { invoiceIds: [id] } })).status, 202);
  const failed = async () => (await g.ask('GET', `/invoices/${id}`, { as })).data.sending === 'failed';
  await withMailWorkers(g, smtp, () => waitUntil(failed), { handlers: { invoice } });
}

test('invoices of recipients without an address, or without recipients, are listed for paper until they are delivered', async () => {
  const { building, apartments } = await createBilledBuilding(g, as);
  const [apartment1, apartment2, apartment10] = apartments;
  await live(apartment1.id, { name: 'Salme Saar' });
  await live(apartment2.id, { name: 'Mari Tamm', email: 'mari@paper.example' });
  await live(apartment2.id, { name: 'Jaan Tamm' });
  const [invoice1, invoice2, invoice10] = await createThreeInvoices(g, as, building.id);
  assert.deepEqual(await shown(building.id), [
    [invoice1, 'no_address'],
    [invoice10, 'nobody_receives'],
  ]);
  const [paper] = await list(building.id);
  assert.deepEqual([paper?.recipients, paper?.apartmentId], [['Salme Saar'], apartment1.id]);
  await g.succeed('POST', `//console/api/invoices/${invoice1}/delivered`, { as, body: { by: 'paper' } });
  assert.deepEqual(await shown(building.id), [[invoice10, 'nobody_receives']]);
  await change(invoice10, { status: 'paid' });
  assert.deepEqual(await shown(building.id), [[invoice10, 'nobody_receives']], 'paid before anybody saw it');
  await live(apartment10.id, { name: 'Ants Aru', email: 'ants@paper.example' });
  assert.deepEqual(await shown(building.id), []);
  await sendToNobody(invoice2);
  assert.deepEqual(await shown(building.id), [[invoice2, 'failed']]);
  await change(invoice2, { status: 'cancelled' });
  assert.deepEqual(await shown(building.id), []);
});

test('several are printed at once, each counted separately, payable and not as drafts; nothing is recorded', {
  skip: withoutPoppler,
}, async () => {
  const { building } = await createBilledBuilding(g, as, { iban: account, language: 'en' });
  const [invoice1, invoice2, invoice10] = await createThreeInvoices(g, as, building.id);
  const print = (query: string, who = as) =>
    g.server.inject({
      url: `/console/api/invoices/${invoice1}/paper${query}`,
      headers: { authorization: `Bearer ${who}` },
    });
  const answer = await print(`?with=${invoice10},${invoice2}`);
  assert.deepEqual([answer.statusCode, answer.headers['content-type']], [200, 'application/pdf']);
  const text = await textOf(answer.rawPayload);
  const numbers = await Promise.all(
    [invoice1, invoice10, invoice2].map(async (id) =>
      String((await g.ask('GET', `/invoices/${id}`, { as })).data.number),
    ),
  );
  const places = numbers.map((number) => text.indexOf(number));
  assert.deepEqual(
    places.toSorted((a, b) => a - b),
    places,
  );
  assert.equal(text.match(/Page 1 \/ 2/g)?.length, 3);
  assert.equal(text.match(/Page 2 \/ 2/g)?.length, 3);
  assert.doesNotMatch(text, /Draft/);
  for (const page of [1, 3, 5]) assert.match((await codeOn(answer.rawPayload, page)) ?? '', /^BCD/, String(page));
  assert.equal((await g.ask('GET', `/invoices/${invoice1}`, { as })).data.status, 'draft');
  const stranger = (await anOrganization(g)).owner;
  const theirs = await createBilledBuilding(g, stranger);
  const [foreign] = await createThreeInvoices(g, stranger, theirs.building.id);
  assert.equal((await print(`?with=${foreign}`)).statusCode, 404);
  for (const none of ['nonsense', '-'.repeat(36), `${foreign},`])
    assert.equal((await print(`?with=${none}`)).statusCode, 422, none);
  assert.equal((await print('', (await aPerson(g, tenantId, 'resident')).token)).statusCode, 403);
});
