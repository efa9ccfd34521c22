// Tests of apartments over HTTP: every status of each operation, and that a number is unique.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createBilledBuilding, createThreeInvoices, markSent } from '../../../test/billing-fixture.ts';
import { aBuilding, anApartment, anOrganization, startTestService } from '../../../test/service-fixture.ts';
import { newId } from '../../platform/values/ids.ts';
import { isValidReference } from '../../properties/payment-reference.ts';

const g = await startTestService();
const organization = await anOrganization(g);
const as = organization.owner;
const building = await aBuilding(g, as);
const path = `/buildings/${building.id}/apartments`;

const create = (body: unknown, where = path) => g.ask('POST', where, { as, body });
const change = (id: string, body: unknown) => g.ask('PATCH', `${path}/${id}`, { as, body });

async function rows(): Promise<unknown> {
  return g.owner`select to_jsonb(a) as row from apartments a where tenant_id = ${organization.tenantId} order by id`;
}

test('an apartment is created with its own reference number, and listed', async () => {
  const full = {
    number: ' 12a ',
    floor: -1,
    area: 54.3,
    heatedArea: 52.15,
    shares: 123_456_789.123456,
    residentCount: 0,
  };
  const made = await create(full);
  assert.equal(made.status, 201, made.text);
  assert.equal(made.headers.location, `/api${path}/${made.data.id}`);
  const { id, referenceNumber, createdAt, updatedAt, ...rest } = made.data;
  assert.deepEqual(rest, { ...full, number: '12a', buildingId: building.id, externalId: null, metadata: {} });
  assert.ok(isValidReference(String(referenceNumber)));
  assert.equal(createdAt, updatedAt);
  const listed = (await g.ask('GET', path, { as })).items.find((item) => item.id === id);
  assert.deepEqual(listed, made.data);
  const bare = await create({ number: '13' });
  assert.deepEqual(
    [bare.data.floor, bare.data.area, bare.data.heatedArea, bare.data.shares, bare.data.residentCount],
    [null, null, null, null, null],
  );
});

test('an existing number of the building is a conflict, regardless of spaces, case and Unicode form; another building may have it', async () => {
  await create({ number: 'Ä 7' });
  const before = await rows();
  for (const number of ['Ä 7', 'ä 7', ' Ä  7 ', 'A\u0308 7', 'Ä\u00a07', 'Ä\u20077', 'Ä ７']) {
    const answer = await create({ number });
    assert.deepEqual([answer.status, answer.code], [409, 'already_exists'], number);
  }
  assert.deepEqual(await rows(), before);
  const otherBuilding = await aBuilding(g, as);
  assert.equal((await create({ number: 'Ä 7' }, `/buildings/${otherBuilding.id}/apartments`)).status, 201);
  assert.equal((await create({ number: 'Ä7' })).status, 201);
});

test('reference numbers are unique in an organization, also when apartments are created simultaneously', async () => {
  const otherBuilding = await aBuilding(g, as);
  await Promise.all(
    Array.from({ length: 20 }, (_, n) =>
      anApartment(g, as, n % 2 ? building.id : otherBuilding.id, { number: `r${n}` }),
    ),
  );
  const references = await g.owner<
    { referenceNumber: string }[]
  >`select reference_number from apartments where tenant_id = ${organization.tenantId}`;
  assert.equal(new Set(references.map((reference) => reference.referenceNumber)).size, references.length);
});

test('invalid input is 400 or 422 with every field named, and writes nothing', async () => {
  const known = await anApartment(g, as, building.id, { number: 'bad input' });
  const before = await rows();
  const cases: [Record<string, unknown>, number, string[]][] = [
    [{ number: '   ' }, 422, ['number']],
    [{ number: '7', area: 50.001 }, 422, ['area']],
    [{ number: '7', area: 10.000001 }, 422, ['area']],
    [{ number: '7', shares: 0.0000001 }, 422, ['shares']],
    [{ number: '', area: -1, floor: 1000 }, 422, ['area', 'floor', 'number']],
    [{ number: '', area: 'x' }, 400, ['area', 'number']],
  ];
  for (const [body, status, fields] of cases) {
    for (const answer of [await create(body), await change(known.id, body)])
      assert.deepEqual(
        [answer.status, [...new Set(answer.fields)].sort()],
        [status, fields],
        JSON.stringify(body).slice(0, 80),
      );
  }
  assert.deepEqual((await create({})).fields, ['number']);
  assert.deepEqual(await rows(), before);
});

