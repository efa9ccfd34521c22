// Tests of buildings over HTTP: every status of each operation, and that a rejected request writes nothing.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createBilledBuilding, createThreeInvoices, markSent } from '../../../test/billing-fixture.ts';
import { createSampleIds } from '../../../test/operation-samples.ts';
import { aBuilding, anOrganization, aPerson, password, startTestService } from '../../../test/service-fixture.ts';
import { createUser } from '../../identity/operator-accounts.ts';
import { newId } from '../../platform/values/ids.ts';

const g = await startTestService();
const organization = await anOrganization(g);
const as = organization.owner;
const body = { name: 'Kase 12', address: 'Kase 12, 10612 Tallinn' };

async function rows(): Promise<unknown> {
  return g.owner`select to_jsonb(b) as row from buildings b where tenant_id = ${organization.tenantId} order by id`;
}

test('a building is created with the default billing settings, found at its Location, and listed', async () => {
  const made = await g.succeed('POST', '/buildings', { as, body });
  assert.equal(made.headers.location, `/api/buildings/${made.data.id}`);
  assert.deepEqual(made.data.billing, {
    currency: 'EUR',
    paymentTermDays: 14,
    beneficiary: null,
    iban: null,
    invoiceNumberPrefix: '',
    timeZone: 'Europe/Tallinn',
    language: 'et',
    lateInterest: null,
    billedFrom: null,
    charges: [],
  });
  assert.match(String(made.data.createdAt), /^2026-11-20T09:00:00\.000Z$/);
  const found = await g.succeed('GET', `/${made.headers.location}`, { as });
  assert.equal(found.text, made.text);
  assert.ok((await g.ask('GET', '/buildings', { as })).items.some((item) => item.id === made.data.id));
});

test('everything is returned as it was sent, trimmed and normalised', async () => {
  const billing = {
    currency: 'SEK',
    paymentTermDays: 0,
    beneficiary: 'KÜ Kase 12',
    iban: 'EE382200221020145685',
    invoiceNumberPrefix: 'K12-',
    timeZone: 'Europe/Stockholm',
    language: 'ru',
    lateInterest: 0.022,
    billedFrom: '2026-10-01',
    charges: [
      { code: 'heat', name: 'Küte', basis: 'heated_area', costFrom: 'supplier_bill', vatRate: 0 },
      { code: 'admin', name: 'Haldus', basis: 'area', unitPrice: 0.123456, vatRate: 22 },
      { code: 'rebate', name: 'Soodustus', basis: 'fixed', unitPrice: -5, vatRate: 5.5 },
    ],
  };
  const written = {
    name: '  Kase 12 ',
    address: '\tKase 12 ',
    billing: { ...billing, iban: 'ee38 2200 2210 2014 5685', beneficiary: ' KÜ Kase 12 ' },
  };
  const made = await g.succeed('POST', '/buildings', { as, body: written });
  const { data } = await g.ask('GET', `/buildings/${made.data.id}`, { as });
  assert.deepEqual([data.name, data.address], ['Kase 12', 'Kase 12']);
  assert.deepEqual(data.billing, billing);
});

test('invalid input is 400 or 422 with every field named, and writes nothing', async () => {
  const before = await rows();
  const charge = { code: 'a', name: 'A', basis: 'area', unitPrice: 1 };
  const cases: [unknown, number, string[]][] = [
    [{}, 400, ['name', 'address']],
    [
      { ...body, billing: { charges: [{}] } },
      400,
      ['billing.charges.0.code', 'billing.charges.0.name', 'billing.charges.0.basis'],
    ],
    [{ ...body, billing: { currency: 'JPY' } }, 422, ['billing.currency']],
    [{ ...body, billing: { iban: 'EE382200221020145686' } }, 422, ['billing.iban']],
    [{ ...body, billing: { timeZone: 'Mars/Olympus' } }, 422, ['billing.timeZone']],
    [{ ...body, billing: { charges: [{ ...charge, unitPrice: 0.1234567 }] } }, 422, ['billing.charges.0.unitPrice']],
    [
      { ...body, billing: { currency: 'JPY', iban: 'EE000000', timeZone: 'x' } },
      422,
      ['billing.iban', 'billing.currency', 'billing.timeZone'],
    ],
    [{ name: '', billing: { paymentTermDays: 'x' } }, 400, ['address', 'name', 'billing.paymentTermDays']],
  ];
  for (const [written, status, fields] of cases) {
    const answer = await g.ask('POST', '/buildings', { as, body: written });
    assert.deepEqual(
      [answer.status, [...new Set(answer.fields)].sort()],
      [status, [...fields].sort()],
      JSON.stringify(written).slice(0, 120),
    );
  }
  assert.deepEqual(await rows(), before);
});

