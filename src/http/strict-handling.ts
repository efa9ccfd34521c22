// Strict handling (RFC 7240, 4.4): whether unknown fields of a request are rejected or ignored. The operation may
// insist; else the request says so in its Prefer header, or its API key.
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Caller } from '../platform/db/scope.ts';
import type { RequestError } from './errors.ts';
import type { Operation } from './operation.ts';
import { noteIgnored } from './request-log/request-notes.ts';
import type { UnknownFields } from './unknown-fields.ts';
import { rejectUnknownFields } from './validate-request.ts';

type StrictExchange = {
  readonly request: FastifyRequest;
  readonly reply: FastifyReply;
  readonly operation: Pick<Operation, 'rules'>;
};
type CheckedRequest = { readonly unknown: UnknownFields; readonly validationError: RequestError | undefined };

/** No Prefer header that means something is longer. */
const maxHeaderLength = 1000;

/**
 * Returns the fault of a request, unknown fields included if it is handled strictly. Otherwise they are named in the
 * header Haldur-Ignored and in the request log. Preference-Applied confirms what the request asked for.
 */
export function checkUnknownFields(
  { request, reply, operation }: StrictExchange,
  { unknown, validationError }: CheckedRequest,
  caller?: Caller,
): RequestError | undefined {
  const preferred = preferredHandling(request.headers.prefer);
  if (preferred !== undefined) reply.header('preference-applied', `handling=${preferred}`);
  const isPreferred =
    preferred === undefined ? caller?.kind === 'key' && caller.strict === true : preferred === 'strict';
  if (operation.rules.has('strict') || isPreferred) return rejectUnknownFields(validationError, unknown);
  const ignored = unknown.names();
  if (ignored.length === 0) return validationError;
  reply.header('haldur-ignored', ignored.join(', '));
  noteIgnored(request, ignored);
  return validationError;
}

/** Reads `handling` of a Prefer header. The first one counts; anything else in the header is for others. */
export function preferredHandling(header: string | string[] | undefined): 'strict' | 'lenient' | undefined {
  if (header === undefined) return undefined;
  for (const preference of String(header).slice(0, maxHeaderLength).split(',')) {
    const [word = ''] = preference.split(';', 1);
    const [name = '', value = ''] = word.toLowerCase().split('=', 2);
    if (name.trim() !== 'handling') continue;
    const handling = value.trim().replace(/^"|"$/g, '');
    return handling === 'strict' || handling === 'lenient' ? handling : undefined;
  }
  return undefined;
}
