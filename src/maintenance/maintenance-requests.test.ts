// Tests of maintenance requests: permissions, visibility, status transitions, and one notification for each change.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { linkIn, mailsIn } from '../../test/mail-servers.ts';
import {
  aBuilding,
  anApartment,
  anOrganization,
  aPerson,
  aResidency,
  moveOut,
  password,
  residentOf,
  startTestService,
  type Thing,
  tokenOf,
} from '../../test/service-fixture.ts';
import { inTenant, serviceCaller } from '../platform/db/scope.ts';
import { changeRequest, maxParts } from './maintenance-requests.ts';
import { type RequestStatus, requestStatuses, statusTransitions } from './status-transitions.ts';

const g = await startTestService();
const { owner, integrator, tenantId } = await anOrganization(g);
const stranger = await anOrganization(g, 'KÜ Tamme');
const building = await aBuilding(g, owner);
const home = await anApartment(g, owner, building.id, { number: '1' });
const next = await anApartment(g, owner, building.id, { number: '2' });
const far = await aBuilding(g, owner, { name: 'Tamme 3' });
const manager = await aPerson(g, tenantId, 'manager');
const resident = await aPerson(g, tenantId, 'resident');
const neighbour = await aPerson(g, tenantId, 'resident');
await aResidency(g, tenantId, resident.userId, home.id);
await aResidency(g, tenantId, neighbour.userId, next.id);

const at = (path = '') => `//console/api/maintenance-requests${path}`;
const words = { title: 'Kraan tilgub', description: 'Köögis, juba nädal aega.' };
const submit = (as: string, where: object, more: object = {}) =>
  g.ask('POST', at(), { as, body: { ...words, ...where, ...more } });
const change = (as: string, id: string, body: object) => g.ask('PATCH', at(`/${id}`), { as, body });
const say = (as: string, id: string, text: string, more: object = {}) =>
  g.ask('POST', at(`/${id}/comments`), { as, body: { text, ...more } });
const see = (as: string, id: string) =>
  g.ask<Thing & { comments: Thing[]; photos: Thing[] }>('GET', at(`/${id}`), { as });
const idsFor = async (as: string, query = '') =>
  (await g.ask('GET', at(`?${query}`), { as })).items.map((item) => item.id);

/** A request of the resident's apartment. */
async function aRequest(as = resident.token, where: object = { apartmentId: home.id }): Promise<string> {
  const made = await submit(as, where);
  assert.equal(made.status, 201, made.text);
  return made.data.id;
}

/** The data of a request's events, the oldest first. */
async function eventsOf(id: string): Promise<{ event: string; data: Record<string, unknown> }[]> {
  const rows = await g.owner<{ body: string }[]>`select body from events where body like ${`%${id}%`} order by id`;
  return rows.map(({ body }) => JSON.parse(body));
}

test('a resident submits for their own apartment and for shared parts of the building, and an event is raised', async () => {
  for (const where of [{ apartmentId: home.id }, { buildingId: building.id }]) {
    const made = await submit(resident.token, where, { title: '  Kraan tilgub ' });
    const { id, createdAt, updatedAt, ...rest } = made.data;
    assert.equal(made.status, 201, JSON.stringify(where));
    assert.equal(made.headers.location, `/console/api/maintenance-requests/${id}`, JSON.stringify(where));
    assert.deepEqual(
      rest,
      {
        ...words,
        buildingId: building.id,
        apartmentId: 'apartmentId' in where ? home.id : null,
        status: 'new',
        createdBy: { kind: 'user', id: resident.userId, name: resident.email },
        assignedTo: null,
        answeredAt: null,
      },
      JSON.stringify(where),
    );
    assert.equal(createdAt, updatedAt, JSON.stringify(where));
    const reported = { maintenanceRequestId: id, status: 'new' };
    assert.deepEqual(
      (await eventsOf(id)).map(({ event, data }) => [event, data]),
      [['maintenance.created', reported]],
      JSON.stringify(where),
    );
    assert.deepEqual(
      (await see(resident.token, id)).data,
      { ...made.data, comments: [], photos: [] },
      JSON.stringify(where),
    );
  }
});

