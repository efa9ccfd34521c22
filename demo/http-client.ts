// An HTTP client for the service, as any integrator would write it: each request is printed in a line, and an
// unexpected answer is an error.
import { detail, requestLine } from './print.ts';

/** An unexpected answer. Ends the demo with exit code 1. */
export class UnexpectedAnswer extends Error {
  override readonly name = 'UnexpectedAnswer';
  readonly expected: string;
  readonly came: string;
  constructor(expected: string, came: string) {
    super(`expected ${expected}, but received ${came}`);
    this.expected = expected;
    this.came = came;
  }
}

type ApiAnswer<T> = {
  readonly status: number;
  readonly headers: Headers;
  /** The body as it arrived. */
  readonly text: string;
  readonly data: T;
  /** The path of the next page, from the Link header. */
  readonly next: string | undefined;
  readonly ms: number;
};

type ApiProblemBody = {
  readonly code: string;
  readonly detail: string;
  readonly errors?: readonly { readonly field: string; readonly message: string }[];
};

type ApiRequest = {
  /** The access token. */
  readonly as?: string | undefined;
  readonly body?: unknown;
  readonly headers?: Record<string, string>;
  /** The expected status; any other is an error. */
  readonly expect: number;
  readonly note?: string;
};

export type ApiClient = {
  /** The address of the integration API: `http://127.0.0.1:3000/api`. */
  readonly base: string;
  /**
   * Sends a request, and prints it in a line. A path under /console/ belongs to the console API. Throws
   * UnexpectedAnswer.
   */
  ask<T = undefined>(method: string, path: string, request: ApiRequest): Promise<ApiAnswer<T>>;
  /** Sends a request for each item, one after the other, and prints all in one line. Throws UnexpectedAnswer. */
  askEach<T, Item>(
    method: string,
    path: string,
    items: readonly Item[],
    request: (item: Item) => ApiRequest & { path?: string },
    note?: string,
  ): Promise<ApiAnswer<T>[]>;
  /** The number of requests so far. */
  count(): number;
};

/** The API at a base address. Once `stopping`, it sends nothing more. */
export function makeApiClient(base: string, abortSignal: AbortSignal): ApiClient {
  let count = 0;
  const send = async <T>(method: string, path: string, request: ApiRequest) => {
    abortSignal.throwIfAborted();
    count++;
    return sendRequest<T>(base, method, path, request);
  };
  return {
    base,
    count: () => count,
    async ask<T>(method: string, path: string, request: ApiRequest) {
      const response = await send<T>(method, path, request);
      requestLine({ method, path, status: response.status, ms: response.ms, note: request.note });
      if (response.status >= 400) showProblem(response.text);
      return response;
    },
    async askEach<T, Item>(
      method: string,
      path: string,
      items: readonly Item[],
      request: (item: Item) => ApiRequest & { path?: string },
      note?: string,
    ) {
      const responses: ApiAnswer<T>[] = [];
      for (const item of items) {
        const first = request(item);
        responses.push(await send<T>(method, first.path ?? path, first));
      }
      const ms = responses.reduce((sum, response) => sum + response.ms, 0) / Math.max(1, responses.length);
      requestLine({ method, path, times: items.length, status: responses[0]?.status ?? 0, ms, note: note ?? 'each' });
      return responses;
    },
  };
}

async function sendRequest<T>(base: string, method: string, path: string, request: ApiRequest): Promise<ApiAnswer<T>> {
  const began = performance.now();
  const response = await fetch(path.startsWith('/console/') ? new URL(path, base) : base + path, {
    method,
    headers: {
      ...(request.as === undefined ? {} : { authorization: `Bearer ${request.as}` }),
      ...(request.body === undefined ? {} : { 'content-type': 'application/json' }),
      ...request.headers,
    },
    ...(request.body === undefined ? {} : { body: JSON.stringify(request.body) }),
    signal: AbortSignal.timeout(60_000),
  }).catch((error: Error) => {
    throw new UnexpectedAnswer(
      `an answer to ${method} ${path}`,
      `${error.message} (${error.cause ?? 'no cause given'})`,
    );
  });
  const text = await response.text();
  const ms = performance.now() - began;
  if (response.status !== request.expect)
    throw new UnexpectedAnswer(`status ${request.expect} from ${method} ${path}`, `${response.status} ${text}`);
  const parsed = text === '' ? {} : (JSON.parse(text) as { data?: T });
  const link = /<([^>]+)>; rel="next"/.exec(response.headers.get('link') ?? '')?.[1];
  const next = link === undefined ? undefined : pathBehindBase(link, base);
  return { status: response.status, headers: response.headers, text, data: parsed.data as T, next, ms };
}

/** A link may be absolute or start at the root; paths here are relative to the API's base. */
function pathBehindBase(link: string, base: string): string {
  const url = new URL(link, base);
  return url.pathname.slice(new URL(base).pathname.length) + url.search;
}

function showProblem(text: string): void {
  const problem = JSON.parse(text) as ApiProblemBody;
  for (const line of problem.errors?.map((error) => error.message) ?? [problem.detail])
    detail(`${problem.code}: ${line}`, 'yellow');
}

/** Returns the value if it is the expected one. Throws UnexpectedAnswer. */
export function expectSame(what: string, expected: string | number, actual: string | number | undefined): void {
  if (expected !== actual) throw new UnexpectedAnswer(`${what}: ${expected}`, String(actual));
}
