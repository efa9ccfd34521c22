// A life: two new organizations with everybody and everything in them, and what later steps learn from responses. Every
// value has a name, so that a history can be played again in another life, where ids and tokens are others.
import { createApiKey } from '../../src/identity/operator-accounts.ts';
import { isId } from '../../src/platform/values/ids.ts';
import { allOperations, createSampleIds, type SampleIds } from '../operation-samples.ts';
import {
  anOrganization,
  aPerson,
  aResidency,
  password,
  type TestOrganization,
  type TestService,
} from '../service-fixture.ts';
import type { DocumentedOperation } from './documented-operations.ts';

/**
 * Everybody who sends requests, with the letter of their role in test/expected-permissions.ts: capital for a person,
 * small for an API key.
 */
export const actors = {
  owner: 'O',
  manager: 'M',
  accountant: 'A',
  resident: 'R',
  ownerKey: 'o',
  managerKey: 'm',
  accountantKey: 'a',
  otherOwner: 'O',
  nobody: '',
  wrongToken: '',
} as const;
export type Actor = keyof typeof actors;

/** One organization: what its responses may contain and those of the other may not. */
export type Side = {
  readonly name: 'own' | 'other';
  readonly tenantId: string;
  /** Text in its names that nobody else sends. */
  readonly marker: string;
  /** Objects that belong together, such as an apartment and its invoice. */
  readonly places: SampleIds[];
  /** Ids by kind, as responses gave them. */
  readonly pool: Map<string, string[]>;
};

export type Life = {
  readonly g: TestService;
  readonly own: Side;
  readonly other: Side;
  /** Whether somebody has another role than they began with. */
  rolesChanged: boolean;
  /** Values by name, and names by value. */
  readonly values: Map<string, string>;
  readonly names: Map<string, string>;
};

const maxPlaces = 12;
const maxPooled = 40;

/** Makes two organizations that know nothing of each other. */
export async function beginLife(g: TestService): Promise<Life> {
  const [ownMarker, otherMarker] = [aMarker(), aMarker()];
  const [own, other] = [await anOrganization(g, `KÜ ${ownMarker}`), await anOrganization(g, `KÜ ${otherMarker}`)];
  const life: Life = {
    g,
    own: await sideOf(g, 'own', own, ownMarker),
    other: await sideOf(g, 'other', other, otherMarker),
    rolesChanged: false,
    values: new Map(),
    names: new Map(),
  };
  await addSpare(g, life, own, other);
  for (const side of [life.own, life.other])
    for (const [nth, place] of side.places.entries())
      for (const [kind, id] of Object.entries(place))
        keep(life, side, { name: `${side.name}${nth}.${kind}`, value: id, kind });
  nameActors(life, await tokensOf(g, own, other, life.own.places[0]?.apartments ?? ''));
  return life;
}

const aMarker = () => `k${Math.random().toString(36).slice(2, 12)}`;

async function sideOf(
  g: TestService,
  name: Side['name'],
  organization: TestOrganization,
  marker: string,
): Promise<Side> {
  const { tenantId, owner: as } = organization;
  const places = [await createSampleIds(g, organization)];
  if (name === 'own') places.push(await createSampleIds(g, organization));
  for (const { buildings, residents, webhooks } of places) {
    await g.ask('PATCH', `/buildings/${buildings}`, {
      as,
      body: { name: `Maja ${marker}`, address: `${marker} 1, Tallinn` },
    });
    await g.ask('PATCH', `//console/api/residents/${residents}`, { as, body: { name: `Elanik ${marker}` } });
    await g.ask('PATCH', `//console/api/webhooks/${webhooks}`, { as, body: { name: marker } });
  }
  return { name, tenantId, marker, places, pool: new Map() };
}

/** An owner whose sessions end during the life. */
async function addSpare(g: TestService, life: Life, own: TestOrganization, other: TestOrganization): Promise<void> {
  const spare = await aPerson(g, own.tenantId, 'owner');
  const named = {
    'spare.email': spare.email,
    'owner.email': own.email,
    'other.email': other.email,
    password,
    'own.tenant': own.tenantId,
  };
  for (const [name, value] of Object.entries(named)) nameValue(life, name, value);
}

