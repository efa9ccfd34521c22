// An operation: one route as data (what it takes, who may, what it answers), and the one order in which every request is judged (contract P-8):
// credential → permission → path object → body shape → values → state.
import type { Readable } from 'node:stream';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { asHolder, likelyTenant } from '../identity/callers.ts';
import { noticeUse } from '../identity/keys.ts';
import { may, type Permission, whyNot } from '../identity/permissions.ts';
import { networkOf, type Throttle } from '../identity/throttle.ts';
import { isBearerToken, tokenHash } from '../identity/tokens.ts';
import { Forbidden, NotFound, Unauthenticated } from '../platform/errors.ts';
import { actorOf, type Caller, type House, type Scope } from '../platform/scope.ts';
import type { ErrorCode } from './catalogue.ts';
import { findReply, once, type RepeatKey } from './idempotency.ts';
import { maxBodyBytes, type RawBody, readBody } from './json.ts';
import { type Asked, type Judged, judgeOf, type Params } from './judge.ts';
import { type Ahead, type Buckets, limitHeaders, type Policy, type Standing, takeAhead } from './limits.ts';
import { type Static, type TSchema, Type } from './shapes.ts';
import { type Intake, intakeOf, type Upload, type Uploaded } from './uploads.ts';

/** What is answered: data for JSON, or bytes (download of downloads.ts), opened only once the transaction has ended. */
export type Reply = {
  readonly status: number;
  readonly body?: unknown | Buffer | (() => Promise<Readable>);
  readonly headers?: Readonly<Record<string, string>>;
};

type Nothing = ReturnType<typeof Type.Object<Record<never, never>>>;
type Schemas<Query extends TSchema, Body extends TSchema> = { readonly query?: Query; readonly body?: Body };

/** `made`: bytes that are made as they are sent, so that no tag names them. */
type Answered = {
  readonly description: string;
  readonly schema?: TSchema;
  readonly mediaType?: string;
  readonly made?: true;
};

type Described = {
  /** The operation's name: operationId in OpenAPI. */
  readonly name: string;
  readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  readonly path: string;
  readonly tag: string;
  readonly summary: string;
  readonly description: string;
  /** The successes: status to schema of the whole body, or to the media type of bytes (neither: no body). */
  readonly answers: Readonly<Record<number, Answered>>;
  /** Codes beyond those that every operation of its kind can answer. */
  readonly refuses: readonly ErrorCode[];
  /** The contract's open points that this operation's behaviour rests on. */
  readonly openPoints: readonly string[];
  readonly bodyOptional?: boolean;
  /** Headers that mean something to this operation alone: name to description. */
  readonly headers?: Readonly<Record<string, string>>;
};

/** What a handler is asked: of an operation with an upload also the file, and the fields that came with it. */
type Wanted<Query extends TSchema, Body extends TSchema, Up> = Asked<Static<Query>, Static<Body>> &
  (Up extends Upload<infer Fields> ? { readonly file: Uploaded; readonly fields: Static<Fields> } : unknown);

/**
 * Needs a caller. Runs in the caller's transaction. What is slow is done before that, in `prepare`, and its result handed to `handle`. A file is read
 * before both, in no transaction, once the caller may send it and what the path names is found.
 */
type ForCallers<Query extends TSchema, Body extends TSchema, Up = undefined, Prepared = unknown> = {
  readonly permission: Permission;
  /** A limit of its own, per credential. Of bulk work, what really made something counts; of reading photos, every request of one who may. */
  readonly limit?: 'bulk' | 'ocr';
  /** Finds the object the path names, so that its absence is told before anything about the body. */
  readonly found?: (scope: Scope, params: Params) => Promise<unknown>;
  readonly upload?: Up;
  readonly prepare?: (doors: Doors, caller: Caller, asked: Wanted<Query, Body, Up>) => Promise<Prepared>;
  readonly handle: (scope: Scope, asked: Wanted<Query, Body, Up>, prepared: Prepared) => Promise<Reply>;
};

/** Open to everybody: signing in. `repeat` names the request for the Idempotency-Key. */
type ForAnyone<Query extends TSchema, Body extends TSchema> = {
  readonly permission: 'none';
  /** What counts for the network address: by default failures alone. Always, where a request causes a letter or tries a token that works once. */
  readonly counts?: 'failures' | 'always';
  readonly handle: (
    doors: Doors,
    asked: Asked<Static<Query>, Static<Body>>,
    repeat: RepeatKey | undefined,
  ) => Promise<Reply>;
};

/** What the doors share. */
export type Doors = { readonly house: House; readonly throttle: Throttle; readonly buckets: Buckets };

export type Operation = Described &
  Schemas<TSchema, TSchema> &
  Pick<ForAnyone<TSchema, TSchema>, 'counts'> & {
    readonly permission: Permission | 'none';
    readonly upload?: Upload | undefined;
    serve(doors: Doors): Serve;
  };
type Serve = (request: FastifyRequest, reply: FastifyReply) => Promise<unknown>;

