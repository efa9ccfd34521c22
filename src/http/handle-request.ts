// How a request is handled: `handleForCaller` and `handlePublic` list the steps in the order in which a request is judged (open point P-8). A step that finds
// a fault throws it, and server.ts answers.
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { requireConfirmation } from '../identity/confirmations.ts';
import { explainDenial, isAboutOneself, isAllowed } from '../identity/permissions.ts';
import { networkOf, siteOf } from '../identity/sign-in-throttle.ts';
import type { PresentedCredential } from '../identity/tokens.ts';
import { actorText, type Caller, type Scope, type TransactionMode } from '../platform/db/scope.ts';
import { Forbidden, NotFound } from '../platform/errors.ts';
import { noteRead, runAudited } from './audit/audit-operation.ts';
import { makeReadLog, type ReadLog } from './audit/read-log.ts';
import { readCredential, withCaller } from './authenticate-request.ts';
import { deprecationHeaders, joinLinks } from './deprecation.ts';
import { requireMatch } from './entity-tags.ts';
import { findStoredResponse, identifyRepeat, runOnce } from './idempotency.ts';
import { drainBody, type RawBody, readBody } from './json-body.ts';
import { explainBuildingLimit, isReadOnly, requireDryRun, requireReadable, runWithinLimits } from './key-limits.ts';
import { countForAddress, uncountForAddress } from './limits/address-limit.ts';
import { withAnonymousBody } from './limits/anonymous-bodies.ts';
import { countForCredential, countForOrganization, countForPhotos, withBulkLimit } from './limits/caller-limits.ts';
import { type LimitState, limitHeaders } from './limits/rate-limits.ts';
import type { OperationResponse } from './model.ts';
import type { CallerOperation, Operation, PublicOperation, RouteContext } from './operation.ts';
import { noteCaller } from './request-log/request-notes.ts';
import { judgeUnknownFields } from './strict-handling.ts';
import { makeUploadIntake, type UploadIntake } from './uploads/read-upload.ts';
import {
  hasMalformedId,
  makeRequestValidator,
  type Params,
  type ValidatedRequest,
  type ValidInput,
} from './validate-request.ts';

/** One request on its way through the steps. */
type Call<Called extends Operation> = {
  readonly context: RouteContext;
  readonly operation: Called;
  readonly request: FastifyRequest;
  readonly reply: FastifyReply;
  readonly validate: (request: FastifyRequest, raw: RawBody) => ValidatedRequest;
  readonly intake: UploadIntake | undefined;
  /** What is left of each limit that the request was counted for. */
  readonly limitStates: LimitState[];
};

/** A request with a credential. */
type CallerCall = Call<CallerOperation> & { readonly credential: PresentedCredential };

/** Registers operations on a server under a base path. Throws if an operation has no permission. */
export function registerRoutes(
  server: FastifyInstance,
  context: RouteContext,
  basePath: string,
  operations: readonly Operation[],
): void {
  const readLog = makeReadLog(context.app);
  for (const operation of operations) {
    const { name, permission, method, path } = operation;
    const responses = Object.entries(operation.responses);
    if (!permission) throw new Error(`The operation ${name} has no permission.`);
    if (method !== 'GET' && responses.some(([, { mediaType }]) => mediaType !== undefined))
      throw new Error(`Only a GET can return bytes, not ${name}.`); // Responses of other methods are stored as JSON.
    const response = Object.fromEntries(
      responses.flatMap(([status, { schema }]) => (schema === undefined ? [] : [[status, schema]])),
    );
    const handler = makeHandler({ ...context, readLog }, operation);
    server.route({ method, url: basePath + path, exposeHeadRoute: false, schema: { response }, handler });
  }
  server.addHook('onClose', () => readLog.flush());
}

function makeHandler(context: RouteContext & { readonly readLog: ReadLog }, operation: Operation) {
  const validate = makeRequestValidator(operation);
  const makeIntake = operation.upload && makeUploadIntake(operation.upload);
  return async (request: FastifyRequest, reply: FastifyReply) => {
    const intake = makeIntake?.(request.raw, context.app);
    const call = { context, request, reply, validate, intake, limitStates: [] };
    if (operation.deprecated !== undefined)
      reply.headers(deprecationHeaders(operation.deprecated, context.app.config.publicUrl));
    const handled =
      operation.permission === 'none' ? handlePublic({ ...call, operation }) : handleForCaller({ ...call, operation });
    const response = await handled.finally(() => discardUnread({ ...call, operation }));
    await noteRead(context.readLog, operation, request, response);
    return sendResponse(call, response);
  };
}

