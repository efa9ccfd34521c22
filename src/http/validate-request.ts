// Request validation: path, query, body and Idempotency-Key against an operation. Errors are reported later, in the
// order of handle-request.ts.
import type { FastifyRequest } from 'fastify';
import { queryProblem } from '../platform/errors.ts';
import { isId } from '../platform/values/ids.ts';
import { RequestError } from './errors.ts';
import { parseWeightedList } from './header-values.ts';
import { isJson, parseJson, type RawBody } from './json-body.ts';
import { makeValidator, type TSchema, Type, type ValidationError } from './schemas.ts';
import { collectUnknownFields, type UnknownFields } from './unknown-fields.ts';

/** Path parameters by name. */
export type Params = Readonly<Record<string, string>>;

/** The validated request as an operation sees it. */
export type RequestInput<Query, Body> = {
  /** The path as requested, without the query. */
  readonly path: string;
  readonly params: Params;
  readonly query: Query;
  readonly body: Body;
  readonly address: string;
  header(name: string): string | undefined;
};

/**
 * What identifies a repeated request: its Idempotency-Key, and the body as sent, with unknown properties and keys in
 * order.
 */
type Repeat = { readonly key: string; readonly sentBody: string | undefined };

/**
 * A validated request. `notAcceptable`: its Accept header excludes the response. `validationError`: that, or its query,
 * body or key is invalid. `unknown`: what was sent and removed.
 */
export type ValidatedRequest = {
  readonly input: RequestInput<unknown, unknown>;
  readonly notAcceptable: RequestError | undefined;
  readonly validationError: RequestError | undefined;
  readonly repeat: Repeat | undefined;
  readonly unknown: UnknownFields;
};

/** A request without a fault, with its file if it has one. */
export type ValidInput = {
  readonly input: RequestInput<unknown, unknown> & { readonly file?: unknown; readonly fields?: unknown };
  readonly repeat: Repeat | undefined;
};

type RequestSpec = RepeatSpec & {
  readonly query?: TSchema;
  readonly body?: TSchema;
  readonly bodyOptional?: boolean;
  readonly responses: Readonly<Record<number, { readonly mediaType?: string | readonly string[] }>>;
};

/** `stored`: a repeat gets the stored response. `once`: a repeat has no further effect. */
type IdempotencyMode = 'stored' | 'once';
type RepeatSpec = {
  readonly method: string;
  readonly permission?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly errors?: readonly string[];
};

/**
 * What an Idempotency-Key does; undefined if the header is ignored. With a caller, responses of every POST and PATCH
 * are stored. Without one, the operation names the header, and the error of a reused key if it stores its responses.
 */
export function idempotencyOf({ method, permission, headers, errors }: RepeatSpec): IdempotencyMode | undefined {
  if (method !== 'POST' && method !== 'PATCH') return undefined;
  if (permission !== 'none') return 'stored';
  if (headers?.['Idempotency-Key'] === undefined) return undefined;
  return errors?.includes('idempotency_key_reused') ? 'stored' : 'once';
}

const jsonAdvice = 'Send JSON in UTF-8, uncompressed, with the header Content-Type: application/json.';

/** Reports whether the path of a request cannot name any object. */
export function hasMalformedId({ params }: FastifyRequest): boolean {
  return !Object.values(params as Params).every(isId);
}

/** Checks a request against its operation. Never throws. */
export type RequestValidator = (request: FastifyRequest, raw: RawBody) => ValidatedRequest;

