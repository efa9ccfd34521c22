// What is noted of a request on its way: its credential and what is left of its limits; for the request log who asked,
// for which operation, and how it went wrong.
import type { FastifyRequest } from 'fastify';
import type { PresentedCredential } from '../../identity/tokens.ts';
import type { Caller } from '../../platform/db/scope.ts';
import type { LimitState } from '../limits/rate-limits.ts';

/** `caller` and `operation` are there once the database has confirmed the caller. */
type RequestNotes = {
  credential?: PresentedCredential;
  limitStates?: readonly LimitState[];
  caller?: Caller;
  operation?: string;
  code?: string;
  /** Whether the database or the disk failed. */
  isFault?: boolean;
  ignored?: readonly string[];
};

const notesByRequest = new WeakMap<FastifyRequest, RequestNotes>();

/** Returns the notes of a request, empty at first. */
export function notesOf(request: FastifyRequest): RequestNotes {
  const notes = notesByRequest.get(request) ?? {};
  notesByRequest.set(request, notes);
  return notes;
}

/** The credential that a request was sent with, which requireCredential has read. */
export function credentialOf(request: FastifyRequest): PresentedCredential {
  const { credential } = notesOf(request);
  if (credential === undefined) throw new Error('No credential was read.');
  return credential;
}

/** Notes the confirmed caller and the operation. */
export function noteCaller(request: FastifyRequest, caller: Caller, operation: string): void {
  Object.assign(notesOf(request), { caller, operation });
}

/** Notes the error code of the response, and whether the database or the disk failed. */
export function noteError(request: FastifyRequest, code: string, isFault: boolean): void {
  Object.assign(notesOf(request), { code, isFault });
}

/** Notes the names of unknown fields that were ignored. */
export function noteIgnored(request: FastifyRequest, ignored: readonly string[]): void {
  notesOf(request).ignored = ignored;
}