test('nobody submits for a neighbour’s apartment, another building, another organization, or a location that does not fit', async () => {
  const foreign = await aBuilding(g, stranger.owner);
  const count = async () => (await g.owner`select from maintenance_requests`).length;
  const before = await count();
  for (const where of [{ apartmentId: next.id }, { buildingId: far.id }, { buildingId: foreign.id }])
    assert.equal((await submit(resident.token, where)).status, 404, JSON.stringify(where));
  assert.equal((await submit(owner, { buildingId: foreign.id })).status, 404);
  assert.equal((await submit(owner, { buildingId: far.id, apartmentId: home.id })).status, 404);
  assert.equal((await submit(owner, {})).code, 'invalid_body');
  assert.deepEqual((await submit(owner, { buildingId: building.id }, { title: ' ' })).fields, ['title']);
  assert.equal(await count(), before);
});

test('a resident sees the requests of their own apartment and the shared ones, not those of a neighbour, another building or another organization', async () => {
  const own = await aRequest();
  const shared = await aRequest(neighbour.token, { buildingId: building.id });
  const byManager = await aRequest(manager.token);
  const beside = await aRequest(neighbour.token, { apartmentId: next.id });
  const elsewhere = await aRequest(manager.token, { buildingId: far.id });
  const theirs = await aBuilding(g, stranger.owner);
  const foreign = await aRequest(stranger.owner, { buildingId: theirs.id });
  const seen = await idsFor(resident.token);
  for (const [which, id] of Object.entries({ own, shared, byManager })) {
    assert.ok(seen.includes(id), which);
    assert.equal((await see(resident.token, id)).status, 200, which);
  }
  for (const [which, id] of Object.entries({ beside, elsewhere, foreign })) {
    assert.ok(!seen.includes(id), which);
    assert.equal((await see(resident.token, id)).status, 404, which);
    assert.equal((await change(resident.token, id, { status: 'cancelled' })).status, 404, which);
    assert.equal((await say(resident.token, id, 'Tere')).status, 404, which);
  }
  for (const [which, id] of Object.entries({ own, shared, byManager, beside, elsewhere }))
    assert.ok((await idsFor(owner)).includes(id), which);
  assert.ok(!(await idsFor(owner)).includes(foreign));
  assert.equal((await g.ask('GET', at(`?apartmentId=${next.id}`), { as: resident.token })).status, 404);
  assert.equal((await g.ask('GET', at(`?buildingId=${far.id}`), { as: resident.token })).status, 404);
});

test('people who moved out see nothing any more, and people who move in see nothing of those before', async () => {
  const apartment = await anApartment(g, owner, building.id, { number: '3' });
  const [former, later] = [await aPerson(g, tenantId, 'resident'), await aPerson(g, tenantId, 'resident')];
  await aResidency(g, tenantId, former.userId, apartment.id, '2020-01-01');
  const own = await aRequest(former.token, { apartmentId: apartment.id });
  const shared = await aRequest(former.token, { buildingId: building.id });
  await moveOut(g, tenantId, apartment.id, '2026-11-20');
  await aResidency(g, tenantId, later.userId, apartment.id, '2026-11-21');
  const { now } = g.clock;
  g.clock.now = new Date('2026-11-20T22:00:00Z'); // Midnight in Tallinn.
  const [seller, buyer] = [await tokenOf(g, former.email), await tokenOf(g, later.email)];
  assert.deepEqual(await idsFor(seller), []);
  for (const [which, id] of Object.entries({ own, shared })) assert.equal((await see(seller, id)).status, 404, which);
  assert.equal((await submit(seller, { buildingId: building.id })).status, 404);
  assert.ok(!(await idsFor(buyer)).includes(own));
  assert.equal((await see(buyer, own)).status, 404);
  assert.equal((await see(buyer, shared)).status, 200);
  await change(integrator, own, { status: 'resolved' });
  assert.deepEqual(await mailsIn(g, former.email), [], 'no e-mail about what they cannot see');
  g.clock.now = now;
});

test('a tenant who later buys the apartment still sees the requests from before', async () => {
  const apartment = await anApartment(g, owner, building.id, { number: '4' });
  const person = await aPerson(g, tenantId, 'resident');
  await aResidency(g, tenantId, person.userId, apartment.id, '2020-01-01');
  const id = await aRequest(person.token, { apartmentId: apartment.id });
  await moveOut(g, tenantId, apartment.id, '2026-11-20');
  const bought = { apartmentId: apartment.id, role: 'owner', since: '2026-11-21' };
  const residencies = `//console/api/residents/${await residentOf(g, person.userId)}/residencies`;
  assert.equal((await g.ask('POST', residencies, { as: owner, body: bought })).status, 201);
  const { now } = g.clock;
  g.clock.now = new Date('2026-12-01T10:00:00Z');
  assert.ok((await idsFor(await tokenOf(g, person.email))).includes(id));
  g.clock.now = now;
});

