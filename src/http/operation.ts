// An operation: one route as data, and the steps of every request in order (open point P-8): credential, permission, limits, object, body, values, command.
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

/** `made`: the bytes are generated while they are sent, so they have no ETag. */
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
  /** The success responses: status to schema of the whole body, or to the media type of bytes (neither: no body). */
  readonly answers: Readonly<Record<number, ResponseSpec>>;
  /** Error codes beyond those common to all operations of this kind. */
  readonly errors: readonly ErrorCode[];
  /** The open points of the contract that this operation's behaviour rests on. */
  readonly openPoints: readonly string[];
  readonly bodyOptional?: boolean;
  /** Headers that only this operation uses: name to description. */
  readonly headers?: Readonly<Record<string, string>>;
};

/** The input of a handler: for an operation with an upload also the file and the form fields. */
type HandlerInput<Query extends TSchema, Body extends TSchema, Up> = RequestInput<Static<Query>, Static<Body>> &
  (Up extends Upload<infer Fields> ? { readonly file: UploadedFile; readonly fields: Static<Fields> } : unknown);

/**
 * An operation that needs a caller. `handle` runs in the caller's transaction. Slow work belongs in `prepare`, which runs before it. A file is read before
 * both, outside a transaction, after the permission is checked and the object in the path is found.
 */
type CallerOperationSpec<Query extends TSchema, Body extends TSchema, Up = undefined, Prepared = unknown> = {
  readonly permission: Permission;
  /** An extra limit per credential. `bulk` counts only requests that had an effect; `ocr` counts every permitted request. */
  readonly limit?: 'bulk' | 'ocr';
  /** Finds the object in the path, so that 404 comes before any error about the body. */
  readonly found?: (scope: Scope, params: Params) => Promise<unknown>;
  readonly upload?: Up;
  readonly prepare?: (context: RouteContext, caller: Caller, asked: HandlerInput<Query, Body, Up>) => Promise<Prepared>;
  readonly handle: (scope: Scope, asked: HandlerInput<Query, Body, Up>, prepared: Prepared) => Promise<Reply>;
};

/** An operation without a caller: sign-in. `repeat` identifies the request for the Idempotency-Key. */
type PublicOperationSpec<Query extends TSchema, Body extends TSchema> = {
  readonly permission: 'none';
  /** What counts for the network address: by default only failures. `always` for requests that send an e-mail or try a single-use token. */
  readonly counts?: 'failures' | 'always';
  readonly handle: (
    context: RouteContext,
    asked: RequestInput<Static<Query>, Static<Body>>,
    repeat: IdempotencyKey | undefined,
  ) => Promise<Reply>;
};

/** What all routes share. */
export type RouteContext = { readonly app: AppContext; readonly throttle: Throttle; readonly buckets: Buckets };

export type Operation = OperationSpec &
  Schemas<TSchema, TSchema> &
  Pick<PublicOperationSpec<TSchema, TSchema>, 'counts'> & {
    readonly permission: Permission | 'none';
    readonly upload?: Upload | undefined;
    makeHandler(context: RouteContext): RouteHandler;
  };
type RouteHandler = (request: FastifyRequest, reply: FastifyReply) => Promise<unknown>;

/** Defines an operation; its schemas determine the type of `asked`. */
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