test('minus zero is zero', async () => {
  const made = await g.succeed('POST', path, { as, raw: '{"number":"minus","area":-0,"floor":-0}' });
  assert.deepEqual([made.data.area, made.data.floor], [0, 0]);
});

test('a change sets what is given and leaves the rest; null clears a field; read-only fields stay', async () => {
  const known = await anApartment(g, as, building.id, { number: 'change', area: 50, floor: 2 });
  g.clock.now = new Date(g.clock.now.getTime() + 60_000);
  const changed = await change(known.id, {
    area: null,
    residentCount: 3,
    id: newId(),
    referenceNumber: '1',
    buildingId: newId(),
    createdAt: 'x',
  });
  assert.equal(changed.status, 200);
  assert.deepEqual(changed.data, { ...known, area: null, residentCount: 3, updatedAt: g.clock.now.toISOString() });
  assert.equal((await change(known.id, {})).status, 200);
});

test('a number can be written differently, but not become that of another apartment', async () => {
  const [apartmentN1, apartmentN2] = [
    await anApartment(g, as, building.id, { number: 'n1' }),
    await anApartment(g, as, building.id, { number: 'n2' }),
  ];
  assert.equal((await change(apartmentN1.id, { number: ' N1 ' })).data.number, 'N1');
  assert.deepEqual(
    [
      (await change(apartmentN2.id, { number: 'n1' })).status,
      (await change(apartmentN2.id, { number: 'n1', floor: 5 })).code,
    ],
    [409, 'already_exists'],
  );
  const swap = await Promise.all([
    change(apartmentN1.id, { number: 'same' }),
    change(apartmentN2.id, { number: 'same' }),
  ]);
  assert.deepEqual(swap.map((answer) => answer.status).sort(), [200, 409]);
});

test('deleting frees the number and removes the apartment for every operation; a second time is 404', async () => {
  const known = await anApartment(g, as, building.id, { number: 'free' });
  const gone = await g.ask('DELETE', `${path}/${known.id}`, { as });
  assert.deepEqual([gone.status, gone.text], [204, '']);
  assert.equal((await g.ask('DELETE', `${path}/${known.id}`, { as })).status, 404);
  assert.equal((await change(known.id, { floor: 1 })).status, 404);
  assert.ok(!(await g.ask('GET', path, { as })).items.some((item) => item.id === known.id));
  const again = await create({ number: 'free' });
  assert.equal(again.status, 201);
  assert.notEqual(again.data.referenceNumber, known.referenceNumber);
});

test('an apartment with unpaid invoices cannot be deleted; paid and cancelled ones do not block it', async () => {
  const { building, apartments } = await createBilledBuilding(g, as);
  const [draft, sent] = await createThreeInvoices(g, as, building.id);
  await markSent(g, sent);
  for (const [invoice, apartment, status] of [
    [draft, apartments[0], 'cancelled'],
    [sent, apartments[1], 'paid'],
  ] as const) {
    const where = `/buildings/${building.id}/apartments/${apartment.id}`;
    const refused = await g.ask('DELETE', where, { as });
    assert.deepEqual([refused.status, refused.code], [409, 'apartment_in_use'], status);
    await g.ask('PATCH', `/invoices/${invoice}`, { as, body: { status } });
    assert.equal((await g.ask('DELETE', where, { as })).status, 204, status);
  }
});

test('an apartment created while its building is deleted is either part of it or rejected', async () => {
  for (let round = 0; round < 5; round += 1) {
    const otherBuilding = await aBuilding(g, as);
    const [made, gone] = await Promise.all([
      create({ number: '1' }, `/buildings/${otherBuilding.id}/apartments`),
      g.ask('DELETE', `/buildings/${otherBuilding.id}`, { as, body: { password: 'correct horse battery staple' } }),
    ]);
    assert.equal(gone.status, 204, `round ${round}`);
    assert.ok([201, 404].includes(made.status), made.text);
    const [left] =
      await g.owner`select count(*) as count from apartments where building_id = ${otherBuilding.id} and archived_at is null`;
    assert.equal(Number(left?.count), 0, `round ${round}`);
  }
});
