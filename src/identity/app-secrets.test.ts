// Tests of the secrets of authenticator apps: after the secret key was replaced they are encrypted again, and one of a
// lost key is counted.
import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { test } from 'node:test';
import { Secret, TOTP } from 'otpauth';
import { anOrganization, startTestService } from '../../test/service-fixture.ts';
import { appSecretOf, reencryptAppSecrets } from './app-secrets.ts';

const g = await startTestService();
const path = '//console/api/me/second-factors/apps';

test('the secret of an app is encrypted again with the new key, once, and one of a lost key is counted', async () => {
  const { owner, tenantId } = await anOrganization(g);
  const { data } = await g.ask<{ id: string; token: string; secret: string }>('POST', `${path}/start`, { as: owner });
  const code = new TOTP({ secret: Secret.fromBase32(data.secret) }).generate({ timestamp: g.clock.now.getTime() });
  const body = { token: data.token, name: 'Phone', oneTimeCode: code };
  assert.equal((await g.ask('POST', path, { as: owner, body })).status, 201);
  const { config } = g.app;
  const stored = async () => {
    const [row] = await g.owner<{ userId: string; secret: Buffer }[]>`
      select f.user_id, f.secret from second_factors f join memberships m on m.user_id = f.user_id where m.tenant_id = ${tenantId}`;
    return { userId: row?.userId ?? '', secret: row?.secret ?? Buffer.alloc(0) };
  };
  const replaced = { ...config, secretKey: randomBytes(32) };
  const switched = { ...replaced, previousSecretKey: config.secretKey };
  const reencrypt = (used: typeof config) => reencryptAppSecrets({ ...g.app, config: used }, tenantId);
  assert.deepEqual(await reencrypt(replaced), { reencrypted: 0, unreadable: 1 }, 'without the previous key');
  const before = await stored();
  assert.equal(appSecretOf(switched, before.userId, before), data.secret);
  assert.deepEqual(await reencrypt(switched), { reencrypted: 1, unreadable: 0 });
  assert.deepEqual(await reencrypt(switched), { reencrypted: 0, unreadable: 0 });
  const after = await stored();
  assert.equal(appSecretOf(replaced, after.userId, after), data.secret);
});
