// Tests of the secret-key check: a start with another secret key is noticed before anything fails, and any other start
// is not affected.
import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { test } from 'node:test';
import { anOrganization, password, startTestService } from '../../../test/service-fixture.ts';
import { enqueueMail } from '../../mail/outbox.ts';
import { inTenant, serviceCaller } from '../db/scope.ts';
import { findOtherKeyNotice } from './secret-key-check.ts';

const g = await startTestService();
const { tenantId, owner: as } = await anOrganization(g);

test('a start with another secret key reports what it cannot decrypt, over all organizations; one with the correct key reports nothing', async () => {
  const { pool, config } = g.app;
  const other = { ...config, secretKey: randomBytes(32) };
  assert.equal(await findOtherKeyNotice(pool, other), undefined, 'nothing is sealed yet');

  const store = { name: 'montonio', provider: 'montonio', merchant: 'store', secretKey: 'väga salajane', password };
  assert.equal((await g.ask('POST', '//console/api/banks', { as, body: store })).status, 201);
  await g.owner`delete from mails`; // The letters to the owner about it are sealed too.
  assert.match((await findOtherKeyNotice(pool, other)) ?? '', /the one that keys of banks were sealed with/);

  const body = { url: 'https://receiver.example/hooks', events: ['invoice.paid'] };
  assert.equal((await g.ask('POST', '/webhooks', { as, body })).status, 201);
  const facts = { link: 'https://haldur.example/console/magic-link#hml_secret', minutes: 10 };
  await inTenant(g.app, serviceCaller(tenantId), (scope) =>
    enqueueMail(scope, { kind: 'magic-link', to: { address: 'mari@example.org' }, language: 'et', facts }),
  );
  const notice = (await findOtherKeyNotice(pool, other)) ?? '';
  for (const what of ['keys of banks', 'e-mails that wait', 'secrets of webhooks'])
    assert.ok(notice.includes(what), notice);
  assert.equal(await findOtherKeyNotice(pool, config), undefined);
});
