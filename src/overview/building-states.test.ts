// Tests of the state of each building's month: its figures follow the work of the month, and the next step is the first
// that is not done.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createBilledBuilding, createThreeInvoices, markSent, october } from '../../test/billing-fixture.ts';
import { createMeteredBuilding, water } from '../../test/metering-fixture.ts';
import {
  aBuilding,
  anApartment,
  anOrganization,
  aPerson,
  startTestService,
  type Thing,
} from '../../test/service-fixture.ts';
import { account, camt, importStatementFile } from '../../test/statement-samples.ts';
import { nextStepOf, type StepFigures } from './building-states.ts';

const g = await startTestService();
type State = Thing & {
  name: string;
  next: string;
  month: string;
  monthToBill: string;
  invoices: number;
  invoicesSent: number;
  invoicesIssued: number;
  invoicesPaid: number;
  invoiced: number;
  paid: number;
  unsent: number;
  sending: number;
  invoicesSending: number;
  inUse: boolean;
  overdue: number;
  overdueAmount: number;
  waiting: readonly { currency: string; payments: number; amount: number; sharedWith: readonly string[] }[];
  waitingAt: string | null;
};
const statesAs = async (as: string) => (await g.ask<State[]>('GET', '//console/api/overview/buildings', { as })).data;

test('a building goes through its month, and each figure follows', async () => {
  const { owner: as, tenantId } = await anOrganization(g);
  const { building, apartments } = await createBilledBuilding(g, as, { iban: account });
  const state = async () => (await statesAs(as))[0] as State;
  const before = await state();
  assert.deepEqual([before.month, before.bills, before.billsRecorded, before.next], ['2026-10', 1, 0, 'record_bills']);
  const bills = { ...october, bills: [{ charge: 'heat', amount: 1000.01 }] };
  const put = await g.ask('PUT', `//console/api/buildings/${building.id}/supplier-bills`, { as, body: bills });
  assert.equal(put.status, 200, put.text);
  const ready = await state();
  assert.deepEqual([ready.billsRecorded, ready.next], [1, 'generate']);
  const invoices = await createThreeInvoices(g, as, building.id);
  const drafts = await state();
  assert.deepEqual([drafts.invoices, drafts.invoicesSent, drafts.unsent, drafts.next], [3, 0, 3, 'send']);
  for (const id of invoices) await markSent(g, id);
  const sent = await state();
  assert.deepEqual([sent.invoicesSent, sent.invoiced, sent.paid, sent.next], [3, 1105.41, 0, 'import_statement']);
  assert.deepEqual([drafts.invoicesIssued, sent.invoicesIssued, sent.invoicesPaid], [0, 3, 0]);
  const reference = String(apartments[0].referenceNumber);
  await importStatementFile(
    g,
    tenantId,
    camt([
      { amount: '552.71', reference },
      { amount: '7.50', payer: 'X' },
    ]),
  );
  const paid = await state();
  assert.deepEqual(
    [paid.paid, paid.waiting, paid.next],
    [552.71, [{ currency: 'EUR', payments: 1, amount: 7.5, returns: 0, sharedWith: [] }], 'match'],
  );
  const [payment] = (await g.ask('GET', '//console/api/payments?waiting=undecided', { as })).items;
  await g.ask('POST', `//console/api/payments/${payment?.id}/dismiss`, { as });
  await g.owner`update invoices set due_date = '2026-11-01' where id = ${invoices[1]}`;
  const late = await state();
  assert.deepEqual([late.overdue, late.overdueAmount, late.next], [1, 331.62, 'import_statement'], 'nobody to remind');
  const home = { apartmentId: apartments[1].id, since: '2026-01-01' };
  const mari = { name: 'Mari Tamm', email: 'mari@example.org', apartments: [home] };
  await g.ask('POST', '//console/api/residents', { as, body: mari });
  assert.equal((await state()).next, 'remind');
  const reminders = { apartmentIds: [apartments[1].id] };
  const sentOut = await g.ask('POST', '//console/api/payment-reminders', { as, body: reminders });
  assert.equal(sentOut.data.letters, 1, sentOut.text);
  assert.equal((await state()).next, 'import_statement', 'reminded');
  for (const id of invoices.slice(1)) await g.ask('PATCH', `/invoices/${id}`, { as, body: { status: 'paid' } });
  const done = await state();
  assert.deepEqual([done.month, done.next, done.monthToBill], ['2026-10', 'done', '2026-11']);
  const next = { periodStart: '2026-11-01', periodEnd: '2026-11-30', bills: [{ charge: 'heat', amount: 900 }] };
  await g.ask('PUT', `//console/api/buildings/${building.id}/supplier-bills`, { as, body: next });
  const begun = await state();
  assert.deepEqual([begun.month, begun.next, begun.monthToBill], ['2026-11', 'generate', '2026-11']);
});

