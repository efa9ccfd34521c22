// Request bodies: read with a size limit and parsed strictly. Repeated keys, deep nesting and characters that no text
// can hold are rejected.

import type { IncomingMessage } from 'node:http';
import type { FastifyReply, onSendAsyncHookHandler } from 'fastify';
import { bodyProblem, type Problem } from '../platform/errors.ts';
import { parseMediaType } from './header-values.ts';

export const maxBodyBytes = 1024 * 1024;
const maxDepth = 20;
/** Far above the needs of any operation: these bound the work of checking and are not rules for a list or an object. */
const maxItems = 10_000;
const maxKeys = 1000;
/** Objects and lists in total; the largest building with terms for each apartment of each charge has fewer. */
const maxContainers = 20_000;
/**
 * How long the rest of a too large body is read and discarded, so that a client that reads only after sending gets the
 * response.
 */
const maxDrainMs = 500;

/** A body as received. */
export type RawBody =
  | { readonly kind: 'none' }
  | { readonly kind: 'bytes'; readonly bytes: Buffer }
  | { readonly kind: 'too_large' }
  | { readonly kind: 'too_slow' };

type BodyLimits = {
  readonly maxBytes: number;
  readonly withinMs: number;
  /** Called with each chunk that arrives; if it throws, the body is rejected. */
  readonly reserve?: (bytes: number) => void;
};

/**
 * Reads a request body, up to a limit and within a minute. Beyond either, nothing is kept and the rest is discarded
 * (`drainBody`). Rejects if the client disconnects, and with what `reserve` throws.
 */
export function readBody(
  request: IncomingMessage,
  { maxBytes, withinMs, reserve }: BodyLimits = { maxBytes: maxBodyBytes, withinMs: 60_000 },
): Promise<RawBody> {
  return new Promise((resolve, reject) => {
    const parts: Buffer[] = [];
    let size = 0;
    let refused = false;
    const refuse = (report: () => void) => {
      refused = true;
      parts.length = 0;
      clearTimeout(timer);
      report();
    };
    const timer = setTimeout(() => refuse(() => resolve({ kind: 'too_slow' })), withinMs);
    request.on('data', (part: Buffer) => {
      if (refused) return;
      size += part.length;
      if (size > maxBytes) return refuse(() => resolve({ kind: 'too_large' }));
      try {
        reserve?.(part.length);
        parts.push(part);
      } catch (error) {
        refuse(() => reject(error));
      }
    });
    request.on('end', () => {
      clearTimeout(timer);
      if (!refused) resolve(size === 0 ? { kind: 'none' } : { kind: 'bytes', bytes: Buffer.concat(parts) });
    });
    request.on('error', (error) => {
      clearTimeout(timer);
      reject(error);
    });
    if (Number(request.headers['content-length'] ?? 0) > maxBytes) refuse(() => resolve({ kind: 'too_large' }));
  });
}

/**
 * Reads and discards the rest for a short time, so that a client that reads only after sending gets its response.
 * Returns whether the body ended; if not, the connection must be closed.
 */
export function drainBody(request: IncomingMessage): Promise<boolean> {
  const { 'content-length': length = '0', 'transfer-encoding': coding } = request.headers;
  if (request.readableEnded || (coding === undefined && Number(length) === 0)) return Promise.resolve(true);
  if (request.destroyed) return Promise.resolve(false);
  return new Promise((resolve) => {
    const timer = setTimeout(resolve, maxDrainMs, false);
    const done = (whole: boolean) => () => {
      clearTimeout(timer);
      resolve(whole);
    };
    request.once('end', done(true)).once('error', done(false)).once('close', done(false)).resume();
  });
}

/** Accepts JSON under any of its media types, in its only encoding (RFC 8259). */
export function isJson(contentType: string | undefined): boolean {
  const { type, parameters } = parseMediaType(contentType);
  return (
    /^application\/([a-z0-9.+-]+\+)?json$/.test(type) && /^(utf-?8|us-ascii)$/i.test(parameters.charset ?? 'utf-8')
  );
}

type ParsedJson =
  | { readonly value: unknown }
  | {
      readonly status: 400 | 422;
      readonly code: 'malformed_json' | 'validation_failed';
      readonly problems: readonly Problem[];
    };

const utf8 = new TextDecoder('utf-8', { fatal: true });

/** Parses a JSON text. */
export function parseJson(bytes: Buffer): ParsedJson {
  let value: unknown;
  let text: string;
  try {
    text = utf8.decode(bytes);
    const structureProblem = findStructureProblem(text);
    if (structureProblem !== undefined) return structureProblem;
    value = JSON.parse(text);
  } catch (error) {
    const message =
      error instanceof SyntaxError ? `The body is not JSON: ${error.message}.` : 'The body is not UTF-8 text.';
    return malformedJson(bodyProblem([], 'malformed_json', message));
  }
  const unstorable = text.includes('\\u') ? findUnstorableText(value, []) : undefined;
  return unstorable === undefined ? { value } : validationFailed(unstorable);
}

function malformedJson(problem: Problem): ParsedJson {
  return { status: 400, code: 'malformed_json', problems: [problem] };
}

function validationFailed(problem: Problem): ParsedJson {
  return { status: 422, code: 'validation_failed', problems: [problem] };
}

/** An object or list that is open at a position in the text: its keys so far, and the current key or index. */
type OpenContainer = { readonly isObject: boolean; keys?: Set<string>; step: string | number };

