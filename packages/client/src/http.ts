// Sends requests: with a credential, a time limit, retries, and errors as types.
import type { Credential } from './credentials.ts';
import { ApiError, ConnectionError, HaldurError, type ProblemBody } from './errors.ts';
import { type DeletedObject, type List, makeList, type Page } from './lists.ts';
import { isTemporary, retryAfterSeconds, retryDelayMs } from './retries.ts';

export type { List } from './lists.ts';

/** A file: its bytes, or the bytes in base64. */
export type FileContent = Uint8Array | string;

export type RequestOptions = {
  /** Of a POST: the same key again has no further effect. A random one by default. */
  readonly idempotencyKey?: string;
  /**
   * Of a PATCH or DELETE: the `etag` that you read. If the object has changed since, the error is 412
   * `precondition_failed`.
   */
  readonly ifMatch?: string | undefined;
  /**
   * Whether a field or parameter that the operation does not know is an error (400 `unknown_fields`), or ignored. As
   * the client or its API key says by default.
   */
  readonly strict?: boolean | undefined;
  /** Ends the request and its retries. */
  readonly signal?: AbortSignal;
  /** Of each attempt; 120,000 by default. */
  readonly timeoutMs?: number;
  readonly headers?: Readonly<Record<string, string>>;
};

/** What a client reports about each response, for logs. */
export type ResponseReport = {
  readonly method: string;
  readonly path: string;
  readonly status: number;
  readonly requestId: string | undefined;
  /** 0 for the first. */
  readonly retry: number;
  readonly durationMs: number;
  readonly headers: Headers;
};

export type HttpOptions = {
  readonly baseUrl: string;
  readonly credential: Credential | undefined;
  readonly fetch: typeof globalThis.fetch;
  readonly timeoutMs: number;
  readonly maxRetries: number;
  readonly strict: boolean | undefined;
  readonly onResponse: ((report: ResponseReport) => void) | undefined;
};

export type ApiRequest = {
  readonly method: string;
  /** Below the base URL, with a leading slash. */
  readonly path: string;
  readonly query?: Readonly<Record<string, unknown>> | undefined;
  readonly body?: object | undefined;
  /** Sent without a credential. */
  readonly isPublic?: boolean;
};

/** Requests by the kind of their response. All throw ApiError or ConnectionError. */
export type HttpClient = {
  object<T>(request: ApiRequest, options?: RequestOptions): Promise<T>;
  list<T>(request: ApiRequest, options?: RequestOptions): List<T>;
  file(request: ApiRequest, options?: RequestOptions): Promise<Uint8Array>;
  nothing(request: ApiRequest, options?: RequestOptions): Promise<void>;
  /** What is beside the data: the entity tag of an object, the place of a page. */
  response<T>(request: ApiRequest, options?: RequestOptions): Promise<ApiResponse<T>>;
};

export type ApiResponse<T> = {
  readonly data: T;
  /** Of one object, for `ifMatch`. */
  readonly etag: string | undefined;
  readonly pagination: Pagination | undefined;
};
type Pagination = { readonly nextCursor: string | null; readonly hasMore?: boolean };

type HttpReply = { readonly status: number; readonly headers: Headers; readonly bytes: Uint8Array };
type Body<T> = {
  readonly data: T;
  readonly pagination?: Pagination;
  readonly deleted?: readonly DeletedObject[];
};

/** Makes a client of everything below one base URL. */
export function makeHttpClient(http: HttpOptions): HttpClient {
  const json = async <T>(request: ApiRequest, options: RequestOptions = {}) =>
    readJson<T>(await send(http, request, options));
  return {
    object: async <T>(request: ApiRequest, options?: RequestOptions) => (await json<T>(request, options)).data,
    list: <T>(request: ApiRequest, options?: RequestOptions) =>
      makeList<T>(request.query ?? {}, async (query): Promise<Page<T>> => {
        const { data, pagination, deleted = [] } = await json<T[]>({ ...request, query }, options);
        return { items: data, nextCursor: pagination?.nextCursor ?? null, deleted };
      }),
    file: async (request, options = {}) => (await send(http, request, options)).bytes,
    nothing: async (request, options = {}) => void (await send(http, request, options)),
    response: async <T>(request: ApiRequest, options: RequestOptions = {}) => {
      const reply = await send(http, request, options);
      const { data, pagination } = readJson<T>(reply);
      return { data, pagination, etag: reply.headers.get('etag') ?? undefined };
    },
  };
}

/** A part of a path. Throws TypeError without one, as the request would go elsewhere. */
export function segment(value: string): string {
  if (typeof value !== 'string' || value === '' || /^\.{1,2}$/.test(value))
    throw new TypeError(`An id is needed here, not ${JSON.stringify(value)}.`);
  return encodeURIComponent(value);
}

/** Sends a request until it succeeds, fails for good, or the retries are used up. */
async function send(http: HttpOptions, request: ApiRequest, options: RequestOptions): Promise<HttpReply> {
  const headers = headersOf(request, { ...options, strict: options.strict ?? http.strict });
  let isLost = false; // An earlier attempt may have had its effect.
  let isRenewed = false;
  for (let retry = 0; ; ) {
    const token = request.isPublic === true ? undefined : await http.credential?.token();
    try {
      return await attempt(http, request, { options, headers, token, retry });
    } catch (error) {
      const isUnconfirmed = error instanceof ApiError && error.code === 'confirmation_required';
      const isRejected = isUnconfirmed || (error instanceof ApiError && error.status === 401);
      if (isRejected && token !== undefined && !isRenewed) {
        isRenewed = true;
        if (await http.credential?.renew(token, isUnconfirmed)) continue;
      }
      if (isLost && request.method === 'DELETE' && error instanceof ApiError && error.status === 404)
        return { status: 204, headers: new Headers(), bytes: new Uint8Array() };
      if (retry >= http.maxRetries || !isTemporary(error)) throw error;
      isLost ||= error instanceof ConnectionError;
      await wait(retryDelayMs(error, retry), options.signal);
      retry += 1;
    }
  }
}

