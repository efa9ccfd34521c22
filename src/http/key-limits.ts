// The limits of an API key in a request: its networks, whether it only reads, and its buildings. The rows of its
// buildings are chosen by the database (bind_buildings in migrations/0024-narrow-keys.sql); this file has the rest.
import type { FastifyRequest } from 'fastify';
import { noteRejectedNetwork } from '../identity/api-keys.ts';
import { isInNetworks, toPlainAddress } from '../identity/key-networks.ts';
import { limitedToBuildings } from '../identity/permissions.ts';
import { withDryRun } from '../platform/db/savepoint.ts';
import { type AppContext, buildingLimit, type Caller, type Scope } from '../platform/db/scope.ts';
import { codeOf, Forbidden } from '../platform/errors.ts';
import { changesNothing, hasDryRun } from './dry-run.ts';
import type { CallerOperation } from './operation.ts';
import type { ValidInput } from './validate-request.ts';

const readOnlyDetail = 'This API key only reads. Use it for GET and for dry runs (dryRun: true).';

/** Throws Forbidden if the caller is a key that is not accepted from the address of the request. */
export function requireAllowedNetwork(app: AppContext, caller: Caller, request: FastifyRequest): void {
  if (caller.kind !== 'key' || caller.networks === undefined || isInNetworks(request.ip, caller.networks)) return;
  noteRejectedNetwork(app, caller, request.ip);
  throw new Forbidden(
    'network_not_allowed',
    `This API key is not accepted from ${toPlainAddress(request.ip)}. Its owner lists the allowed networks in the settings.`,
  );
}

/**
 * Throws Forbidden if the caller is a key that only reads, and the operation is not one that can leave everything as it
 * is.
 */
export function requireReadOrDryRun(caller: Caller, operation: CallerOperation): void {
  if (isReadOnly(caller) && !operation.rules.has('only reads') && !hasDryRun(operation))
    throw new Forbidden('insufficient_scope', readOnlyDetail);
}

/** Throws Forbidden if the caller is a key that only reads, and the request changes something. */
export function requireDryRun(caller: Caller, operation: CallerOperation, { input }: ValidInput): void {
  if (isReadOnly(caller) && !changesNothing(operation, input))
    throw new Forbidden('insufficient_scope', readOnlyDetail);
}

/**
 * Runs the command of an operation that may write. Whatever it writes is rolled back if the caller is a key that only
 * reads.
 */
export function runDryForReadOnlyKey<T>(scope: Scope, command: () => Promise<T>): Promise<T> {
  return withDryRun(scope, isReadOnly(scope.caller), command);
}

/**
 * What a failure means for a key of some buildings: where the database denies it a table or a row, the response names
 * its limit.
 */
export function explainBuildingLimit(caller: Caller | undefined, error: unknown): unknown {
  const isDenied = caller !== undefined && buildingLimit(caller) !== null && codeOf(error) === '42501';
  return isDenied ? new Forbidden('insufficient_scope', limitedToBuildings) : error;
}

/** Reports whether the caller is a key that only reads. */
export function isReadOnly(caller: Caller): boolean {
  return caller.kind === 'key' && caller.readOnly === true;
}
