// An operation: one route as data, and the order in which every request is handled (open point P-8): credential, permission, limits, object, body, values, command.
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { recordKeyUse } from '../identity/api-keys.ts';
import { withCredential } from '../identity/authenticate.ts';
import { explainDenial, isAllowed, type Permission } from '../identity/permissions.ts';
import { networkOf, type Throttle } from '../identity/sign-in-throttle.ts';
import { type PresentedCredential, parseBearer } from '../identity/tokens.ts';
import { type AppContext, actorText, type Caller, type Scope, type TransactionMode } from '../platform/db/scope.ts';
import { Forbidden, NotFound, Unauthenticated } from '../platform/errors.ts';
import type { ErrorCode } from './error-catalogue.ts';
import { findStoredReply, type IdempotencyKey, runOnce } from './idempotency.ts';
import { drainBody, type RawBody, readBody } from './json-body.ts';
import { countForAddress, meetCredential, uncountForAddress } from './limits/address-limit.ts';
import { withAnonymousBody } from './limits/anonymous-bodies.ts';
import { type Buckets, limitHeaders, type Policy } from './limits/rate-limits.ts';
import type { Reply, ReplyHeaders } from './model.ts';
import { type Static, type TSchema, Type } from './schemas.ts';
import { makeUploadIntake, type Upload, type UploadedFile, type UploadIntake } from './uploads/read-upload.ts';
import {
  hasMalformedId,
  makeRequestValidator,
  type Params,
  type RequestInput,
  sortKeys,
  type ValidatedRequest,
} from './validate-request.ts';

type Nothing = ReturnType<typeof Type.Object<Record<never, never>>>;
type Schemas<Query extends TSchema, Body extends TSchema> = { readonly query?: Query; readonly body?: Body };

/** `made`: bytes that are made as they are sent, so that no tag names them. */
type ResponseSpec = {
  readonly description: string;
  readonly schema?: TSchema;
  readonly mediaType?: string;
  readonly made?: true;
};

type OperationSpec = {
  /** The operation's name: operationId in OpenAPI. */
  readonly name: string;
  readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  readonly path: string;
  readonly tag: string;
  readonly summary: string;
  readonly description: string;
  /** The successes: status to schema of the whole body, or to the media type of bytes (neither: no body). */
  readonly answers: Readonly<Record<number, ResponseSpec>>;
  /** Codes beyond those that every operation of its kind can answer. */
  readonly refuses: readonly ErrorCode[];
  /** The contract's open points that this operation's behaviour rests on. */
  readonly openPoints: readonly string[];
  readonly bodyOptional?: boolean;
  /** Headers that mean something to this operation alone: name to description. */
  readonly headers?: Readonly<Record<string, string>>;
};

/** What a handler is asked: of an operation with an upload also the file, and the fields that came with it. */
type HandlerInput<Query extends TSchema, Body extends TSchema, Up> = RequestInput<Static<Query>, Static<Body>> &
  (Up extends Upload<infer Fields> ? { readonly file: UploadedFile; readonly fields: Static<Fields> } : unknown);

/**
 * Needs a caller. Runs in the caller's transaction. What is slow is done before that, in `prepare`, and its result handed to `handle`. A file is read
 * before both, in no transaction, once the caller may send it and what the path names is found.
 */
type CallerOperationSpec<Query extends TSchema, Body extends TSchema, Up = undefined, Prepared = unknown> = {
  readonly permission: Permission;
  /** A limit of its own, per credential. Of bulk work, what really made something counts; of reading photos, every request of one who may. */
  readonly limit?: 'bulk' | 'ocr';
  /** Finds the object the path names, so that its absence is told before anything about the body. */
  readonly found?: (scope: Scope, params: Params) => Promise<unknown>;
  readonly upload?: Up;
  readonly prepare?: (doors: RouteContext, caller: Caller, asked: HandlerInput<Query, Body, Up>) => Promise<Prepared>;
  readonly handle: (scope: Scope, asked: HandlerInput<Query, Body, Up>, prepared: Prepared) => Promise<Reply>;
};

