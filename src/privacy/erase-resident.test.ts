// Tests of the erasure of a resident: the whole database is searched for the person before and after, and the books do
// not change.
import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { createBilledBuilding, createThreeInvoices } from '../../test/billing-fixture.ts';
import { findInDatabase } from '../../test/find-in-database.ts';
import { startMailServer, withMailWorkers } from '../../test/mail-servers.ts';
import {
  anOrganization,
  aPerson,
  giveAccount,
  moveOut,
  password,
  refusalOf,
  startTestService,
  type Thing,
  waitUntil,
} from '../../test/service-fixture.ts';
import { account, camt, findBrokenInvariants, importStatementFile } from '../../test/statement-samples.ts';
import { sumBooks } from '../accounting/consistency-queries.ts';
import { pdfRenderer } from '../invoicing/documents/render-pdf.ts';
import { makeInvoiceLetterHandler } from '../invoicing/sending/invoice-letter-handler.ts';
import { mentionPattern } from './erase-resident.ts';
import { erasureRules, personalColumns } from './personal-columns.ts';

const g = await startTestService();
after(() => pdfRenderer.stop());
const name = 'Leopoldine Kadakas-Wîtt';
const phone = '+372 5559 8877';

/** A former owner with everything that the service can know of them, in an organization of their own. */
async function aFormerOwner() {
  const { tenantId, owner: as } = await anOrganization(g);
  const { building, apartments } = await createBilledBuilding(g, as, { iban: account });
  const [apartment, other] = apartments;
  const person = await aPerson(g, tenantId, 'resident');
  await g.ask('PATCH', '//console/api/me', { as: person.token, body: { name } });
  const { email } = person;
  await g.ask('POST', '/invitations', { as, body: { email, apartmentId: other.id, name } });
  const body = { name, email, phone, language: 'et', apartments: [{ apartmentId: apartment.id, since: '2026-01-01' }] };
  const made = await g.succeed<Thing>('POST', '//console/api/residents', {
    as,
    body: { ...body, externalId: `crm ${email}` },
  });
  const { id } = made.data;
  await giveAccount(g, tenantId, id, person.userId);
  const [invoice] = await createThreeInvoices(g, as, building.id);
  await g.ask('POST', '/invoices/send-bulk', { as, body: { invoiceIds: [invoice] } });
  return { tenantId, as, building, apartment, other, person, email, id, invoice };
}
type FormerOwner = Awaited<ReturnType<typeof aFormerOwner>>;

/** The invoice reaches them, they pay it, write requests, and leave. */
async function liveAndLeave({ tenantId, as, building, apartment, person, email, invoice }: FormerOwner) {
  const { smtp } = await startMailServer();
  const sent = async () => (await g.ask('GET', `/invoices/${invoice}`, { as })).data.sending === 'sent';
  await withMailWorkers(g, smtp, () => waitUntil(sent), { handlers: { invoice: makeInvoiceLetterHandler() } });
  const line = { amount: '552.71', payer: name, reference: String(apartment.referenceNumber), text: `Korter, ${name}` };
  await importStatementFile(g, tenantId, camt([line]));
  const requests = '//console/api/maintenance-requests';
  const where = { apartmentId: apartment.id };
  const words = { title: `Kraan tilgub, ${name}`, description: `Helistage ${phone} või ${email}` };
  const first = await g.ask<Thing>('POST', requests, { as: person.token, body: { ...words, ...where } });
  await g.succeed<Thing>('POST', requests, { as: person.token, body: { ...words, ...where } });
  await g.ask('POST', `${requests}/${first.data.id}/comments`, {
    as,
    body: { text: `${name.toUpperCase()} ei vasta.` },
  });
  await g.ask('POST', `${requests}/${first.data.id}/comments`, { as: person.token, body: { text: 'Isiklik lugu.' } });
  for (const status of ['in_progress', 'resolved'])
    await g.ask('PATCH', `${requests}/${first.data.id}`, { as, body: { status } });
  const plan = { terms: `${name} tasub kolmes osas`, until: '2026-12-31' };
  await g.ask('PUT', `//console/api/buildings/${building.id}/apartments/${apartment.id}/payment-plan`, {
    as,
    body: plan,
  });
  await moveOut(g, tenantId, apartment.id, '2026-11-01');
}

