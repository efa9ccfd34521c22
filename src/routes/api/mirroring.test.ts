// Tests of what a program needs to keep a copy of the lists: positions in the list, embedded objects, deletions, and
// filters by reference and number.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createBilledBuilding, createThreeInvoices } from '../../../test/billing-fixture.ts';
import {
  type Answer,
  aBuilding,
  anApartment,
  anOrganization,
  aPerson,
  aResidency,
  password,
  refusalOf,
  startTestService,
  type Thing,
} from '../../../test/service-fixture.ts';
import { forgetOldDeletions } from '../../platform/db/deleted-objects.ts';
import { inTenant, serviceCaller } from '../../platform/db/scope.ts';

const g = await startTestService();
const { tenantId, owner: as } = await anOrganization(g);

type Page = { data: Thing[]; deleted?: { id: string; deletedAt: string }[]; pagination: { nextCursor: string | null } };
const pageOf = (answer: Answer<unknown>) => JSON.parse(answer.text) as Page;
const list = async (path: string, who = as) => pageOf(await g.ask('GET', path, { as: who }));

/** Every page of a list. */
async function readAll(path: string): Promise<{ ids: string[]; deleted: string[]; pages: number }> {
  const [ids, deleted]: [string[], string[]] = [[], []];
  let cursor: string | null = null;
  let pages = 0;
  do {
    const page: Page = await list(`${path}${cursor === null ? '' : `&cursor=${cursor}`}`);
    ids.push(...page.data.map(({ id }) => id));
    deleted.push(...(page.deleted ?? []).map(({ id }) => id));
    cursor = page.pagination.nextCursor;
    pages += 1;
  } while (cursor !== null);
  return { ids, deleted, pages };
}

const later = () => {
  g.clock.now = new Date(g.clock.now.getTime() + 60_000);
  return g.clock.now.toISOString();
};

test('include=positions gives each invoice the positions of its detail, and without it there are none', async () => {
  const { building } = await createBilledBuilding(g, as);
  const ids = await createThreeInvoices(g, as, building.id);
  const withThem = await list(`/invoices?buildingId=${building.id}&include=positions`);
  assert.equal(withThem.data.length, 3);
  for (const id of ids) {
    const { data: detail } = await g.ask('GET', `/invoices/${id}`, { as });
    const listed = withThem.data.find((invoice) => invoice.id === id);
    assert.ok(Array.isArray(detail.positions) && detail.positions.length > 1);
    assert.deepEqual(listed, detail);
  }
  const without = await list(`/invoices?buildingId=${building.id}`);
  assert.ok(without.data.every((invoice) => !('positions' in invoice)));
});

test('expand embeds buildings and apartments in the list and the detail; a deleted apartment is null', async () => {
  const { building, apartments } = await createBilledBuilding(g, as);
  const [id] = await createThreeInvoices(g, as, building.id);
  // Numbers of which a double has no exact value, as most are.
  const water = { code: 'water', name: 'Vesi', basis: 'fixed', unitPrice: 1.84 };
  await g.ask('PATCH', `/buildings/${building.id}`, { as, body: { billing: { charges: [water] } } });
  await g.ask('PATCH', `/buildings/${building.id}/apartments/${apartments[1].id}`, { as, body: { area: 33.33 } });
  const shownBuilding = (await g.ask('GET', `/buildings/${building.id}`, { as })).data;
  const shownApartments = (await list(`/buildings/${building.id}/apartments`)).data;
  const { data } = await list(`/invoices?buildingId=${building.id}&expand=building,apartment`);
  for (const invoice of data) {
    assert.deepEqual(invoice.building, shownBuilding);
    assert.deepEqual(
      invoice.apartment,
      shownApartments.find((apartment) => apartment.id === invoice.apartmentId),
    );
  }
  await g.ask('PATCH', `/invoices/${id}`, { as, body: { status: 'paid' } });
  assert.equal((await g.ask('DELETE', `/buildings/${building.id}/apartments/${apartments[0].id}`, { as })).status, 204);
  const detail = (await g.ask('GET', `/invoices/${id}?expand=apartment`, { as })).data;
  assert.deepEqual([detail.apartment, detail.apartmentId, 'building' in detail], [null, apartments[0].id, false]);
});