/** Open to everybody: signing in. `repeat` names the request for the Idempotency-Key. */
type PublicOperationSpec<Query extends TSchema, Body extends TSchema> = {
  readonly permission: 'none';
  /** What stays counted for the network address: by default failures alone. Always, where a request causes a letter or tries a token that works once. */
  readonly counts?: 'failures' | 'always';
  readonly handle: (
    doors: RouteContext,
    asked: RequestInput<Static<Query>, Static<Body>>,
    repeat: IdempotencyKey | undefined,
  ) => Promise<Reply>;
};

/** What the doors share. */
export type RouteContext = { readonly app: AppContext; readonly throttle: Throttle; readonly buckets: Buckets };

export type Operation = OperationSpec &
  Schemas<TSchema, TSchema> &
  Pick<PublicOperationSpec<TSchema, TSchema>, 'counts'> & {
    readonly permission: Permission | 'none';
    readonly upload?: Upload | undefined;
    makeHandler(doors: RouteContext): RouteHandler;
  };
type RouteHandler = (request: FastifyRequest, reply: FastifyReply) => Promise<unknown>;

/** Describes an operation; its schemas give `asked` its types. */
export function operation<
  Query extends TSchema = Nothing,
  Body extends TSchema = Nothing,
  Up extends Upload | undefined = undefined,
  Prepared = undefined,
>(
  spec: OperationSpec &
    Schemas<Query, Body> &
    (CallerOperationSpec<Query, Body, Up, Prepared> | PublicOperationSpec<Query, Body>),
): Operation {
  return { ...spec, makeHandler: (context) => makeHandler(context, spec as unknown as FullOperationSpec<Query, Body>) };
}

/** Hangs operations on a server under a base path. Refuses (throws) an operation without a permission. */
export function registerRoutes(
  server: FastifyInstance,
  context: RouteContext,
  basePath: string,
  operations: readonly Operation[],
): void {
  for (const operation of operations) {
    if (!operation.permission) throw new Error(`The operation ${operation.name} names no permission.`);
    const bytes = Object.values(operation.answers).some(({ mediaType }) => mediaType !== undefined);
    if (bytes && operation.method !== 'GET') throw new Error(`Only a GET can answer bytes, not ${operation.name}.`); // Answers of others are kept, as JSON.
    const response = Object.fromEntries(
      Object.entries(operation.answers).flatMap(([status, { schema }]) =>
        schema === undefined ? [] : [[status, schema]],
      ),
    );
    server.route({
      method: operation.method,
      url: basePath + operation.path,
      schema: { response },
      handler: operation.makeHandler(context),
    });
  }
}

/** One thing, wrapped as login's answer is. */
export function okReply(body: unknown, headers: ReplyHeaders = {}): Reply {
  return { status: 200, body: { data: body }, headers };
}

/** Something new, and where it is. */
export function createdReply(body: unknown, location: string): Reply {
  return { status: 201, body: { data: body }, headers: { location } };
}

export const noContent: Reply = { status: 204 };

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

type FullOperationSpec<Query extends TSchema, Body extends TSchema> = OperationSpec &
  Schemas<Query, Body> &
  (FullCallerSpec<Query, Body> | PublicOperationSpec<Query, Body>);
type FullCallerSpec<Query extends TSchema, Body extends TSchema> = OperationSpec &
  Schemas<Query, Body> &
  CallerOperationSpec<Query, Body, Upload | undefined>;

/** One request on its way through the steps. */
type RequestContext = {
  readonly context: RouteContext;
  readonly request: FastifyRequest;
  readonly reply: FastifyReply;
  readonly validate: (request: FastifyRequest, raw: RawBody) => ValidatedRequest;
  readonly intake: UploadIntake | undefined;
};

function makeHandler<Query extends TSchema, Body extends TSchema>(
  context: RouteContext,
  spec: FullOperationSpec<Query, Body>,
): RouteHandler {
  const judge = makeRequestValidator(spec);
  const makeIntake = 'upload' in spec && spec.upload !== undefined ? makeUploadIntake(spec.upload) : undefined;
  return async (request, reply) => {
    const intake = makeIntake?.(request.raw, context.app);
    const visit: RequestContext = { context, request, reply, validate: judge, intake };
    let answered: Reply;
    try {
      answered =
        spec.permission === 'none'
          ? await handlePublic(visit, spec as PublicOperationSpec<Query, Body> & OperationSpec)
          : await handleForCaller(visit, spec as FullCallerSpec<Query, Body>);
    } finally {
      const unread = spec.body !== undefined && !(await drainBody(request.raw));
      if (unread || (intake !== undefined && !(await intake.end()))) reply.header('connection', 'close');
    }
    const body = typeof answered.body === 'function' ? await answered.body() : answered.body;
    reply.code(answered.status).headers(answered.headers ?? {});
    return body === undefined ? reply.send() : reply.send(body);
  };
}

