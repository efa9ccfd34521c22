// Tests of Haldur-Query: parameters of a GET in a header count like those in the address, and only there are they in no
// log.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { anOrganization, startTestService } from '../../test/service-fixture.ts';

const g = await startTestService();
const { owner: as } = await anOrganization(g);

const residents = (path: string, query?: string) =>
  g.ask<{ name: string }>('GET', `/residents${path}`, { as, ...(query && { headers: { 'haldur-query': query } }) });

test('a parameter in the header counts like one in the address, also beside others there', async () => {
  for (const name of ['Õie Šmidt & pojad', 'Mari Tamm'])
    assert.equal((await g.ask('POST', '//console/api/residents', { as, body: { name, apartments: [] } })).status, 201);
  const names = async (...sent: Parameters<typeof residents>) =>
    (await residents(...sent)).items.map(({ name }) => name);
  const search = `search=${encodeURIComponent('Šmidt & p')}`;
  assert.deepEqual(await names(`?${search}`), ['Õie Šmidt & pojad']);
  assert.deepEqual(await names('', search), ['Õie Šmidt & pojad']);
  assert.deepEqual(await names('?limit=1&sort=name', 'search=a'), ['Mari Tamm']);
  assert.deepEqual(await names('?limit=1', 'sort=-name'), ['Õie Šmidt & pojad']);
});

test('a parameter in both is rejected as repeated, and wrong ones as in the address', async () => {
  assert.equal((await residents('?search=a', 'search=b')).status, (await residents('?search=a&search=b')).status);
  assert.equal((await residents('?search=a', 'search=b')).status, 422);
  assert.equal((await residents('', 'sort=height')).status, 422);
  assert.equal((await residents('', 'x'.repeat(3000))).status, 200, 'unknown ones are ignored');
});

test('only a GET reads the header', async () => {
  const headers = { 'haldur-query': 'dryRun=true' };
  await g.succeed('POST', '/buildings', { as, headers, body: { name: 'A', address: 'B' } });
});
