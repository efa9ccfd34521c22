// Tests of the files of sent invoices, with a real mail server and real PDF files: what a resident received is shown
// later, whatever has changed.
import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { after, test } from 'node:test';
import { createBilledBuilding, createThreeInvoices } from '../../../test/billing-fixture.ts';
import { type MailServer, startMailServer, withMailWorkers } from '../../../test/mail-servers.ts';
import {
  anOrganization,
  aRecipient,
  startTestService,
  useRealClock,
  waitUntil,
} from '../../../test/service-fixture.ts';
import { inTenant, serviceCaller } from '../../platform/db/scope.ts';
import { deleteUnusedFiles } from '../../platform/files/stored-files.ts';
import { pdfRenderer } from '../documents/render-pdf.ts';
import { makeInvoiceLetterHandler } from './invoice-letter-handler.ts';

const g = await startTestService();
useRealClock(g);
const { tenantId, owner: as } = await anOrganization(g);
after(() => pdfRenderer.stop());

/** An invoice whose recipients read these languages. */
async function createInvoice(...languages: string[]) {
  const { building, apartments } = await createBilledBuilding(g, as, { iban: 'EE382200221020145685' });
  const residents: Awaited<ReturnType<typeof aRecipient>>[] = [];
  for (const language of languages) residents.push(await aRecipient(g, as, apartments[0].id, { language }));
  const [id] = await createThreeInvoices(g, as, building.id);
  return { id, building, residents };
}

const send = (id: string) => g.ask('POST', '/invoices/send-bulk', { as, body: { invoiceIds: [id] } });
const sendAgain = (id: string) =>
  g.ask('POST', `//console/api/invoices/${id}/mails`, { as, body: { to: 'everybody' } });
const pay = (id: string) => g.ask('PATCH', `/invoices/${id}`, { as, body: { status: 'paid' } });
const becomes = (id: string, state: string) =>
  waitUntil(async () => (await g.ask<{ sending: string }>('GET', `/invoices/${id}`, { as })).data.sending === state);

/** Runs workers on a mail server until the mailing of an invoice stands so. */
const sending = (
  { smtp }: Pick<MailServer, 'smtp'>,
  id: string,
  state: string,
  invoice = makeInvoiceLetterHandler(),
  workers = 1,
) => withMailWorkers(g, smtp, () => becomes(id, state), { handlers: { invoice }, workers });

/** Makes another file each time. */
function makesVersions() {
  let version = 0;
  return makeInvoiceLetterHandler(async () => {
    version += 1;
    return Buffer.from(`%PDF-1.7 version ${version}`);
  });
}

const filesFor = ({ received }: MailServer, address: string) =>
  received
    .filter(({ envelope }) => envelope.to.join() === address)
    .map(({ attachments }) => Buffer.from(attachments[0]?.content as ArrayBuffer));

const fetched = (url: string, headers: Record<string, string> = {}) =>
  g.server.inject({ url, headers: { authorization: `Bearer ${as}`, ...headers } });
const pdf = (id: string, query = '') => fetched(`${g.app.config.basePath}/invoices/${id}/pdf${query}`);
const inLanguage = async (id: string, language: string) => (await pdf(id, `?language=${language}`)).rawPayload;
const rowsOf = (id: string) => g.owner<{ language: string; fileId: string }[]>`
  select language, file_id from sent_invoice_files where invoice_id = ${id} order by language`;

test('what a resident received is shown and sent again byte for byte, after everything around the invoice and the layout have changed', async () => {
  const { id, building, residents } = await createInvoice('et', 'ru');
  const server = await startMailServer();
  await send(id);
  await sending(server, id, 'sent');
  const [et, ru] = residents.map(({ email }) => filesFor(server, email)[0]);
  assert.ok(et && ru);
  assert.notDeepEqual(et, ru);

  const change = async (path: string, body: object) =>
    assert.equal((await g.ask('PATCH', path, { as, body })).status, 200, path);
  await change(`/buildings/${building.id}`, { name: 'Another name', address: 'Another street 1' });
  await change('//console/api/letterhead', { registrationNumber: '80123456', city: 'Tartu' });
  for (const [index, { id: residentId }] of residents.entries())
    await change(`//console/api/residents/${residentId}`, { name: 'Renamed', email: `moved-${index}@example.org` });
  await change(`//console/api/residents/${residents[0]?.id}`, { language: 'lv' });
  assert.equal((await pay(id)).status, 200);

  assert.deepEqual(await inLanguage(id, 'et'), et);
  assert.deepEqual(await inLanguage(id, 'ru'), ru);
  const unnamed = await pdf(id);
  assert.ok(
    [et, ru].some((bytes) => bytes.equals(unnamed.rawPayload)),
    'without a language, one that was sent',
  );
  const printed = await fetched(`/console/api/invoices/${id}/paper`);
  assert.deepEqual(printed.rawPayload, unnamed.rawPayload);
  const { etag } = (await pdf(id, '?language=et')).headers;
  assert.equal(etag, `"${createHash('sha256').update(et).digest('hex')}"`);
  const url = `${g.app.config.basePath}/invoices/${id}/pdf?language=et`;
  assert.equal((await fetched(url, { 'if-none-match': String(etag) })).statusCode, 304);
  const english = await inLanguage(id, 'en');
  assert.equal(english.subarray(0, 5).toString(), '%PDF-');
  assert.ok(!english.equals(et) && !english.equals(ru), 'another language is made as things are now');

  await sendAgain(id);
  const laterVersion = makeInvoiceLetterHandler(async () => Buffer.from('%PDF-2.0 of a later version'));
  await sending(server, id, 'sent', laterVersion);
  assert.deepEqual(filesFor(server, 'moved-1@example.org'), [ru]);
  assert.match(filesFor(server, 'moved-0@example.org').join(), /later version/, 'the first in this language');
  assert.match((await inLanguage(id, 'lv')).toString(), /later version/);
  assert.deepEqual(await inLanguage(id, 'et'), et);

  await inTenant(g.app, serviceCaller(tenantId), (scope) =>
    deleteUnusedFiles({ ...scope, realNow: new Date('2099-01-01') }),
  );
  assert.deepEqual(await inLanguage(id, 'et'), et, 'sweeping leaves it');
});