test('meters count where a charge goes by them: a confirmed reading of the month', async () => {
  const { owner: as } = await anOrganization(g);
  const building = await aBuilding(g, as, { billing: { charges: [water] } });
  const apartment = await anApartment(g, as, building.id, { number: '1' });
  const body = { buildingId: building.id, apartmentId: apartment.id, type: 'cold_water', installedOn: '2026-01-01' };
  const meter = await g.ask('POST', '/meters', { as, body });
  assert.equal(meter.status, 201, meter.text);
  const state = async () => (await statesAs(as))[0];
  const read = (value: number, day: string) =>
    g.ask('POST', `/meters/${meter.data.id}/readings`, { as, body: { value, readAt: `${day}T10:00:00Z` } });
  assert.equal((await read(1, '2026-09-30')).status, 201);
  const missing = await state();
  assert.deepEqual([missing?.meters, missing?.metersRead, missing?.next], [1, 0, 'enter_readings']);
  assert.equal((await read(3, '2026-11-01')).status, 201);
  const begun = await state();
  assert.deepEqual([begun?.month, begun?.metersRead, begun?.monthToBill], ['2026-11', 1, '2026-11']);
  const october = (await g.ask<State[]>('GET', '//console/api/overview/buildings?month=2026-10', { as })).data[0];
  assert.equal(october?.metersRead, 0, 'a reading of the next month is not the one of this');
  assert.equal((await read(2, '2026-10-10')).status, 201);
  const complete = await state();
  assert.deepEqual([complete?.month, complete?.metersRead, complete?.next], ['2026-10', 1, 'generate']);
});

test('a reading at a hand-over is not the one of the month and begins none, as in the sheet of missing readings', async () => {
  const { owner: as } = await anOrganization(g);
  const { building, meters, read } = await createMeteredBuilding(g, as, [water]);
  for (const place of [0, 1]) await read(place, '2026-09-30', 108);
  const [sold, other] = meters.map(({ apartmentId }) => String(apartmentId));
  const resident = async (name: string, apartmentId: unknown, since: string, until: string | null) => {
    const body = { name, apartments: [{ apartmentId, role: 'owner', since, until }] };
    return (await g.ask<{ apartments: { id: string }[] }>('POST', '//console/api/residents', { as, body })).data;
  };
  const { apartments } = await resident('Old', sold, '2020-01-01', null);
  const october = async () => {
    const ask = (path: string) => g.ask<State[]>('GET', `//console/api/${path}`, { as });
    const [state] = (await ask('overview/buildings?month=2026-10')).data;
    const sheet = (await ask(`buildings/${building.id}/missing-readings?period=2026-10`)).data as unknown as {
      missing: { previous: object }[];
    };
    return { left: Number(state?.meters) - Number(state?.metersRead), missing: sheet.missing };
  };
  const handOver = async (day: string, value: number, leaving: unknown[], name: string) => {
    const readings = [{ meterId: meters[0]?.id, value }];
    const body = { day, role: 'owner', newcomer: { name }, leaving, readings };
    const path = `//console/api/buildings/${building.id}/apartments/${sold}/hand-overs`;
    const made = await g.ask<{ residencyId: string }>('POST', path, { as, body });
    assert.equal(made.status, 201, made.text);
  };
  await handOver('2026-10-16', 110, [apartments[0]?.id], 'New');
  const read16 = await october();
  assert.deepEqual([read16.left, read16.missing.length], [2, 2]);
  assert.deepEqual(read16.missing[0]?.previous, { value: 110, readOn: '2026-10-16' }, 'the newest');
  // Somebody who moved in without a change of payers, and a reading of the month's end, change nothing for the others.
  await resident('Old', other, '2020-01-01', null);
  await resident('Wife', other, '2026-10-12', null);
  await read(1, '2026-10-12', 109);
  const read12 = await october();
  assert.deepEqual([read12.left, read12.missing.length], [1, 1]);
  await read(0, '2026-10-31', 111);
  assert.deepEqual(await october(), { left: 0, missing: [] });
});

