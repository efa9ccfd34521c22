// Tests of GET /invoices/:id/pdf: who gets which file and file name, and that an unchanged file is not sent again.
import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { createBilledBuilding, createThreeInvoices, markSent } from '../../../test/billing-fixture.ts';
import { anOrganization, aPerson, aResidency, startTestService } from '../../../test/service-fixture.ts';
import { pdfRenderer } from '../../invoicing/documents/render-pdf.ts';

const g = await startTestService();
after(() => pdfRenderer.stop());
const { tenantId, owner: as } = await anOrganization(g);
const { building, apartments } = await createBilledBuilding(g, as, {
  iban: 'EE382200221020145685',
  beneficiary: 'KÜ Kase',
});
const [id, invoice2] = await createThreeInvoices(g, as, building.id);

const get = async (path: string, token: string, headers: Record<string, string> = {}) => {
  const url = `${g.app.config.basePath}/invoices/${path}`;
  for (let tries = 0; ; tries += 1) {
    const answer = await g.server.inject({ url, headers: { authorization: `Bearer ${token}`, ...headers } });
    if (answer.statusCode !== 503 || tries > 5) return answer; // Other tests may have both processors.
  }
};

test('a manager gets the PDF named after the invoice, inline, and 304 while it is unchanged', async () => {
  const answer = await get(`${id}/pdf`, as);
  assert.equal(answer.statusCode, 200, answer.body);
  assert.equal(answer.headers['content-type'], 'application/pdf');
  assert.match(String(answer.headers['content-disposition']), /^inline; filename="[\w-]+\.pdf"$/);
  assert.equal(answer.rawPayload.subarray(0, 5).toString(), '%PDF-');
  assert.equal(Number(answer.headers['content-length']), answer.rawPayload.length);
  const again = await get(`${id}/pdf`, as);
  assert.deepEqual(again.rawPayload, answer.rawPayload);
  const same = await get(`${id}/pdf`, as, { 'if-none-match': String(answer.headers.etag) });
  assert.deepEqual([same.statusCode, same.rawPayload.length], [304, 0]);
  const inEnglish = await get(`${id}/pdf?language=en`, as, { 'if-none-match': String(answer.headers.etag) });
  assert.equal(inEnglish.statusCode, 200);
  assert.notEqual(inEnglish.headers.etag, answer.headers.etag);
});

test('a change of the invoice changes the PDF and its ETag', async () => {
  const { etag } = (await get(`${invoice2}/pdf`, as)).headers;
  await g.ask('PATCH', `/invoices/${invoice2}`, { as, body: { reference: 'RF181000012' } });
  const after = await get(`${invoice2}/pdf`, as, { 'if-none-match': String(etag) });
  assert.equal(after.statusCode, 200);
});

test('a resident gets their own invoice once it is sent, in their language, and no other', async () => {
  const { userId, token } = await aPerson(g, tenantId, 'resident');
  await aResidency(g, tenantId, userId, apartments[0].id);
  await g.ask('PATCH', '//console/api/me', { as: token, body: { language: 'ru' } });
  assert.equal((await get(`${id}/pdf`, token)).statusCode, 404, 'a draft');
  await markSent(g, id);
  const own = await get(`${id}/pdf`, token);
  assert.equal(own.statusCode, 200, own.body);
  assert.equal(own.headers.etag, (await get(`${id}/pdf?language=ru`, as)).headers.etag);
  assert.equal((await get(`${invoice2}/pdf`, token)).statusCode, 404);
});

test('no other language and no other media type are answered', async () => {
  assert.equal((await get(`${id}/pdf?language=xx`, as)).statusCode, 422);
  assert.equal((await get(`${id}/pdf`, as, { accept: 'application/json' })).statusCode, 406);
});
