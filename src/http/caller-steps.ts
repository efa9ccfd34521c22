// The steps that all requests with a caller have: the caller with permission, what their organization is counted for,
// and the object in the path.
import type { FastifyReply, FastifyRequest } from 'fastify';
import { requireConfirmation } from '../identity/confirmations.ts';
import { explainDenial, isAboutOneself, isAllowed } from '../identity/permissions.ts';
import type { Caller, Scope, TransactionMode } from '../platform/db/scope.ts';
import { Forbidden, NotFound } from '../platform/errors.ts';
import type { ReadLog } from './audit/read-log.ts';
import { withCaller } from './authenticate-request.ts';
import type { RawBody } from './json-body.ts';
import { explainBuildingLimit } from './key-limits.ts';
import type { CallerOperation, FindObject, RouteContext } from './operation.ts';
import { noteCaller, notesOf } from './request-log/request-notes.ts';
import { checkUnknownFields } from './strict-handling.ts';
import { hasMalformedId, type Params, type ValidatedRequest, type ValidInput } from './validate-request.ts';

/** What the handlers of a server share. */
export type HandlerContext = RouteContext & { readonly readLog: ReadLog };

/** One request on its way through the steps. */
export type Call = {
  readonly context: RouteContext;
  readonly operation: CallerOperation;
  readonly request: FastifyRequest;
  readonly reply: FastifyReply;
  readonly findObject: FindObject | undefined;
};

export const noBody: RawBody = { kind: 'none' };

/**
 * Confirms the caller in the database, then the permission, the second factor and the confirmation that the operation
 * needs: 401, 403.
 */
export async function withPermittedCaller<T>(
  call: Call,
  mode: TransactionMode,
  work: (scope: Scope) => Promise<T>,
): Promise<T> {
  const { context, request, operation } = call;
  const steps = {
    admit: (caller: Caller) => noteCaller(request, caller, operation.name),
    work: (scope: Scope) => requirePermission(call, scope).then(() => work(scope)),
  };
  try {
    return await withCaller(context, request, mode, steps, operation.rules.has('separate connection'));
  } catch (error) {
    throw explainBuildingLimit(notesOf(request).caller, error);
  }
}

async function requirePermission({ operation }: Call, scope: Scope): Promise<void> {
  const { caller } = scope;
  const { permission, rules } = operation;
  if (!isAllowed(caller, permission)) throw new Forbidden('insufficient_scope', explainDenial(caller, permission));
  if (scope.lacksSecondFactor && !isAboutOneself(permission)) throw new Forbidden('second_factor_setup_required');
  if (rules.has('confirmed')) await requireConfirmation(scope);
}

/** Finds the object in the path. Throws NotFound. */
export async function requireObject({ request, findObject }: Call, scope: Scope): Promise<void> {
  if (hasMalformedId(request)) throw new NotFound();
  await findObject?.(scope, request.params as Params);
}

/**
 * The command finds the object by itself. Only if the request has a fault it is looked for first, as a missing object
 * is reported before any fault.
 */
export async function requireObjectAndValues(call: Call, scope: Scope, checked: ValidatedRequest): Promise<ValidInput> {
  if (hasMalformedId(call.request)) throw new NotFound();
  const fault = checkUnknownFields(call, checked, scope.caller);
  if (fault === undefined) return checked;
  await requireObject(call, scope);
  throw fault;
}