/** Registers operations on a server under a base path. Throws if an operation has no permission. */
export function registerRoutes(
  server: FastifyInstance,
  context: RouteContext,
  basePath: string,
  operations: readonly Operation[],
): void {
  for (const operation of operations) {
    if (!operation.permission) throw new Error(`The operation ${operation.name} has no permission.`);
    const bytes = Object.values(operation.answers).some(({ mediaType }) => mediaType !== undefined);
    if (bytes && operation.method !== 'GET') throw new Error(`Only a GET can return bytes, not ${operation.name}.`); // Responses of other methods are stored as JSON.
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

/** A single object in `data`, as in the login response. */
export function okReply(body: unknown, headers: ReplyHeaders = {}): Reply {
  return { status: 200, body: { data: body }, headers };
}

/** A new object and its URL. */
export function createdReply(body: unknown, location: string): Reply {
  return { status: 201, body: { data: body }, headers: { location } };
}

export const noContent: Reply = { status: 204 };

/** The response schema for a single object. */
export const DataOf = (schema: TSchema) => Type.Object({ data: schema });

/** The response schema for a page of objects. */
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

/** The state of one request on its way through the steps. */
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
  const validate = makeRequestValidator(spec);
  const makeIntake = 'upload' in spec && spec.upload !== undefined ? makeUploadIntake(spec.upload) : undefined;
  return async (request, reply) => {
    const intake = makeIntake?.(request.raw, context.app);
    const visit: RequestContext = { context, request, reply, validate: validate, intake };
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

/** Count by network address → body → values → command. */
async function handlePublic<Query extends TSchema, Body extends TSchema>(
  { context, request, reply, validate }: RequestContext,
  spec: PublicOperationSpec<Query, Body> & OperationSpec & Schemas<Query, Body>,
): Promise<Reply> {
  const standing = await countForAddress(context, request);
  if (spec.counts === 'always') reply.headers(limitHeaders([standing]));
  const answer = async (raw: RawBody) => {
    closeAfterUnfinished(reply, raw);
    const { input: unread, validationError, key } = validate(request, raw);
    if (validationError !== undefined) throw validationError;
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

/** Credential → permission → limits → path object → body → values → command. Without a body all of it runs in one transaction. */
async function handleForCaller<Query extends TSchema, Body extends TSchema>(
  visit: RequestContext,
  spec: FullCallerSpec<Query, Body>,
): Promise<Reply> {
  const { context, request, reply, validate } = visit;
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
      const { input: unread, validationError, key } = validate(request, noBody);
      const asked = unread as AnyHandlerInput<Query, Body>;
      if (validationError === undefined) return command(scope, asked, key);
      if (spec.found !== undefined) await spec.found(scope, asked.params);
      else if (spec.method === 'GET' && spec.query === undefined) await spec.handle(scope, asked, undefined); // Only has a path, so it finds the object or throws.
      throw validationError;
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
  if (answered !== undefined) return answered; // A repeat needs no preparation.
  const prepared = await spec.prepare(context, caller, asked);
  return runPermitted(mode, (scope) => command(scope, asked, key, prepared));
}

type AnyHandlerInput<Query extends TSchema, Body extends TSchema> = HandlerInput<Query, Body, Upload | undefined>;

/** Reads the body or file of a permitted caller, outside a transaction. Throws RequestError if something is not valid. */
async function readInput<Query extends TSchema, Body extends TSchema>(
  { request, reply, validate, intake }: RequestContext,
  spec: FullCallerSpec<Query, Body>,
  caller: Caller,
): Promise<{ asked: AnyHandlerInput<Query, Body>; key: string | undefined }> {
  const raw = spec.body === undefined ? noBody : await readBody(request.raw);
  closeAfterUnfinished(reply, raw);
  const { input, notAcceptable: unacceptable, validationError, key } = validate(request, raw);
  if (intake !== undefined && unacceptable !== undefined) throw unacceptable;
  const sent = await intake?.receive(caller.tenantId);
  if (validationError !== undefined) throw validationError;
  return { asked: { ...input, ...sent } as AnyHandlerInput<Query, Body>, key };
}

/** After an early response the client may still have sent anything, so the connection is closed. */
function closeAfterUnfinished(reply: FastifyReply, { kind }: RawBody): void {
  if (kind === 'too_large' || kind === 'too_slow') reply.header('connection', 'close');
}

/** Runs `work` for a caller with the permission. A credential that ended since it was last valid counts for its network address. */
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

/** Bulk work takes a token first and returns it if it had no effect (a dry run, a repeat, a rejected request). */
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

/** Reports whether a request has a Bearer token, valid or not. Another scheme, or an empty one, has none (RFC 6750, 3). */
export function hasBearerToken(request: FastifyRequest): boolean {
  return /^Bearer +\S/i.test(request.headers.authorization ?? '');
}

/** Returns the credential of a request. Requests without a known valid credential are counted by network address first. */
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
    request: JSON.stringify([input.sentBody, input.query, input.file, input.fields], sortKeys), // For a file: its name, types, size and SHA-256.
  };
}
