// Tests of hand-overs: a change of owner in one request, what the invoices of its month say, repeats, conflicts, and
// the undo.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { generate, type InvoiceAnswer, markSent, october } from '../../test/billing-fixture.ts';
import { linkIn, mailsIn } from '../../test/mail-servers.ts';
import {
  aBuilding,
  anApartment,
  anOrganization,
  password,
  startTestService,
  type Thing,
} from '../../test/service-fixture.ts';

const g = await startTestService();
const { owner: as, tenantId } = await anOrganization(g);
const charges = [
  { code: 'care', name: 'Hooldus', basis: 'area', unitPrice: 0.85, vatRate: 24 },
  { code: 'water', name: 'Vesi', basis: 'meter', meterType: 'cold_water', unitPrice: 2, vatRate: 0 },
];

type Effects = {
  payers: { periodStart: string; periodEnd: string; names: string[] }[];
  invoiced: string[];
  owed: number;
  credit: number;
};
type HandOverAnswer = Thing & { residentId: string; invitationId: string | null; effects: Effects };
type Residency = { id: string; apartmentId: string; since: string; until: string | null };
type Listed = { id: string; day: string; newcomer: string | null; leaving: string[] };
type Setting = Awaited<ReturnType<typeof setUp>>;

let people = 0;
const anAddress = () => {
  people += 1;
  return `newcomer-${people}@example.org`;
};

/** An apartment of 50 m² with a water meter, read at both ends of October, and its owner Mari since 2020. */
async function setUp() {
  const building = await aBuilding(g, as, { billing: { charges } });
  const apartment = await anApartment(g, as, building.id, { number: '1', area: 50 });
  const resident = { name: 'Mari Tamm', apartments: [{ apartmentId: apartment.id, since: '2020-01-01' }] };
  const mari = (
    await g.ask<Thing & { apartments: Residency[] }>('POST', '//console/api/residents', { as, body: resident })
  ).data;
  const place = { buildingId: building.id, apartmentId: apartment.id };
  const meter = { ...place, type: 'cold_water', installedOn: '2026-01-01', initialValue: 0 };
  const { id: meterId } = (await g.ask('POST', '/meters', { as, body: meter })).data;
  await read(meterId, '2026-09-30', 100);
  return { building, apartment, mari, residencyId: mari.apartments[0]?.id ?? '', meterId };
}

async function read(meterId: string, readAt: string, value: number): Promise<void> {
  await g.succeed('POST', `/meters/${meterId}/readings`, { as, body: { value, readAt } });
}

const bodyOf = ({ residencyId }: Pick<Setting, 'residencyId'>, more: object = {}) => ({
  day: '2026-10-11',
  leaving: [residencyId],
  newcomer: { name: 'Jaan Kask' },
  role: 'owner',
  ...more,
});
const pathOf = ({ building, apartment }: Pick<Setting, 'building' | 'apartment'>) =>
  `//console/api/buildings/${building.id}/apartments/${apartment.id}/hand-overs`;
const handOver = (setting: Setting, more: object = {}, headers: Record<string, string> = {}) =>
  g.ask<HandOverAnswer>('POST', pathOf(setting), { as, body: bodyOf(setting, more), headers });
const undo = (id: string, token = as) => g.ask('DELETE', `//console/api/hand-overs/${id}`, { as: token });
const listed = async (setting: Setting) => (await g.ask<Listed[]>('GET', pathOf(setting), { as })).data;

/** Names and days of everybody who has or had the apartment. */
async function daysIn({ apartment }: Setting): Promise<string[]> {
  const { items } = await g.ask<Thing & { name: string; apartments: Residency[] }>(
    'GET',
    `/residents?apartmentId=${apartment.id}&sort=name`,
    { as },
  );
  return items.flatMap(({ name, apartments }) =>
    apartments.map(({ since, until }) => `${name} ${since} ${until ?? 'open'}`),
  );
}

async function readingsOf({ meterId }: Setting): Promise<string[]> {
  const { items } = await g.ask<Thing & { readOn: string; value: number; status: string }>(
    'GET',
    `//console/api/readings?meterId=${meterId}&sort=readAt`,
    { as },
  );
  return items.map(({ readOn, value, status }) => `${readOn} ${value} ${status}`);
}

