// An operation: one route as data (what it takes, who may, what it answers), and the one order in which every request is judged (contract P-8):
// credential → permission → limits → path object → body shape → values → state. Nothing of a body is read before the first four.
import type { Readable } from 'node:stream';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { asHolder } from '../identity/authenticate.ts';
import { noticeUse } from '../identity/api-keys.ts';
import { may, type Permission, whyNot } from '../identity/permissions.ts';
import { networkOf, type Throttle } from '../identity/sign-in-throttle.ts';
import { type Presented, readBearer } from '../identity/tokens.ts';
import { Forbidden, NotFound, Unauthenticated } from '../platform/errors.ts';
import { actorOf, type Caller, type House, type Mode, type Scope } from '../platform/db/scope.ts';
import { countForAddress, meetCredential, uncountForAddress } from './limits/address-limit.ts';
import { withAnonymousBody } from './limits/anonymous-bodies.ts';
import type { ErrorCode } from './error-catalogue.ts';
import { findReply, once, type RepeatKey } from './idempotency.ts';
import { drained, type RawBody, readBody } from './json-body.ts';
import { type Asked, type Judged, judgeOf, namesNothing, type Params, sorted } from './validate-request.ts';
import { type Buckets, limitHeaders, type Policy } from './limits/rate-limits.ts';
import { type Static, type TSchema, Type } from './schemas.ts';
import { type Intake, intakeOf, type Upload, type Uploaded } from './uploads/read-upload.ts';