test('an embedded object shows a resident no more than its own list does', async () => {
  const { building, apartments } = await createBilledBuilding(g, as);
  const [id] = await createThreeInvoices(g, as, building.id);
  const mari = await aPerson(g, tenantId, 'resident');
  await aResidency(g, tenantId, mari.userId, apartments[0].id);
  await g.ask('PATCH', `/invoices/${id}`, { as, body: { status: 'paid' } });
  await g.ask('PATCH', `/buildings/${building.id}`, { as, body: { externalId: 'secret' } });
  const path = `/invoices?expand=building,apartment&include=positions`;
  const seen = await g.ask<Thing[]>('GET', path, { as: mari.token });
  assert.deepEqual(
    seen.data.map((invoice) => [invoice.id, (invoice.apartment as Thing).id]),
    [[id, apartments[0].id]],
  );
  assert.doesNotMatch(seen.text, /secret/);
});

test('expand=residents embeds the people whom each invoice is for, and residents may not ask for it', async () => {
  const { building, apartments } = await createBilledBuilding(g, as);
  const [mari, jaan] = await Promise.all(
    [
      { name: 'Mari Tamm', since: '2020-01-01', until: '2026-10-15' },
      { name: 'Jaan Kask', since: '2026-11-01' },
    ].map(async ({ name, ...days }) => {
      const residency = { apartmentId: apartments[0].id, ...days };
      return (await g.ask('POST', '//console/api/residents', { as, body: { name, apartments: [residency] } })).data;
    }),
  );
  const [october] = await createThreeInvoices(g, as, building.id);
  const path = `/invoices?buildingId=${building.id}&expand=residents`;
  const invoices = (await list(path)).data;
  const shown = (await list('/residents?search=Mari+Tamm')).data;
  for (const invoice of invoices)
    assert.deepEqual(invoice.residents, invoice.id === october ? shown.filter(({ id }) => id === mari?.id) : []);
  assert.ok(jaan && invoices.length === 3);
  const { token } = await aPerson(g, tenantId, 'resident');
  assert.deepEqual(refusalOf(await g.ask('GET', '/invoices?expand=residents', { as: token })), [
    422,
    'validation_failed',
    ['expand'],
  ]);
});

test('words that include and expand do not know are an error that names the known ones', async () => {
  const refuse = async (query: string, field: string, words: RegExp) => {
    const answer = await g.ask('GET', `/invoices?${query}`, { as });
    assert.deepEqual(refusalOf(answer), [422, 'validation_failed', [field]], query);
    assert.match(answer.text, words);
  };
  await refuse('include=position', 'include', /one or more of positions, names, deleted, etags/);
  await refuse('include=positions,', 'include', /separated by commas/);
  await refuse('expand=apartment,resident', 'expand', /one or more of building, apartment, residents/);
});

test('invoices are found by reference and by number, in any case of letters, and not those of others', async () => {
  const { building } = await createBilledBuilding(g, as, { invoiceNumberPrefix: 'Ab-' });
  const [id] = await createThreeInvoices(g, as, building.id);
  const { data: invoice } = await g.ask('GET', `/invoices/${id}`, { as });
  const number = String(invoice.number);
  const { data: free } = await g.ask('PATCH', `/invoices/${id}`, { as, body: { reference: 'RF18 1000175' } });
  for (const query of [
    `number=${number}`,
    `number=${number.toLowerCase()}`,
    `reference=${encodeURIComponent(String(free.reference))}`,
  ])
    assert.deepEqual((await readAll(`/invoices?${query}`)).ids, [id], query);
  for (const query of [`number=${number.slice(0, -1)}`, 'reference=RF18', `number=${number}&reference=1`])
    assert.deepEqual((await readAll(`/invoices?${query}`)).ids, [], query);
  const stranger = await anOrganization(g, 'Strangers');
  assert.deepEqual((await list(`/invoices?number=${number}`, stranger.owner)).data, []);
});

