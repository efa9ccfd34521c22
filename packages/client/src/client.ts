// The client: all operations of the API as functions, and any other request.
import { type ConsoleOperations, makeConsoleOperations } from './console-operations.ts';
import { keyCredential, type SignIn, sessionCredential, type Tokens } from './credentials.ts';
import { ApiError, HaldurError } from './errors.ts';
import { makeOperations, type Operations } from './generated/operations.ts';
import { type HttpClient, type HttpOptions, makeHttpClient, type ResponseReport } from './http.ts';

export type {
  BulkItem,
  BulkReading,
  BulkResident,
  BulkResult,
  ConsoleOperations,
  TestClock,
} from './console-operations.ts';
export type { SignIn } from './credentials.ts';
export { ApiError, ConnectionError, type FieldProblem, HaldurError, WebhookVerificationError } from './errors.ts';
export type { BuildingEvent, EventFeed, FeedOptions, FeedPage } from './event-feed.ts';
export type * from './generated/operations.ts';
export type { components, paths } from './generated/schemas.ts';
export type { ApiResponse, FileContent, RequestOptions, ResponseReport } from './http.ts';
export type { DeletedObject, List, Page } from './lists.ts';
export { type ReceivedWebhook, signWebhook, verifyWebhook, type WebhookHeaders } from './webhooks.ts';

export type ClientOptions = {
  /** Where the service is, such as `https://haldur.example`. */
  readonly url: string;
  /** An API key of the organization. */
  readonly apiKey?: string | undefined;
  /** Instead of a key: a person. The client signs in, and refreshes its tokens. */
  readonly signIn?: SignIn | undefined;
  /** Where the API is below the URL; `/api` by default. */
  readonly basePath?: string;
  /** Of each attempt; 120,000 by default. */
  readonly timeoutMs?: number;
  /** How often a request is repeated after 429, 503 or no response; 4 by default. */
  readonly maxRetries?: number;
  /**
   * Whether a field or parameter that an operation does not know is an error; false: it is ignored, also with a strict
   * API key.
   */
  readonly strict?: boolean;
  /** Called after every response, retries included. */
  readonly onResponse?: (report: ResponseReport) => void;
  /** Instead of the global fetch. */
  readonly fetch?: typeof globalThis.fetch;
};

/** Requests that have no function of their own, below one base. */
export type RequestFunctions = Pick<HttpClient, 'object' | 'list' | 'file' | 'nothing' | 'response'>;

export type Haldur = Operations &
  ConsoleOperations & {
    /** Any request of the API: `haldur.api.object({ method: 'GET', path: '/buildings' })`. */
    readonly api: RequestFunctions;
    /** Any request of the console API, which may change with the console. */
    readonly console: RequestFunctions;
  };

/**
 * Makes a client with an API key or a person's sign-in. Nothing is requested yet. Throws HaldurError if the options
 * cannot work.
 */
export function createClient(options: ClientOptions): Haldur {
  const url = baseOf(options.url);
  const without: Omit<HttpOptions, 'baseUrl'> = {
    credential: undefined,
    fetch: options.fetch ?? ((input, init) => globalThis.fetch(input, init)),
    timeoutMs: options.timeoutMs ?? 120_000,
    maxRetries: options.maxRetries ?? 4,
    strict: options.strict,
    onResponse: options.onResponse,
  };
  const baseUrl = url + (options.basePath ?? '/api').replace(/\/+$/, '');
  const shared = { ...without, credential: credentialOf(options, makeHttpClient({ ...without, baseUrl })) };
  const api = makeHttpClient({ ...shared, baseUrl });
  const consoleApi = makeHttpClient({ ...shared, baseUrl: `${url}/console/api` });
  return { ...makeOperations(api), ...makeConsoleOperations(consoleApi), api, console: consoleApi };
}

function baseOf(url: string): string {
  if (!URL.canParse(url) || !/^https?:$/.test(new URL(url).protocol))
    throw new HaldurError(`url is where the service is, such as https://haldur.example, not ${JSON.stringify(url)}.`);
  return url.replace(/\/+$/, '');
}

function credentialOf({ apiKey, signIn }: ClientOptions, http: HttpClient) {
  if ((apiKey === undefined) === (signIn === undefined))
    throw new HaldurError('Give either apiKey or signIn: the API needs one of them.');
  if (apiKey !== undefined) {
    if (apiKey.trim() === '') throw new HaldurError('apiKey is empty.');
    return keyCredential(apiKey.trim());
  }
  const post = (path: string, body: object) => http.object<Tokens>({ method: 'POST', path, body, isPublic: true });
  return sessionCredential(signIn as SignIn, post, (error) => error instanceof ApiError && error.status === 401);
}
