// Judging a request: its path, query, body and Idempotency-Key against what an operation takes. What is wrong is told later, in the order of operation.ts.
import type { FastifyRequest } from 'fastify';
import { queryProblem } from '../platform/errors.ts';
import { isId } from '../platform/values/ids.ts';
import { Refused } from './errors.ts';
import { weightedMembers } from './header-values.ts';
import { readRepeatKey } from './idempotency.ts';
import { isJson, type RawBody, understandJson } from './json-body.ts';
import { checkOf, type Misfit, type TSchema, Type } from './schemas.ts';

/** What stands in a path, by name. */
export type Params = Readonly<Record<string, string>>;

/** What an operation gets to see of a request, already in shape. */
export type Asked<Query, Body> = {
  readonly params: Params;
  readonly query: Query;
  readonly body: Body;
  /** The body as it was sent, unknown properties and all, where an Idempotency-Key names it. */
  readonly sentBody: string | undefined;
  readonly address: string;
  header(name: string): string | undefined;
};

/**
 * A request, read. `unacceptable`: it rules out what would be answered. `misfit`: that, or its query, body or key does not fit. `key`: its
 * Idempotency-Key.
 */
export type Judged = {
  readonly asked: Asked<unknown, unknown>;
  readonly unacceptable: Refused | undefined;
  readonly misfit: Refused | undefined;
  readonly key: string | undefined;
};

type Judging = {
  readonly method: string;
  readonly query?: TSchema;
  readonly body?: TSchema;
  readonly bodyOptional?: boolean;
  readonly answers: Readonly<Record<number, { readonly mediaType?: string }>>;
};

const wanted = 'Send JSON in UTF-8, not packed, with the header Content-Type: application/json.';

/** Whether the path of a request can name nothing. */
export function namesNothing({ params }: FastifyRequest): boolean {
  return !Object.values(params as Params).every(isId);
}

/** Prepares the judgement of a request's path, query and body against an operation's schemas. Nothing is thrown. */
export function judgeOf(spec: Judging): (request: FastifyRequest, raw: RawBody) => Judged {
  const querySchema: TSchema & { properties?: object } = spec.query ?? Type.Object({});
  const parameters = Object.keys(querySchema.properties ?? {});
  const checkQuery = checkOf(querySchema, 'query');
  const checkBody = spec.body === undefined ? undefined : checkOf(spec.body, 'body');
  const accepts = acceptsOneOf(Object.values(spec.answers).map(({ mediaType = 'application/json' }) => mediaType));
  const repeatable = spec.method === 'POST' || spec.method === 'PATCH';
  return (request, raw) => {
    const params = request.params as Record<string, string>;
    const sent = request.query as Record<string, unknown>;
    const query = Object.fromEntries(parameters.flatMap((name) => (name in sent ? [[name, sent[name]]] : [])));
    const key = repeatable ? readRepeatKey(one(request.headers['idempotency-key'])) : undefined;
    let sentBody: string | undefined;
    const check = (value: unknown) => {
      if (typeof key === 'string') sentBody = JSON.stringify(value, sorted); // Before the check takes away what it does not know.
      return checkBody?.(value);
    };
    const { value: body, refused } =
      checkBody === undefined
        ? { value: undefined, refused: undefined }
        : judgeBody(request, raw, check, spec.bodyOptional ?? false);
    const asked = {
      params,
      query,
      body,
      sentBody,
      address: request.ip,
      header: (name: string) => one(request.headers[name]),
    };
    const unacceptable = accepts(request.headers.accept);
    return {
      asked,
      unacceptable,
      misfit:
        unacceptable ??
        refused ??
        refusedAs(checkQuery(query) ?? unstorableQuery(query)) ??
        (key instanceof Refused ? key : undefined),
      key: typeof key === 'string' ? key : undefined,
    };
  };
}

function judgeBody(
  request: FastifyRequest,
  raw: RawBody,
  check: (value: unknown) => Misfit | undefined,
  optional: boolean,
): { value: unknown; refused: Refused | undefined } {
  if (raw.kind === 'too_large') return { value: undefined, refused: new Refused('payload_too_large') };
  if (raw.kind === 'too_slow') return { value: undefined, refused: new Refused('request_timeout') };
  if (raw.kind === 'none') {
    if (optional) return { value: {}, refused: undefined };
    const message = 'The body is empty; a JSON object is needed.';
    return {
      value: undefined,
      refused: new Refused('invalid_body', {
        problems: [{ in: 'body', field: '', pointer: '#', code: 'required', message }],
      }),
    };
  }
  const encoding = request.headers['content-encoding']?.trim().toLowerCase() ?? 'identity';
  if (encoding !== 'identity' || !isJson(request.headers['content-type']))
    return { value: undefined, refused: new Refused('unsupported_media_type', { detail: wanted }) };
  const understood = understandJson(raw.bytes);
  if ('problems' in understood)
    return { value: undefined, refused: new Refused(understood.code, { problems: understood.problems }) };
  return { value: understood.value, refused: refusedAs(check(understood.value)) };
}

function refusedAs(misfit: Misfit | undefined): Refused | undefined {
  return (
    misfit && new Refused(misfit.status === 400 ? 'invalid_body' : 'validation_failed', { problems: misfit.problems })
  );
}

function unstorableQuery(query: Record<string, unknown>): Misfit | undefined {
  const bad = Object.entries(query).find(
    ([, value]) => typeof value === 'string' && (value.includes('\0') || !value.isWellFormed()),
  );
  return (
    bad && {
      status: 422,
      problems: [queryProblem(bad[0], 'invalid_characters', `${bad[0]} has a NUL character.`)],
    }
  );
}

/** Prepares the judgement of an Accept header. JSON goes by the name of its errors too; a media range may be as wide as it likes (RFC 9110, 12.5.1). */
function acceptsOneOf(types: readonly string[]): (accept: string | undefined) => Refused | undefined {
  const ranges = types.flatMap((type) => {
    const json = type === 'application/json' ? ['application/problem+json'] : [];
    return [type, `${type.split('/')[0]}/*`, '*/*', ...json];
  });
  const taken = new Set(ranges);
  return (accept) => {
    if (accept === undefined || accept.trim() === '') return undefined;
    if (weightedMembers(accept).some(({ value, weight }) => weight > 0 && taken.has(value))) return undefined;
    const detail = `The answer would be ${[...new Set(types)].join(' or ')}, which the Accept header rules out.`;
    return new Refused('not_acceptable', types.every((type) => type === 'application/json') ? {} : { detail });
  };
}

function one(header: string | string[] | undefined): string | undefined {
  return Array.isArray(header) ? header[0] : header;
}

/** A replacer that writes objects with their keys in order, so that equal requests have equal texts. */
export function sorted(_: string, value: unknown): unknown {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return value;
  return Object.fromEntries(Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1)));
}
