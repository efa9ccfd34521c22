// Authentication of a request: its Bearer token becomes a caller in the database. Requests without a known valid
// credential are counted for their network address before any other work.
import type { FastifyRequest, onRequestAsyncHookHandler } from 'fastify';
import { recordKeyUse } from '../identity/api-keys.ts';
import { type CallerWork, wasRecentlyValid, withCredential } from '../identity/authenticate.ts';
import { type PresentedCredential, parseBearer } from '../identity/tokens.ts';
import type { TransactionMode } from '../platform/db/scope.ts';
import { Unauthenticated } from '../platform/errors.ts';
import { requireAllowedNetwork } from './key-limits.ts';
import { type AddressCounts, countForAddress, uncountForAddress } from './limits/address-limit.ts';
import { credentialOf, notesOf } from './request-log/request-notes.ts';

/**
 * Reports whether a request has a Bearer token, valid or not. Another scheme, or an empty one, has none (RFC 6750, 3).
 */
export function hasBearerToken(request: FastifyRequest): boolean {
  return /^Bearer +\S/i.test(request.headers.authorization ?? '');
}

/**
 * Makes the hook that reads the credential of a request. One that is new to this process is counted for its network
 * address and looked up; the count is undone if it is valid. Throws Unauthenticated and Limited.
 */
export function requireCredential(context: AddressCounts): onRequestAsyncHookHandler {
  return async (request) => {
    notesOf(request).credential = await readCredential(context, request);
  };
}

async function readCredential(context: AddressCounts, request: FastifyRequest): Promise<PresentedCredential> {
  const token = /^Bearer +([^\s]+)$/i.exec(request.headers.authorization ?? '')?.[1];
  const credential = token === undefined ? undefined : parseBearer(token);
  if (credential === undefined) {
    await countForAddress(context, request);
    throw new Unauthenticated(hasBearerToken(request) ? 'invalid_token' : 'unauthenticated');
  }
  if (!wasRecentlyValid(credential)) await lookUpOnce(context, request, credential);
  return credential;
}

const lookUps = new Map<string, Promise<void>>();

/** Concurrent requests with the same credential share one look-up. */
function lookUpOnce(context: AddressCounts, request: FastifyRequest, credential: PresentedCredential): Promise<void> {
  const lookUp = async () => {
    await countForAddress(context, request);
    await withCredential(context.app, credential, 'read only', { work: async () => {} });
    await uncountForAddress(context, request);
  };
  const { hashText } = credential;
  const shared = lookUps.get(hashText) ?? lookUp().finally(() => lookUps.delete(hashText));
  lookUps.set(hashText, shared);
  return shared;
}

/**
 * Runs `work` in a transaction of the caller that the database finds for a credential. Throws Unauthenticated if it
 * finds none: a credential that ended since it was last valid counts for its network address too. Throws Forbidden for
 * a key that is not accepted from the address. `isSeparate`: on a connection that the organization's other requests do
 * not use.
 */
export async function withCaller<T>(
  context: AddressCounts,
  request: FastifyRequest,
  mode: TransactionMode,
  { admit, work }: CallerWork<T>,
  isSeparate = false,
): Promise<T> {
  const asCaller: CallerWork<T> = {
    admit(caller) {
      requireAllowedNetwork(context.app, caller, request);
      recordKeyUse(context.app, caller, request.ip);
      admit?.(caller);
    },
    work: (scope) => work({ ...scope, address: request.ip, requestId: request.id }),
  };
  try {
    const connections = isSeparate ? context.app.pool.separate : undefined;
    return await withCredential(context.app, credentialOf(request), mode, asCaller, connections);
  } catch (error) {
    if (error instanceof Unauthenticated) await countForAddress(context, request);
    throw error;
  }
}
