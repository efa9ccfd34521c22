// Proves that what e-mail takes to nobody is listed for paper until somebody has handed it over, and nothing else is.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { aBilledBuilding, threeInvoices } from '../../test/billed.ts';
import { anOrganization, aPerson, given, type Thing } from '../../test/given.ts';

const g = await given();
const { tenantId, owner: as } = await anOrganization(g);

type Paper = Thing & { number: string; reason: string; recipients: string[]; apartmentId: string };
const list = async (buildingId: string, who = as) =>
  (await g.ask<Paper>('GET', `//console/api/paper-invoices?buildingId=${buildingId}`, { as: who })).items;
const shown = async (buildingId: string) => (await list(buildingId)).map(({ id, reason }) => [id, reason]);
const live = (apartmentId: string, body: object) =>
  g.ask('POST', '//console/api/residents', {
    as,
    body: { apartments: [{ apartmentId, since: '2026-01-01' }], ...body },
  });
const change = (id: string, body: object) => g.ask('PATCH', `/invoices/${id}`, { as, body });

test('invoices of those without an address, or of nobody, go out on paper until they are handed over', async () => {
  const { building, apartments } = await aBilledBuilding(g, as);
  const [first, second, third] = apartments;
  await live(first.id, { name: 'Salme Saar' });
  await live(second.id, { name: 'Mari Tamm', email: 'mari@paper.example' });
  await live(second.id, { name: 'Jaan Tamm' });
  const [one, two, three] = await threeInvoices(g, as, building.id);
  assert.deepEqual(await shown(building.id), [
    [one, 'no_address'],
    [three, 'nobody_receives'],
  ]);
  const [paper] = await list(building.id);
  assert.deepEqual([paper?.recipients, paper?.apartmentId], [['Salme Saar'], first.id]);
  const delivered = await g.ask('POST', `//console/api/invoices/${one}/delivered`, { as, body: { by: 'paper' } });
  assert.equal(delivered.status, 200);
  assert.deepEqual(await shown(building.id), [[three, 'nobody_receives']]);
  await change(three, { status: 'paid' });
  assert.deepEqual(await shown(building.id), [[three, 'nobody_receives']], 'paid before anybody saw it');
  await live(third.id, { name: 'Ants Aru', email: 'ants@paper.example' });
  assert.deepEqual(await shown(building.id), []);
  await g.owner`update invoices set sending = 'failed' where id = ${two}`;
  assert.deepEqual(await shown(building.id), [[two, 'failed']]);
  await change(two, { status: 'cancelled' });
  assert.deepEqual(await shown(building.id), []);
});

test('the list is for those who send invoices, and tells nobody of another organization’s', async () => {
  const { building } = await aBilledBuilding(g, as);
  const [one] = await threeInvoices(g, as, building.id);
  const path = '//console/api/paper-invoices';
  const stranger = await anOrganization(g);
  const foreign = await g.ask('GET', `${path}?buildingId=${building.id}`, { as: stranger.owner });
  assert.equal(foreign.status, 404);
  assert.deepEqual((await g.ask('GET', path, { as: stranger.owner })).items, []);
  assert.equal((await g.ask('GET', path, { as: (await aPerson(g, tenantId, 'resident')).token })).status, 403);
  const accountant = (await aPerson(g, tenantId, 'accountant')).token;
  assert.ok((await list(building.id, accountant)).some(({ id }) => id === one));
});
