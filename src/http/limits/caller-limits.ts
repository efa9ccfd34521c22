// Rate limits of callers: per credential, per organization, and extra ones for operations that cost much (open point
// P-9).
import type { FastifyReply, FastifyRequest, onRequestAsyncHookHandler } from 'fastify';
import type { AppContext } from '../../platform/db/scope.ts';
import type { OperationResponse } from '../model.ts';
import { credentialOf, notesOf } from '../request-log/request-notes.ts';
import { type Buckets, type LimitState, limitHeaders, type Policy } from './rate-limits.ts';

type CountContext = { readonly app: AppContext; readonly buckets: Buckets };
/** A request with a credential that is counted. */
type CountedRequest = {
  readonly context: CountContext;
  readonly request: FastifyRequest;
  readonly reply: FastifyReply;
};

/** Makes the hook that counts a request for its credential. Throws Limited. */
export function countForCredential(context: CountContext): onRequestAsyncHookHandler {
  return (request, reply) => count({ context, request, reply }, 'credential', holderOf({ request }));
}

/** Counts a request for its organization. Throws Limited. */
export function countForOrganization(counted: CountedRequest): Promise<void> {
  return count(counted, 'organization', credentialOf(counted.request).tenantId);
}

/** Counts a request that reads a photo, for its credential. Throws Limited. */
export function countForPhotos(counted: CountedRequest): Promise<void> {
  return count(counted, 'ocr', holderOf(counted));
}

/**
 * Bulk work takes a token first and returns it if it had no effect (a dry run, a repeat, a rejected request). Throws
 * Limited.
 */
export async function withBulkLimit(
  counted: CountedRequest,
  work: () => Promise<OperationResponse>,
): Promise<OperationResponse> {
  const { app, buckets } = counted.context;
  const policy = policyOf(app, 'bulk');
  const limitState = await buckets.take(policy, holderOf(counted), app.clock());
  let hadEffect = false;
  try {
    const reply = await work();
    hadEffect = reply.status === 201 || reply.status === 202;
    return reply;
  } finally {
    if (hadEffect) report(counted, limitState);
    else await buckets.giveBack(policy, holderOf(counted));
  }
}

/**
 * Counts once, also where the work of a request begins again. The response reports what is left of each limit so far.
 */
async function count({ context, request, reply }: CountedRequest, name: LimitName, key: string): Promise<void> {
  if (notesOf(request).limitStates?.some(({ policy }) => policy.name === name)) return;
  report({ request, reply }, await context.buckets.take(policyOf(context.app, name), key, context.app.clock()));
}

function report({ request, reply }: Pick<CountedRequest, 'request' | 'reply'>, limitState: LimitState): void {
  const notes = notesOf(request);
  notes.limitStates = [...(notes.limitStates ?? []), limitState];
  reply.headers(limitHeaders(notes.limitStates));
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

function holderOf({ request }: Pick<CountedRequest, 'request'>): string {
  return credentialOf(request).hashText;
}
