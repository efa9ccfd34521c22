// Tests of who receives e-mails about an invoice: nobody twice, invalid requests change nothing, and what the invoice
// shows meanwhile.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  createBilledBuilding,
  createThreeInvoices,
  createThreeMonths,
  eventsOf,
  type InvoiceAnswer,
  markSent,
  october,
} from '../../../test/billing-fixture.ts';
import { mailsIn } from '../../../test/mail-servers.ts';
import {
  anApartment,
  anOrganization,
  aPerson,
  aRecipient,
  aResidency,
  sellAtOctobersEnd,
  startTestService,
} from '../../../test/service-fixture.ts';
import { newId } from '../../platform/values/ids.ts';

const g = await startTestService();
const { tenantId, integrator: as } = await anOrganization(g);

type Outcome = { invoiceId: string; status: string; letters: number; code?: string; message?: string };
type Sending = {
  queued: number;
  alreadySent: number;
  noRecipient: number;
  notSendable: number;
  total: number;
  invoices: Outcome[];
};

const send = (body: unknown, who: string | undefined = as, headers = {}) =>
  g.ask<Sending>('POST', '/invoices/send-bulk', { as: who, body, headers });
const shown = async (id: string, who = as) => (await g.ask<InvoiceAnswer>('GET', `/invoices/${id}`, { as: who })).data;
const lettersAbout = async (id: string) => (await mailsIn(g)).filter((letter) => letter.aboutId === id);

/** Somebody in an apartment, by default since January; returns the address. */
const aResident = async (apartmentId: string, more?: Record<string, unknown>, home?: Record<string, unknown>) =>
  (await aRecipient(g, as, apartmentId, more, home)).email;

/** Three invoices of October: of apartment 1, 2 and 10. */
async function october3(billing: Record<string, unknown> = {}) {
  const { building, apartments } = await createBilledBuilding(g, as, billing);
  const ids = await createThreeInvoices(g, as, building.id);
  return { building, apartments, ids };
}

test('the invoices of a period are queued: an e-mail to each recipient, in their language, with the amount and the PDF', async () => {
  const { building, apartments, ids } = await october3({ beneficiary: 'KÜ Kase', iban: 'EE382200221020145685' });
  const mari = await aResident(apartments[0].id, { name: 'Mari' });
  const ivan = await aResident(apartments[0].id, { name: 'Ivan', language: 'ru' });
  const anna = await aResident(apartments[1].id, { language: 'lv' });
  const answer = await send({ buildingId: building.id, ...october });
  assert.equal(answer.status, 202, answer.text);
  const { invoices, ...counts } = answer.data;
  assert.deepEqual(counts, { queued: 2, alreadySent: 0, noRecipient: 1, notSendable: 0, total: 3 });
  assert.deepEqual(
    invoices.map((invoice) => [invoice.invoiceId, invoice.status, invoice.letters, invoice.code]),
    [
      [ids[0], 'queued', 2, undefined],
      [ids[1], 'queued', 1, undefined],
      [ids[2], 'no_recipient', 0, 'nobody_receives'],
    ],
  );
  const letters = (await lettersAbout(ids[0])).sort((a, b) => (a.to < b.to ? -1 : 1));
  assert.deepEqual(
    letters.map(({ to, language, name }) => [to, language, name]),
    [
      [mari, 'et', 'Mari'],
      [ivan, 'ru', 'Ivan'],
    ],
  );
  assert.match(letters[0]?.subject ?? '', /^Arve \S+: Kase 12, korter\u00a01, oktoober 2026$/);
  assert.match(letters[0]?.text ?? '', /Tasuda: 552,71\u00a0€\. Maksetähtpäev: 4\. detsember 2026\./);
  assert.match(letters[0]?.text ?? '', /Saaja: KÜ Kase\. Konto: EE38 2200 2210 2014 5685\. Viitenumber: \d+\./);
  assert.match((await mailsIn(g, anna))[0]?.subject ?? '', /^Rēķins/);
  const rows = await g.owner`select attachment from mails where about_id = any (${[...ids]})`;
  assert.deepEqual(new Set(rows.map((row) => row.attachment)), new Set(['invoice']));
});

test('the e-mail has the invoice’s amount, what its payers owe on earlier invoices, and the total, as the PDF has', async () => {
  const owing = await createThreeMonths(g, as, { drafts: [2] });
  await aResident(String(owing.home.id));
  const sold = await createThreeMonths(g, as, { drafts: [2] });
  await sellAtOctobersEnd(g, tenantId, String(sold.home.id));
  assert.equal((await send({ invoiceIds: [owing.ids[2], sold.ids[2]] })).data.queued, 2);
  const [first, second] = await Promise.all(owing.ids.map((id) => shown(id)));
  const { text = '' } = (await lettersAbout(owing.ids[2]))[0] ?? {};
  assert.match(text, /Tasuda: 552,71\u00a0€\./);
  const before = `Varasemate arvete (${first?.number}, ${second?.number}) eest on veel tasumata 1\u00a0105,42\u00a0€.`;
  assert.ok(text.includes(`${before} Koos selle arvega: 1\u00a0658,13\u00a0€.`), text);
  const ofBuyer = (await lettersAbout(sold.ids[2]))[0]?.text ?? '';
  assert.match(ofBuyer, /552,71/);
  assert.doesNotMatch(ofBuyer, /tasumata|earlier/, 'the seller owes those');
});