async function tokensOf(g: TestService, own: TestOrganization, other: TestOrganization, apartmentId: string) {
  const { tenantId } = own;
  const person = async (role: 'manager' | 'accountant') => (await aPerson(g, tenantId, role)).token;
  const key = async (role: 'owner' | 'manager' | 'accountant') =>
    (await createApiKey(g.app, { tenantId, name: role, role })).apiKey;
  const resident = await aPerson(g, tenantId, 'resident');
  await aResidency(g, tenantId, resident.userId, apartmentId);
  return {
    owner: own.owner,
    manager: await person('manager'),
    accountant: await person('accountant'),
    resident: resident.token,
    ownerKey: await key('owner'),
    managerKey: await key('manager'),
    accountantKey: await key('accountant'),
    otherOwner: other.owner,
    wrongToken: `${own.owner.slice(0, -1)}${own.owner.endsWith('A') ? 'B' : 'A'}`,
  };
}

function nameActors(life: Life, tokens: Readonly<Record<string, string>>): void {
  for (const [actor, token] of Object.entries(tokens)) nameValue(life, `token.${actor}`, token);
}

function nameValue({ values, names }: Life, name: string, value: string): void {
  if (names.has(value)) return;
  values.set(name, value);
  names.set(value, name);
}

function keep(life: Life, side: Side, { name, value, kind }: { name: string; value: string; kind: string }): void {
  nameValue(life, name, value);
  const pooled = side.pool.get(kind) ?? [];
  side.pool.set(kind, [...pooled.filter((id) => id !== value), value].slice(-maxPooled));
}

/** Keeps the ids, tokens and cookies of a successful response, named after the step that got it. */
export function learn(
  life: Life,
  side: Side,
  operation: DocumentedOperation,
  step: number,
  response: { readonly body: unknown; readonly cookie: string | undefined },
): void {
  if (response.cookie !== undefined)
    keep(life, side, { name: `${step}.cookie`, value: response.cookie, kind: 'cookie' });
  const collection = kindOfPath(operation.path);
  const visit = (value: unknown, path: readonly string[]): void => {
    if (path.length > 6) return;
    if (typeof value === 'object' && value !== null)
      for (const [key, part] of Object.entries(value).slice(0, 30)) visit(part, [...path, key]);
    const kind = kindOfField(path.at(-1) ?? '', collection);
    if (typeof value !== 'string' || kind === undefined) return;
    if (isId(value) || /token/i.test(kind)) keep(life, side, { name: `${step}.${path.join('.')}`, value, kind });
  };
  visit(response.body, []);
  const created = (response.body as { data?: { id?: unknown } } | null)?.data?.id;
  if (operation.method === 'POST' && typeof created === 'string') addPlace(side, collection, created, operation.path);
}

/** A new object takes its place beside those with which it was made, unless it made something of another kind. */
function addPlace(side: Side, kind: string, id: string, path: string): void {
  const [first] = side.places;
  if (first === undefined || !(kind in first) || path.includes('{')) return;
  side.places.push({ ...first, [kind]: id });
  if (side.places.length > maxPlaces) side.places.splice(2, 1);
}

/** The collection that a path ends with: `invoices` for /api/invoices/{id}/pdf too. */
function kindOfPath(path: string): string {
  const steps = path.split('/');
  const last = steps.lastIndexOf(steps.findLast((part) => part.startsWith('{')) ?? '');
  const end = steps.at(-1) ?? '';
  return last > 0 && last === steps.length - 1 ? (steps[last - 1] ?? '') : end;
}

/** The kind of object that a field names: `invoices` for invoiceId and invoiceIds. */
export function kindOfField(field: string, collection = ''): string | undefined {
  if (field === 'id') return collection;
  if (/token$/i.test(field)) return field;
  const [, kind] = /^(?:.*[a-z])?([A-Z]?[a-z]+)Ids?$/.exec(field) ?? [];
  return kind === undefined ? undefined : `${kind.toLowerCase()}s`;
}

/** The operations by name, with their samples. */
export const sampleOperations = new Map(allOperations.map((operation) => [operation.name, operation]));