const before = ['Mari Tamm 2020-01-01 open'];
const after = ['Jaan Kask 2026-10-11 open', 'Mari Tamm 2020-01-01 2026-10-10'];

test('a hand-over ends the owner’s days, adds the newcomer, confirms the reading and sends the invitation', async () => {
  const setting = await setUp();
  const email = anAddress();
  const newcomer = { name: 'Jaan Kask', email, phone: '+372 5555 5555', language: 'en' };
  const readings = [{ meterId: setting.meterId, value: 101 }];
  const made = await handOver(setting, { newcomer, readings, invite: true });
  assert.equal(made.status, 201, made.text);
  assert.equal(made.headers.location, `/console/api/hand-overs/${made.data.id}`);
  assert.deepEqual(await daysIn(setting), after);
  assert.deepEqual(await readingsOf(setting), ['2026-09-30 100 confirmed', '2026-10-11 101 confirmed']);
  const [letter] = await mailsIn(g, email);
  assert.deepEqual([letter?.language, letter?.aboutId], ['en', made.data.invitationId]);
  const [row] = await listed(setting);
  assert.deepEqual([row?.day, row?.newcomer, row?.leaving], ['2026-10-11', 'Jaan Kask', ['Mari Tamm']]);
  const token = new URL(linkIn(letter ?? {})).hash.slice(1);
  await g.succeed('POST', '//console/api/invitations/accept', { body: { token, name: 'Jaan', password } });
  assert.deepEqual(await daysIn(setting), after); // The recorded residency, and no second one.
});

test('the invoices of the month are each payer’s own to the cent, with the reading and without it', async () => {
  for (const [readings, water] of [
    [true, [2, 18]],
    [false, [6.45, 13.55]],
  ] as const) {
    const setting = await setUp();
    const given = readings ? [{ meterId: setting.meterId, value: 101 }] : [];
    const { data } = await handOver(setting, { readings: given });
    assert.deepEqual(data.effects.payers, [
      { periodStart: '2026-10-01', periodEnd: '2026-10-10', names: ['Mari Tamm'] },
      { periodStart: '2026-10-11', periodEnd: '2026-10-31', names: ['Jaan Kask'] },
    ]);
    await read(setting.meterId, '2026-10-31', 110);
    const { invoices } = (await generate(g, as, setting.building.id, { costs: [] })).data;
    const all = await Promise.all(
      invoices.map(async ({ invoiceId }) => (await g.ask<InvoiceAnswer>('GET', `/invoices/${invoiceId}`, { as })).data),
    );
    assert.deepEqual(
      all.map(({ periodStart, periodEnd }) => [periodStart, periodEnd]),
      [
        ['2026-10-01', '2026-10-10'],
        ['2026-10-11', '2026-10-31'],
      ],
    );
    const amounts = (code: string) =>
      all.map(({ positions }) => positions.find((position) => position.code === code)?.amount);
    assert.deepEqual(amounts('care'), [13.71, 28.79]);
    assert.deepEqual(amounts('water'), water);
  }
});

test('a dry run reports the same and records nothing', async () => {
  const setting = await setUp();
  const email = anAddress();
  const more = {
    newcomer: { name: 'Jaan Kask', email },
    invite: true,
    readings: [{ meterId: setting.meterId, value: 101 }],
  };
  const tried = await handOver(setting, { ...more, dryRun: true });
  assert.equal(tried.status, 200, tried.text);
  assert.deepEqual([tried.data.id, tried.data.residentId, tried.data.effects.payers.length], [null, null, 2]);
  assert.deepEqual(await daysIn(setting), before);
  assert.deepEqual(await readingsOf(setting), ['2026-09-30 100 confirmed']);
  assert.deepEqual([await mailsIn(g, email), await listed(setting)], [[], []]);
  const made = await handOver(setting, more);
  assert.deepEqual(made.data.effects, tried.data.effects);
});

