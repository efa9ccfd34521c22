// Idempotency keys: the response is stored in the transaction of its effect, so a repeat returns the response without
// the effect (open point P-12).
import { createHash, createHmac } from 'node:crypto';
import { deriveAcceptedKeys, deriveKey } from '../platform/config/config.ts';
import { decrypt, encrypt } from '../platform/crypto/encryption.ts';
import { findStoredResponseBytes, reserveKey, storeResponse } from '../platform/db/idempotency-store.ts';
import type { Scope } from '../platform/db/scope.ts';
import type { Problem } from '../platform/errors.ts';
import { errorCatalogue } from './error-catalogue.ts';
import { RequestError } from './errors.ts';
import type { OperationResponse } from './model.ts';
import { sortKeys, type ValidInput } from './validate-request.ts';

/** The header, for operations without a caller that use it; all others that change something have it. */
export const idempotencyHeader = { 'Idempotency-Key': 'Identifies the request when it is sent again.' };

/** A request that may be repeated: its key is valid for one caller and one route, and identifies one request. */
export type IdempotencyKey = {
  readonly key: string;
  readonly principal: string;
  readonly route: string;
  readonly request: string;
};

const keyReusedProblem: Problem = {
  in: 'header',
  field: 'Idempotency-Key',
  code: 'idempotency_key_reused',
  message: errorCatalogue.idempotency_key_reused.meaning,
};

/** Returns what a request with an Idempotency-Key is a repeat of. */
export function identifyRepeat(
  operationName: string,
  principal: string,
  { input, repeat }: ValidInput,
): IdempotencyKey | undefined {
  if (repeat === undefined) return undefined;
  const parameters = Object.entries(input.params).map(([name, value]) => `${name}=${value}`);
  return {
    key: repeat.key,
    principal,
    route: [operationName, ...parameters].join(' '),
    // For a file: its name, types, size and SHA-256.
    request: JSON.stringify([repeat.sentBody, input.query, input.file, input.fields], sortKeys),
  };
}

/**
 * Returns the stored response of a repeated request, if there is one. Throws RequestError if the key was used for
 * another request.
 */
export async function findStoredResponse(
  scope: Scope,
  repeat: IdempotencyKey,
  keyHash = keyHashOf(scope, repeat),
): Promise<OperationResponse | undefined> {
  const stored = await findStoredResponseBytes(scope, keyHash);
  if (stored === undefined) return undefined;
  if (!fingerprintsOf(scope, repeat).some((fingerprint) => stored.fingerprint.equals(fingerprint)))
    throw new RequestError('idempotency_key_reused', { problems: [keyReusedProblem] });
  const reply = JSON.parse(
    decrypt(deriveAcceptedKeys(scope.config, encryptionPurpose), encryptionContext(scope, keyHash), stored.answer),
  ) as OperationResponse;
  return { ...reply, headers: { ...reply.headers, 'idempotency-replayed': 'true' } };
}

/**
 * Runs `make` once per key: a repeat of the same request within 24 hours gets the stored response. Throws RequestError
 * if the key was used for another request, or if its first request is still running. Only successes are stored, because
 * a failure rolls everything back.
 */
export async function runOnce(
  scope: Scope,
  repeat: IdempotencyKey | undefined,
  make: () => Promise<OperationResponse>,
): Promise<OperationResponse> {
  if (repeat === undefined) return make();
  const keyHash = keyHashOf(scope, repeat);
  if (!(await reserveKey(scope, keyHash)))
    throw new RequestError('idempotency_in_progress', { headers: { 'retry-after': '1' } });
  const storedResponse = await findStoredResponse(scope, repeat, keyHash);
  if (storedResponse !== undefined) return storedResponse;
  const reply = await make();
  if (reply.status >= 400) return reply;
  const response = encrypt(
    deriveKey(scope.config, encryptionPurpose),
    encryptionContext(scope, keyHash),
    JSON.stringify(reply),
  );
  await storeResponse(scope, keyHash, fingerprintOf(deriveKey(scope.config, fingerprintPurpose), repeat), response);
  return reply;
}

/** Part of the key of what is stored: it cannot change without losing the responses stored so far. */
const encryptionPurpose = 'kept answers';
const fingerprintPurpose = 'request fingerprints';

function keyHashOf({ caller }: Scope, { principal, route, key }: IdempotencyKey): Buffer {
  return createHash('sha256')
    .update(JSON.stringify([caller.tenantId, principal, route, key]))
    .digest();
}

/** The fingerprints that a request may have been stored with. */
function fingerprintsOf({ config }: Scope, repeat: IdempotencyKey): Buffer[] {
  return deriveAcceptedKeys(config, fingerprintPurpose).map((key) => fingerprintOf(key, repeat));
}

function fingerprintOf(key: Buffer, { request }: IdempotencyKey): Buffer {
  return createHmac('sha256', key).update(request).digest();
}

function encryptionContext({ caller }: Scope, keyHash: Buffer): string {
  return `${caller.tenantId}:${keyHash.toString('hex')}`;
}