const erase = (as: string, id: string) =>
  g.ask<Thing & { kept: Thing[]; removed: Thing[] }>('POST', `//console/api/residents/${id}/erasure`, { as });
const preview = (as: string, id: string) =>
  g.ask<Thing & { kept: Thing[]; removed: Thing[] }>('POST', `//console/api/residents/${id}/erasure/preview`, { as });

test('after an erasure the whole database has of the person only what the report says, and the books are the same', async () => {
  const former = await aFormerOwner();
  await liveAndLeave(former);
  const { tenantId, as, email, id, person } = former;
  const before = await sumBooks(g.owner, tenantId);
  const inMany = await findInDatabase(g, name);
  assert.ok(inMany.length >= 10, `the person is in many places: ${inMany}`);
  const addressIn = await findInDatabase(g, email);
  assert.ok(addressIn.length >= 6, `and so is their address: ${addressIn}`);

  const shown = await preview(as, id);
  assert.equal(shown.status, 200, shown.text);
  assert.equal(shown.data.erasedAt, null);
  assert.ok((await findInDatabase(g, phone)).includes('residents.phone'), 'a preview changes nothing');

  const erased = await erase(as, id);
  assert.equal(erased.status, 200, erased.text);
  const { removed, kept } = erased.data;
  assert.deepEqual(removed, shown.data.removed);
  assert.deepEqual(
    removed.map(({ kind }) => kind),
    ['contact', 'account', 'notes', 'invitations', 'mails', 'requests', 'comments', 'mentions'],
  );
  const untilOf = Object.fromEntries(kept.map(({ kind, until }) => [String(kind), until]));
  assert.deepEqual(untilOf, {
    invoices: '2033-12-31',
    payments: '2033-12-31',
    bank_entries: '2033-12-31',
    residencies: null,
    open_requests: null,
    security_events: '2027-11-20',
    audit_log: untilOf.audit_log,
  });
  assert.deepEqual(await findInDatabase(g, phone), []);
  assert.deepEqual(await findInDatabase(g, 'Isiklik lugu'), []);
  assert.match(String(untilOf.audit_log), /^20\d\d-\d\d-\d\d$/);
  assert.deepEqual(await findInDatabase(g, name), [
    'audit_log.actor_name',
    'bank_entries.description',
    'bank_entries.payer_name',
    'invoices.recipients',
    'payments.description',
    'payments.payer_name',
    'security_events.detail',
  ]);
  const withAddress = [
    'audit_log.actor_name',
    'invoices.recipients',
    'security_events.actor_name',
    'security_events.detail',
  ];
  assert.deepEqual(await findInDatabase(g, email), withAddress);
  for (const column of [...(await findInDatabase(g, name)), ...withAddress]) {
    const [table = '', columnName = ''] = column.split('.');
    const rule = personalColumns[table]?.[columnName]?.[1] ?? 'erased';
    assert.ok(erasureRules[rule].keptBy !== null, `${column} is kept by a law`);
  }
  assert.deepEqual(await g.owner`select from users where id = ${person.userId}`, []);
  assert.deepEqual(await sumBooks(g.owner, tenantId), before);
  assert.deepEqual(await findBrokenInvariants(g), []);
});

test('what was entered after an erasure is erased by the next one', async () => {
  const former = await aFormerOwner();
  await liveAndLeave(former);
  assert.equal((await erase(former.as, former.id)).status, 200);
  const path = `//console/api/residents/${former.id}`;
  await g.succeed('PATCH', path, { as: former.as, body: { name, phone } });
  assert.equal((await erase(former.as, former.id)).status, 200);
  const { data } = await g.ask('GET', path, { as: former.as });
  assert.deepEqual([data.name, data.phone], ['(kustutatud)', null]);
});

