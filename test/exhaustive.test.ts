// Exhaustive permission tests: every kind of caller × every operation × their own building, another one, and another
// organization's.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Operation } from '../src/http/operation.ts';
import { createApiKey } from '../src/identity/operator-accounts.ts';
import { expectedOperations, expectedRoles, needsPerson } from './expected-permissions.ts';
import {
  allOperations,
  bodyFor,
  createSampleIds,
  idsIn,
  ownSessionOperations,
  pathFor,
  requestLogs,
  type SampleIds,
  stateDependent,
} from './operation-samples.ts';
import { anOrganization, aPerson, aResidency, startTestService } from './service-fixture.ts';

const g = await startTestService();
const organization = await anOrganization(g);
const stranger = await anOrganization(g);
const { tenantId } = organization;

const own = await createSampleIds(g, organization);
const next = await createSampleIds(g, organization);
const foreign = await createSampleIds(g, stranger);

const resident = await aPerson(g, tenantId, 'resident');
const former = await aPerson(g, tenantId, 'resident');
await aResidency(g, tenantId, resident.userId, own.apartments);
await aResidency(g, tenantId, former.userId, own.apartments, '2025-01-01', { until: '2026-08-31' });
const key = async (role: 'owner' | 'manager' | 'accountant') =>
  (await createApiKey(g.app, { tenantId, name: role, role })).apiKey;

/** Every kind of caller, and its letter in the table below. */
const callers: readonly { readonly name: string; readonly letter: string; readonly token: string | undefined }[] = [
  { name: 'owner', letter: 'O', token: organization.owner },
  { name: 'manager', letter: 'M', token: (await aPerson(g, tenantId, 'manager')).token },
  { name: 'accountant', letter: 'A', token: (await aPerson(g, tenantId, 'accountant')).token },
  { name: 'resident', letter: 'R', token: resident.token },
  { name: 'former resident', letter: 'R', token: former.token },
  { name: 'key of an owner', letter: 'o', token: await key('owner') },
  { name: 'key of a manager', letter: 'm', token: await key('manager') },
  { name: 'key of an accountant', letter: 'a', token: await key('accountant') },
  { name: 'nobody', letter: '-', token: undefined },
];

const closed = allOperations.filter(
  (operation) => operation.permission !== 'none' && !ownSessionOperations.has(operation.name),
);
/** What is inside a building is deleted before it. */
const deletions = closed
  .filter((operation) => operation.method === 'DELETE' && idsIn(operation).length > 0)
  .toReversed();
const ordered = [...closed.filter((operation) => !deletions.includes(operation)), ...deletions];

/** What shows their former apartment to who has left. */
const keptAfterwards = new Set(['getProfile', 'updateProfile', 'getApartmentAccount', 'printApartmentAccount']);

function ask(operation: Operation, place: SampleIds, as: string | undefined, body = bodyFor(operation, place)) {
  return g.ask(operation.method, pathFor(operation, place), { as, body });
}

/** The permitted callers, by their letters above: from the operation's permission in the specification. */
function lettersOf({ permission }: Operation): string {
  if (permission === 'none') return '';
  const people = expectedRoles[permission].toUpperCase();
  return needsPerson.has(permission) ? people : people + expectedRoles[permission].replace('r', '');
}

/** Whether an answer contains anything of a building. */
function names(text: string, place: SampleIds): boolean {
  return Object.values(place).some((id) => text.includes(id));
}

test('each operation needs the permission that is agreed', () => {
  const agreed = Object.entries(expectedOperations).flatMap(([permission, names]) =>
    names
      .trim()
      .split(/\s+/)
      .map((name) => `${name}: ${permission}`),
  );
  const found = allOperations.map(({ name, permission }) => `${name}: ${permission}`);
  assert.deepEqual(found.toSorted(), agreed.toSorted(), 'Correct it, or test/expected-permissions.ts.');
});

for (const caller of callers) {
  test(`${caller.name}: each operation answers as agreed in their own building, another one and another organization’s`, async () => {
    const kept = [own, next, foreign].map((place) => place.webhooks);
    const toDelete = new Map<SampleIds, SampleIds>();
    /** Where an operation is tried: one that cannot be repeated on the same object gets objects of its own. */
    const spotFor = async (operation: Operation, place: SampleIds) => {
      if (operation.name === 'reversePayment') return createSampleIds(g, organization);
      if (!deletions.includes(operation)) return place;
      const spot = toDelete.get(place) ?? (await createSampleIds(g, organization));
      toDelete.set(place, spot);
      kept.push(spot.webhooks);
      return spot;
    };
    for (const operation of ordered) {
      const may = lettersOf(operation).includes(caller.letter);
      const ids = idsIn(operation);
      const about = `${caller.name} ${operation.name}`;
      if (!may) {
        // The role alone decides, before anything is looked for (operation.test.ts), so one building is enough.
        const refusal = caller.token === undefined ? 401 : 403;
        assert.equal((await ask(operation, own, caller.token)).status, refusal, about);
        continue;
      }
      // What the caller before has made and rejected: an organization has at most 20 endpoints, and nothing undoes a
      // rejection.
      await g.owner`delete from webhook_endpoints where id <> all (${kept}::uuid[])`;
      await g.owner`update readings set status = 'submitted' where status = 'rejected'`;
      const there = await ask(operation, foreign, caller.token, bodyFor(operation, own));
      if (ids.length > 0) assert.equal(there.status, 404, about);
      if (!requestLogs.has(operation.name))
        assert.ok(!names(there.text, foreign), `${about} tells of another organization`);
      const isOwnStill = caller.name === 'resident' || keptAfterwards.has(operation.name);
      const inReach = (place: SampleIds) => caller.letter !== 'R' || (isOwnStill && place === own);
      // Another building is as reachable as the first for all staff, so one kind of them is enough.
      const places = caller.letter === 'O' || caller.letter === 'R' ? [own, next] : [own];
      for (const place of places) {
        const spot = await spotFor(operation, place);
        if (operation.name === 'readMeterPhoto' && inReach(place) && (place === next || !/[OR]/.test(caller.letter))) {
          // Reading takes seconds. Who may have a photo read is told that this one is none.
          const body = { ...bodyFor(operation, spot), file: Buffer.from('GIF89a').toString('base64') };
          assert.equal((await ask(operation, spot, caller.token, body)).status, 415, about);
          continue;
        }
        const answer = await ask(operation, spot, caller.token);
        const named = ids.length > 0 || names(JSON.stringify(bodyFor(operation, spot) ?? {}), spot);
        if (named && !inReach(place)) assert.equal(answer.status, 404, about);
        else if (stateDependent.has(operation.name) && answer.status >= 300)
          assert.equal(answer.status, 409, answer.text);
        else assert.ok(answer.status < 300, `${about}: ${answer.status} ${answer.text}`);
        for (const other of [own, next])
          if (!inReach(other))
            assert.ok(!names(answer.text, other), `${about} tells of an apartment that is not theirs`);
      }
    }
  });
}

test('a resident cannot reach a neighbour in the same building', async () => {
  const neighbour = await g.ask('POST', `/buildings/${own.buildings}/apartments`, {
    as: organization.owner,
    body: { number: 'neighbour' },
  });
  const list = await g.ask('GET', `/buildings/${own.buildings}/apartments`, { as: resident.token });
  assert.ok(!list.text.includes(neighbour.data.id));
});