/** What is answered: data for JSON, or bytes (download of downloads.ts), opened only once the transaction has ended. */
export type Reply = {
  readonly status: number;
  readonly body?: unknown | Buffer | (() => Promise<Readable>);
  readonly headers?: ReplyHeaders;
};
export type ReplyHeaders = Readonly<Record<string, string | string[]>>;

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
  /** What stays counted for the network address: by default failures alone. Always, where a request causes a letter or tries a token that works once. */
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
export function data(body: unknown, headers: ReplyHeaders = {}): Reply {
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

/** One request on its way through the steps. */
type Visit = {
  readonly doors: Doors;
  readonly request: FastifyRequest;
  readonly reply: FastifyReply;
  readonly judge: (request: FastifyRequest, raw: RawBody) => Judged;
  readonly intake: Intake | undefined;
};

function serve<Query extends TSchema, Body extends TSchema>(doors: Doors, spec: Spec<Query, Body>): Serve {
  const judge = judgeOf(spec);
  const takeIn = 'upload' in spec && spec.upload !== undefined ? intakeOf(spec.upload) : undefined;
  return async (request, reply) => {
    const intake = takeIn?.(request.raw, doors.house);
    const visit: Visit = { doors, request, reply, judge, intake };
    let answered: Reply;
    try {
      answered =
        spec.permission === 'none'
          ? await forAnyone(visit, spec as ForAnyone<Query, Body> & Described)
          : await forCallers(visit, spec as ForCallersSpec<Query, Body>);
    } finally {
      const unread = spec.body !== undefined && !(await drained(request.raw));
      if (unread || (intake !== undefined && !(await intake.end()))) reply.header('connection', 'close');
    }
    const body = typeof answered.body === 'function' ? await answered.body() : answered.body;
    reply.code(answered.status).headers(answered.headers ?? {});
    return body === undefined ? reply.send() : reply.send(body);
  };
}

/** Counted by network address → body → values → command. */
async function forAnyone<Query extends TSchema, Body extends TSchema>(
  { doors, request, reply, judge }: Visit,
  spec: ForAnyone<Query, Body> & Described & Schemas<Query, Body>,
): Promise<Reply> {
  const standing = await countForAddress(doors, request);
  if (spec.counts === 'always') reply.headers(limitHeaders([standing]));
  const answer = async (raw: RawBody) => {
    closeAfterUnfinished(reply, raw);
    const { asked: unread, misfit, key } = judge(request, raw);
    if (misfit !== undefined) throw misfit;
    const asked = unread as Asked<Static<Query>, Static<Body>>;
    return spec.handle(doors, asked, repeatKey(spec, key, 'anyone', asked));
  };
  const answered =
    spec.body === undefined
      ? await answer(noBody)
      : await withAnonymousBody(request.raw, networkOf(request.ip), answer);
  if (spec.counts !== 'always') await uncountForAddress(doors, request);
  return answered;
}

const noBody: RawBody = { kind: 'none' };

/** Credential → permission → limits → path object → body → values → command. What has no body goes through all of it in one transaction. */
async function forCallers<Query extends TSchema, Body extends TSchema>(
  visit: Visit,
  spec: ForCallersSpec<Query, Body>,
): Promise<Reply> {
  const { doors, request, reply, judge } = visit;
  const { house, buckets } = doors;
  const limits = policies(house);
  const credential = await presented(doors, request);
  const holder = credential.hash.toString('base64');
  const standing = await buckets.take(limits.credential, holder, house.clock());
  reply.headers(limitHeaders([standing]));
  const admitted = <T>(mode: Mode, work: (scope: Scope) => Promise<T>) =>
    asPermitted(visit, spec.permission, credential, mode, work);
  const enter = async (scope: Scope): Promise<void> => {
    const standings = [standing, await buckets.take(limits.tenant, scope.caller.tenantId, house.clock())];
    if (spec.limit === 'ocr') standings.push(await buckets.take(limits.ocr, holder, house.clock()));
    reply.headers(limitHeaders(standings));
    if (namesNothing(request)) throw new NotFound();
  };
  const command = (scope: Scope, asked: WantedOf<Query, Body>, key: string | undefined, prepared?: unknown) =>
    counted(doors, spec.limit === 'bulk' ? limits.bulk : undefined, holder, () =>
      once(scope, repeatKey(spec, key, actorOf(scope.caller), asked), () => spec.handle(scope, asked, prepared)),
    );
  const mode = spec.method === 'GET' ? 'read only' : 'read write';
  if (spec.body === undefined && spec.prepare === undefined && visit.intake === undefined)
    return admitted(mode, async (scope) => {
      await enter(scope);
      const { asked: unread, misfit, key } = judge(request, noBody);
      const asked = unread as WantedOf<Query, Body>;
      if (misfit === undefined) return command(scope, asked, key);
      if (spec.found !== undefined) await spec.found(scope, asked.params);
      else if (spec.method === 'GET' && spec.query === undefined) await spec.handle(scope, asked, undefined); // Takes a path alone, so it finds or throws.
      throw misfit;
    });
  const caller = await admitted('read only', async (scope) => {
    await enter(scope);
    await spec.found?.(scope, request.params as Params);
    return scope.caller;
  });
  const { asked, key } = await received(visit, spec, caller);
  if (spec.prepare === undefined) return admitted(mode, (scope) => command(scope, asked, key));
  const repeat = repeatKey(spec, key, actorOf(caller), asked);
  const answered = repeat && (await admitted('read only', (scope) => findReply(scope, repeat)));
  if (answered !== undefined) return answered; // A repeat is not prepared again.
  const prepared = await spec.prepare(doors, caller, asked);
  return admitted(mode, (scope) => command(scope, asked, key, prepared));
}

type WantedOf<Query extends TSchema, Body extends TSchema> = Wanted<Query, Body, Upload | undefined>;

/** Reads the body or the file of a caller who may send it, in no transaction. Throws Refused when something does not fit. */
async function received<Query extends TSchema, Body extends TSchema>(
  { request, reply, judge, intake }: Visit,
  spec: ForCallersSpec<Query, Body>,
  caller: Caller,
): Promise<{ asked: WantedOf<Query, Body>; key: string | undefined }> {
  const raw = spec.body === undefined ? noBody : await readBody(request.raw);
  closeAfterUnfinished(reply, raw);
  const { asked, unacceptable, misfit, key } = judge(request, raw);
  if (intake !== undefined && unacceptable !== undefined) throw unacceptable;
  const sent = await intake?.receive(caller.tenantId);
  if (misfit !== undefined) throw misfit;
  return { asked: { ...asked, ...sent } as WantedOf<Query, Body>, key };
}

/** A sender who was told to stop may have sent anything behind it. */
function closeAfterUnfinished(reply: FastifyReply, { kind }: RawBody): void {
  if (kind === 'too_large' || kind === 'too_slow') reply.header('connection', 'close');
}

/** Runs `work` as the holder of a credential who has the permission. A credential that has ended since it was met counts for its network address. */
async function asPermitted<T>(
  { doors, request }: Visit,
  permission: Permission,
  credential: Presented,
  mode: Mode,
  work: (scope: Scope) => Promise<T>,
): Promise<T> {
  try {
    return await asHolder(doors.house, credential, mode, async (scope) => {
      noticeUse(doors.house, scope.caller, networkOf(request.ip));
      if (!may(scope.caller, permission)) throw new Forbidden('insufficient_scope', whyNot(scope.caller, permission));
      return work({ ...scope, address: request.ip });
    });
  } catch (error) {
    if (error instanceof Unauthenticated) await countForAddress(doors, request);
    throw error;
  }
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

/** Whether a request carries a Bearer token, of whatever worth. Another scheme, or an empty one, carries none (RFC 6750, 3). */
export function sentToken(request: FastifyRequest): boolean {
  return /^Bearer +\S/i.test(request.headers.authorization ?? '');
}

/** The credential a request presents. Whoever presents none that is known to be valid is counted by network address first. */
async function presented(doors: Doors, request: FastifyRequest): Promise<Presented> {
  const token = /^Bearer +([^\s]+)$/i.exec(request.headers.authorization ?? '')?.[1];
  const credential = token === undefined ? undefined : readBearer(token);
  if (credential === undefined) {
    await countForAddress(doors, request);
    throw new Unauthenticated(sentToken(request) ? 'invalid_token' : 'unauthenticated');
  }
  await meetCredential(doors, request, credential);
  return credential;
}

function policies({ config }: House) {
  const perMinute = (name: string, quota: number): Policy => ({ name, quota, windowSeconds: 60 });
  return {
    credential: perMinute('credential', config.rateLimits.credential),
    tenant: perMinute('organization', config.rateLimits.tenant),
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
    request: JSON.stringify([asked.sentBody, asked.query, asked.file, asked.fields], sorted), // Of a file its name, types, size and SHA-256.
  };
}
