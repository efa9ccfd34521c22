// An operation: one route as data (what it takes, who may, what it answers), and the one order in which every request is judged (contract P-8):
// credential → permission → path object → body shape → values → state.
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { asHolder } from '../identity/callers.ts';
import { may, type Permission } from '../identity/permissions.ts';
import { networkOf, type Throttle } from '../identity/throttle.ts';
import { isBearerToken, tokenHash } from '../identity/tokens.ts';
import { Forbidden, NotFound, Unauthenticated } from '../platform/errors.ts';
import type { Caller, House, Scope } from '../platform/scope.ts';
import type { ErrorCode } from './errors.ts';
import { once, type RepeatKey } from './idempotency.ts';
import { maxBodyBytes, type RawBody, readBody } from './json.ts';
import { type Asked, type Judged, judgeOf } from './judge.ts';
import { type Buckets, limitHeaders, type Policy } from './limits.ts';
import { type Static, type TSchema, Type } from './shapes.ts';

export type Reply = {
  readonly status: number;
  readonly body?: unknown;
  readonly headers?: Readonly<Record<string, string>>;
};

type Nothing = ReturnType<typeof Type.Object<Record<never, never>>>;
type Schemas<Query extends TSchema, Body extends TSchema> = { readonly query?: Query; readonly body?: Body };

type Described = {
  /** The operation's name: operationId in OpenAPI. */
  readonly name: string;
  readonly method: 'GET' | 'POST' | 'PATCH' | 'DELETE';
  readonly path: string;
  readonly tag: string;
  readonly summary: string;
  readonly description: string;
  /** The successes: status to schema of the whole body (undefined: no body). */
  readonly answers: Readonly<Record<number, { readonly description: string; readonly schema?: TSchema }>>;
  /** Codes beyond those that every operation of its kind can answer. */
  readonly refuses: readonly ErrorCode[];
  /** The contract's open points that this operation's behaviour rests on. */
  readonly openPoints: readonly string[];
  readonly bodyOptional?: boolean;
  /** Headers that mean something to this operation alone: name to description. */
  readonly headers?: Readonly<Record<string, string>>;
};

/** Needs a caller. Runs in the caller's transaction; with `prepare` what it answers is computed before that transaction (slow work). */
type ForCallers<Query extends TSchema, Body extends TSchema> = {
  readonly permission: Permission;
  /** Bulk work has a limit of its own; only what really made something counts. */
  readonly bulk?: boolean;
  /** Finds the object the path names, so that its absence is told before anything about the body. */
  readonly found?: (scope: Scope, params: Readonly<Record<string, string>>) => Promise<unknown>;
  readonly prepare?: (doors: Doors, caller: Caller, asked: Asked<Static<Query>, Static<Body>>) => Promise<void>;
  readonly handle: (scope: Scope, asked: Asked<Static<Query>, Static<Body>>) => Promise<Reply>;
};

/** Open to everybody: signing in. `repeat` names the request for the Idempotency-Key. */
type ForAnyone<Query extends TSchema, Body extends TSchema> = {
  readonly permission: 'none';
  readonly handle: (
    doors: Doors,
    asked: Asked<Static<Query>, Static<Body>>,
    repeat: RepeatKey | undefined,
  ) => Promise<Reply>;
};

/** What the doors share. */
export type Doors = { readonly house: House; readonly throttle: Throttle; readonly buckets: Buckets };

export type Operation = Described &
  Schemas<TSchema, TSchema> & { readonly permission: Permission | 'none'; serve(doors: Doors): Serve };
type Serve = (request: FastifyRequest, reply: FastifyReply) => Promise<unknown>;

/** Describes an operation; its schemas give `asked` its types. */
export function operation<Query extends TSchema = Nothing, Body extends TSchema = Nothing>(
  spec: Described & Schemas<Query, Body> & (ForCallers<Query, Body> | ForAnyone<Query, Body>),
): Operation {
  return { ...spec, serve: (doors) => serve(doors, spec) };
}