test('a month begins with a reading, but not with that of a hand-over', async () => {
  const { owner: as } = await anOrganization(g);
  const { building, meters, read } = await createMeteredBuilding(g, as, [water]);
  const apartmentId = meters[0]?.apartmentId;
  const body = { name: 'Old', apartments: [{ apartmentId, role: 'owner', since: '2020-01-01' }] };
  const old = await g.ask<{ apartments: { id: string }[] }>('POST', '//console/api/residents', { as, body });
  const handOver = {
    ...{ day: '2026-11-03', role: 'owner', newcomer: { name: 'New' } },
    leaving: old.data.apartments.map(({ id }) => id),
    readings: [{ meterId: meters[0]?.id, value: 9 }],
  };
  const path = `//console/api/buildings/${building.id}/apartments/${apartmentId}/hand-overs`;
  assert.equal((await g.ask('POST', path, { as, body: handOver })).status, 201);
  const months = async () => (await statesAs(as)).map(({ month, monthToBill }) => [month, monthToBill]);
  assert.deepEqual(await months(), [['2026-10', '2026-10']]);
  await read(1, '2026-11-04', 12);
  assert.deepEqual(await months(), [['2026-11', '2026-11']]);
});

test('buildings with something to do come first, others’ are not among them, and residents have none', async () => {
  const { owner: as, tenantId } = await anOrganization(g);
  await aBuilding(g, as, { name: 'Zzz' });
  const { building } = await createBilledBuilding(g, as, { iban: account });
  assert.deepEqual(
    (await statesAs(as)).map(({ name, next }) => [name, next]),
    [
      ['Zzz', 'set_up'],
      [building.name, 'record_bills'],
    ],
  );
  const stranger = await anOrganization(g);
  assert.deepEqual(await statesAs(stranger.owner), []);
  const resident = await aPerson(g, tenantId, 'resident');
  assert.equal((await g.ask('GET', '//console/api/overview/buildings', { as: resident.token })).status, 403);
});

test('a building is in use once it was billed or has residents, and the month of all waits for it', async () => {
  const { owner: as } = await anOrganization(g);
  const priced = { charges: [{ code: 'care', name: 'Care', basis: 'fixed', unitPrice: 10 }] };
  const add = async (name: string) => {
    const building = await aBuilding(g, as, { name, billing: priced });
    return { building, apartment: await anApartment(g, as, building.id, { number: '1' }) };
  };
  const [billed, behind, settled] = [await add('Billed'), await add('Behind'), await add('Settled')];
  await add('Empty');
  await aBuilding(g, as, { name: 'Without apartments', billing: priced });
  const bill = async (buildingId: string, periodStart: string, periodEnd: string) => {
    const made = await g.ask('POST', '/invoices/generate-bulk', { as, body: { buildingId, periodStart, periodEnd } });
    assert.equal(made.status, 201, made.text);
  };
  for (const { building } of [billed, behind]) await bill(building.id, '2026-10-01', '2026-10-31');
  await bill(billed.building.id, '2026-11-01', '2026-11-30');
  const home = { apartmentId: settled.apartment.id, since: '2026-01-01' };
  await g.ask('POST', '//console/api/residents', { as, body: { name: 'Mari', apartments: [home] } });
  const states = (await statesAs(as)).map(({ name, month, monthToBill, inUse }) => [name, month, monthToBill, inUse]);
  assert.deepEqual(states.sort(), [
    ['Behind', '2026-10', '2026-11', true],
    ['Billed', '2026-11', '2026-12', true],
    ['Empty', '2026-10', '2026-10', false],
    ['Settled', '2026-10', '2026-10', true],
    ['Without apartments', '2026-10', '2026-10', false],
  ]);
});