test('a deleted building hides its requests; those of a deleted apartment stay visible to owners and managers', async () => {
  const gone = await aBuilding(g, owner, { name: 'Lammutatav' });
  const apartment = await anApartment(g, owner, gone.id, { number: '1' });
  const person = await aPerson(g, tenantId, 'resident');
  await aResidency(g, tenantId, person.userId, apartment.id);
  const id = await aRequest(person.token, { apartmentId: apartment.id });
  assert.equal((await g.ask('DELETE', `/buildings/${gone.id}/apartments/${apartment.id}`, { as: owner })).status, 204);
  assert.equal((await see(owner, id)).status, 200);
  assert.equal((await see(person.token, id)).status, 404);
  assert.equal((await submit(owner, { apartmentId: apartment.id })).status, 404);
  assert.equal((await g.ask('DELETE', `/buildings/${gone.id}`, { as: owner, body: { password } })).status, 204);
  assert.equal((await see(owner, id)).status, 404);
  assert.equal((await change(owner, id, { status: 'closed' })).status, 404);
  assert.ok(!(await idsFor(owner)).includes(id));
  assert.equal((await g.ask('GET', at(`?buildingId=${gone.id}`), { as: owner })).status, 404);
});

test('a status changes only as the table allows, and setting the same status changes nothing', async () => {
  const way: Readonly<Record<RequestStatus, readonly RequestStatus[]>> = {
    new: [],
    in_progress: ['in_progress'],
    resolved: ['resolved'],
    closed: ['closed'],
    cancelled: ['cancelled'],
  };
  for (const from of requestStatuses) {
    for (const to of requestStatuses) {
      const id = await aRequest();
      for (const step of way[from]) await change(manager.token, id, { status: step });
      const before = await eventsOf(id);
      const answer = await change(manager.token, id, { status: to });
      const allowed = from === to || statusTransitions[from].includes(to);
      assert.equal(answer.status, allowed ? 200 : 409, `${from} to ${to}: ${answer.text}`);
      if (!allowed) assert.equal(answer.code, 'invalid_status_transition', `${from}, ${to}`);
      assert.equal((await see(owner, id)).data.status, allowed ? to : from, `${from}, ${to}`);
      const reported = (await eventsOf(id)).slice(before.length).map(({ data }) => data);
      const moved = allowed && from !== to;
      assert.deepEqual(
        reported,
        moved ? [{ maintenanceRequestId: id, status: to, previousStatus: from }] : [],
        `${from}, ${to}`,
      );
    }
  }
});

test('after any changes in any order, the events form one chain from new to the current status', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(fc.constantFrom(...requestStatuses), { maxLength: 8 }), async (asked) => {
      const id = await aRequest(owner);
      let stands: RequestStatus = 'new';
      for (const status of asked) {
        const move = () => inTenant(g.app, serviceCaller(tenantId), (scope) => changeRequest(scope, id, { status }));
        if (status === stands || statusTransitions[stands].includes(status)) stands = (await move()).status;
        else await assert.rejects(move, { name: 'Conflict', code: 'invalid_status_transition' }, String(status));
      }
      let reported = 'new';
      for (const [nth, { event, data }] of (await eventsOf(id)).slice(1).entries()) {
        assert.deepEqual([event, data.previousStatus], ['maintenance.updated', reported], `case ${nth}`);
        assert.notEqual(data.status, reported, `case ${nth}`);
        reported = String(data.status);
      }
      assert.deepEqual([reported, (await see(owner, id)).data.status], [stands, stands]);
    }),
    { numRuns: 25 },
  );
});