test('a deleted building is reported by every list of what was in it, over several pages', async () => {
  const { building, apartments } = await createBilledBuilding(g, as);
  const ids = await createThreeInvoices(g, as, building.id);
  const meterBody = { buildingId: building.id, apartmentId: apartments[0].id, type: 'cold_water' };
  const meter = (await g.ask('POST', '/meters', { as, body: meterBody })).data;
  for (const id of ids) await g.ask('PATCH', `/invoices/${id}`, { as, body: { status: 'cancelled' } });
  const since = later();
  const other = await aBuilding(g, as);
  const query = (limit: number) => `updatedSince=${since}&include=deleted&limit=${limit}`;
  assert.deepEqual((await list(`/invoices?${query(5)}`)).deleted, []);
  assert.equal((await g.ask('DELETE', `/buildings/${building.id}`, { as, body: { password } })).status, 204);
  for (const limit of [1, 2, 3, 500]) {
    const invoices = await readAll(`/invoices?${query(limit)}`);
    assert.deepEqual([invoices.ids, invoices.deleted.toSorted()], [[], ids.toSorted()], `${limit}`);
    assert.equal(invoices.pages, Math.ceil(3 / limit));
    const buildings = await readAll(`/buildings?${query(limit)}`);
    assert.deepEqual([buildings.ids, buildings.deleted], [[other.id], [building.id]], `${limit}`);
    assert.deepEqual((await readAll(`/meters?${query(limit)}`)).deleted, [meter.id], `${limit}`);
  }
  const ofOther = await list(`/invoices?${query(5)}&buildingId=${other.id}`);
  assert.deepEqual(ofOther.deleted, [], 'those of another building are left out');
  const [first] = (await list(`/buildings?${query(5)}`)).deleted ?? [];
  assert.equal(first?.deletedAt, g.clock.now.toISOString());
  const afterwards = later();
  assert.deepEqual((await readAll(`/invoices?updatedSince=${afterwards}&include=deleted`)).deleted, []);
});

test('a deleted apartment is reported with its meters, under its own building; its invoices stay', async () => {
  const { building, apartments } = await createBilledBuilding(g, as);
  const elsewhere = await aBuilding(g, as);
  await anApartment(g, as, elsewhere.id, { number: '1' });
  const [invoice, ...others] = await createThreeInvoices(g, as, building.id);
  for (const id of [invoice, ...others]) await g.ask('PATCH', `/invoices/${id}`, { as, body: { status: 'cancelled' } });
  const meterBody = { buildingId: building.id, apartmentId: apartments[0].id, type: 'cold_water' };
  const meter = (await g.ask('POST', '/meters', { as, body: meterBody })).data;
  const query = `updatedSince=${later()}&include=deleted`;
  await g.ask('DELETE', `/buildings/${building.id}/apartments/${apartments[0].id}`, { as });
  const reported = async (path: string) => (await list(`${path}?${query}`)).deleted?.map(({ id }) => id);
  assert.deepEqual(await reported(`/buildings/${building.id}/apartments`), [apartments[0].id]);
  assert.deepEqual(await reported(`/buildings/${elsewhere.id}/apartments`), []);
  assert.deepEqual(await reported('/meters'), [meter.id]);
  assert.deepEqual(await reported('/invoices'), []);
});

test('deleted residents are reported', async () => {
  const { id } = (await g.ask('POST', '//console/api/residents', { as, body: { name: 'Jaan Kask' } })).data;
  const query = `updatedSince=${later()}&include=deleted`;
  assert.equal((await g.ask('DELETE', `//console/api/residents/${id}`, { as })).status, 204);
  assert.deepEqual(
    (await list(`/residents?${query}`)).deleted?.map((resident) => resident.id),
    [id],
  );
  const stranger = await anOrganization(g, 'Other strangers');
  assert.deepEqual((await list(`/residents?${query}`, stranger.owner)).deleted, []);
});

test('include=deleted needs updatedSince of the last 90 days', async () => {
  const ask = (query: string) => g.ask('GET', `/invoices?include=deleted${query}`, { as });
  assert.deepEqual(refusalOf(await ask('')), [422, 'validation_failed', ['updatedSince']]);
  const daysAgo = (days: number) => new Date(g.clock.now.getTime() - days * 86_400_000).toISOString();
  const old = await ask(`&updatedSince=${daysAgo(91)}`);
  assert.deepEqual(refusalOf(old), [422, 'validation_failed', ['updatedSince']]);
  assert.match(old.text, /Read the whole list once/);
  assert.equal((await ask(`&updatedSince=${daysAgo(89)}`)).status, 200);
});

test('a cursor into deletions belongs to its list and its filters', async () => {
  const since = later();
  for (const name of ['Mari', 'Jaan', 'Kaja']) {
    const { id } = (await g.ask('POST', '//console/api/residents', { as, body: { name } })).data;
    await g.ask('DELETE', `//console/api/residents/${id}`, { as });
  }
  const query = `updatedSince=${since}&include=deleted&limit=2`;
  const { pagination } = await list(`/residents?${query}`);
  assert.ok(pagination.nextCursor);
  for (const path of [`/payments?${query}`, `/residents?${query}&search=Mari`, '/residents?limit=2'])
    assert.equal((await g.ask('GET', `${path}&cursor=${pagination.nextCursor}`, { as })).status, 422, path);
});