test('until a mail server accepts an e-mail the invoice stays a draft shown as queued; no event is raised, and no resident sees it', async () => {
  const { apartments, ids } = await october3();
  await aResident(apartments[0].id);
  const person = await aPerson(g, tenantId, 'resident');
  await aResidency(g, tenantId, person.userId, apartments[0].id);
  const before = await shown(ids[0]);
  assert.deepEqual([before.sending, before.sentAt, before.sentBy], [null, null, null]);
  await send({ invoiceIds: [ids[0]] });
  const after = await shown(ids[0]);
  assert.deepEqual([after.status, after.sending, after.sentAt, after.recipients], ['draft', 'queued', null, []]);
  assert.deepEqual(
    (await eventsOf(g, tenantId, 'invoice.sent')).filter((item) => item.invoiceId === ids[0]),
    [],
  );
  assert.equal((await g.ask('GET', `/invoices/${ids[0]}`, { as: person.token })).status, 404);
});

test('requested again, also ten times simultaneously, each recipient gets one e-mail', async () => {
  const { building, apartments, ids } = await october3();
  for (const apartment of apartments) await aResident(apartment.id);
  const requests = Array.from({ length: 10 }, (_, index) =>
    send(index % 2 === 0 ? { invoiceIds: [...ids, ids[0]] } : { buildingId: building.id, ...october }),
  );
  for (const [nth, answer] of (await Promise.all(requests)).entries()) {
    assert.equal(answer.status, 202, answer.text);
    assert.deepEqual(
      answer.data.invoices.map((invoice) => [invoice.status, invoice.letters]),
      Array(3).fill(['queued', 1]),
      `answer ${nth}`,
    );
  }
  for (const [nth, id] of ids.entries()) assert.equal((await lettersAbout(id)).length, 1, `id ${nth}`);
  const key = { 'idempotency-key': newId() };
  const [first, second] = [await send({ invoiceIds: ids }, as, key), await send({ invoiceIds: ids }, as, key)];
  assert.equal(second.text, first.text);
  assert.equal(second.headers['idempotency-replayed'], 'true');
});

test('a recipient added while e-mails wait gets one too; people with a common address get one e-mail together', async () => {
  const { apartments, ids } = await october3();
  const email = await aResident(apartments[0].id);
  await aResident(apartments[0].id, { email: email.toUpperCase(), name: 'Teine Nimi' });
  assert.equal((await send({ invoiceIds: [ids[0]] })).data.invoices[0]?.letters, 1);
  const late = await aResident(apartments[0].id);
  assert.equal((await send({ invoiceIds: [ids[0]] })).data.invoices[0]?.letters, 2);
  assert.deepEqual((await lettersAbout(ids[0])).map((letter) => letter.to.toLowerCase()).sort(), [email, late].sort());
});

test('the e-mail with a credit note says so, and which invoice it credits', async () => {
  const { apartments, ids } = await october3();
  await aResident(apartments[0].id);
  await markSent(g, ids[0]);
  const credited = await g.ask<{ id: string; number: string }>('POST', `//console/api/invoices/${ids[0]}/credit`, {
    as,
    body: { reason: 'Viga', positions: [{ position: 1, amount: 10 }] },
  });
  assert.equal(credited.status, 201, credited.text);
  const { id, number } = credited.data;
  const invoice = await g.ask<{ number: string }>('GET', `/invoices/${ids[0]}`, { as });
  assert.equal((await send({ invoiceIds: [id] })).data.queued, 1);
  const [letter] = await lettersAbout(id);
  assert.equal(letter?.subject, `Kreeditarve ${number}: Kase 12, korter\u00a01, oktoober 2026`);
  assert.match(letter?.text ?? '', new RegExp(`kreeditarve ${number} arvele ${invoice.data.number}\\.`));
  assert.doesNotMatch(letter?.text ?? '', /Viitenumber/);
});

test('an e-mail to a person with an account has a link to the invoice, also with a common address, and no other e-mail has', async () => {
  const { apartments, ids } = await october3();
  const { userId } = await aPerson(g, tenantId, 'resident');
  const email = 'mari@example.org';
  const without = await aResident(apartments[0].id);
  await aResident(apartments[0].id, { email, name: 'Esimene Nimi' });
  await aResidency(g, tenantId, userId, apartments[0].id, '2026-01-02');
  await send({ invoiceIds: [ids[0]] });
  const letters = await lettersAbout(ids[0]);
  const texts = [email, without].map((text) => letters.find((letter) => letter.to === text)?.text ?? 'none');
  assert.deepEqual(
    texts.map((text) => /\/console\/invoices\/(\S+)\n/.exec(text)?.[1]),
    [ids[0], undefined],
  );
});