test('what the leaver owes and has paid in advance stays theirs, and an invoice of the newcomer’s days is named', async () => {
  const setting = await setUp();
  const september = { periodStart: '2026-09-01', periodEnd: '2026-09-30' };
  const sent =
    (await generate(g, as, setting.building.id, { ...september, costs: [] })).data.invoices[0]?.invoiceId ?? '';
  await markSent(g, sent);
  await read(setting.meterId, '2026-10-31', 110);
  const [draft] = (await generate(g, as, setting.building.id, { costs: [] })).data.invoices;
  await g.owner`
    insert into payments (tenant_id, id, source, status, amount, allocated, currency, paid_on, reason, apartment_id, created_at, updated_at)
    values (${tenantId}, gen_random_uuid(), 'statement', 'unmatched', 1234, 0, 'EUR', '2026-10-05', 'nothing_open', ${setting.apartment.id}, now(), now())`;
  const invoice = async (id = '') => (await g.ask<InvoiceAnswer>('GET', `/invoices/${id}`, { as })).data;
  const { data } = await handOver(setting);
  assert.deepEqual(
    [data.effects.owed, data.effects.credit, data.effects.invoiced],
    [(await invoice(sent)).balance, 12.34, [(await invoice(draft?.invoiceId)).number]],
  );
  assert.ok(data.effects.owed > 0);
});

test('an unknown or impossible part is rejected at its field, and nothing is recorded', async () => {
  const setting = await setUp();
  const elsewhere = await setUp();
  const { meterId } = setting;
  const cases: [object, string, number?][] = [
    [{ leaving: [elsewhere.residencyId] }, 'leaving.0'],
    [{ leaving: [] }, 'leaving'],
    [{ day: '2020-01-01' }, 'day'],
    [{ newcomer: {} }, 'newcomer.name'],
    [{ newcomer: { name: 'Jaan', email: 'no' } }, 'newcomer.email'],
    [{ newcomer: { name: 'Jaan' }, invite: true }, 'newcomer.email'],
    [{ newcomer: { residentId: setting.apartment.id } }, 'newcomer.residentId'],
    [{ newcomer: { residentId: elsewhere.mari.id }, invite: true }, 'newcomer.residentId'],
    [{ readings: [{ meterId: elsewhere.meterId, value: 1 }] }, 'readings.0.meterId'],
    [{ readings: [{ meterId, value: 99 }] }, 'readings.0.value'],
    [{ day: '2026-12-24', readings: [{ meterId, value: 101 }] }, 'readings.0.readAt'],
  ];
  for (const [more, field] of cases) {
    const { status, fields, text } = await handOver(setting, more);
    assert.deepEqual([status, fields], [422, [field]], text);
  }
  assert.deepEqual(await daysIn(setting), before);
  assert.deepEqual(await readingsOf(setting), ['2026-09-30 100 confirmed']);
});

test('days that overlap, and a second hand-over of a day, are 409; a key repeats the answer', async () => {
  const setting = await setUp();
  const headers = { 'idempotency-key': 'hand-over-1' };
  const made = await handOver(setting, {}, headers);
  const repeated = await handOver(setting, {}, headers);
  assert.deepEqual([repeated.status, repeated.text], [201, made.text]);
  assert.deepEqual(await daysIn(setting), after);
  const residents = await g.ask<Thing & { apartments: Residency[] }>(
    'GET',
    `/residents?apartmentId=${setting.apartment.id}`,
    { as },
  );
  const [jaan] = residents.items.flatMap(({ apartments }) => apartments).filter(({ until }) => until === null);
  const next = { newcomer: { name: 'Rein' } };
  const same = await handOver(setting, { ...next, leaving: [setting.residencyId] });
  assert.deepEqual([same.status, same.code], [409, 'hand_over_exists']);
  const earlier = await handOver(setting, { ...next, day: '2026-05-01' });
  assert.deepEqual([earlier.status, earlier.code], [409, 'hand_over_overlaps']);
  const later = await handOver(setting, { ...next, day: '2026-11-01', leaving: [jaan?.id] });
  assert.equal(later.status, 201, later.text);
});

