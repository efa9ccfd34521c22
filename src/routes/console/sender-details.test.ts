// Tests of sender details and e-invoices: permissions, logos, and errors for missing data.
import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { pino } from 'pino';
import sharp from 'sharp';
import { createBilledBuilding, createThreeInvoices, markSent } from '../../../test/billing-fixture.ts';
import { poppler, withoutPoppler } from '../../../test/pdf-tools.ts';
import { anOrganization, startTestService } from '../../../test/service-fixture.ts';
import { all, parseXml, text } from '../../../test/xml-tree.ts';
import { loadInvoiceDocuments } from '../../invoicing/documents/invoice-document.ts';
import { pdfRenderer } from '../../invoicing/documents/render-pdf.ts';
import { serviceCaller } from '../../platform/db/scope.ts';
import { newId } from '../../platform/values/ids.ts';

const g = await startTestService();
after(() => pdfRenderer.stop());
const { owner: as, tenantId } = await anOrganization(g);
const { building } = await createBilledBuilding(g, as);
const [id, invoice2] = await createThreeInvoices(g, as, building.id);
await markSent(g, id);
const senderDetails = '//console/api/letterhead';
const nothing = { street: null, postalCode: null, email: null, phone: null };
const picture = (file: Buffer) => ({ as, body: { file: file.toString('base64') } });
const get = (path: string, headers: Record<string, string> = {}) =>
  g.server.inject({ url: path.replace('//', '/'), headers: { authorization: `Bearer ${as}`, ...headers } });

test('without sender details there is no e-invoice, and the response names what is missing', async () => {
  const answer = await g.ask('GET', `//console/api/invoices/${id}/ubl`, { as });
  assert.deepEqual([answer.status, answer.code], [409, 'e_invoice_incomplete']);
  assert.match(answer.text, /registration number/);
  await g.ask('PATCH', senderDetails, { as, body: { registrationNumber: '80123456' } });
  assert.match((await g.ask('GET', `//console/api/invoices/${id}/e-arve`, { as })).text, /VAT number/);
});

test('sender details change only the given fields, and null removes a value', async () => {
  const body = {
    registrationNumber: '80123456',
    vatNumber: 'EE123456789',
    street: 'Kase tn 12',
    city: 'Tallinn',
    phone: '5',
  };
  assert.equal((await g.ask('PATCH', senderDetails, { as, body })).status, 200);
  const changed = await g.ask<Record<string, unknown>>('PATCH', senderDetails, { as, body: { phone: null } });
  assert.deepEqual([changed.data.phone, changed.data.city, changed.data.country], [null, 'Tallinn', 'EE']);
  for (const [wrong, field] of [
    [{ vatNumber: '123' }, 'vatNumber'],
    [{ country: 'Estonia' }, 'country'],
    [{ city: 'a\nb' }, 'city'],
  ] as const) {
    const refused = await g.ask('PATCH', senderDetails, { as, body: wrong });
    assert.deepEqual([refused.status, refused.fields], [422, [field]], field);
  }
  assert.equal((await g.ask<Record<string, unknown>>('GET', senderDetails, { as })).data.vatNumber, 'EE123456789');
});

