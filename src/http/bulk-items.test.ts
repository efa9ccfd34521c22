// Tests of bulk items: a failure of the service is never the result of an item, and what a rejected item has written is
// undone.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { anOrganization, startTestService } from '../../test/service-fixture.ts';
import { inTenant, serviceCaller } from '../platform/db/scope.ts';
import { Conflict, TooManyRequests, Unavailable } from '../platform/errors.ts';
import { createResident } from '../residents/residents.ts';
import { makeItemHandler } from './bulk-items.ts';
import { Text, Type } from './schemas.ts';

const g = await startTestService();
const schema = Type.Object({ name: Text(20) });

/** A handler that creates residents, and does `then` after each. */
function creating(then: (name: string) => void) {
  const create = makeItemHandler({
    schema,
    create: async (scope, { name }) => {
      const { id } = await createResident(scope, { name });
      then(name);
      return { id };
    },
  });
  return (tenantId: string, names: readonly string[]) =>
    inTenant(g.app, serviceCaller(tenantId), (scope) =>
      create(
        scope,
        names.map((name) => ({ name })),
      ),
    );
}

const namesOf = async (tenantId: string) =>
  (await g.owner<{ name: string }[]>`select name from residents where tenant_id = ${tenantId} order by name`).map(
    ({ name }) => name,
  );

for (const failure of [new Unavailable(1), new TooManyRequests(1), new TypeError('a defect')])
  test(`after ${failure.name} nothing of the request stays`, async () => {
    const { tenantId } = await anOrganization(g);
    const create = creating((name) => {
      if (name === 'c') throw failure;
    });
    await assert.rejects(create(tenantId, ['a', 'b', 'c', 'd']), failure);
    assert.deepEqual(await namesOf(tenantId), []);
  });

test('what a rejected item has written is undone, and the items after it are created', async () => {
  const { tenantId } = await anOrganization(g);
  const create = creating((name) => {
    if (name === 'b') throw new Conflict('already_exists', 'There is one already.');
  });
  const { status, body } = await create(tenantId, ['a', 'b', 'c']);
  assert.equal(status, 201);
  const { items } = (body as { data: { items: { status: number }[] } }).data;
  assert.deepEqual(
    items.map((item) => item.status),
    [201, 409, 201],
  );
  assert.deepEqual(await namesOf(tenantId), ['a', 'c']);
});