/** Prepares the validation of a request's path, query and body against an operation's schemas. Never throws. */
export function makeRequestValidator(spec: RequestSpec): RequestValidator {
  const querySchema: TSchema & { properties?: object } = spec.query ?? Type.Object({});
  const parameters = new Set(Object.keys(querySchema.properties ?? {}));
  const maps = mapParameters(querySchema);
  const checkQuery = makeValidator(querySchema, 'query');
  const checkBody = spec.body === undefined ? undefined : makeValidator(spec.body, 'body');
  const accepts = makeAcceptCheck(
    Object.values(spec.responses).flatMap(({ mediaType = 'application/json' }) => mediaType),
  );
  const repeatable = idempotencyOf(spec) !== undefined;
  return (request, raw) => {
    const unknown = collectUnknownFields();
    const sentQuery = request.query as Record<string, unknown>;
    const query = { ...pickKnown(sentQuery, { parameters, maps }, unknown), ...collectMaps(maps, sentQuery) };
    const key = repeatable ? parseIdempotencyKey(firstValue(request.headers['idempotency-key'])) : undefined;
    const sent = checkBody === undefined ? {} : parseBody(request, raw, spec.bodyOptional ?? false);
    // Before the check removes unknown properties.
    const sentBody = typeof key === 'string' ? JSON.stringify(sent.value, sortKeys) : undefined;
    const notAcceptable = accepts(request.headers.accept);
    return {
      input: {
        path: request.url.split('?', 1)[0] ?? '',
        params: request.params as Params,
        query,
        body: sent.value,
        address: request.ip,
        header: (name: string) => firstValue(request.headers[name]),
      },
      notAcceptable,
      validationError:
        notAcceptable ??
        sent.error ??
        toRequestError(
          (sent.value === undefined ? undefined : checkBody?.(sent.value, unknown)) ??
            checkQuery(query) ??
            findUnstorableParameter(query),
        ) ??
        (key instanceof RequestError ? key : undefined),
      repeat: typeof key === 'string' ? { key, sentBody } : undefined,
      unknown,
    };
  };
}

/** Whether a parameter is part of a map, as `metadata[key]` is of `metadata`. */
function isPartOfMap(name: string, map: string): boolean {
  return name.startsWith(`${map}[`) && name.endsWith(']');
}

/** The parameters that the operation knows; the others are added to `unknown`. */
function pickKnown(
  sent: Readonly<Record<string, unknown>>,
  { parameters, maps }: { readonly parameters: ReadonlySet<string>; readonly maps: readonly string[] },
  unknown: UnknownFields,
): Record<string, unknown> {
  const query: Record<string, unknown> = {};
  for (const [name, value] of Object.entries(sent)) {
    if (parameters.has(name)) query[name] = value;
    else if (!maps.some((map) => isPartOfMap(name, map)))
      unknown.add({ in: 'query', path: [name], acceptedNames: parameters });
  }
  return query;
}

/**
 * Adds the unknown fields of a request that is handled strictly to the faults of its values: together they are a 400. A
 * request that cannot be read at all keeps its own error.
 */
export function rejectUnknownFields(
  error: RequestError | undefined,
  { problems }: UnknownFields,
): RequestError | undefined {
  const unknown = problems();
  const isOfValues = error === undefined || error.code === 'invalid_body' || error.code === 'validation_failed';
  if (unknown.length === 0 || !isOfValues) return error;
  return new RequestError('unknown_fields', { problems: [...unknown, ...(error?.problems ?? [])] });
}

/** Reads the JSON of a body, unchecked. An optional body that is empty counts as an empty object. */
function parseBody(
  request: FastifyRequest,
  raw: RawBody,
  optional: boolean,
): { readonly value?: unknown; readonly error?: RequestError } {
  if (raw.kind === 'too_large') return { error: new RequestError('payload_too_large') };
  if (raw.kind === 'too_slow') return { error: new RequestError('request_timeout') };
  if (raw.kind === 'none') return optional ? { value: {} } : { error: new RequestError('invalid_body', emptyBody) };
  const encoding = request.headers['content-encoding']?.trim().toLowerCase() ?? 'identity';
  if (encoding !== 'identity' || !isJson(request.headers['content-type']))
    return { error: new RequestError('unsupported_media_type', { detail: jsonAdvice }) };
  const parsed = parseJson(raw.bytes);
  return 'problems' in parsed ? { error: new RequestError(parsed.code, { problems: parsed.problems }) } : parsed;
}