test('invoices that are being sent are counted apart, and are not to be sent again', async () => {
  const { owner: as } = await anOrganization(g);
  const { apartments, building } = await createBilledBuilding(g, as);
  const invoiceIds = await createThreeInvoices(g, as, building.id);
  const homes = apartments.map(({ id }) => ({ apartmentId: id, since: '2026-01-01' }));
  const mari = { name: 'Mari Tamm', email: 'mari@example.org', apartments: homes.slice(0, 2) };
  await g.ask('POST', '//console/api/residents', { as, body: mari });
  const send = async () => {
    const sent = await g.ask('POST', '/invoices/send-bulk', { as, body: { invoiceIds } });
    assert.equal(sent.status, 202, sent.text);
    const [state] = await statesAs(as);
    return [state?.unsent, state?.sending, state?.invoicesSent, state?.invoicesSending, state?.next];
  };
  const home = async () =>
    (await g.ask<Thing & { unsent: { count: number }[] }>('GET', '//console/api/overview', { as })).data.unsent;
  assert.deepEqual(await send(), [3, 2, 0, 2, 'send']);
  assert.deepEqual(
    (await home()).map(({ count }) => count),
    [1],
    'nor are they among the open tasks',
  );
  const jaan = { name: 'Jaan Tamm', email: 'jaan@example.org', apartments: homes.slice(2) };
  await g.ask('POST', '//console/api/residents', { as, body: jaan });
  assert.deepEqual(await send(), [3, 3, 0, 3, 'done']);
  assert.deepEqual(await home(), []);
});

test('the next step is the first that is not done', () => {
  const done: StepFigures = {
    isSetUp: true,
    meters: 2,
    metersRead: 2,
    bills: 1,
    billsRecorded: 1,
    invoices: 3,
    unsent: 0,
    sending: 0,
    toRemind: 0,
    waiting: [],
    waitingAt: null,
    open: 0,
  };
  for (const [more, step] of [
    [{}, 'done'],
    [{ open: 1 }, 'import_statement'],
    [{ open: 1, toRemind: 1 }, 'remind'],
    [{ toRemind: 1, waiting: [1] }, 'match'],
    [{ toRemind: 1, waitingAt: 'Kase 9' }, 'match'],
    [{ unsent: 2, sending: 1, waiting: [1] }, 'send'],
    [{ unsent: 1, sending: 1 }, 'done'],
    [{ invoices: 0, unsent: 2 }, 'generate'],
    [{ invoices: 0, billsRecorded: 0 }, 'record_bills'],
    [{ invoices: 0, billsRecorded: 0, metersRead: 1 }, 'enter_readings'],
    [{ metersRead: 1 }, 'done'],
    [{ isSetUp: false }, 'set_up'],
  ] as const)
    assert.equal(nextStepOf({ ...done, ...more }), step, JSON.stringify(more));
});

test('the figures of another month are its own, and buildings are sorted as people count', async () => {
  const { owner: as } = await anOrganization(g);
  const names = ['Kase 10', 'Kase 9', 'Kase 1'];
  for (const name of names) await aBuilding(g, as, { name });
  const { building } = await createBilledBuilding(g, as);
  await createThreeInvoices(g, as, building.id);
  const of = async (month: string) =>
    (await g.ask<State[]>('GET', `//console/api/overview/buildings?month=${month}`, { as })).data;
  const [october, november] = [await of('2026-10'), await of('2026-11')];
  assert.deepEqual(
    october.filter(({ invoices }) => invoices > 0).map(({ month, invoices }) => [month, invoices]),
    [['2026-10', 3]],
  );
  assert.deepEqual(new Set(november.map(({ month, invoices }) => `${month} ${invoices}`)), new Set(['2026-11 0']));
  const sorted = november.map(({ name }) => name).filter((name) => names.includes(name));
  assert.deepEqual(sorted, ['Kase 1', 'Kase 9', 'Kase 10']);
  assert.equal((await g.ask('GET', '//console/api/overview/buildings?month=2026-13', { as })).status, 422);
});

test('money on an account that buildings share is shown once, at the first by name, and is to be matched at each', async () => {
  const { owner: as, tenantId } = await anOrganization(g);
  const { building } = await createBilledBuilding(g, as, { iban: account });
  await createThreeInvoices(g, as, building.id).then((ids) => Promise.all(ids.map((id) => markSent(g, id))));
  await aBuilding(g, as, { name: 'Kase 9', billing: { iban: account } });
  await importStatementFile(g, tenantId, camt([{ amount: '7.50', payer: 'X' }]));
  const states = new Map((await statesAs(as)).map((state) => [state.name, state]));
  const [first, other] = [states.get('Kase 9'), states.get(String(building.name))];
  assert.deepEqual(
    [first?.waiting, first?.waitingAt],
    [[{ currency: 'EUR', payments: 1, amount: 7.5, returns: 0, sharedWith: [building.name] }], null],
  );
  assert.deepEqual([other?.waiting, other?.waitingAt, other?.next], [[], 'Kase 9', 'match']);
});
