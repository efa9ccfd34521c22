// Chooses the next request of a life: which operation, who asks, for which object, with which values, and what is
// spoilt in it.

import type { Dice } from '../dice.ts';
import { expectedRoles, needsPerson } from '../expected-permissions.ts';
import { bodyFor, type SampleIds } from '../operation-samples.ts';
import { type DocumentedOperation, resolve, type Schema } from './documented-operations.ts';
import { type Actor, actors, kindOfField, type Life, type Side, sampleOperations } from './life.ts';
import { oddHeader, oddId, oddParameter, spoilBytes, spoilJson } from './near-valid.ts';
import type { Prepared } from './recipes.ts';
import { type RequestStep, withNames } from './steps.ts';
import { uploadBody } from './upload-bodies.ts';
import { validValue } from './valid-values.ts';

/** Operations that are slow, or that leave nothing to work with. They are chosen one time in this many. */
const rare: Readonly<Record<string, number>> = {
  readMeterPhoto: 40,
  makeSampleOrganization: 40,
  removeSampleOrganization: 40,
  createTestOrganization: 20,
  getTestOrganization: 20,
  moveTestClock: 20,
  resetTestOrganization: 40,
  deleteTestOrganization: 20,
  listTestMails: 20,
  deleteBuilding: 10,
  deleteApartment: 4,
  removeMember: 8,
  changeRole: 12,
  revokeApiKey: 8,
  changeOrganization: 3,
};

/** An operation: often one that has not succeeded yet. */
export function chooseOperation(
  dice: Dice,
  operations: readonly DocumentedOperation[],
  reached: ReadonlySet<string>,
): DocumentedOperation {
  const open = operations.filter(({ name }) => !reached.has(name));
  if (open.length > 0 && dice.chance(40)) return dice.pick(open);
  const chosen = dice.pick(operations);
  return dice.number(rare[chosen.name] ?? 1) === 0 ? chosen : chooseOperation(dice, operations, reached);
}

/** Whether somebody may call an operation, by the permissions as the tests have them. */
function mayCall(actor: Actor, { permission }: Pick<DocumentedOperation, 'permission'>): boolean {
  if (permission === 'none') return true;
  const letter = actors[actor];
  if (letter === '' || letter === undefined) return false;
  const roles = expectedRoles[permission];
  return letter === letter.toLowerCase()
    ? !needsPerson.has(permission) && roles.includes(letter)
    : roles.includes(letter.toLowerCase());
}

/** A request of an operation. `plain` spoils nothing and lets somebody ask who may. */
export function chooseRequest(
  life: Life,
  dice: Dice,
  operation: DocumentedOperation,
  prepared: Prepared,
  plain: boolean,
): RequestStep {
  const actor = prepared.actor ?? chooseActor(dice, operation, plain);
  const side = actor === 'otherOwner' ? life.other : life.own;
  const place = choosePlace(dice, side, plain);
  const spoil = plain
    ? 'nothing'
    : dice.pick(['nothing', 'nothing', 'nothing', 'id', 'query', 'body', 'body', 'bytes', 'header'] as const);
  const foreignId = () => foreignIdFor(dice, side === life.own ? life.other : life.own);
  const { ids, foreign } = chooseIds({
    life,
    dice,
    operation,
    place,
    side,
    prepared,
    foreignId,
    plain,
    spoilt: spoil === 'id',
  });
  const body = chooseBody({ life, dice, operation, place, side, prepared, plain, foreignId, spoil });
  const token = prepared.token ?? life.values.get(`token.${actor}`);
  const known = prepared.token === undefined;
  const step: RequestStep = {
    operation: operation.name,
    actor,
    method: operation.method,
    path: operation.path,
    ids,
    query: chooseQuery({ life, dice, operation, place, side, plain, spoilt: spoil === 'query' }),
    headers: {
      'x-forwarded-for': `10.${dice.number(250)}.${dice.number(250)}.${dice.number(250)}`,
      ...body?.headers,
      ...(spoil === 'header' ? Object.fromEntries([oddHeader(dice)]) : {}),
      ...prepared.headers,
      ...(/POST|PATCH/.test(operation.method) && !plain && dice.chance(30)
        ? { 'idempotency-key': `key-${dice.number(1e9)}` }
        : {}),
    },
    token: operation.permission === 'none' && dice.chance(90) ? undefined : token,
    body: body?.body,
    expected:
      known && !('authorization' in (body?.headers ?? {}))
        ? expectedStatus(life, actor, operation, foreign)
        : undefined,
    repeats: undefined,
  };
  return withNames(life, spoil === 'header' ? { ...step, expected: undefined } : step) as RequestStep;
}

/** The same request again, with the Idempotency-Key of a step. */
export function sameAgain(step: RequestStep, nth: number): RequestStep {
  return { ...step, expected: undefined, repeats: { step: nth, isSame: true } };
}

/** The same request again, or another one with the same Idempotency-Key. */
export function repeatRequest(dice: Dice, step: RequestStep, nth: number): RequestStep {
  const isSame = dice.chance(60);
  const body = step.body === undefined || isSame ? step.body : { text: JSON.stringify({ other: nth }) };
  return { ...step, body, expected: undefined, repeats: { step: nth, isSame: isSame || step.body === undefined } };
}