test('of twenty simultaneous changes to the same status one takes effect, with one event and one e-mail', async () => {
  const person = await aPerson(g, tenantId, 'resident');
  await aResidency(g, tenantId, person.userId, home.id);
  const id = await aRequest(person.token);
  const answers = await Promise.all(
    Array.from({ length: 20 }, () => change(manager.token, id, { status: 'in_progress' })),
  );
  assert.deepEqual(
    answers.map((answer) => [answer.status, answer.data.status]),
    Array(20).fill([200, 'in_progress']),
  );
  assert.equal((await eventsOf(id)).length, 2);
  const [letter, ...more] = await mailsIn(g, person.email);
  assert.deepEqual(more, []);
  assert.match(letter?.text ?? '', /^KÜ Kase$/m, 'whose building it is');
});

test('a resident cancels their own new requests, and changes no other', async () => {
  const own = await aRequest();
  for (const body of [{ status: 'resolved' }, { title: 'x' }, { description: 'x' }, { assignedTo: manager.userId }])
    assert.equal((await change(resident.token, own, body)).status, 403, JSON.stringify(body));
  assert.equal((await change(resident.token, own, { status: 'cancelled', title: 'x' })).status, 403);
  assert.equal((await change(resident.token, own, { status: 'new', title: words.title })).status, 200, 'no change');
  assert.equal((await change(resident.token, own, { status: 'cancelled' })).data.status, 'cancelled');
  assert.equal((await change(resident.token, own, { status: 'cancelled' })).status, 200);
  const reported = (await mailsIn(g, resident.email)).filter((letter) => letter.aboutId === own);
  assert.deepEqual(reported, [], 'no e-mail about their own change');
  const begun = await aRequest();
  await change(manager.token, begun, { status: 'in_progress' });
  assert.equal((await change(resident.token, begun, { status: 'cancelled' })).code, 'invalid_status_transition');
  for (const [nth, others] of [
    await aRequest(manager.token),
    await aRequest(neighbour.token, { buildingId: building.id }),
  ].entries())
    assert.equal((await change(resident.token, others, { status: 'cancelled' })).status, 403, `others ${nth}`);
});

test('a request can be assigned to an owner or manager, edited and unassigned; none of this is an event', async () => {
  const id = await aRequest();
  const given = await change(integrator, id, {
    assignedTo: manager.userId,
    title: ' Kraan lekib ',
    description: 'Vannis',
  });
  const { assignedTo, title, description } = given.data;
  assert.deepEqual([assignedTo, title, description], [manager.userId, 'Kraan lekib', 'Vannis']);
  assert.ok((await idsFor(owner, `assignedTo=${manager.userId}`)).includes(id));
  assert.deepEqual((await change(owner, id, { assignedTo: resident.userId })).fields, ['assignedTo']);
  const otherManager = await aPerson(g, stranger.tenantId, 'manager');
  assert.equal((await change(owner, id, { assignedTo: otherManager.userId })).status, 404);
  assert.equal((await g.ask('GET', at(`?assignedTo=${otherManager.userId}`), { as: owner })).status, 404);
  assert.equal((await change(owner, id, { assignedTo: null })).data.assignedTo, null);
  assert.deepEqual((await change(owner, id, { status: 'open' })).fields, ['status']);
  assert.equal((await eventsOf(id)).length, 1);
});

test('the requests of a leaving member become unassigned, also while they are being assigned', async () => {
  const ids = [await aRequest(), await aRequest(), await aRequest()];
  for (let round = 0; round < 6; round += 1) {
    const { userId } = await aPerson(g, tenantId, 'manager');
    for (const [nth, id] of ids.entries())
      assert.equal((await change(owner, id, { assignedTo: userId })).status, 200, `round ${round}, id ${nth}`);
    const [removed, ...changed] = await Promise.all([
      g.ask('DELETE', `//console/api/members/${userId}`, { as: owner }),
      ...ids.map((id) => change(owner, id, { assignedTo: userId, title: `Edasi ${round}` })),
    ]);
    assert.equal(removed?.status, 204, `round ${round}`);
    for (const answer of changed) assert.ok([200, 404].includes(answer.status), answer.text);
    for (const [nth, id] of ids.entries())
      assert.equal((await see(owner, id)).data.assignedTo, null, `round ${round}, id ${nth}`);
  }
});