test('a building of another association names that one, until it is removed', async () => {
  const path = `//console/api/buildings/${building.id}/letterhead`;
  type Sender = Record<string, string | null> | null;
  type Me = { organization: { vatExceptions: string[] } };
  const sellerOf = async () => {
    const { text: xml } = await g.ask('GET', `//console/api/invoices/${id}/ubl`, { as });
    return ['RegistrationName', 'CompanyID'].map((tag) => new RegExp(`<cbc:${tag}[^>]*>([^<]+)`).exec(xml)?.[1]);
  };
  const exceptions = async () => (await g.ask<Me>('GET', '//console/api/me', { as })).data.organization.vatExceptions;
  const before = await sellerOf();
  assert.equal((await g.ask<Sender>('GET', path, { as })).data, null);
  const refused = await g.ask('PATCH', path, { as, body: { city: 'Tartu' } });
  assert.deepEqual([refused.status, refused.fields], [422, ['name']]);
  const body = { name: 'KÜ Tamme 5', registrationNumber: '80999999', vatNumber: 'EE999999999' };
  await g.ask('PATCH', path, { as, body });
  const changed = await g.ask<Sender>('PATCH', path, { as, body: { city: 'Tartu' } });
  assert.deepEqual(changed.data, { ...body, city: 'Tartu', country: 'EE', ...nothing });
  assert.deepEqual(await sellerOf(), ['KÜ Tamme 5', 'EE999999999']);
  assert.deepEqual(await exceptions(), []);
  const [document] = await loadInvoiceDocuments(g.app, serviceCaller(tenantId), [id]);
  assert.deepEqual([document?.sender.name, document?.logo], ['KÜ Tamme 5', null]);
  await g.ask('PATCH', path, { as, body: { vatNumber: null } });
  assert.deepEqual(await exceptions(), [building.id]);
  assert.equal((await g.ask('DELETE', path, { as })).status, 204);
  assert.deepEqual([await sellerOf(), await exceptions()], [before, []]);
  const unknown = `//console/api/buildings/${newId()}/letterhead`;
  for (const method of ['GET', 'PATCH', 'DELETE'] as const)
    assert.equal((await g.ask(method, unknown, { as, ...(method === 'PATCH' && { body }) })).status, 404, method);
});

test('a logo stays transparent, is scaled, is on the PDF, and disappears when it is deleted', async () => {
  assert.equal((await g.ask('GET', `${senderDetails}/logo`, { as })).status, 404);
  const without = await get(`/api/invoices/${id}/pdf`);
  const large = await sharp({
    create: { width: 3000, height: 500, channels: 4, background: { r: 200, g: 0, b: 0, alpha: 0.5 } },
  })
    .png()
    .toBuffer();
  await g.succeed('POST', `${senderDetails}/logo`, picture(large));
  const kept = await get(`${senderDetails}/logo`);
  const { format, width, height, hasAlpha } = await sharp(kept.rawPayload).metadata();
  assert.deepEqual([format, width, height, hasAlpha], ['png', 1200, 200, true]);
  const withLogo = await get(`/api/invoices/${id}/pdf`);
  assert.equal(withLogo.statusCode, 200, withLogo.body);
  assert.notEqual(withLogo.headers.etag, without.headers.etag);
  assert.deepEqual((await get(`/api/invoices/${id}/pdf`)).rawPayload, withLogo.rawPayload);
  for (const [no, status] of [
    [Buffer.from('<svg/>'), 415],
    [Buffer.from('x'), 415],
    [large.subarray(0, 60), 422],
  ] as const)
    assert.equal((await g.ask('POST', `${senderDetails}/logo`, picture(no))).status, status, String(status));
  const removed = await g.ask<Record<string, unknown>>('DELETE', `${senderDetails}/logo`, { as });
  assert.deepEqual([removed.status, removed.data.logoId], [200, null]);
  assert.equal((await get(`/api/invoices/${id}/pdf`)).headers.etag, without.headers.etag);
});

test('the logo is set only by uploading one, and by no other change of the sender details', async () => {
  const logo = await sharp({ create: { width: 90, height: 30, channels: 3, background: '#204060' } })
    .png()
    .toBuffer();
  const set = await g.ask<Record<string, unknown>>('POST', `${senderDetails}/logo`, picture(logo));
  for (const logoId of [null, newId(), '019a9c3e-5b7c-7d21-8a44-0c4c6f2b9e10']) {
    const changed = await g.ask<Record<string, unknown>>('PATCH', senderDetails, {
      as,
      body: { logoId, city: 'Tallinn' },
    });
    assert.deepEqual([changed.status, changed.data.logoId], [200, set.data.logoId], String(logoId));
  }
  assert.equal((await g.ask<Record<string, unknown>>('GET', senderDetails, { as })).data.logoId, set.data.logoId);
});