const emptyBody = {
  problems: [
    { in: 'body', field: '', pointer: '#', code: 'required', message: 'The body is empty; a JSON object is required.' },
  ],
} as const;

/**
 * Reads the header, quoted (a structured-field string) or bare, with 1 to 255 visible ASCII characters; or returns why
 * it is not valid.
 */
export function parseIdempotencyKey(header: string | undefined): string | RequestError | undefined {
  if (header === undefined) return undefined;
  const key = /^"(.*)"$/.exec(header)?.[1] ?? header;
  if (/^[\x21-\x7e]{1,255}$/.test(key)) return key;
  const message = 'Idempotency-Key must have 1 to 255 visible ASCII characters.';
  return new RequestError('validation_failed', {
    problems: [{ in: 'header', field: 'Idempotency-Key', code: 'invalid_format', message }],
  });
}

/** A failed check as the error of the request. */
export function toRequestError(validationError: ValidationError | undefined): RequestError | undefined {
  return (
    validationError &&
    new RequestError(validationError.status === 400 ? 'invalid_body' : 'validation_failed', {
      problems: validationError.problems,
    })
  );
}

/** The parameters of an operation that are written as `name[key]=value` (deepObject in OpenAPI). */
function mapParameters({ properties = {} }: { properties?: object }): string[] {
  return Object.entries(properties).flatMap(([name, { type }]) => (type === 'object' ? [name] : []));
}

/** Collects the parameters `name[key]=value` of each map, in the order of their keys. */
function collectMaps(maps: readonly string[], sentQuery: Record<string, unknown>): Record<string, unknown> {
  const names = Object.keys(sentQuery).sort();
  return Object.fromEntries(
    maps.flatMap((map) => {
      const parts = names.filter((name) => isPartOfMap(name, map));
      const entries = parts.map((name) => [name.slice(map.length + 1, -1), sentQuery[name]]);
      return entries.length === 0 ? [] : [[map, Object.fromEntries(entries)]];
    }),
  );
}

function findUnstorableParameter(query: Record<string, unknown>): ValidationError | undefined {
  const values = Object.entries(query).flatMap(([name, value]) =>
    typeof value === 'object' && value !== null
      ? Object.entries(value).flatMap(([key, item]): [string, unknown][] => [
          [name, key],
          [`${name}.${key}`, item],
        ])
      : [[name, value] as [string, unknown]],
  );
  const bad = values.find(([, value]) => typeof value === 'string' && (value.includes('\0') || !value.isWellFormed()));
  return (
    bad && {
      status: 422,
      problems: [queryProblem(bad[0], 'invalid_characters', `${bad[0]} contains a NUL character.`)],
    }
  );
}

/**
 * Prepares the check of an Accept header. JSON also matches the media type of errors; a media range may be of any width
 * (RFC 9110, 12.5.1).
 */
function makeAcceptCheck(types: readonly string[]): (accept: string | undefined) => RequestError | undefined {
  const ranges = types.flatMap((type) => {
    const json = type === 'application/json' ? ['application/problem+json'] : [];
    return [type, `${type.split('/')[0]}/*`, '*/*', ...json];
  });
  const acceptable = new Set(ranges);
  return (accept) => {
    if (accept === undefined || accept.trim() === '') return undefined;
    if (parseWeightedList(accept).some(({ value, weight }) => weight > 0 && acceptable.has(value))) return undefined;
    const detail = `The response would be ${[...new Set(types)].join(' or ')}, which the Accept header excludes.`;
    return new RequestError('not_acceptable', types.every((type) => type === 'application/json') ? {} : { detail });
  };
}

function firstValue(header: string | string[] | undefined): string | undefined {
  return Array.isArray(header) ? header[0] : header;
}

/** A JSON replacer that writes object keys in order, so that equal requests have equal text. */
export function sortKeys(_: string, value: unknown): unknown {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return value;
  return Object.fromEntries(Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1)));
}
