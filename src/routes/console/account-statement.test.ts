// Tests of the account statement as PDF: it shows every entry, the sums of the balance and how to pay, in five
// languages.
import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { createBilledBuilding, createThreeInvoices, markSent, november } from '../../../test/billing-fixture.ts';
import { textOf, withoutPoppler } from '../../../test/pdf-tools.ts';
import {
  anOrganization,
  aPerson,
  aResidency,
  moveOut,
  onDay,
  startTestService,
  type Thing,
  tokenOf,
} from '../../../test/service-fixture.ts';
import { account } from '../../../test/statement-samples.ts';
import { getAccountDocument } from '../../accounting/account-document.ts';
import { writeAccountPage } from '../../accounting/account-page.ts';
import { pdfRenderer } from '../../invoicing/documents/render-pdf.ts';
import { inTenant, serviceCaller } from '../../platform/db/scope.ts';
import { languages } from '../../platform/values/languages.ts';

const g = await startTestService();
after(() => pdfRenderer.stop());
const { tenantId, owner: as } = await anOrganization(g);
const { building, apartments } = await createBilledBuilding(g, as, { iban: account, beneficiary: 'KÜ Kase' });
const [first] = await createThreeInvoices(g, as, building.id);
await markSent(g, first);
const apartmentId = apartments[0].id;
const pay = (amount: number) =>
  g.ask('POST', '//console/api/payments', {
    as,
    body: { apartmentId, amount, paidOn: '2026-11-20', method: 'cash', payerName: 'Mari Tamm' },
  });
await pay(52.7);
const path = `//console/api/buildings/${building.id}/apartments/${apartmentId}/account/pdf`;
const pageIn = (language: (typeof languages)[number]) =>
  inTenant(g.app, serviceCaller(tenantId), async (scope) =>
    writeAccountPage(await getAccountDocument(scope, { buildingId: building.id, apartmentId, language })),
  );
const plain = (text: string) => text.replace(/[\u00a0\u202f]/g, ' ');

test('the page adds up: opening balance, what was invoiced and received, and what is due, with the payment reference', async () => {
  const page = await pageIn('en');
  assert.deepEqual(
    page.rows.map(({ invoiced, received, balance }) => [invoiced, received, balance]),
    [
      ['', '', '€0.00'],
      ['€552.71', '', '€552.71'],
      ['', '€52.70', '€500.01'],
    ],
  );
  assert.match(page.rows[1]?.text ?? '', /^Invoice · \S+ · October 2026$/);
  assert.match(page.rows[2]?.text ?? '', /^Payment · Mari Tamm$/);
  assert.deepEqual(
    page.sums.map(({ label, value }) => [label, value]),
    [
      ['Opening balance', '€0.00'],
      ['Invoiced', '€552.71'],
      ['Received', '€52.70'],
      ['Balance due', '€500.01'],
    ],
  );
  assert.deepEqual(
    page.payment.map(({ value }) => value),
    ['KÜ Kase', 'EE38 2200 2210 2014 5685', apartments[0].referenceNumber],
  );
});

test('what is prepaid asks for no payment', async () => {
  const made = await pay(600);
  const page = await pageIn('et');
  assert.deepEqual(page.payment, []);
  assert.deepEqual([page.sums.at(-1)?.label, plain(page.sums.at(-1)?.value ?? '')], ['Ettemaks', '99,99 €']);
  assert.equal((await g.ask('POST', `//console/api/payments/${made.data.id}/reverse`, { as })).status, 200);
});

test('the file is a PDF in each language, with its entries', { skip: withoutPoppler }, async () => {
  for (const language of languages) {
    const answer = await g.server.inject({
      url: `${path.slice(1)}?language=${language}`,
      headers: { authorization: `Bearer ${as}` },
    });
    assert.equal(answer.statusCode, 200, answer.body);
    assert.equal(answer.headers['content-type'], 'application/pdf');
    assert.match(
      String(answer.headers['content-disposition']),
      /^inline; filename="account-kase-12-\d+-2026[-\d]*\.pdf"$/,
    );
    const text = await textOf(answer.rawPayload);
    const page = await pageIn(language);
    for (const part of [page.heading.split(' ')[0] ?? '', page.rows[1]?.text ?? '', page.sums.at(-1)?.value ?? ''])
      assert.ok(plain(text).includes(plain(part)), `${language}: ${part}`);
  }
});