test('an invoice is rendered without a logo that is missing or unreadable, and the log says so', async () => {
  const logo = await sharp({ create: { width: 90, height: 30, channels: 3, background: '#204060' } })
    .png()
    .toBuffer();
  const fresh = async () => {
    const set = await g.ask<Record<string, unknown>>('POST', `${senderDetails}/logo`, picture(logo));
    return String(set.data.logoId);
  };
  const pdf = () => get(`/api/invoices/${id}/pdf`);
  const lines: string[] = [];
  const log = pino({ level: 'warn' }, { write: (line: string) => lines.push(line) });
  await g.ask('DELETE', `${senderDetails}/logo`, { as });
  const without = (await pdf()).headers.etag;
  const spoiled: readonly ((logoId: string) => Promise<unknown>)[] = [
    // As the photos of residents are kept.
    (logoId) => g.owner`update files set media_type = 'image/jpeg' where id = ${logoId}`,
    (logoId) => g.owner`update file_chunks set bytes = ${Buffer.from('no picture')} where file_id = ${logoId}`,
    (logoId) => g.owner`delete from file_chunks where file_id = ${logoId}`,
  ];
  for (const [nth, spoil] of spoiled.entries()) {
    const logoId = await fresh();
    assert.notEqual((await pdf()).headers.etag, without, `spoil ${nth}`);
    await spoil(logoId);
    const made = await pdf();
    assert.deepEqual([made.statusCode, made.headers.etag], [200, without], `spoil ${nth}`);
    await loadInvoiceDocuments({ ...g.app, log }, serviceCaller(tenantId), [id]);
    assert.match(
      lines.at(-1) ?? '',
      new RegExp(`${logoId}.*the logo cannot be read; PDF files are rendered without it`),
      `spoil ${nth}`,
    );
  }
  assert.equal(lines.length, spoiled.length);
  await g.ask('DELETE', `${senderDetails}/logo`, { as });
});

test('a sent invoice is an e-arve and a UBL file with the same sums; a draft is neither', async () => {
  const [eArve, ubl] = [
    await get(`//console/api/invoices/${id}/e-arve`),
    await get(`//console/api/invoices/${id}/ubl`),
  ];
  assert.equal(eArve.statusCode, 200, eArve.body);
  assert.match(String(ubl.headers['content-disposition']), /^attachment; filename=".*-ubl\.xml"$/);
  const total = text(parseXml(eArve.body), 'Invoice/InvoiceSumGroup/TotalSum');
  assert.equal(total, text(parseXml(ubl.body), 'cac:LegalMonetaryTotal/cbc:TaxInclusiveAmount'));
  assert.equal((await g.ask('GET', `//console/api/invoices/${invoice2}/ubl`, { as })).code, 'e_invoice_incomplete');
});

test('a building’s invoices of some days are exported in one e-arve file or one ZIP, without drafts', async () => {
  const path = `//console/api/buildings/${building.id}`;
  const file = await get(`${path}/e-arve?dateFrom=2026-11-01&dateTo=2026-11-30`);
  assert.equal(all(parseXml(file.body), 'Invoice').length, 1);
  const zip = await get(`${path}/ubl`);
  assert.deepEqual([zip.headers['content-type'], zip.rawPayload.subarray(0, 2).toString()], ['application/zip', 'PK']);
  assert.equal((await g.ask('GET', `${path}/ubl?dateTo=2020-01-01`, { as })).code, 'e_invoice_incomplete');
  assert.equal((await g.ask('GET', `${path}/ubl?dateTo=2020-02-31`, { as })).status, 422);
});

test('the PDF contains the same e-invoice', { skip: withoutPoppler }, async () => {
  const pdf = await get(`/api/invoices/${id}/pdf`);
  assert.match(await poppler('pdfdetach', ['-list'], pdf.rawPayload), /1 embedded files[\s\S]*e-invoice\.xml/);
});