/** The steps of a request that needs no credential: sign-in, and what e-mailed links call. */
async function handlePublic(call: Call<PublicOperation>): Promise<OperationResponse> {
  const { context, operation, request } = call;
  await countStranger(call); // 429
  const response = await withStrangersBody(call, (raw) => {
    const valid = requireValid(call, raw); // 406; 413, 408, 415; 400; 422
    return operation.handle(context, valid.input, identifyRepeat(operation.name, 'anyone', valid));
  });
  if (operation.counts !== 'always') await uncountForAddress(context, request); // Only failures count.
  return response;
}

/**
 * The steps of a request that needs a caller. Without a body all of them run in one transaction. A body is read between two transactions; with
 * `prepare`, another one between them looks for a repeat. Each confirms the caller again.
 */
async function handleForCaller(arrived: Call<CallerOperation>): Promise<OperationResponse> {
  const { context, operation, request } = arrived;
  const credential = await readCredential(context, request); // 401; 429 for an address with many unknown credentials
  const call = { ...arrived, credential };
  await countForCredential(call); // 429
  const mode = operation.method === 'GET' ? 'read only' : 'read write';
  if (operation.body === undefined && operation.prepare === undefined && operation.upload === undefined)
    return withPermittedCaller(call, mode, async (scope) => {
      await countPermitted(call); // 429
      const valid = await requireObjectAndValues(call, scope); // 404; 406; 422
      return runCommand(call, scope, valid);
    });
  const caller = await withPermittedCaller(call, 'read only', async (scope) => {
    await countPermitted(call); // 429
    await requireObject(call, scope); // 404
    return scope.caller;
  });
  const valid = await readInput(call, caller); // 406; 413, 408, 415; 400; 422
  const repeat = operation.prepare && identifyRepeat(operation.name, actorText(caller), valid);
  const stored = repeat && (await withPermittedCaller(call, 'read only', (scope) => findStoredResponse(scope, repeat)));
  if (stored !== undefined) return stored; // A repeat needs no preparation.
  const prepared = await operation.prepare?.(context, caller, valid.input);
  return withPermittedCaller(call, mode, (scope) => runCommand(call, scope, valid, prepared));
}

/** Counts for the network address before anything is read. */
async function countStranger({ context, operation, request, reply }: Call<PublicOperation>): Promise<void> {
  const limitState = await countForAddress(context, request);
  if (operation.counts === 'always') reply.headers(limitHeaders([limitState]));
}

function withStrangersBody(
  { operation, request }: Call<PublicOperation>,
  work: (raw: RawBody) => Promise<OperationResponse>,
) {
  if (operation.body === undefined) return work(noBody);
  return withAnonymousBody(request.raw, siteOf(request.ip) ?? networkOf(request.ip), work);
}

function requireValid(call: Call<Operation>, raw: RawBody): ValidInput {
  closeAfterUnfinished(call.reply, raw);
  const checked = call.validate(call.request, raw);
  const { input, repeat } = checked;
  const validationError = judgeUnknownFields(call, checked);
  if (validationError !== undefined) throw validationError;
  return { input, repeat };
}

/** Confirms the caller in the database, then the permission, the second factor and the confirmation that the operation needs: 401, 403. */
function withPermittedCaller<T>(
  call: CallerCall,
  mode: TransactionMode,
  work: (scope: Scope) => Promise<T>,
): Promise<T> {
  const { permission, name, confirmation } = call.operation;
  let found: Caller | undefined;
  const confirmed = async (scope: Scope) => {
    const { caller } = scope;
    found = caller;
    noteCaller(call.request, caller, name);
    if (!isAllowed(caller, permission)) throw new Forbidden('insufficient_scope', explainDenial(caller, permission));
    requireReadable(caller, call.operation);
    if (scope.lacksSecondFactor && !isAboutOneself(permission)) throw new Forbidden('second_factor_setup_required');
    if (confirmation === true) await requireConfirmation(scope);
    return work(scope);
  };
  return withCaller(call, mode, confirmed, call.operation.isSeparate).catch((error: unknown) => {
    throw explainBuildingLimit(found, error);
  });
}