test('a resident gets their own part: what the one before prepaid is not theirs, a refund has no note, and other apartments are not found', async () => {
  const { owner, tenantId } = await anOrganization(g);
  const { building, apartments } = await createBilledBuilding(g, owner);
  const [home, other] = apartments;
  const [mari, jaan] = [await aPerson(g, tenantId, 'resident'), await aPerson(g, tenantId, 'resident')];
  await aResidency(g, tenantId, mari.userId, home.id, '2020-01-01');
  const enter = async (amount: number, paidOn: string) => {
    const body = { apartmentId: home.id, amount, paidOn, method: 'cash', payerName: 'Somebody' };
    return (await g.ask('POST', '//console/api/payments', { as: owner, body })).data;
  };
  await enter(600, '2026-10-20');
  const [october] = await createThreeInvoices(g, owner, building.id);
  await markSent(g, october);
  await moveOut(g, tenantId, home.id, '2026-10-31');
  await aResidency(g, tenantId, jaan.userId, home.id, '2026-11-01');
  const [own] = await createThreeInvoices(g, owner, building.id, november);
  await markSent(g, own);
  const late = await enter(600, '2026-11-15');
  const note = 'To EE471000001020145685';
  const refund = { amount: 10, refundedOn: '2026-11-16', note };
  await g.succeed('POST', `//console/api/payments/${late.id}/refunds`, { as: owner, body: refund });

  const at = (apartmentId: string) => `//console/api/buildings/${building.id}/apartments/${apartmentId}/account`;
  type Entry = { kind: string; text: string | null; period: { periodStart: string } | null; amount: number };
  type Account = { opening: number; closing: number; entries: Entry[] };
  const accountOf = async (as: string) => {
    const { status, data } = await g.ask<Account>('GET', at(home.id), { as });
    return { status, lines: data?.entries.map(({ kind, amount, text }) => [kind, amount, text === note]), ...data };
  };
  const { lines, opening, closing, entries } = await accountOf(jaan.token);
  assert.deepEqual(lines, [
    ['payment', -600, false],
    ['refund', 10, false],
    ['invoice', 552.71, false],
  ]);
  assert.deepEqual([opening, closing], [0, -37.29]);
  assert.deepEqual(
    entries?.map(({ period }) => period),
    [null, null, november],
  );
  const ofAll = await accountOf(owner);
  assert.deepEqual(
    [ofAll.lines?.length, ofAll.closing, ofAll.lines?.some(([, , isNote]) => isNote)],
    [5, -84.58, true],
  );
  const left = [
    ['payment', -600, false],
    ['invoice', 552.71, false],
  ];
  assert.deepEqual((await accountOf(mari.token)).lines, left, 'who has moved out has the account of their days');
  assert.equal((await g.ask('GET', `${at(home.id)}/pdf?language=et`, { as: mari.token })).status, 200);
  type Me = { apartments: Thing[]; formerApartments: Thing[] };
  const { data: me } = await g.ask<Me>('GET', '//console/api/me', { as: mari.token });
  assert.deepEqual([me.apartments, me.formerApartments.map(({ id }) => id)], [[], [home.id]]);
  for (const closed of ['', '/apartments'])
    assert.equal((await g.ask('GET', `/buildings/${building.id}${closed}`, { as: mari.token })).status, 404, closed);
  assert.equal((await g.ask('GET', `${at(home.id)}/pdf?language=et`, { as: jaan.token })).status, 200);
  for (const file of ['', '/pdf?language=et']) {
    assert.equal((await g.ask('GET', `${at(other.id)}${file}`, { as: jaan.token })).status, 404, file);
    const stranger = (await anOrganization(g)).owner;
    assert.equal((await g.ask('GET', `${at(home.id)}${file}`, { as: stranger })).status, 404, file);
  }
  await onDay(g, '2026-10-31', async () => {
    const then = await accountOf(await tokenOf(g, mari.email));
    assert.deepEqual([then.status, then.lines], [200, [['payment', -600, false]]]);
  });
});

test('a credit note that is not sent yet counts for the resident too, without its number', async () => {
  const { owner, tenantId } = await anOrganization(g);
  const { building, apartments } = await createBilledBuilding(g, owner);
  const mari = await aPerson(g, tenantId, 'resident');
  await aResidency(g, tenantId, mari.userId, apartments[0].id);
  const [invoice] = await createThreeInvoices(g, owner, building.id);
  await markSent(g, invoice);
  const body = { reason: 'Viga', positions: [{ position: 1, amount: 2 }] };
  assert.equal((await g.ask('POST', `//console/api/invoices/${invoice}/credit`, { as: owner, body })).status, 201);
  const { balance } = (await g.ask('GET', `/invoices/${invoice}`, { as: mari.token })).data;
  const path = `//console/api/buildings/${building.id}/apartments/${apartments[0].id}/account`;
  const { data } = await g.ask('GET', path, { as: mari.token });
  assert.equal(data.closing, balance);
  const entries = data.entries as { text: string | null }[];
  assert.deepEqual(entries.map(({ text }) => text === null).sort(), [false, true]);
});

test('a wrong range and an unknown language are rejected', async () => {
  assert.deepEqual((await g.ask('GET', `${path}?from=2026-10-01&to=2026-09-01`, { as })).fields, ['to']);
  assert.equal((await g.ask('GET', `${path}?language=fr`, { as })).status, 422);
});

test('what happened on one day is in the order in which it was recorded, so that each balance has existed', async () => {
  const { owner } = await anOrganization(g);
  const { building: of, apartments: homes } = await createBilledBuilding(g, owner, { iban: account });
  const [home] = homes;
  const later = () => {
    g.clock.now = new Date(g.clock.now.getTime() + 60_000);
  };
  const [october] = await createThreeInvoices(g, owner, of.id);
  await markSent(g, october);
  later();
  const paidOn = g.clock.now.toISOString().slice(0, 10);
  const payment = { apartmentId: home.id, amount: 52.7, paidOn, method: 'cash', payerName: 'Mari Tamm' };
  assert.equal((await g.ask('POST', '//console/api/payments', { as: owner, body: payment })).status, 201);
  later();
  const bills = { costs: [{ charge: 'heat', amount: 1000.01 }] };
  await markSent(g, (await createThreeInvoices(g, owner, of.id, { ...november, ...bills }))[0]);
  const url = `//console/api/buildings/${of.id}/apartments/${home.id}/account`;
  const { data } = await g.ask<{ entries: { kind: string }[] }>('GET', url, { as: owner });
  assert.deepEqual(
    data.entries.map(({ kind }) => kind),
    ['invoice', 'payment', 'invoice'],
  );
});
