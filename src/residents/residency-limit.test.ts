// Tests over HTTP: an apartment has at most a thousand residencies, however they come.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { linkIn, mailsIn } from '../../test/mail-servers.ts';
import {
  aBuilding,
  anApartment,
  anOrganization,
  password,
  startTestService,
  type Thing,
} from '../../test/service-fixture.ts';
import { maxResidencies } from './residency-limit.ts';

const g = await startTestService();

test('an apartment has at most a thousand residencies, by an import, by a request and by an invitation', async () => {
  const { owner: as } = await anOrganization(g);
  const building = await aBuilding(g, as);
  const { id: apartmentId } = await anApartment(g, as, building.id, { number: '1' });
  const importResidents = (from: number, count: number) => {
    const lines = Array.from(
      { length: count },
      (_, nth) => `Mari ${from + nth};m${from + nth}@example.org;1;2020-01-01`,
    );
    const raw = `name;email;apartment;since\n${lines.join('\n')}\n`;
    return g.ask('POST', '//console/api/residents/import', { as, raw, headers: { 'content-type': 'text/csv' } });
  };
  const tooMany = await importResidents(0, maxResidencies + 1);
  assert.deepEqual([tooMany.status, tooMany.fields], [422, ['file']]);
  assert.match(tooMany.text, /Apartment 1 would have more than 1000 residencies/);
  assert.equal((await importResidents(0, maxResidencies)).status, 200);
  assert.equal((await importResidents(0, maxResidencies)).status, 200, 'the same again adds nothing');
  const apartments = [{ apartmentId, role: 'owner', since: '2021-01-01' }];
  const further = await g.ask('POST', '//console/api/residents', { as, body: { name: 'Jaan', apartments } });
  assert.deepEqual([further.status, further.fields], [422, ['apartments']]);
  const email = 'invited@example.org';
  assert.equal((await g.ask('POST', '/invitations', { as, body: { email, apartmentId } })).status, 201);
  const token = new URL(linkIn((await mailsIn(g, email)).at(-1) ?? {})).hash.slice(1);
  const body = { token, name: 'Mari Tamm', password };
  const accepted = await g.ask('POST', '//console/api/invitations/accept', { body });
  assert.deepEqual([accepted.status, accepted.fields], [422, ['token']]);
  const [resident] = (await g.ask('GET', '/residents?limit=1', { as })).items;
  const { data } = await g.ask<Thing & { apartments: Thing[] }>('GET', `//console/api/residents/${resident?.id}`, {
    as,
  });
  const residency = `//console/api/residents/${resident?.id}/residencies/${data.apartments[0]?.id}`;
  assert.equal((await g.ask('DELETE', residency, { as })).status, 204);
  assert.equal((await g.ask('POST', '//console/api/invitations/accept', { body })).status, 200, 'the link still works');
});