/** Hangs operations on a server under a base path. Refuses (throws) an operation without a permission. */
export function hang(app: FastifyInstance, doors: Doors, base: string, operations: readonly Operation[]): void {
  for (const one of operations) {
    if (!one.permission) throw new Error(`The operation ${one.name} names no permission.`);
    const response = Object.fromEntries(
      Object.entries(one.answers).flatMap(([status, { schema }]) => (schema === undefined ? [] : [[status, schema]])),
    );
    app.route({ method: one.method, url: base + one.path, schema: { response }, handler: one.serve(doors) });
  }
}

/** One thing, wrapped as login's answer is. */
export function data(body: unknown, headers: Record<string, string> = {}): Reply {
  return { status: 200, body: { data: body }, headers };
}

/** Something new, and where it is. */
export function created(body: unknown, location: string): Reply {
  return { status: 201, body: { data: body }, headers: { location } };
}

export const nothing: Reply = { status: 204 };

/** The schema of an answer with one thing in it. */
export const DataOf = (schema: TSchema) => Type.Object({ data: schema });

/** The schema of an answer with a page of things. */
export const PageOf = (schema: TSchema) =>
  Type.Object({
    data: Type.Array(schema),
    pagination: Type.Object(
      { limit: Type.Integer(), nextCursor: Type.Union([Type.String(), Type.Null()]) },
      { 'x-open-point': 'P-1' },
    ),
  });

function serve<Query extends TSchema, Body extends TSchema>(
  doors: Doors,
  spec: Described & Schemas<Query, Body> & (ForCallers<Query, Body> | ForAnyone<Query, Body>),
): Serve {
  const judge = judgeOf(spec);
  return async (request, reply) => {
    const raw: RawBody = spec.body === undefined ? { kind: 'none' } : await readBody(request.raw, maxBodyBytes);
    if (raw.kind === 'too_large') reply.header('connection', 'close');
    const judged = judge(request, raw);
    const answered =
      spec.permission === 'none'
        ? await forAnyone(doors, spec as ForAnyone<Query, Body> & Described, request, judged)
        : await forCallers(
            doors,
            spec as ForCallers<Query, Body> & Described & Schemas<Query, Body>,
            request,
            reply,
            judged,
          );
    reply.code(answered.status).headers(answered.headers ?? {});
    return answered.body === undefined ? reply.send() : reply.send(answered.body);
  };
}

async function forAnyone<Query extends TSchema, Body extends TSchema>(
  doors: Doors,
  spec: ForAnyone<Query, Body> & Described,
  request: FastifyRequest,
  { asked: unread, misfit, key }: Judged,
): Promise<Reply> {
  if (misfit !== undefined) throw misfit;
  const asked = unread as Asked<Static<Query>, Static<Body>>;
  return countingStrangers(doors, request, () => spec.handle(doors, asked, repeatKey(spec, key, 'anyone', asked)));
}

