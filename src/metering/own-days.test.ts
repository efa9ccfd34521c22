// Proves that a resident neither learns what a meter showed before her own days, nor says that a program read it.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { aBuilding, anApartment, anOrganization, aPerson, aResidency, given, type Thing } from '../../test/given.ts';

const g = await given();
const { tenantId, owner: as } = await anOrganization(g);
const house = await aBuilding(g, as);

test('a resident’s reading from before she came is refused before anything else is told of it', async () => {
  const flat = await anApartment(g, as, house.id, { number: '3' });
  const liisa = await aPerson(g, tenantId, 'resident');
  await aResidency(g, tenantId, liisa.userId, flat.id, '2026-06-01');
  const body = { buildingId: house.id, apartmentId: flat.id, type: 'cold_water', installedOn: '2026-01-01' };
  const meter = await g.ask<Thing>('POST', '/meters', { as, body });
  const submit = (reading: Record<string, unknown>, by: string) =>
    g.ask('POST', `/meters/${meter.data.id}/readings`, { as: by, body: reading });
  assert.equal((await submit({ value: 115.321, readAt: '2026-05-31' }, as)).status, 201);
  for (const readAt of ['2026-05-31', '2026-05-31T20:59:00Z', '2025-01-01']) {
    const early = await submit({ value: 1, readAt }, liisa.token);
    assert.deepEqual([early.status, early.fields], [422, ['readAt']]);
    assert.match(early.text, /since 2026-06-01/);
    assert.ok(!early.text.includes('115.321') && !early.text.includes('installed'), early.text);
  }
  const said = await submit({ value: 120, source: 'api', readAt: '2026-06-01' }, liisa.token);
  assert.deepEqual([said.status, said.data.source], [201, 'manual'], said.text);
  const entered = await submit({ value: 119, source: 'api', readAt: '2026-06-01' }, as);
  assert.equal(entered.data.source, 'api', 'a manager may say so');
});