/** Describes an operation; its schemas give `asked` its types. */
export function operation<
  Query extends TSchema = Nothing,
  Body extends TSchema = Nothing,
  Up extends Upload | undefined = undefined,
  Prepared = undefined,
>(
  spec: Described & Schemas<Query, Body> & (ForCallers<Query, Body, Up, Prepared> | ForAnyone<Query, Body>),
): Operation {
  return { ...spec, serve: (doors) => serve(doors, spec as unknown as Spec<Query, Body>) };
}

/** Hangs operations on a server under a base path. Refuses (throws) an operation without a permission. */
export function hang(app: FastifyInstance, doors: Doors, base: string, operations: readonly Operation[]): void {
  for (const one of operations) {
    if (!one.permission) throw new Error(`The operation ${one.name} names no permission.`);
    const bytes = Object.values(one.answers).some(({ mediaType }) => mediaType !== undefined);
    if (bytes && one.method !== 'GET') throw new Error(`Only a GET can answer bytes, not ${one.name}.`); // Answers of others are kept, as JSON.
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

type Spec<Query extends TSchema, Body extends TSchema> = Described &
  Schemas<Query, Body> &
  (ForCallersSpec<Query, Body> | ForAnyone<Query, Body>);
type ForCallersSpec<Query extends TSchema, Body extends TSchema> = Described &
  Schemas<Query, Body> &
  ForCallers<Query, Body, Upload | undefined>;
/** A request that was read, and the intake of its file, when the operation takes one. */
type Arrived = Judged & { readonly intake: Intake | undefined };

function serve<Query extends TSchema, Body extends TSchema>(doors: Doors, spec: Spec<Query, Body>): Serve {
  const judge = judgeOf(spec);
  const takeIn = 'upload' in spec && spec.upload !== undefined ? intakeOf(spec.upload) : undefined;
  return async (request, reply) => {
    const raw: RawBody = spec.body === undefined ? { kind: 'none' } : await readBody(request.raw, maxBodyBytes);
    if (raw.kind === 'too_large' || raw.kind === 'too_slow') reply.header('connection', 'close');
    const intake = takeIn?.(request.raw, doors.house);
    const arrived: Arrived = { ...judge(request, raw), intake };
    let answered: Reply;
    try {
      answered =
        spec.permission === 'none'
          ? await forAnyone(doors, spec as ForAnyone<Query, Body> & Described, request, reply, arrived)
          : await forCallers(doors, spec as ForCallersSpec<Query, Body>, request, reply, arrived);
    } finally {
      if (intake !== undefined && !(await intake.end())) reply.header('connection', 'close');
    }
    const body = typeof answered.body === 'function' ? await answered.body() : answered.body;
    reply.code(answered.status).headers(answered.headers ?? {});
    return body === undefined ? reply.send() : reply.send(body);
  };
}

async function forAnyone<Query extends TSchema, Body extends TSchema>(
  doors: Doors,
  spec: ForAnyone<Query, Body> & Described,
  request: FastifyRequest,
  reply: FastifyReply,
  { asked: unread, misfit, key }: Judged,
): Promise<Reply> {
  const asked = unread as Asked<Static<Query>, Static<Body>>;
  const work = () => spec.handle(doors, asked, repeatKey(spec, key, 'anyone', asked));
  if (spec.counts === 'always') reply.headers(limitHeaders([await takeForAddress(doors, request)]));
  if (misfit !== undefined) throw misfit;
  return spec.counts === 'always' ? work() : countingStrangers(doors, request, work);
}

async function forCallers<Query extends TSchema, Body extends TSchema>(
  doors: Doors,
  spec: ForCallersSpec<Query, Body>,
  request: FastifyRequest,
  reply: FastifyReply,
  arrived: Arrived,
): Promise<Reply> {
  const { house, buckets } = doors;
  const hash = await presented(doors, request);
  const holder = hash.toString('base64');
  const limits = policies(house);
  const credential = buckets.take(limits.credential, holder, house.clock());
  const tenant = takeAhead(buckets, limits.tenant, likelyTenant(holder), house.clock());
  try {
    const standing = await credential;
    reply.headers(limitHeaders([standing]));
    return await forHolder(doors, spec, request, reply, arrived, { hash, holder, standing, tenant });
  } finally {
    tenant.end();
  }
}

/** A credential that has not asked too much yet: its hash, that in base64, how its limit stands, and the limit of its organization. */
type Holder = { readonly hash: Buffer; readonly holder: string; readonly standing: Standing; readonly tenant: Ahead };

async function forHolder<Query extends TSchema, Body extends TSchema>(
  doors: Doors,
  spec: ForCallersSpec<Query, Body>,
  request: FastifyRequest,
  reply: FastifyReply,
  { asked: unread, lost, unacceptable, misfit, key, intake }: Arrived,
  { hash, holder, standing, tenant }: Holder,
): Promise<Reply> {
  const { house, buckets } = doors;
  let asked = unread as Wanted<Query, Body, Upload | undefined>;
  let prepared: unknown;
  const twice = spec.prepare !== undefined || intake !== undefined;
  const early = intake === undefined ? misfit : unacceptable;
  const limits = policies(house);
  const mode = spec.method === 'GET' ? 'read only' : 'read write';
  const admitted = async <T>(work: (scope: Scope) => Promise<T>): Promise<T> =>
    countingStrangers(doors, request, () =>
      asHolder(house, hash, mode, async (scope) => {
        noticeUse(house, scope.caller, networkOf(request.ip));
        if (!may(scope.caller, spec.permission))
          throw new Forbidden('insufficient_scope', whyNot(scope.caller, spec.permission));
        return work({ ...scope, address: request.ip });
      }),
    );
  const enter = async (scope: Scope): Promise<void> => {
    const standings = [standing, await tenant.due(scope.caller.tenantId)];
    if (spec.limit === 'ocr') standings.push(await buckets.take(limits.ocr, holder, house.clock()));
    reply.headers(limitHeaders(standings));
    if (lost) throw new NotFound();
    if (early === undefined && !twice) return;
    if (spec.found !== undefined) await spec.found(scope, asked.params);
    else if (spec.method === 'GET' && spec.query === undefined) await spec.handle(scope, asked, prepared); // Takes a path alone, so it finds or throws.
    if (early !== undefined) throw early;
  };
  if (twice) {
    const caller = await admitted(async (scope) => {
      await enter(scope);
      return scope.caller;
    });
    if (intake !== undefined) asked = { ...asked, ...(await intake.receive(caller.tenantId)) };
    if (misfit !== undefined) throw misfit;
    const repeat = repeatKey(spec, key, actorOf(caller), asked);
    const answered = repeat && (await admitted((scope) => findReply(scope, repeat)));
    if (answered !== undefined) return answered; // A repeat is not prepared again.
    prepared = await spec.prepare?.(doors, caller, asked);
  }
  return admitted(async (scope) => {
    if (!twice) await enter(scope);
    const repeat = repeatKey(spec, key, actorOf(scope.caller), asked);
    return counted(doors, spec.limit === 'bulk' ? limits.bulk : undefined, holder, () =>
      once(scope, repeat, () => spec.handle(scope, asked, prepared)),
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
  await buckets.take(policy, key, house.clock());
  let made = false;
  try {
    const reply = await work();
    made = reply.status === 201 || reply.status === 202;
    return reply;
  } finally {
    if (!made) await buckets.giveBack(policy, key);
  }
}

/** Counts by network address who turns out to be nobody. */
async function countingStrangers<T>(doors: Doors, request: FastifyRequest, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof Unauthenticated) await takeForAddress(doors, request);
    throw error;
  }
}

function takeForAddress({ house, buckets }: Doors, request: FastifyRequest): Standing | Promise<Standing> {
  return buckets.take(policies(house).address, networkOf(request.ip), house.clock());
}

/** Whether a request carries a Bearer token, of whatever worth. Another scheme, or an empty one, carries none (RFC 6750, 3). */
export function sentToken(request: FastifyRequest): boolean {
  return /^Bearer +\S/i.test(request.headers.authorization ?? '');
}

/** The hash of the credential a request presents. Requests without one that could be valid are counted by network address. */
async function presented(doors: Doors, request: FastifyRequest): Promise<Buffer> {
  const token = /^Bearer +([^\s]+)$/i.exec(request.headers.authorization ?? '')?.[1];
  if (token !== undefined && isBearerToken(token)) return tokenHash(token);
  await takeForAddress(doors, request);
  throw new Unauthenticated(sentToken(request) ? 'invalid_token' : 'unauthenticated');
}

function policies({ config }: House) {
  const perMinute = (name: string, quota: number): Policy => ({ name, quota, windowSeconds: 60 });
  return {
    credential: perMinute('credential', config.rateLimits.credential),
    tenant: perMinute('organization', config.rateLimits.tenant),
    address: perMinute('address', config.rateLimits.address),
    bulk: perMinute('bulk', config.rateLimits.bulk),
    ocr: perMinute('ocr', config.rateLimits.ocr),
  };
}

function repeatKey(
  spec: Described,
  key: string | undefined,
  principal: string,
  asked: Asked<unknown, unknown> & { readonly file?: unknown; readonly fields?: unknown },
): RepeatKey | undefined {
  if (key === undefined) return undefined;
  const parameters = Object.entries(asked.params).map(([name, value]) => `${name}=${value}`);
  return {
    key,
    principal,
    route: [spec.name, ...parameters].join(' '),
    request: JSON.stringify([asked.body, asked.query, asked.file, asked.fields], sorted), // Of a file its name, types, size and SHA-256.
  };
}

/** A replacer that writes objects with their keys in order, so that equal requests have equal texts. */
function sorted(_: string, value: unknown): unknown {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return value;
  return Object.fromEntries(Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1)));
}