test('a repeat returns the same report, also when two come at once; the days of the residency stay', async () => {
  const former = await aFormerOwner();
  await liveAndLeave(former);
  const [first, second] = await Promise.all([erase(former.as, former.id), erase(former.as, former.id)]);
  assert.equal(first.status, 200, first.text);
  assert.deepEqual(second.data, first.data);
  const { data } = await g.ask<Thing & { apartments: Thing[] }>('GET', `//console/api/residents/${former.id}`, {
    as: former.as,
  });
  assert.deepEqual([data.name, data.email, data.phone, data.userId], ['(kustutatud)', null, null, null]);
  assert.deepEqual(
    data.apartments.map(({ since, until }) => [since, until]),
    [['2026-01-01', '2026-11-01']],
  );
  assert.equal((await g.ask('GET', '//console/api/me', { as: former.person.token })).status, 401);
  const log = await g.ask('GET', '//console/api/security-log?kind=resident_erased', { as: former.as });
  assert.equal(log.items.length, 1);
});

test('somebody who still has an apartment, or owes, is not erased, and nothing changes', async () => {
  const former = await aFormerOwner();
  await g.ask('POST', `//console/api/invoices/${former.invoice}/delivered`, { as: former.as, body: { by: 'paper' } });
  assert.deepEqual(refusalOf(await erase(former.as, former.id)), [409, 'resident_in_use', []]);
  await moveOut(g, former.tenantId, former.apartment.id, '2026-11-01');
  for (const refused of [await erase(former.as, former.id), await preview(former.as, former.id)])
    assert.deepEqual(refusalOf(refused), [409, 'resident_owes', []]);
  assert.ok((await findInDatabase(g, phone)).includes('residents.phone'));
});

test('e-mails and invitations to an address that somebody else here has too stay theirs', async () => {
  const former = await aFormerOwner();
  await liveAndLeave(former);
  const spouse = { name: 'Leopold', email: former.email };
  await g.ask('POST', '//console/api/residents', { as: former.as, body: spouse });
  const { data } = await erase(former.as, former.id);
  assert.ok(data.kept.some(({ kind }) => kind === 'shared_address'));
  assert.ok((await findInDatabase(g, former.email)).includes('invitations.email'));
});

test('e-mails go in every way in which the address is written, and those to the account’s own address', async () => {
  const former = await aFormerOwner();
  const { as, id, other, person } = former;
  const local = `kiri-${id.slice(-8)}`;
  const ways = [`${local}@jõgi.example`, `${local.toUpperCase()}@JO\u0303GI.example`, `${local}@xn--jgi-ona.example`];
  const { status } = await g.ask('PATCH', `//console/api/residents/${id}`, { as, body: { email: ways[0] } });
  assert.equal(status, 200);
  for (const email of ways) {
    const invited = await g.succeed<Thing>('POST', '/invitations', { as, body: { email, apartmentId: other.id } });
    if (email !== ways[2]) await g.ask('DELETE', `/invitations/${invited.data.id}`, { as });
  }
  const words = { currentPassword: password, newPassword: 'a brand new passphrase' };
  assert.equal((await g.ask('POST', '//console/api/me/password', { as: person.token, body: words })).status, 204);
  await liveAndLeave(former);
  assert.ok((await findInDatabase(g, local)).includes('mails.recipient'));
  assert.ok((await findInDatabase(g, person.email)).includes('mails.recipient'));
  assert.equal((await erase(as, id)).status, 200);
  for (const address of [local, person.email])
    assert.deepEqual(
      (await findInDatabase(g, address)).filter((column) => /^(?:mails|invitations)\./.test(column)),
      [],
    );
});

test('who works here keeps the account', async () => {
  const former = await aFormerOwner();
  await liveAndLeave(former);
  const role = { as: former.as, body: { role: 'manager' } };
  assert.equal((await g.ask('PATCH', `//console/api/members/${former.person.userId}`, role)).status, 200);
  const { data } = await erase(former.as, former.id);
  assert.ok(data.kept.some(({ kind }) => kind === 'account'));
  assert.equal((await g.ask('GET', '//console/api/me', { as: former.person.token })).status, 200);
});

test('a person is found as whole words, whatever signs the name has', async () => {
  const pattern = mentionPattern(['Mari (Maasikas)', null, '+372 5', 'Ann']);
  const [row] = await g.owner<{ text: string }[]>`
    select regexp_replace('mari (maasikas), xMari (Maasikas), +372 5, Ann', ${pattern ?? ''}, '…', 'gi') as text`;
  assert.equal(row?.text, '…, xMari (Maasikas), …, Ann');
  assert.equal(mentionPattern([null, 'Ann']), undefined);
});
