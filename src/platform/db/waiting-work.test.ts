// Tests of what the operator sees of waiting work: where it waits or fails, with the last error, and that it is tried
// again at once.
import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { test } from 'node:test';
import { anOrganization, startTestService } from '../../../test/service-fixture.ts';
import { inTenant, serviceCaller } from './scope.ts';
import { listWaiting, tryAgain } from './waiting-work.ts';

const g = await startTestService();
const minutes = (count: number) => new Date(g.clock.now.getTime() + count * 60_000);

test('the operator sees where work waits or fails, the longest first, and has it tried again', async () => {
  const [failing, late, fine] = [await anOrganization(g), await anOrganization(g), await anOrganization(g)];
  await g.owner`delete from due_work`;
  const endpoint = randomUUID();
  const now = g.clock.now;
  await g.owner`
    insert into webhook_endpoints (tenant_id, id, url, events, status, secret, secret_hint, failing_since, paused_until, created_at, updated_at)
    values (${failing.tenantId}, ${endpoint}, 'https://receiver.example', '{}', 'enabled', '', '', ${minutes(-30)}, ${minutes(60)}, ${now}, ${now})`;
  await g.owner`
    insert into deliveries (tenant_id, id, endpoint_id, event_id, status, priority, due_at, created_at, updated_at)
    values (${failing.tenantId}, gen_random_uuid(), ${endpoint}, gen_random_uuid(), 'pending', 2, ${minutes(60)}, ${now}, ${now})`;
  await g.owner`
    insert into mails (tenant_id, id, kind, rank, recipient, language, content, status, attempts, error, due_at, created_at)
    values (${failing.tenantId}, gen_random_uuid(), 'invitation', 1, 'x@example.org', 'en', '', 'pending', 2, '451 try later', ${minutes(15)}, ${now})`;
  await g.owner`
    insert into due_work (tenant_id, id, kind, due_at)
    values (${late.tenantId}, gen_random_uuid(), 'changed', ${minutes(-45)}), (${fine.tenantId}, gen_random_uuid(), 'timed', ${minutes(45)})`;
  const seen = await listWaiting(g.app.pool, now, 10);
  assert.deepEqual(
    seen.map(({ tenantId, kind, amount, error }) => [tenantId, kind, amount, error]),
    [
      [late.tenantId, 'changed', 1, null],
      [failing.tenantId, 'endpoint', 1, 'https://receiver.example'],
      [failing.tenantId, 'mail', 1, '451 try later'],
    ],
  );
  assert.equal((await listWaiting(g.app.pool, now, 1)).length, 1);

  const tried = await inTenant(g.app, serviceCaller(failing.tenantId), tryAgain);
  assert.deepEqual(tried, { mails: 1, deliveries: 1 });
  const due = await g.owner`
    select (select count(*)::int from mails where due_at <= ${now} and status = 'pending') as mails,
           (select count(*)::int from deliveries where due_at <= ${now}) as deliveries,
           (select paused_until from webhook_endpoints where id = ${endpoint}) as paused,
           (select count(*)::int from due_work where tenant_id = ${failing.tenantId} and due_at <= ${now}) as work`;
  assert.deepEqual({ ...due[0] }, { mails: 1, deliveries: 1, paused: null, work: 1 });
  assert.deepEqual(await inTenant(g.app, serviceCaller(fine.tenantId), tryAgain), { mails: 0, deliveries: 0 });
});