/** Counted by network address → body → values → command. */
async function handlePublic<Query extends TSchema, Body extends TSchema>(
  { context, request, reply, validate: judge }: RequestContext,
  spec: PublicOperationSpec<Query, Body> & OperationSpec & Schemas<Query, Body>,
): Promise<Reply> {
  const standing = await countForAddress(context, request);
  if (spec.counts === 'always') reply.headers(limitHeaders([standing]));
  const answer = async (raw: RawBody) => {
    closeAfterUnfinished(reply, raw);
    const { input: unread, validationError: misfit, key } = judge(request, raw);
    if (misfit !== undefined) throw misfit;
    const input = unread as RequestInput<Static<Query>, Static<Body>>;
    return spec.handle(context, input, idempotencyKeyOf(spec, key, 'anyone', input));
  };
  const answered =
    spec.body === undefined
      ? await answer(noBody)
      : await withAnonymousBody(request.raw, networkOf(request.ip), answer);
  if (spec.counts !== 'always') await uncountForAddress(context, request);
  return answered;
}

const noBody: RawBody = { kind: 'none' };

/** Credential → permission → limits → path object → body → values → command. What has no body goes through all of it in one transaction. */
async function handleForCaller<Query extends TSchema, Body extends TSchema>(
  visit: RequestContext,
  spec: FullCallerSpec<Query, Body>,
): Promise<Reply> {
  const { context, request, reply, validate: judge } = visit;
  const { app, buckets } = context;
  const limits = rateLimitPolicies(app);
  const credential = await readCredential(context, request);
  const holder = credential.hash.toString('base64');
  const standing = await buckets.take(limits.credential, holder, app.clock());
  reply.headers(limitHeaders([standing]));
  const runPermitted = <T>(mode: TransactionMode, work: (scope: Scope) => Promise<T>) =>
    withPermission(visit, spec.permission, credential, mode, work);
  const checkLimitsAndPath = async (scope: Scope): Promise<void> => {
    const standings = [standing, await buckets.take(limits.tenant, scope.caller.tenantId, app.clock())];
    if (spec.limit === 'ocr') standings.push(await buckets.take(limits.ocr, holder, app.clock()));
    reply.headers(limitHeaders(standings));
    if (hasMalformedId(request)) throw new NotFound();
  };
  const command = (scope: Scope, asked: AnyHandlerInput<Query, Body>, key: string | undefined, prepared?: unknown) =>
    withBulkLimit(context, spec.limit === 'bulk' ? limits.bulk : undefined, holder, () =>
      runOnce(scope, idempotencyKeyOf(spec, key, actorText(scope.caller), asked), () =>
        spec.handle(scope, asked, prepared),
      ),
    );
  const mode = spec.method === 'GET' ? 'read only' : 'read write';
  if (spec.body === undefined && spec.prepare === undefined && visit.intake === undefined)
    return runPermitted(mode, async (scope) => {
      await checkLimitsAndPath(scope);
      const { input: unread, validationError: misfit, key } = judge(request, noBody);
      const asked = unread as AnyHandlerInput<Query, Body>;
      if (misfit === undefined) return command(scope, asked, key);
      if (spec.found !== undefined) await spec.found(scope, asked.params);
      else if (spec.method === 'GET' && spec.query === undefined) await spec.handle(scope, asked, undefined); // Takes a path alone, so it finds or throws.
      throw misfit;
    });
  const caller = await runPermitted('read only', async (scope) => {
    await checkLimitsAndPath(scope);
    await spec.found?.(scope, request.params as Params);
    return scope.caller;
  });
  const { asked, key } = await readInput(visit, spec, caller);
  if (spec.prepare === undefined) return runPermitted(mode, (scope) => command(scope, asked, key));
  const repeat = idempotencyKeyOf(spec, key, actorText(caller), asked);
  const answered = repeat && (await runPermitted('read only', (scope) => findStoredReply(scope, repeat)));
  if (answered !== undefined) return answered; // A repeat is not prepared again.
  const prepared = await spec.prepare(context, caller, asked);
  return runPermitted(mode, (scope) => command(scope, asked, key, prepared));
}