test('those who look after the buildings get one e-mail about what a resident reports, in their language; owners where there is no manager', async () => {
  const organization = await anOrganization(g);
  const place = await aBuilding(g, organization.owner, { name: 'Aia 3' });
  const flat = await anApartment(g, organization.owner, place.id, { number: '7' });
  const reporter = await aPerson(g, organization.tenantId, 'resident');
  await aResidency(g, organization.tenantId, reporter.userId, flat.id);
  const report = async (as: string, title: string) => {
    const body = { apartmentId: flat.id, title, description: 'Tilgub.' };
    return String((await g.ask('POST', at(''), { as, body })).data.id);
  };
  const reports = async () => (await mailsIn(g)).filter(({ kind }) => kind === 'maintenance-reported');
  const before = (await reports()).length;
  await report(reporter.token, 'Toru');
  assert.equal((await reports()).length, before + 1, 'the owner');
  const caretaker = await aPerson(g, organization.tenantId, 'manager');
  await aPerson(g, organization.tenantId, 'accountant');
  await g.ask('PATCH', '//console/api/me', { as: caretaker.token, body: { language: 'lv' } });
  const id = await report(reporter.token, 'Kraan');
  await say(reporter.token, id, 'Veel.');
  await report(caretaker.token, 'Katus');
  const [letter, ...more] = await mailsIn(g, caretaker.email);
  assert.deepEqual([more, letter?.kind, letter?.language, letter?.aboutId], [[], 'maintenance-reported', 'lv', id]);
  assert.match(letter?.text ?? '', /Kraan.*Aia 3.*7/s);
  assert.ok(linkIn(letter ?? {}).endsWith(`/console/requests?request=${id}`));
  assert.equal((await reports()).length, before + 2, 'neither the owner nor an accountant, nor what staff wrote');
});

test('the submitter gets an e-mail in their language when somebody else changes the status; a key gets none', async () => {
  const person = await aPerson(g, tenantId, 'resident');
  await aResidency(g, tenantId, person.userId, home.id);
  await g.ask('PATCH', '//console/api/me', { as: person.token, body: { language: 'ru' } });
  const id = await aRequest(person.token);
  await change(integrator, id, { status: 'in_progress' });
  await change(owner, id, { assignedTo: manager.userId });
  await say(owner, id, 'Tulen homme.');
  await g.ask('POST', at(`/${id}/comments`), { as: owner, body: { text: 'Varuosa tuleb.', internal: true } });
  await say(person.token, id, 'Aitäh!');
  const [letter, answer, ...more] = await mailsIn(g, person.email);
  assert.deepEqual(more, [], 'neither what is internal nor what they wrote themselves');
  assert.match(answer?.text ?? '', /Tulen homme\./);
  assert.deepEqual([letter?.kind, letter?.language, letter?.aboutId], ['maintenance-updated', 'ru', id]);
  assert.match(letter?.text ?? '', /Kraan tilgub/);
  assert.ok(linkIn(letter ?? {}).endsWith(`/console/own/requests/${id}`));
  const before = (await mailsIn(g)).length;
  const ofKey = await aRequest(integrator);
  const { kind, name } = (await see(owner, ofKey)).data.createdBy as { kind: string; name: null };
  assert.deepEqual([kind, name], ['key', null]);
  await change(owner, ofKey, { status: 'closed' });
  assert.equal((await mailsIn(g)).length, before);
});

test('comments are visible to all who see the request; internal ones never to a resident, who cannot write any', async () => {
  const id = await aRequest();
  await say(resident.token, id, ' Tilgub ka öösel. ');
  g.clock.now = new Date(g.clock.now.getTime() + 1000);
  const { updatedAt } = (await see(resident.token, id)).data;
  const secret = await say(manager.token, id, 'Elanik ei avanud ust.', { internal: true });
  assert.equal(secret.status, 201);
  const shown = await see(resident.token, id);
  assert.ok(!shown.text.includes('avanud') && !shown.text.includes(secret.data.id));
  assert.equal(shown.data.updatedAt, updatedAt, 'not even its moment shows');
  await say(manager.token, id, 'Tulen homme.');
  const texts = async (as: string) => (await see(as, id)).data.comments.map((comment) => comment.text);
  assert.deepEqual(await texts(resident.token), ['Tilgub ka öösel.', 'Tulen homme.']);
  assert.deepEqual(await texts(owner), ['Tilgub ka öösel.', 'Elanik ei avanud ust.', 'Tulen homme.']);
  assert.equal((await say(resident.token, id, 'x', { internal: true })).status, 403);
  assert.deepEqual((await say(owner, id, '  ')).fields, ['text']);
});

