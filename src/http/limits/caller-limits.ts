// Rate limits of callers: per credential, per organization, and extra ones for operations that cost much (open point P-9).
import type { FastifyReply } from 'fastify';
import type { PresentedCredential } from '../../identity/tokens.ts';
import type { AppContext } from '../../platform/db/scope.ts';
import type { OperationResponse } from '../model.ts';
import { type Buckets, type LimitState, limitHeaders, type Policy } from './rate-limits.ts';

/** A request with a credential that is counted. `limitStates`: what is left of each limit so far, which its answer reports. */
export type CountedRequest = {
  readonly context: { readonly app: AppContext; readonly buckets: Buckets };
  readonly credential: PresentedCredential;
  readonly reply: FastifyReply;
  readonly limitStates: LimitState[];
};

/** Counts a request for its credential. Throws Limited. */
export function countForCredential(counted: CountedRequest): Promise<void> {
  return count(counted, 'credential', holderOf(counted));
}

/** Counts a request for its organization. Throws Limited. */
export function countForOrganization(counted: CountedRequest): Promise<void> {
  return count(counted, 'organization', counted.credential.tenantId);
}

/** Counts a request that reads a photo, for its credential. Throws Limited. */
export function countForPhotos(counted: CountedRequest): Promise<void> {
  return count(counted, 'ocr', holderOf(counted));
}

/** Bulk work takes a token first and returns it if it had no effect (a dry run, a repeat, a rejected request). Throws Limited. */
export async function withBulkLimit(
  counted: CountedRequest,
  work: () => Promise<OperationResponse>,
): Promise<OperationResponse> {
  const { app, buckets } = counted.context;
  const policy = policyOf(app, 'bulk');
  await buckets.take(policy, holderOf(counted), app.clock());
  let hadEffect = false;
  try {
    const reply = await work();
    hadEffect = reply.status === 201 || reply.status === 202;
    return reply;
  } finally {
    if (!hadEffect) await buckets.giveBack(policy, holderOf(counted));
  }
}

async function count({ context, reply, limitStates }: CountedRequest, name: LimitName, key: string): Promise<void> {
  limitStates.push(await context.buckets.take(policyOf(context.app, name), key, context.app.clock()));
  reply.headers(limitHeaders(limitStates));
}

const limitCounts = {
  credential: 'requests with this credential',
  organization: 'requests of the whole organization',
  bulk: 'bulk requests with this credential',
  ocr: 'photos with this credential',
};
type LimitName = keyof typeof limitCounts;

function policyOf({ config }: AppContext, name: LimitName): Policy {
  return {
    name,
    counts: limitCounts[name],
    quota: config.rateLimits[name === 'organization' ? 'tenant' : name],
    windowSeconds: 60,
  };
}

function holderOf({ credential }: CountedRequest): string {
  return credential.hash.toString('base64');
}