/**
 * Checks a text for what JSON.parse accepts: repeated keys (the last would win silently), deep nesting and endless
 * lists. It runs before JSON.parse, which is slow on deep nesting. For a text that is not JSON the result is arbitrary,
 * but the check ends.
 */
function findStructureProblem(text: string): ParsedJson | undefined {
  const open: OpenContainer[] = [];
  let mayBeKey = false;
  let containerCount = 0;
  for (let at = 0; at < text.length; at += 1) {
    const character = text[at];
    const current = open.at(-1);
    if (character === '{' || character === '[') {
      if (open.length === maxDepth)
        return malformedJson(bodyProblem([], 'too_deep', `The body is nested more than ${maxDepth} levels deep.`));
      mayBeKey = character === '{';
      containerCount += 1;
      if (containerCount > maxContainers) return validationFailed(tooManyContainers());
      open.push({ isObject: mayBeKey, step: mayBeKey ? '' : 0 });
    } else if (character === '}' || character === ']') {
      open.pop();
      mayBeKey = false;
    } else if (character === ',' && current !== undefined) {
      mayBeKey = current.isObject;
      if (typeof current.step === 'number') current.step += 1;
      if (current.step === maxItems) return validationFailed(tooManyItems(open));
    } else if (character === '"') {
      const end = endOfString(text, at);
      if (mayBeKey && current !== undefined) {
        current.keys ??= new Set();
        const key = text.slice(at + 1, end - 1);
        current.step = key.includes('\\') ? (JSON.parse(`"${key}"`) as string) : key;
        if (current.keys.has(current.step)) return malformedJson(duplicateKey(open, current.step));
        current.keys.add(current.step);
        if (current.keys.size > maxKeys) return validationFailed(tooManyKeys(open));
        mayBeKey = false;
      }
      at = end - 1;
    }
  }
  return undefined;
}

function tooManyItems(open: readonly OpenContainer[]): Problem {
  const path = pathOf(open.slice(0, -1));
  return bodyProblem(path, 'wrong_length', `${path.join('.') || 'The body'} must have at most ${maxItems} items.`);
}

function tooManyKeys(open: readonly OpenContainer[]): Problem {
  const path = pathOf(open.slice(0, -1));
  return bodyProblem(path, 'wrong_length', `${path.join('.') || 'The body'} must have at most ${maxKeys} keys.`);
}

function tooManyContainers(): Problem {
  return bodyProblem([], 'wrong_length', `The body must have at most ${maxContainers} objects and lists.`);
}

function duplicateKey(open: readonly OpenContainer[], key: string): Problem {
  return bodyProblem(pathOf(open), 'duplicate_key', `The key "${shortened(key)}" is repeated in the same object.`);
}

function pathOf(open: readonly OpenContainer[]): (string | number)[] {
  return open.map(({ step }) => (typeof step === 'number' ? step : shortened(step)));
}

/** Keys from the caller may be as long as the body; the response should not be. */
function shortened(key: string): string {
  return key.slice(0, 100).toWellFormed();
}

function endOfString(text: string, start: number): number {
  let end = text.indexOf('"', start + 1);
  while (end !== -1 && isEscaped(text, end)) end = text.indexOf('"', end + 1);
  return end === -1 ? text.length : end + 1;
}

/** Reports whether an odd number of backslashes precedes a position. */
function isEscaped(text: string, at: number): boolean {
  let first = at;
  while (text[first - 1] === '\\') first -= 1;
  return (at - first) % 2 === 1;
}

/**
 * Returns the first text, key or value, that no column can store; undefined if there is none. NUL and lone surrogates
 * are valid in JSON but cannot be stored. `path` is the location of `value`.
 */
export function findUnstorableText(value: unknown, path: (string | number)[] = []): Problem | undefined {
  if (typeof value === 'string') return isStorable(value) ? undefined : notStorable(path);
  if (Array.isArray(value)) return findFirst(value.keys(), (index) => findUnstorableText(value[index], path), path);
  if (typeof value !== 'object' || value === null) return undefined;
  const object = value as Record<string, unknown>;
  return findFirst(
    Object.keys(object),
    (key) => (isStorable(key) ? findUnstorableText(object[key], path) : notStorable(path)),
    path,
  );
}

/** Returns the first problem below one of these path steps; the path is restored afterwards. */
function findFirst<Step extends string | number>(
  steps: Iterable<Step>,
  find: (step: Step) => Problem | undefined,
  path: (string | number)[],
): Problem | undefined {
  for (const step of steps) {
    path.push(step);
    const problem = find(step);
    if (problem !== undefined) return problem;
    path.pop();
  }
  return undefined;
}

function isStorable(text: string): boolean {
  return text.isWellFormed() && !text.includes('\0');
}

function notStorable(path: readonly (string | number)[]): Problem {
  const shown = path.map((step) => (typeof step === 'number' ? step : shortened(step)));
  return bodyProblem(
    shown,
    'invalid_characters',
    `${shown.join('.') || 'The body'} contains a NUL character or half of a surrogate pair.`,
  );
}

/** After an early response the client may still have sent anything, so the connection is closed. */
export function closeAfterUnfinished(reply: Pick<FastifyReply, 'header'>, { kind }: RawBody): void {
  if (kind === 'too_large' || kind === 'too_slow') reply.header('connection', 'close');
}

/**
 * The hook that ends what is still arriving of a body when its response is sent. A connection on which more may come is
 * closed.
 */
export const endUnread: onSendAsyncHookHandler = async (request, reply) => {
  if (!(await drainBody(request.raw))) reply.header('connection', 'close');
};