async function forCallers<Query extends TSchema, Body extends TSchema>(
  doors: Doors,
  spec: ForCallers<Query, Body> & Described & Schemas<Query, Body>,
  request: FastifyRequest,
  reply: FastifyReply,
  { asked: unread, lost, misfit, key }: Judged,
): Promise<Reply> {
  const { house, buckets } = doors;
  const asked = unread as Asked<Static<Query>, Static<Body>>;
  const hash = presented(doors, request);
  const limits = policies(house);
  const standing = buckets.take(limits.credential, hash.toString('base64'), house.clock());
  reply.headers(limitHeaders([standing]));
  const mode = spec.method === 'GET' ? 'read only' : 'read write';
  const admitted = async <T>(work: (scope: Scope) => Promise<T>): Promise<T> =>
    countingStrangers(doors, request, () =>
      asHolder(house, hash, mode, async (scope) => {
        if (!may(scope.caller, spec.permission)) throw new Forbidden();
        return work(scope);
      }),
    );
  const enter = async (scope: Scope): Promise<void> => {
    const shared = buckets.take(limits.tenant, scope.caller.tenantId, house.clock());
    reply.headers(limitHeaders([standing, shared]));
    if (lost) throw new NotFound();
    if (misfit === undefined && spec.prepare === undefined) return;
    if (spec.found !== undefined) await spec.found(scope, asked.params);
    else if (spec.method === 'GET' && spec.query === undefined) await spec.handle(scope, asked); // Takes a path alone, so it finds or throws.
    if (misfit !== undefined) throw misfit;
  };
  if (spec.prepare !== undefined) {
    const caller = await admitted(async (scope) => {
      await enter(scope);
      return scope.caller;
    });
    await spec.prepare(doors, caller, asked);
  }
  return admitted(async (scope) => {
    if (spec.prepare === undefined) await enter(scope);
    const repeat = repeatKey(spec, key, principalOf(scope.caller), asked);
    return counted(doors, spec.bulk ? limits.bulk : undefined, hash.toString('base64'), () =>
      once(scope, repeat, () => spec.handle(scope, asked)),
    );
  });
}

/** Bulk work takes a token first and gets it back when it made nothing (a dry run, a repeat, a refusal). */
async function counted(
  { house, buckets }: Doors,
  policy: Policy | undefined,
  key: string,
  work: () => Promise<Reply>,
): Promise<Reply> {
  if (policy === undefined) return work();
  buckets.take(policy, key, house.clock());
  let made = false;
  try {
    const reply = await work();
    made = reply.status === 201 || reply.status === 202;
    return reply;
  } finally {
    if (!made) buckets.giveBack(policy, key);
  }
}

/** Counts by network address who turns out to be nobody. */
async function countingStrangers<T>(
  { house, buckets }: Doors,
  request: FastifyRequest,
  work: () => Promise<T>,
): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof Unauthenticated) buckets.take(policies(house).address, networkOf(request.ip), house.clock());
    throw error;
  }
}

/** Whether a request carries a Bearer token, of whatever worth. Another scheme, or an empty one, carries none (RFC 6750, 3). */
export function sentToken(request: FastifyRequest): boolean {
  return /^Bearer +\S/i.test(request.headers.authorization ?? '');
}

/** The hash of the credential a request presents. Requests without one that could be valid are counted by network address. */
function presented({ house, buckets }: Doors, request: FastifyRequest): Buffer {
  const token = /^Bearer +([^\s]+)$/i.exec(request.headers.authorization ?? '')?.[1];
  if (token !== undefined && isBearerToken(token)) return tokenHash(token);
  buckets.take(policies(house).address, networkOf(request.ip), house.clock());
  throw new Unauthenticated(sentToken(request) ? 'invalid_token' : 'unauthenticated');
}

function policies({ config }: House) {
  const perMinute = (name: string, quota: number): Policy => ({ name, quota, windowSeconds: 60 });
  return {
    credential: perMinute('credential', config.rateLimits.credential),
    tenant: perMinute('organization', config.rateLimits.tenant),
    address: perMinute('address', config.rateLimits.address),
    bulk: perMinute('bulk', config.rateLimits.bulk),
  };
}

function principalOf(caller: Caller): string {
  if (caller.kind === 'user') return `user ${caller.userId}`;
  return caller.kind === 'key' ? `key ${caller.keyId}` : 'service';
}

function repeatKey(
  spec: Described,
  key: string | undefined,
  principal: string,
  asked: Asked<unknown, unknown>,
): RepeatKey | undefined {
  if (key === undefined) return undefined;
  const parameters = Object.entries(asked.params).map(([name, value]) => `${name}=${value}`);
  return {
    key,
    principal,
    route: [spec.name, ...parameters].join(' '),
    request: JSON.stringify([asked.body, asked.query], sorted),
  };
}

/** A replacer that writes objects with their keys in order, so that equal requests have equal texts. */
function sorted(_: string, value: unknown): unknown {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return value;
  return Object.fromEntries(Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1)));
}