function headersOf(
  { method, body }: ApiRequest,
  { idempotencyKey, ifMatch, strict, headers }: RequestOptions,
): Record<string, string> {
  return {
    accept: 'application/json, application/pdf, */*;q=0.5',
    ...(body === undefined ? {} : { 'content-type': 'application/json' }),
    ...(method === 'POST' ? { 'idempotency-key': idempotencyKey ?? crypto.randomUUID() } : {}),
    ...(ifMatch === undefined ? {} : { 'if-match': ifMatch }),
    ...(strict === undefined ? {} : { prefer: `handling=${strict ? 'strict' : 'lenient'}` }),
    ...headers,
  };
}

async function attempt(
  http: HttpOptions,
  { method, path, query = {}, body }: ApiRequest,
  given: { options: RequestOptions; headers: Record<string, string>; token: string | undefined; retry: number },
): Promise<HttpReply> {
  const { options, headers, token, retry } = given;
  options.signal?.throwIfAborted();
  const timeout = AbortSignal.timeout(options.timeoutMs ?? http.timeoutMs);
  const began = performance.now();
  const reply = await fetchReply(http.fetch, http.baseUrl + path + queryString(query), {
    method,
    headers: { ...headers, ...(token === undefined ? {} : { authorization: `Bearer ${token}` }) },
    body: body === undefined ? null : JSON.stringify(withFilesInBase64(body)),
    redirect: 'manual',
    signal: options.signal === undefined ? timeout : AbortSignal.any([options.signal, timeout]),
  }).catch((error: unknown) => {
    options.signal?.throwIfAborted();
    throw new ConnectionError(`${method} ${path}: no response from ${http.baseUrl} (${reasonOf(error)}).`, {
      cause: error,
    });
  });
  const requestId = reply.headers.get('x-request-id') ?? undefined;
  const durationMs = performance.now() - began;
  http.onResponse?.({ method, path, status: reply.status, requestId, retry, durationMs, headers: reply.headers });
  if (reply.status >= 200 && reply.status < 300) return reply;
  throw new ApiError(problemOf(reply), {
    requestId,
    retryAfter: retryAfterSeconds(reply.headers.get('retry-after')),
  });
}

async function fetchReply(fetch: HttpOptions['fetch'], url: string, init: RequestInit): Promise<HttpReply> {
  const response = await fetch(url, init);
  const bytes = new Uint8Array(await response.arrayBuffer());
  return { status: response.status, headers: response.headers, bytes };
}

/** An object is written as `name[key]=value`. */
function queryString(query: Readonly<Record<string, unknown>>): string {
  const parameters = new URLSearchParams();
  for (const [name, value] of Object.entries(query)) {
    if (typeof value === 'object' && value !== null)
      for (const [key, part] of Object.entries(value)) parameters.append(`${name}[${key}]`, String(part));
    else if (value !== undefined && value !== null) parameters.append(name, String(value));
  }
  return parameters.size === 0 ? '' : `?${parameters}`;
}

/** Bytes among the fields of a body are sent in base64. */
function withFilesInBase64(body: object): object {
  const fields = Object.entries(body).map(([name, value]) => [
    name,
    value instanceof Uint8Array ? toBase64(value) : value,
  ]);
  return Object.fromEntries(fields);
}

/** Bytes in base64, in parts, as a call takes a limited number of arguments. */
export function toBase64(bytes: Uint8Array): string {
  const parts: string[] = [];
  for (let start = 0; start < bytes.length; start += 0x8000)
    parts.push(String.fromCharCode(...bytes.subarray(start, start + 0x8000)));
  return btoa(parts.join(''));
}

function readJson<T>(reply: HttpReply): Body<T> {
  try {
    const body = JSON.parse(new TextDecoder().decode(reply.bytes)) as Body<T>;
    if (typeof body === 'object' && body !== null && 'data' in body) return body;
  } catch {
    // It is reported below.
  }
  throw new HaldurError('The response is not of the API. Check the URL of the service.');
}

/** The problem that the service names, or one that says what came instead, such as the page of a proxy. */
function problemOf({ status, bytes }: HttpReply): ProblemBody {
  try {
    const problem = JSON.parse(new TextDecoder().decode(bytes)) as ProblemBody;
    if (typeof problem.code === 'string' && typeof problem.detail === 'string') return { ...problem, status };
  } catch {
    // It is named below.
  }
  const detail = `Status ${status} without an explanation. It may come from a proxy, or the URL is not that of the service.`;
  return { status, title: 'Unexpected response', detail, code: 'unexpected_response' };
}

function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  return error.cause instanceof Error ? error.cause.message || error.message : error.message;
}

/** Waits; rejects at once when the signal says so. */
export async function wait(milliseconds: number, signal: AbortSignal | undefined): Promise<void> {
  await new Promise<void>((resolve) => {
    const finish = () => {
      clearTimeout(timer);
      signal?.removeEventListener('abort', finish);
      resolve();
    };
    const timer = setTimeout(finish, milliseconds);
    signal?.addEventListener('abort', finish);
  });
  signal?.throwIfAborted();
}