test('a resident of another apartment buys a second one, and a tenant changes while the owner stays', async () => {
  const [setting, other] = [await setUp(), await setUp()];
  const bought = await handOver(setting, { newcomer: { residentId: other.mari.id } });
  assert.deepEqual([bought.status, bought.data.residentId], [201, other.mari.id]);
  const renting = { apartmentId: other.apartment.id, role: 'tenant', since: '2024-01-01' };
  const rein = { name: 'Rein', apartments: [renting] };
  const [residency] = (
    await g.ask<Thing & { apartments: Residency[] }>('POST', '//console/api/residents', { as, body: rein })
  ).data.apartments;
  const changed = await handOver(other, { leaving: [residency?.id], role: 'tenant', newcomer: { name: 'Kaja' } });
  assert.deepEqual([changed.status, changed.data.effects.payers.map(({ names }) => names)], [201, [['Mari Tamm']]]);
});

test('the undo restores days, readings and the person; a second one finds nothing', async () => {
  const setting = await setUp();
  const email = anAddress();
  const readings = [{ meterId: setting.meterId, value: 101 }];
  const { data } = await handOver(setting, { newcomer: { name: 'Jaan Kask', email }, readings, invite: true });
  const [letter] = await mailsIn(g, email);
  assert.equal((await undo(data.id)).status, 204);
  assert.deepEqual(await daysIn(setting), before);
  assert.deepEqual(await readingsOf(setting), ['2026-09-30 100 confirmed', '2026-10-11 101 rejected']);
  assert.equal((await g.ask('GET', `//console/api/residents/${data.residentId}`, { as })).status, 404);
  const token = new URL(linkIn(letter ?? {})).hash.slice(1);
  assert.equal((await g.ask('POST', '//console/api/invitations/show', { body: { token } })).status, 401);
  assert.equal((await undo(data.id)).status, 404);
  assert.equal(
    (await handOver(setting, { newcomer: { name: 'Jaan Kask', email }, readings, invite: true })).status,
    201,
  );
});

test('the undo is refused once its days are billed, and possible again when the invoices are cancelled', async () => {
  const setting = await setUp();
  const { data } = await handOver(setting);
  await read(setting.meterId, '2026-10-31', 110);
  const { invoices } = (await generate(g, as, setting.building.id, { ...october, costs: [] })).data;
  const refused = await undo(data.id);
  assert.deepEqual([refused.status, refused.code], [409, 'hand_over_billed']);
  for (const { invoiceId } of invoices)
    await g.ask('PATCH', `/invoices/${invoiceId}`, { as, body: { status: 'cancelled' } });
  assert.equal((await undo(data.id)).status, 204);
  assert.deepEqual(await daysIn(setting), before);
});

test('an invoice that existed before the hand-over lets it be undone, and is divided once it is cancelled', async () => {
  const setting = await setUp();
  await read(setting.meterId, '2026-10-31', 110);
  const [whole] = (await generate(g, as, setting.building.id, { costs: [] })).data.invoices;
  const { data } = await handOver(setting);
  assert.equal((await undo(data.id)).status, 204);
  assert.deepEqual(await daysIn(setting), before);
  await handOver(setting);
  await markSent(g, whole?.invoiceId ?? '');
  await g.ask('PATCH', `/invoices/${whole?.invoiceId}`, { as, body: { status: 'cancelled' } });
  const again = await generate(g, as, setting.building.id, { costs: [] });
  assert.deepEqual([again.status, again.data.created], [201, 2]);
});

test('the undo is refused after the invitation was accepted, and after the days were changed', async () => {
  const accepted = await setUp();
  const email = anAddress();
  const first = await handOver(accepted, { newcomer: { name: 'Jaan Kask', email }, invite: true });
  const token = new URL(linkIn((await mailsIn(g, email))[0] ?? {})).hash.slice(1);
  await g.ask('POST', '//console/api/invitations/accept', { body: { token, name: 'Jaan', password } });
  assert.equal((await undo(first.data.id)).code, 'hand_over_accepted');
  const changed = await setUp();
  const second = await handOver(changed);
  const residency = `//console/api/residents/${changed.mari.id}/residencies/${changed.residencyId}`;
  await g.ask('PATCH', residency, { as, body: { until: '2026-10-09' } });
  assert.equal((await undo(second.data.id)).code, 'hand_over_changed');
  assert.deepEqual(await daysIn(changed), ['Jaan Kask 2026-10-11 open', 'Mari Tamm 2020-01-01 2026-10-09']);
});
