// Proves that the file of everything about a person costs no more for each row the more there are, in short turns.
// HALDUR_ROWS is the number of rows of a section: 2,000, and 20,000 in a night, of which the file has 10,000.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { anOrganization, aPerson, startTestService } from '../service-fixture.ts';
import { measureWork, requireLinear } from './measure-work.ts';

const rows = Number(process.env.HALDUR_ROWS ?? 2000);
const g = await startTestService();

/** Somebody who has worked a lot: so many entries of each log, of their requests and their readings. */
async function aBusyPerson(count: number): Promise<string> {
  const { tenantId } = await anOrganization(g);
  const { userId, token } = await aPerson(g, tenantId, 'manager');
  await g.owner`
    insert into audit_log (tenant_id, at, id, action, operation, actor_kind, actor_id, object_kind)
    select ${tenantId}, now() - n * interval '1 second', gen_random_uuid(), 'changed', 'updateInvoice', 'user', ${userId}, 'invoices'
      from generate_series(1, ${count}::integer) n`;
  await g.owner`
    insert into request_log (tenant_id, at, id, caller_kind, caller_id, operation, method, path, status, duration_ms, request_id)
    select ${tenantId}, now() - n * interval '1 second', gen_random_uuid(), 'user', ${userId}, 'listInvoices', 'GET', '/api/invoices', 200, 5, 'r'
      from generate_series(1, ${count}::integer) n`;
  await g.owner`
    insert into security_events (tenant_id, id, at, kind, actor_kind, actor_id, address, detail)
    select ${tenantId}, gen_random_uuid(), now() - n * interval '1 second', 'signed_in', 'user', ${userId}, '192.0.2.1', '{}'
      from generate_series(1, ${count}::integer) n`;
  return token;
}

test(
  'the file of everything about a person is linear, in short turns',
  {
    skip: process.platform !== 'linux' && 'It reads /proc.',
  },
  () =>
    requireLinear('the file of a person', rows, async (count) => {
      const as = await aBusyPerson(count);
      return measureWork(g, async () => {
        const { statusCode, rawPayload } = await g.server.inject({
          url: '/console/api/me/personal-data',
          headers: { authorization: `Bearer ${as}` },
        });
        assert.equal(statusCode, 200);
        assert.ok(rawPayload.length > count);
      });
    }),
);
