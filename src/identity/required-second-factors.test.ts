// Tests of a service whose operator requires a second factor of some roles, residents too.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { addApp } from '../../test/authenticator-app.ts';
import { anOrganization, aPerson, startTestService, tokenOf } from '../../test/service-fixture.ts';

const g = await startTestService({ secondFactorRequiredFor: ['owner', 'resident'] });
const mine = '//console/api/me';
const { owner, tenantId, integrator } = await anOrganization(g);

test('without a second factor a session of such a role reaches the person’s own account only, and everything with one', async () => {
  const resident = await aPerson(g, tenantId, 'resident');
  for (const as of [owner, resident.token, await tokenOf(g, resident.email)]) {
    assert.equal((await g.ask('GET', '/buildings', { as })).code, 'second_factor_setup_required');
    assert.equal((await g.ask('GET', mine, { as })).data.lacksSecondFactor, true);
  }
  const { added } = await addApp(g, resident.token);
  assert.equal((await g.ask('GET', '/buildings', { as: resident.token })).status, 200, 'at once');
  assert.equal((await g.ask('GET', mine, { as: resident.token })).data.lacksSecondFactor, false);
  const last = await g.ask('DELETE', `${mine}/second-factors/${added.data.factor.id}`, { as: resident.token });
  assert.deepEqual([last.status, last.code], [409, 'second_factor_needed']);
});

test('other roles and API keys are not affected', async () => {
  const manager = await aPerson(g, tenantId, 'manager');
  assert.equal((await g.ask('GET', '/buildings', { as: manager.token })).status, 200);
  assert.equal((await g.ask('GET', mine, { as: manager.token })).data.lacksSecondFactor, false);
  assert.equal((await g.ask('GET', '/buildings', { as: integrator })).status, 200);
  const { added } = await addApp(g, manager.token);
  await g.succeed('DELETE', `${mine}/second-factors/${added.data.factor.id}`, { as: manager.token });
});