type AnyHandlerInput<Query extends TSchema, Body extends TSchema> = HandlerInput<Query, Body, Upload | undefined>;

/** Reads the body or the file of a caller who may send it, in no transaction. Throws Refused when something does not fit. */
async function readInput<Query extends TSchema, Body extends TSchema>(
  { request, reply, validate: judge, intake }: RequestContext,
  spec: FullCallerSpec<Query, Body>,
  caller: Caller,
): Promise<{ asked: AnyHandlerInput<Query, Body>; key: string | undefined }> {
  const raw = spec.body === undefined ? noBody : await readBody(request.raw);
  closeAfterUnfinished(reply, raw);
  const { input, notAcceptable: unacceptable, validationError: misfit, key } = judge(request, raw);
  if (intake !== undefined && unacceptable !== undefined) throw unacceptable;
  const sent = await intake?.receive(caller.tenantId);
  if (misfit !== undefined) throw misfit;
  return { asked: { ...input, ...sent } as AnyHandlerInput<Query, Body>, key };
}

/** A sender who was told to stop may have sent anything behind it. */
function closeAfterUnfinished(reply: FastifyReply, { kind }: RawBody): void {
  if (kind === 'too_large' || kind === 'too_slow') reply.header('connection', 'close');
}

/** Runs `work` as the holder of a credential who has the permission. A credential that has ended since it was met counts for its network address. */
async function withPermission<T>(
  { context, request }: RequestContext,
  permission: Permission,
  credential: PresentedCredential,
  mode: TransactionMode,
  work: (scope: Scope) => Promise<T>,
): Promise<T> {
  try {
    return await withCredential(context.app, credential, mode, async (scope) => {
      recordKeyUse(context.app, scope.caller, networkOf(request.ip));
      if (!isAllowed(scope.caller, permission))
        throw new Forbidden('insufficient_scope', explainDenial(scope.caller, permission));
      return work({ ...scope, address: request.ip });
    });
  } catch (error) {
    if (error instanceof Unauthenticated) await countForAddress(context, request);
    throw error;
  }
}

/** Bulk work takes a token first and gets it back when it made nothing (a dry run, a repeat, a refusal). */
async function withBulkLimit(
  { app, buckets }: RouteContext,
  policy: Policy | undefined,
  key: string,
  work: () => Promise<Reply>,
): Promise<Reply> {
  if (policy === undefined) return work();
  await buckets.take(policy, key, app.clock());
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
export function hasBearerToken(request: FastifyRequest): boolean {
  return /^Bearer +\S/i.test(request.headers.authorization ?? '');
}

/** The credential a request presents. Whoever presents none that is known to be valid is counted by network address first. */
async function readCredential(context: RouteContext, request: FastifyRequest): Promise<PresentedCredential> {
  const token = /^Bearer +([^\s]+)$/i.exec(request.headers.authorization ?? '')?.[1];
  const credential = token === undefined ? undefined : parseBearer(token);
  if (credential === undefined) {
    await countForAddress(context, request);
    throw new Unauthenticated(hasBearerToken(request) ? 'invalid_token' : 'unauthenticated');
  }
  await meetCredential(context, request, credential);
  return credential;
}

function rateLimitPolicies({ config }: AppContext) {
  const perMinute = (name: string, quota: number): Policy => ({ name, quota, windowSeconds: 60 });
  return {
    credential: perMinute('credential', config.rateLimits.credential),
    tenant: perMinute('organization', config.rateLimits.tenant),
    bulk: perMinute('bulk', config.rateLimits.bulk),
    ocr: perMinute('ocr', config.rateLimits.ocr),
  };
}

function idempotencyKeyOf(
  spec: OperationSpec,
  key: string | undefined,
  principal: string,
  input: RequestInput<unknown, unknown> & { readonly file?: unknown; readonly fields?: unknown },
): IdempotencyKey | undefined {
  if (key === undefined) return undefined;
  const parameters = Object.entries(input.params).map(([name, value]) => `${name}=${value}`);
  return {
    key,
    principal,
    route: [spec.name, ...parameters].join(' '),
    request: JSON.stringify([input.sentBody, input.query, input.file, input.fields], sortKeys), // Of a file its name, types, size and SHA-256.
  };
}