test('e-mails in one language sent at once by several workers carry one file, and one file is stored', async () => {
  const { id, residents } = await createInvoice('et', 'et', 'et', 'et');
  const server = await startMailServer();
  const together = Promise.withResolvers<void>();
  let made = 0;
  const handler = makeInvoiceLetterHandler(async () => {
    made += 1;
    const nth = made;
    if (made === residents.length) together.resolve();
    await together.promise; // No letter leaves before all of them have made a file of their own.
    return Buffer.from(`%PDF-1.7 number ${nth}`);
  });
  await send(id);
  await sending(server, id, 'sent', handler, 2);
  const files = residents.flatMap(({ email }) => filesFor(server, email).map(String));
  assert.deepEqual([made, files.length, new Set(files).size], [4, 4, 1]);
  assert.equal((await inLanguage(id, 'et')).toString(), files[0]);
  const kept = await g.owner`select from files where media_type = 'application/gzip' and created_at >= (
    select created_at from invoices where id = ${id}) and id not in (select file_id from sent_invoice_files)`;
  assert.deepEqual([(await rowsOf(id)).length, kept.length], [1, 0]);
});

test('a file that no mail server accepted was not sent: the draft is shown as it is, and the next e-mails carry a new file', async () => {
  const { id, building, residents } = await createInvoice('et');
  const refuses = await startMailServer({
    onRcptTo: (_address, _session, done) => done(Object.assign(new Error('No such user'), { responseCode: 550 })),
  });
  const handler = makesVersions();
  await send(id);
  await sending(refuses, id, 'failed', handler);
  const draft = await inLanguage(id, 'et');
  assert.doesNotMatch(draft.toString('latin1'), /version 1/);
  await g.ask('PATCH', `/buildings/${building.id}`, { as, body: { billing: { iban: 'EE471000001020145685' } } });
  await send(id);
  const takes = await startMailServer();
  await sending(takes, id, 'sent', handler);
  assert.deepEqual(filesFor(takes, residents[0]?.email ?? '').map(String), ['%PDF-1.7 version 2']);
  assert.equal((await inLanguage(id, 'et')).toString(), '%PDF-1.7 version 2');
});

test('a retried e-mail carries the file of its first attempt, as a mail server that went silent may have accepted it', async () => {
  const { id, residents } = await createInvoice('et');
  let attempts = 0;
  const server = await startMailServer({
    onMailFrom: (_address, _session, done) => {
      attempts += 1;
      done(attempts === 1 ? Object.assign(new Error('try later'), { responseCode: 451 }) : undefined);
    },
  });
  const handler = makesVersions();
  await send(id);
  const delayed = sending(server, id, 'sent', handler);
  await waitUntil(async () => attempts === 1);
  await waitUntil(async () => {
    // No test waits for the next attempt.
    const { count } = await g.owner`update mails set due_at = now() where about_id = ${id} and attempts = 1`;
    return count === 1;
  });
  await delayed;
  assert.deepEqual(filesFor(server, residents[0]?.email ?? '').map(String), ['%PDF-1.7 version 1']);
});

test('a cancelled invoice is shown as cancelled; a file whose bytes are lost is rendered from current data', async () => {
  const [cancelled, lost] = [await createInvoice('et'), await createInvoice('et')];
  const server = await startMailServer();
  for (const [which, { id }] of Object.entries({ cancelled, lost })) {
    await send(id);
    await sending(
      server,
      id,
      'sent',
      makeInvoiceLetterHandler(async () => Buffer.from('%PDF-1.7 sent')),
    );
    assert.equal((await inLanguage(id, 'et')).toString(), '%PDF-1.7 sent', which);
  }
  await g.ask('PATCH', `/invoices/${cancelled.id}`, { as, body: { status: 'cancelled' } });
  assert.doesNotMatch((await inLanguage(cancelled.id, 'et')).toString('latin1'), /^%PDF-1.7 sent$/);
  assert.equal((await rowsOf(cancelled.id)).length, 1, 'it is kept all the same');
  const [row] = await rowsOf(lost.id);
  const fileId = row?.fileId ?? '';
  await g.owner`delete from file_chunks where file_id = ${fileId}`;
  const answer = await pdf(lost.id, '?language=et');
  assert.equal(answer.statusCode, 200);
  assert.ok(answer.rawPayload.length > 10_000, 'a whole page');
});

test('an organization with sample data is deleted with the files of its sent invoices', async () => {
  const { id } = await createInvoice('et');
  const server = await startMailServer();
  await send(id);
  await sending(server, id, 'sent');
  // Only an organization with sample data can be deleted.
  await g.owner`update tenants set sample = true where id = ${tenantId}`;
  await inTenant(g.app, serviceCaller(tenantId), ({ db }) => db`call remove_tenant()`);
  assert.deepEqual(await rowsOf(id), []);
});