test('a cancelled invoice cannot be sent, and cancelling a queued one withdraws its e-mails', async () => {
  const { apartments, ids } = await october3();
  await aResident(apartments[0].id);
  await send({ invoiceIds: [ids[0]] });
  const cancelled = await g.ask<InvoiceAnswer>('PATCH', `/invoices/${ids[0]}`, { as, body: { status: 'cancelled' } });
  assert.deepEqual([cancelled.data.status, cancelled.data.sending], ['cancelled', null]);
  assert.deepEqual(await lettersAbout(ids[0]), []);
  const [outcome] = (await send({ invoiceIds: [ids[0]] })).data.invoices;
  assert.deepEqual([outcome?.status, outcome?.code, outcome?.letters], ['not_sendable', 'invoice_cancelled', 0]);
  assert.deepEqual(await lettersAbout(ids[0]), []);
});

test('an invoice paid before it was sent is sent, and states that nothing is due', async () => {
  const { apartments, ids } = await october3();
  await aResident(apartments[0].id);
  await g.ask('PATCH', `/invoices/${ids[0]}`, { as, body: { status: 'paid' } });
  assert.equal((await send({ invoiceIds: [ids[0]] })).data.invoices[0]?.status, 'queued');
  assert.match((await lettersAbout(ids[0]))[0]?.text ?? '', /Seda arvet ei ole vaja tasuda/);
});

test('a period selects the invoices whose days lie within it, and none of another building or month', async () => {
  const { building, ids } = await october3();
  await october3();
  const wide = await send({ buildingId: building.id, periodStart: '2026-09-15', periodEnd: '2026-11-15' });
  assert.deepEqual(wide.data.invoices.map((invoice) => invoice.invoiceId).sort(), [...ids].sort());
  const narrow = await send({ buildingId: building.id, periodStart: '2026-10-01', periodEnd: '2026-10-30' });
  assert.deepEqual([narrow.status, narrow.data.total, narrow.data.invoices], [202, 0, []]);
});

test('missing, impossible and foreign ids are rejected, and nothing is written', async () => {
  const { building, apartments, ids } = await october3();
  await aResident(apartments[0].id);
  for (const body of [
    {},
    { buildingId: building.id },
    { buildingId: building.id, periodStart: '2026-10-01' },
    { invoiceIds: 'x' },
    [],
  ])
    assert.equal((await send(body)).status, 400, JSON.stringify(body));
  for (const body of [{}, { buildingId: building.id }]) {
    const { errors } = JSON.parse((await send(body)).text);
    const message = 'Send invoiceIds, or buildingId, periodStart and periodEnd.';
    assert.deepEqual(errors, [{ in: 'body', field: '', pointer: '#', code: 'required', message }]);
  }
  for (const body of [
    { invoiceIds: [] },
    { invoiceIds: ['x'] },
    { invoiceIds: Array(10_001).fill(ids[0]) },
    { invoiceIds: ids, buildingId: building.id },
    { buildingId: building.id, periodStart: '2026-10-31', periodEnd: '2026-10-01' },
    { buildingId: building.id, periodStart: '2026-02-30', periodEnd: '2026-03-31' },
  ])
    assert.equal((await send(body)).status, 422, JSON.stringify(body));
  const stranger = await anOrganization(g);
  assert.equal((await send({ invoiceIds: [ids[0], newId()] })).status, 404);
  assert.equal((await send({ buildingId: newId(), ...october })).status, 404);
  assert.equal((await send({ invoiceIds: [ids[0]] }, stranger.owner)).status, 404);
  assert.equal((await send({ buildingId: building.id, ...october }, stranger.owner)).status, 404);
  const resident = await aPerson(g, tenantId, 'resident');
  assert.equal((await send({ invoiceIds: [ids[0]] }, resident.token)).status, 403);
  const nobody = await g.ask('POST', '/invoices/send-bulk', { body: { invoiceIds: [ids[0]] } });
  assert.equal(nobody.status, 401);
  assert.deepEqual(await lettersAbout(ids[0]), []);
});

test('names of apartments and people are in the e-mail as written, and never markup', async () => {
  const { building } = await october3();
  const odd = await anApartment(g, as, building.id, { number: '<b>7</b>', area: 10 });
  const email = await aResident(odd.id, { name: 'Õie "Ö" <x>' });
  const made = await g.ask<{ invoices: { apartmentId: string; invoiceId?: string }[] }>(
    'POST',
    '/invoices/generate-bulk',
    {
      as,
      body: {
        buildingId: building.id,
        periodStart: '2026-08-01',
        periodEnd: '2026-08-31',
        costs: [{ charge: 'heat', amount: 10 }],
      },
    },
  );
  const id = made.data.invoices.find((invoice) => invoice.apartmentId === odd.id)?.invoiceId ?? '';
  assert.equal((await send({ invoiceIds: [id] })).data.invoices[0]?.status, 'queued');
  const [letter] = await mailsIn(g, email);
  assert.match(letter?.subject ?? '', /korter\u00a0<b>7<\/b>, august 2026$/);
  assert.match(letter?.html ?? '', /&lt;b&gt;7&lt;\/b&gt;/);
});