test('a change sets what is given and leaves the rest; charges are replaced as a whole, null clears a field', async () => {
  const building = await aBuilding(g, as, {
    billing: {
      iban: 'EE382200221020145685',
      paymentTermDays: 21,
      charges: [{ code: 'a', name: 'A', basis: 'area', unitPrice: 1 }],
    },
  });
  const change = (written: unknown) =>
    g.ask<{ id: string; name: string; billing: Record<string, unknown> }>('PATCH', `/buildings/${building.id}`, {
      as,
      body: written,
    });
  g.clock.now = new Date(g.clock.now.getTime() + 60_000);
  const renamed = await change({ name: 'Kase 14' });
  assert.equal(renamed.status, 200);
  assert.deepEqual(renamed.data, { ...building, name: 'Kase 14', updatedAt: g.clock.now.toISOString() });
  assert.deepEqual((await change({ billing: { charges: [] } })).data.billing, {
    ...(building.billing as object),
    charges: [],
  });
  assert.equal((await change({ billing: { iban: null } })).data.billing.iban, null);
  assert.equal((await change({})).data.name, 'Kase 14');
});

test('a rejected change changes nothing', async () => {
  const building = await aBuilding(g, as);
  const before = await rows();
  for (const [written, status] of [
    [{ name: 'x', billing: { iban: 'EE00' } }, 422],
    [{ name: 'x', address: null }, 400],
    [{ name: 'x', billing: { charges: [{ code: 'a', name: 'b', basis: 'area' }] } }, 422],
  ] as const)
    assert.equal(
      (await g.ask('PATCH', `/buildings/${building.id}`, { as, body: written })).status,
      status,
      String(status),
    );
  assert.deepEqual(await rows(), before);
});

test('deleting requires the password: missing 400, wrong 403 with its challenge, correct 204 and gone from every answer', async () => {
  const place = await createSampleIds(g, organization);
  const path = `/buildings/${place.buildings}`;
  for (const ask of [{}, { body: {} }, { headers: { 'x-confirm-password': '' } }]) {
    const missing = await g.ask('DELETE', path, { as, ...ask });
    assert.deepEqual([missing.status, missing.fields], [400, ['password']], JSON.stringify(ask));
  }
  assert.equal((await g.ask('DELETE', path, { as, body: { password: 5 } })).status, 400);
  assert.equal((await g.ask('DELETE', path, { as, body: { password: '' } })).status, 422);
  const wrong = await g.ask('DELETE', path, { as, body: { password: 'wrong' } });
  assert.deepEqual(
    [wrong.status, wrong.code, wrong.headers['www-authenticate']],
    [403, 'password_confirmation_failed', 'Bearer error="insufficient_user_authentication"'],
  );
  assert.equal((await g.ask('GET', path, { as })).status, 200);
  const gone = await g.ask('DELETE', path, { as, body: { password } });
  assert.deepEqual([gone.status, gone.text], [204, '']);
  for (const [method, where] of [
    ['GET', path],
    ['PATCH', path],
    ['GET', `${path}/apartments`],
    ['POST', `${path}/apartments`],
    ['PATCH', `${path}/apartments/${place.apartments}`],
    ['DELETE', `${path}/apartments/${place.apartments}`],
    ['DELETE', path],
  ] as const)
    assert.equal(
      (await g.ask(method, where, { as, ...(method === 'GET' ? {} : { body: { password, number: '1' } }) })).status,
      404,
      `${method} ${where}`,
    );
  assert.ok(!(await g.ask('GET', '/buildings', { as })).items.some((item) => item.id === place.buildings));
});