test('a request is answered from the last comment of staff until a resident writes again; internal ones and neighbours do not count', async () => {
  const id = await aRequest(resident.token, { buildingId: building.id });
  const answered = async (as: string) => {
    const { items } = await g.ask<Thing>('GET', at('?sort=-updatedAt'), { as });
    const listed = items.find((item) => item.id === id)?.answeredAt;
    assert.equal((await see(as, id)).data.answeredAt, listed);
    return listed;
  };
  const sayLater = async (as: string, more: object = {}) => {
    g.clock.now = new Date(g.clock.now.getTime() + 1000);
    return (await say(as, id, 'Tulen homme.', more)).data.createdAt;
  };
  await sayLater(manager.token, { internal: true });
  await sayLater(neighbour.token);
  assert.equal(await answered(resident.token), null);
  const lastAnswer = await sayLater(manager.token);
  await sayLater(owner, { internal: true });
  for (const as of [resident.token, manager.token]) assert.equal(await answered(as), lastAnswer);
  await sayLater(resident.token);
  assert.equal(await answered(resident.token), null);
  const byKey = await sayLater(integrator);
  assert.equal(await answered(resident.token), byKey);
});

test('residents see only their own name, because names may be addresses', async () => {
  const shared = await aRequest(neighbour.token, { buildingId: building.id });
  await say(manager.token, shared, 'Tulen homme.');
  const seen = await see(resident.token, shared);
  for (const [which, { email }] of Object.entries({ neighbour, manager })) assert.ok(!seen.text.includes(email), which);
  assert.ok(!(await g.ask('GET', at(), { as: resident.token })).text.includes(neighbour.email));
  assert.ok((await see(neighbour.token, shared)).text.includes(neighbour.email));
  assert.ok((await see(owner, shared)).text.includes(manager.email));
});

test('a request accepts up to the maximum of comments, also when the last ones are simultaneous', async () => {
  const id = await aRequest();
  // All comments but the last ones, at once.
  await g.owner`
    insert into maintenance_comments (tenant_id, id, request_id, text, internal, created_at)
    select ${tenantId}, gen_random_uuid(), ${id}, 'x', true, now() from generate_series(1, ${maxParts.comments - 1})`;
  const answers = await Promise.all([1, 2, 3, 4].map(() => say(resident.token, id, 'viimane')));
  assert.deepEqual(answers.map((answer) => answer.status).sort(), [201, 409, 409, 409]);
  assert.equal(answers.find((answer) => answer.status === 409)?.code, 'maintenance_request_full');
});

test('the list is filtered by status, building, apartment and assignee, pages hold each request once, and changes show in updatedSince', async () => {
  const building = await aBuilding(g, owner, { name: 'Loendi' });
  const apartment = await anApartment(g, owner, building.id, { number: '1' });
  const made: string[] = [];
  for (const where of [{ buildingId: building.id }, { apartmentId: apartment.id }, { buildingId: building.id }])
    made.push(await aRequest(owner, where));
  await change(owner, made[0] ?? '', { status: 'closed' });
  await change(owner, made[2] ?? '', { assignedTo: manager.userId });
  const of = `buildingId=${building.id}`;
  assert.deepEqual(await idsFor(owner, of), made);
  assert.deepEqual(await idsFor(owner, `${of}&status=closed`), [made[0]]);
  assert.deepEqual(await idsFor(owner, `${of}&apartmentId=${apartment.id}`), [made[1]]);
  assert.deepEqual(await idsFor(owner, `${of}&assignedTo=${manager.userId}&status=new`), [made[2]]);
  assert.deepEqual(await idsFor(owner, `${of}&sort=-createdAt`), made.toReversed());
  const first = await g.ask('GET', at(`?${of}&limit=2`), { as: owner });
  const rest = await g.ask('GET', at(`?${of}&limit=2&cursor=${first.nextCursor}`), { as: owner });
  assert.deepEqual(
    [...first.items, ...rest.items].map((thing) => thing.id),
    made,
  );
  g.clock.now = new Date(g.clock.now.getTime() + 1000);
  await say(owner, made[1] ?? '', 'Vaatan üle.');
  assert.deepEqual(await idsFor(owner, `${of}&updatedSince=${g.clock.now.toISOString()}`), [made[1]]);
  assert.deepEqual((await g.ask('GET', at('?status=overdue'), { as: owner })).fields, ['status']);
});