function chooseActor(dice: Dice, operation: DocumentedOperation, plain: boolean): Actor {
  const all = Object.keys(actors) as Actor[];
  const allowed = all.filter((actor) => actor !== 'otherOwner' && mayCall(actor, operation));
  if (plain) return allowed.includes('owner') ? 'owner' : (allowed[0] ?? 'nobody');
  return dice.chance(75) ? dice.pick(allowed) : dice.pick(all);
}

function expectedStatus(
  life: Life,
  actor: Actor,
  operation: DocumentedOperation,
  isForeign: boolean,
): RequestStep['expected'] {
  if (operation.permission === 'none') return undefined;
  if (actor === 'nobody' || actor === 'wrongToken') return 401;
  if (life.rolesChanged) return undefined;
  if (!mayCall(actor, operation)) return 403;
  return isForeign ? 404 : undefined;
}

function choosePlace(dice: Dice, side: Side, plain: boolean): SampleIds {
  const place = plain && dice.chance(70) ? side.places[dice.number(2) % side.places.length] : dice.pick(side.places);
  if (place === undefined) throw new Error('The life has no objects.');
  return place;
}

function foreignIdFor(dice: Dice, stranger: Side): string {
  return dice.pick(Object.values(dice.pick(stranger.places)));
}

type Choice = {
  readonly life: Life;
  readonly dice: Dice;
  readonly operation: DocumentedOperation;
  readonly place: SampleIds;
  readonly side: Side;
};

function chooseIds({
  dice,
  operation,
  place,
  side,
  prepared,
  foreignId,
  plain,
  spoilt,
}: Choice & { prepared: Prepared; foreignId: () => string; plain: boolean; spoilt: boolean }) {
  const ids: Record<string, string> = {};
  let foreign = false;
  for (const [, kind = '', name = ''] of operation.path.matchAll(/\/([\w-]+)\/\{(\w+)\}/g)) {
    const pooled = side.pool.get(kind) ?? [];
    const placed = place[kind as keyof SampleIds];
    ids[name] =
      prepared.ids?.[name] ??
      (pooled.length > 0 && (placed === undefined || (!plain && dice.chance(25))) ? dice.pick(pooled) : placed);
    if (!spoilt || !dice.chance(70)) continue;
    ids[name] = oddId(dice, foreignId);
    foreign = true;
  }
  return { ids, foreign };
}

/** A body: the sample, the sample with some of the optional fields, or one made from the schema alone; then spoilt. */
function chooseBody({
  life,
  dice,
  operation,
  place,
  side,
  prepared,
  plain,
  foreignId,
  spoil,
}: Choice & { prepared: Prepared; plain: boolean; foreignId: () => string; spoil: string }):
  | { readonly body: RequestStep['body']; readonly headers: Record<string, string> }
  | undefined {
  const sample = sampleOperations.get(operation.name);
  const content = operation.requestBody?.['application/json'];
  if (sample === undefined || content === undefined) return undefined;
  const given = prepared.body ?? bodyFor(sample, place) ?? {};
  const idFor = (field: string) => idOf({ life, dice, operation, place, side }, field);
  const context = { dice, document: operation.document, idFor };
  const kind = plain ? 'sample' : dice.pick(['sample', 'mixed', 'mixed', 'made'] as const);
  const isUpload = resolve<Schema>(operation.document, content.schema).properties?.file !== undefined;
  if (isUpload && spoil !== 'body' && spoil !== 'bytes')
    return uploadBody(dice, Object.keys(operation.requestBody ?? {}), given, plain);
  const made = kind === 'sample' || isUpload ? {} : (validValue(context, content.schema) as object);
  const value = kind === 'made' && !isUpload ? made : mergeParts(dice, made, given);
  const json = spoil === 'body' ? spoilJson(dice, value, foreignId) : value;
  if (spoil === 'bytes') {
    const { text, type } = spoilBytes(dice, JSON.stringify(json));
    return { body: { text }, headers: type === undefined ? {} : { 'content-type': type } };
  }
  return { body: json === undefined ? undefined : { json }, headers: { 'content-type': 'application/json' } };
}

/** The sample's fields win, except for a few. */
function mergeParts(dice: Dice, made: object, sample: object): object {
  const kept = Object.entries(sample).filter(([name]) => !(name in made) || dice.chance(80));
  return { ...made, ...Object.fromEntries(kept) };
}

function idOf({ life, dice, place, side }: Choice, field: string): string {
  const kind = kindOfField(field) ?? '';
  const pooled = side.pool.get(kind) ?? [];
  if (kind in place && (pooled.length === 0 || dice.chance(60))) return place[kind as keyof SampleIds];
  if (pooled.length > 0) return dice.pick(pooled);
  return field === 'tenantId' ? life.own.tenantId : dice.pick(Object.values(place));
}

function chooseQuery(choice: Choice & { plain: boolean; spoilt: boolean }): [string, unknown][] {
  const { dice, operation, plain, spoilt } = choice;
  const context = { dice, document: operation.document, idFor: (field: string) => idOf(choice, field) };
  const share = plain ? 0 : dice.pick([0, 0, 30, 60]);
  const query = operation.parameters
    .filter((parameter) => parameter.in === 'query' && (parameter.required || dice.chance(share)))
    .map(({ name, schema }): [string, unknown] => [name, validValue(context, schema, name)]);
  if (!spoilt) return query;
  const names = operation.parameters.filter((parameter) => parameter.in === 'query').map(({ name }) => name);
  const spoiltName = dice.pick([...names, 'page', 'building_id', 'limit']);
  return [...query, [spoiltName, oddParameter(dice)]];
}