test('the password can be sent in the header instead, also with letters beyond ASCII, and the body takes precedence', async () => {
  const email = `onne-${newId()}@example.org`;
  await createUser(g.app, { tenantId: organization.tenantId, email, password: 'õige hobune', role: 'owner' });
  const { data } = await g.ask<{ id: string; accessToken: string }>('POST', '/auth/login', {
    body: { email, password: 'õige hobune' },
  });
  const remove = async (id: string, header: string, inBody?: string) =>
    (
      await g.ask('DELETE', `/buildings/${id}`, {
        as: data.accessToken,
        headers: { 'x-confirm-password': header },
        ...(inBody ? { body: { password: inBody } } : {}),
      })
    ).status;
  const buildings = [await aBuilding(g, as), await aBuilding(g, as), await aBuilding(g, as)];
  const utf8 = Buffer.from('õige hobune').toString('latin1');
  assert.equal(await remove(buildings[0]?.id ?? '', utf8, 'wrong'), 403);
  assert.equal(await remove(buildings[0]?.id ?? '', utf8), 204);
  assert.equal(await remove(buildings[1]?.id ?? '', 'õige hobune'), 204);
  assert.equal(await remove(buildings[2]?.id ?? '', 'wrong', 'õige hobune'), 204);
});

test('guessing the confirmation password is throttled, and a missing building is reported before the password is checked', async () => {
  const { token } = await aPerson(g, organization.tenantId, 'owner');
  const building = await aBuilding(g, as);
  const remove = (id: string, word: string) =>
    g.ask('DELETE', `/buildings/${id}`, { as: token, body: { password: word } });
  for (let n = 0; n < 5; n += 1) assert.equal((await remove(building.id, 'wrong')).status, 403, `n ${n}`);
  const waiting = await remove(building.id, password);
  assert.deepEqual([waiting.status, waiting.code, waiting.headers['retry-after']], [429, 'sign_in_throttled', '1']);
  assert.equal((await remove(newId(), 'wrong')).status, 404);
  g.clock.now = new Date(g.clock.now.getTime() + 1000);
  assert.equal((await remove(building.id, password)).status, 204);
});

test('a building with unpaid invoices cannot be deleted by anybody, and nothing of it changes', async () => {
  for (const status of ['draft', 'sent']) {
    const { building } = await createBilledBuilding(g, as);
    const [unpaid, ...others] = await createThreeInvoices(g, as, building.id);
    if (status === 'sent') await markSent(g, unpaid);
    const cancel = (id: string) => g.ask('PATCH', `/invoices/${id}`, { as, body: { status: 'cancelled' } });
    for (const id of others) await cancel(id);
    const refused = await g.ask('DELETE', `/buildings/${building.id}`, { as, body: { password } });
    assert.deepEqual([refused.status, refused.code], [409, 'building_in_use'], status);
    assert.equal((await g.ask('GET', `/buildings/${building.id}`, { as })).status, 200, status);
    await cancel(unpaid);
    assert.equal((await g.ask('DELETE', `/buildings/${building.id}`, { as, body: { password } })).status, 204, status);
  }
});

test('of two simultaneous deletions one succeeds, the other finds nothing', async () => {
  const building = await aBuilding(g, as);
  const both = await Promise.all(
    [1, 2].map(() => g.ask('DELETE', `/buildings/${building.id}`, { as, body: { password } })),
  );
  assert.deepEqual(both.map((answer) => answer.status).sort(), [204, 404]);
});

test('two simultaneous changes of different fields are both stored', async () => {
  const building = await aBuilding(g, as);
  const names = [{ name: 'A' }, { address: 'B' }, { billing: { paymentTermDays: 3 } }, { billing: { language: 'en' } }];
  await Promise.all(names.map((name) => g.ask('PATCH', `/buildings/${building.id}`, { as, body: name })));
  const { data } = await g.ask<{
    id: string;
    name: string;
    address: string;
    billing: { paymentTermDays: number; language: string };
  }>('GET', `/buildings/${building.id}`, { as });
  assert.deepEqual([data.name, data.address, data.billing.paymentTermDays, data.billing.language], ['A', 'B', 3, 'en']);
});