async function countPermitted(call: CallerCall): Promise<void> {
  await countForOrganization(call);
  if (call.operation.limit === 'ocr') await countForPhotos(call);
}

async function requireObject({ operation, request }: CallerCall, scope: Scope): Promise<void> {
  if (hasMalformedId(request)) throw new NotFound();
  await operation.requireObject?.(scope, request.params as Params);
}

/** The command finds the object by itself. Only if the request has a fault it is looked for first, as a missing object is reported before any fault. */
async function requireObjectAndValues(call: CallerCall, scope: Scope): Promise<ValidInput> {
  const { operation, request, validate } = call;
  if (hasMalformedId(request)) throw new NotFound();
  const checked = validate(request, noBody);
  const { input, repeat } = checked;
  const validationError = judgeUnknownFields(call, checked, scope.caller);
  if (validationError === undefined) return { input, repeat };
  const isOnlyPath =
    operation.method === 'GET' && operation.query === undefined && Object.keys(input.params).length > 0;
  if (operation.requireObject !== undefined) await operation.requireObject(scope, input.params);
  else if (isOnlyPath) await operation.handle(scope, input, undefined); // It finds the object or throws.
  throw validationError;
}

/** Reads the body or file of a permitted caller, outside any transaction. */
async function readInput(call: CallerCall, caller: Caller): Promise<ValidInput> {
  const { operation, request, reply, validate, intake } = call;
  const raw = operation.body === undefined ? noBody : await readBody(request.raw);
  closeAfterUnfinished(reply, raw);
  const checked = validate(request, raw);
  const { input, repeat, notAcceptable, unknown } = checked;
  if (intake !== undefined && notAcceptable !== undefined) throw notAcceptable; // Before the file is read.
  const sent = await intake?.receive(caller.tenantId, unknown);
  const validationError = judgeUnknownFields(call, checked, caller);
  if (validationError !== undefined) throw validationError;
  return { input: { ...input, ...sent }, repeat };
}

/** Runs the command once per Idempotency-Key; for a key that only reads each time, as nothing is stored for it but the entry in the audit log. */
async function runCommand(
  call: CallerCall,
  scope: Scope,
  valid: ValidInput,
  prepared?: unknown,
): Promise<OperationResponse> {
  const { operation } = call;
  const { caller } = scope;
  requireDryRun(caller, operation, valid); // 403
  const { confirmation } = operation;
  if (typeof confirmation === 'function' && confirmation(valid.input.body)) await requireConfirmation(scope); // 403
  const repeat = isReadOnly(caller) ? undefined : identifyRepeat(operation.name, actorText(caller), valid);
  const { params, header } = valid.input;
  const command = () =>
    runOnce(scope, repeat, async () => {
      await requireMatch(header('if-match'), operation.lockVersion, scope, params); // 412
      const handle = (audited: Scope) =>
        runWithinLimits(audited, operation, () => operation.handle(audited, valid.input, prepared));
      return operation.method === 'GET' ? handle(scope) : runAudited(operation, scope, valid.input, handle);
    });
  return operation.limit === 'bulk' ? withBulkLimit(call, command) : command();
}

const noBody: RawBody = { kind: 'none' };

/** After an early response the client may still have sent anything, so the connection is closed. */
function closeAfterUnfinished(reply: FastifyReply, { kind }: RawBody): void {
  if (kind === 'too_large' || kind === 'too_slow') reply.header('connection', 'close');
}

/** Ends what is still arriving. A connection on which more may come is closed. */
async function discardUnread({ operation, request, reply, intake }: Call<Operation>): Promise<void> {
  const unread = operation.body !== undefined && !(await drainBody(request.raw));
  if (unread || (intake !== undefined && !(await intake.end()))) reply.header('connection', 'close');
}

/** A body that is a function opens its bytes only now, after the transaction. */
async function sendResponse(
  { context, reply }: Pick<Call<Operation>, 'context' | 'reply'>,
  { status, headers = {}, body }: OperationResponse,
): Promise<FastifyReply> {
  const opened = typeof body === 'function' ? await body(context.app) : body;
  reply.code(status).headers(joinLinks(headers, reply.getHeader('link')));
  return opened === undefined ? reply.send() : reply.send(opened);
}
