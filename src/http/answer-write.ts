// The handler of a request with a caller that may change something. Without a body all of its steps run in one
// transaction. A body is read between two transactions; slow work looks for a repeat in another one before it. Each
// confirms the caller again.
import type { RouteHandlerMethod } from 'fastify';
import { actorText, type Caller, type Scope } from '../platform/db/scope.ts';
import { runAudited } from './audit/audit-operation.ts';
import { type Call, noBody, requireObject, requireObjectAndValues, withPermittedCaller } from './caller-steps.ts';
import { findStoredResponse, identifyRepeat, runOnce } from './idempotency.ts';
import { closeAfterUnfinished, readBody } from './json-body.ts';
import { isReadOnly, requireDryRun, requireReadOrDryRun, runDryForReadOnlyKey } from './key-limits.ts';
import { countForOrganization, countForPhotos, withBulkLimit } from './limits/caller-limits.ts';
import type { OperationResponse } from './model.ts';
import type { CallerOperation, FindObject, RouteContext } from './operation.ts';
import { sendResponse } from './send-response.ts';
import { checkUnknownFields } from './strict-handling.ts';
import { makeUploadReceiver, type UploadReceiver } from './uploads/read-upload.ts';
import { makeRequestValidator, type RequestValidator, type ValidInput } from './validate-request.ts';

/** A request with what is specific to a write. */
type WriteCall = Call & { readonly validate: RequestValidator; readonly upload: UploadReceiver | undefined };

/** Makes the handler of a POST, PUT, PATCH or DELETE. */
export function answerWrite(
  context: RouteContext,
  operation: CallerOperation,
  findObject: FindObject | undefined,
): RouteHandlerMethod {
  const validate = makeRequestValidator(operation);
  const { body, upload, prepare } = operation;
  const makeReceiver = upload && makeUploadReceiver(upload);
  const readsNothing = body === undefined && upload === undefined && prepare === undefined;
  return async (request, reply) => {
    const upload = makeReceiver?.(request.raw, context.app);
    const call = { context, operation, request, reply, findObject, validate, upload };
    const responding = readsNothing ? respondAtOnce(call) : respondToInput(call);
    const response = await responding.finally(() => upload?.end());
    return sendResponse(context.app, reply, response);
  };
}

function respondAtOnce(call: WriteCall): Promise<OperationResponse> {
  return withPermittedWriter(call, async (scope) => {
    await countForOrganization(call); // 429
    const valid = await requireObjectAndValues(call, scope, call.validate(call.request, noBody)); // 404; 406; 422
    return runCommand(call, scope, valid);
  });
}

async function respondToInput(call: WriteCall): Promise<OperationResponse> {
  const { context, operation } = call;
  const caller = await withPermittedWriter(
    call,
    async (scope) => {
      await countForOrganization(call); // 429
      if (operation.rules.has('photo')) await countForPhotos(call); // 429
      await requireObject(call, scope); // 404
      return scope.caller;
    },
    'read only',
  );
  const valid = await readInput(call, caller); // 406; 413, 408, 415; 400; 422
  if (operation.prepare === undefined) return withPermittedWriter(call, (scope) => runCommand(call, scope, valid));
  const repeat = identifyRepeat(operation.name, actorText(caller), valid);
  const stored = repeat && (await withPermittedWriter(call, (scope) => findStoredResponse(scope, repeat), 'read only'));
  if (stored !== undefined) return stored; // A repeat needs no preparation.
  const prepared = await operation.prepare(context, caller, valid.input);
  return withPermittedWriter(call, (scope) => runCommand(call, scope, valid, prepared));
}

function withPermittedWriter<T>(
  call: WriteCall,
  work: (scope: Scope) => Promise<T>,
  mode: 'read only' | 'read write' = 'read write',
) {
  return withPermittedCaller(call, mode, async (scope) => {
    requireReadOrDryRun(scope.caller, call.operation); // 403
    return work(scope);
  });
}

/** Reads the body or file of a permitted caller, outside any transaction. */
async function readInput(call: WriteCall, caller: Caller): Promise<ValidInput> {
  const { operation, request, reply, validate, upload } = call;
  const raw = operation.body === undefined ? noBody : await readBody(request.raw);
  closeAfterUnfinished(reply, raw);
  const checked = validate(request, raw);
  const { input, repeat, notAcceptable, unknown } = checked;
  if (upload !== undefined && notAcceptable !== undefined) throw notAcceptable; // Before the file is read.
  const sent = await upload?.receive(caller.tenantId, unknown);
  const fault = checkUnknownFields(call, checked, caller);
  if (fault !== undefined) throw fault;
  return { input: { ...input, ...sent }, repeat };
}

/**
 * Runs the command once per Idempotency-Key; for a key that only reads each time, as nothing is stored for it but the
 * entry in the audit log.
 */
async function runCommand(call: Call, scope: Scope, valid: ValidInput, prepared?: unknown): Promise<OperationResponse> {
  const { operation } = call;
  const { caller } = scope;
  requireDryRun(caller, operation, valid); // 403
  const repeat = isReadOnly(caller) ? undefined : identifyRepeat(operation.name, actorText(caller), valid);
  // 412; 409, 422
  const handle = (audited: Scope) =>
    runDryForReadOnlyKey(audited, () => operation.handle(audited, valid.input, prepared));
  const command = () => runOnce(scope, repeat, () => runAudited(operation, scope, valid.input, handle));
  return operation.rules.has('bulk') ? withBulkLimit(call, command) : command(); // 429
}