test('deletions are forgotten after 90 days, also when two workers do it at once', async () => {
  const { id } = (await g.ask('POST', '//console/api/residents', { as, body: { name: 'Mari' } })).data;
  await g.ask('DELETE', `//console/api/residents/${id}`, { as });
  const left = async () => (await g.owner`select object_id from deleted_objects where object_id = ${id}`).length;
  const forgetAfter = (days: number) =>
    inTenant(g.app, serviceCaller(tenantId), (scope) =>
      forgetOldDeletions({ ...scope, now: new Date(g.clock.now.getTime() + days * 86_400_000) }),
    );
  await forgetAfter(90);
  assert.equal(await left(), 1);
  await Promise.all([forgetAfter(92), forgetAfter(92)]);
  assert.equal(await left(), 0);
});

test('a mirror that follows updatedSince and deletions has what the lists have, whatever happens in between', async () => {
  const { owner } = await anOrganization(g, 'Mirrored');
  const mirror = new Map<string, unknown>();
  let since = new Date(g.clock.now.getTime() - 60_000).toISOString();
  const follow = async () => {
    let path: string | null = `/residents?updatedSince=${since}&include=deleted&limit=2`;
    while (path !== null) {
      const answer: Answer<unknown> = await g.ask('GET', path, { as: owner });
      const { data, deleted = [] } = pageOf(answer);
      for (const resident of data) mirror.set(resident.id, resident);
      for (const { id } of deleted) mirror.delete(id);
      const times = [...data.map(({ updatedAt }) => String(updatedAt)), ...deleted.map(({ deletedAt }) => deletedAt)];
      since = [since, ...times].toSorted().at(-1) ?? since;
      path = /<\/api([^>]*)>/.exec(answer.headers.link ?? '')?.[1] ?? null;
    }
  };
  const create = (name: string) => g.ask('POST', '//console/api/residents', { as: owner, body: { name } });
  const steps = [
    async () => void (await Promise.all(['A', 'B', 'C', 'D', 'E'].map(create))),
    async () => {
      const [first, second] = (await list('/residents', owner)).data;
      await g.ask('DELETE', `//console/api/residents/${first?.id}`, { as: owner });
      await g.ask('PATCH', `//console/api/residents/${second?.id}`, { as: owner, body: { metadata: { a: 'b' } } });
    },
    async () => {
      const { id } = (await create('F')).data;
      await g.ask('DELETE', `//console/api/residents/${id}`, { as: owner });
      for (const resident of (await list('/residents?limit=2', owner)).data)
        await g.ask('DELETE', `//console/api/residents/${resident.id}`, { as: owner });
    },
  ];
  for (const step of steps) {
    later();
    await step();
    await follow();
    const now = (await list('/residents', owner)).data;
    assert.deepEqual([...mirror.values()].toSorted(byId), now.toSorted(byId));
  }
});

const byId = (a: unknown, b: unknown) => ((a as Thing).id < (b as Thing).id ? -1 : 1);

test('a change to what it is already changes nothing: the object keeps its time and its tag', async () => {
  const building = await aBuilding(g, as);
  const apartment = await anApartment(g, as, building.id, { number: 'A1' });
  const made = await g.ask('POST', '//console/api/residents', {
    as,
    body: { name: 'Mari Mets', phone: '+372 5551234' },
  });
  const same = [
    [`/buildings/${building.id}`, { name: building.name }],
    [`/buildings/${building.id}/apartments/${apartment.id}`, { number: apartment.number }],
    [`//console/api/residents/${made.data.id}`, { name: 'Mari Mets' }],
  ] as const;
  for (const [path, body] of same) {
    const before = (await g.ask('PATCH', path, { as, body })).data;
    g.clock.now = new Date(g.clock.now.getTime() + 60_000);
    for (const unchanged of [{}, body]) {
      const { status, data } = await g.ask('PATCH', path, { as, body: unchanged });
      assert.deepEqual([status, data], [200, before], path);
    }
    const changed = await g.ask('PATCH', path, { as, body: 'name' in body ? { name: 'Other' } : { number: 'B1' } });
    assert.notEqual(changed.data.updatedAt, before.updatedAt, path);
  }
});
