// The console's client of the two doors, its types made from their OpenAPI documents. A token that has expired is renewed and the request sent again.
import createClient from 'openapi-fetch';
import type { paths as ConsolePaths, components as consoleComponents } from './generated/console.ts';
import type { components, paths as IntegrationPaths } from './generated/integration.ts';
import { problemOfFailure, problemOfResponse } from './problem.ts';
import { accessToken, renewSession } from './session.ts';

const readMeta = (name: string) => document.querySelector<HTMLMetaElement>(`meta[name="${name}"]`)?.content ?? '';

const consoleApiBase = '/console/api';

/** The integration API. */
export const api = createClient<IntegrationPaths>({ baseUrl: readMeta('haldur-api'), fetch: sendAuthorized });
/** The console's own door: what the specification leaves out. */
export const consoleApi = createClient<ConsolePaths>({ baseUrl: consoleApiBase, fetch: sendAuthorized });

/** What the integration API calls by a name of its own. */
export type Schemas = components['schemas'];
export type ConsoleSchemas = consoleComponents['schemas'];

type OkBody<T> = T extends { get: { responses: { 200: { content: { 'application/json': infer Body } } } } }
  ? Body
  : never;
type Created<T> = T extends { post: { responses: { 201: { content: { 'application/json': infer Body } } } } }
  ? Body
  : never;
/** What a POST answers with when it made something. */
export type CreatedBody<Path extends keyof IntegrationPaths> = Created<IntegrationPaths[Path]>;

type OkPostBody<T> = T extends { post: { responses: { 200: { content: { 'application/json': infer Body } } } } }
  ? Body
  : never;
/** What a POST answers with that makes nothing new. */
export type ConsolePostBody<Path extends keyof ConsolePaths> = OkPostBody<ConsolePaths[Path]>;

/** What a GET answers: of the integration API, and of the console's door. */
export type ApiBody<Path extends keyof IntegrationPaths> = OkBody<IntegrationPaths[Path]>;
export type ConsoleBody<Path extends keyof ConsolePaths> = OkBody<ConsolePaths[Path]>;

/** What openapi-fetch answers with: one of two. */
type FetchResult<T> =
  | { data: T; error?: never; response: Response }
  | { data?: never; error: unknown; response: Response };

/** The body of a success. Throws ApiProblem for anything else. */
export async function unwrap<T>(request: Promise<FetchResult<T>>): Promise<T> {
  const { data, error, response } = await request.catch((failure: unknown) => {
    throw problemOfFailure(failure);
  });
  if (!response.ok) throw problemOfResponse(error, response);
  return data as T;
}

async function sendAuthorized(request: Request): Promise<Response> {
  const again = request.clone();
  const answer = await fetch(await authorize(request));
  if (answer.status !== 401 || !(await renewSession())) return answer;
  return fetch(await authorize(again));
}

async function authorize(request: Request): Promise<Request> {
  const token = await accessToken();
  if (token !== undefined) request.headers.set('authorization', `Bearer ${token}`);
  return new Request(request, { signal: AbortSignal.timeout(timeoutFor(request)) });
}

/** How long to wait for an answer, in milliseconds: a file takes its time on a slow connection. */
function timeoutFor({ body, headers }: Request): number {
  return body === null || headers.get('content-type') === 'application/json' ? 120_000 : 1_800_000;
}

/** Opens a file of the integration API, or of the console's door, in a tab of its own; the tab opens at once, so that no browser takes it for an unwanted one. Throws ApiProblem. */
export async function openFile(path: string, apiName: 'api' | 'door' = 'api'): Promise<void> {
  const tab = window.open('', '_blank');
  try {
    const address = await fetchFileUrl((apiName === 'api' ? readMeta('haldur-api') : consoleApiBase) + path);
    if (tab) tab.location.href = address;
    setTimeout(() => URL.revokeObjectURL(address), 60_000);
  } catch (error) {
    tab?.close();
    throw error;
  }
}

/** Has the browser keep a file of either door under a name. Throws ApiProblem. */
export async function saveFile(path: string, name: string): Promise<void> {
  const address = await fetchFileUrl(path);
  const link = document.createElement('a');
  link.href = address;
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(address), 60_000);
}

/** A file as the whole body of a request, under its own type. */
export function asUpload(file: Blob) {
  return {
    body: file as never,
    bodySerializer: (body: unknown) => body as Blob,
    headers: { 'content-type': file.type },
  };
}

/** A file in a form, as the field `file`. */
export function asForm(file: File) {
  const form = new FormData();
  form.append('file', file);
  return { body: form as never, bodySerializer: (body: unknown) => body as FormData };
}

/** A file of either door, as an address that the page may show until it lets go of it with URL.revokeObjectURL. Throws ApiProblem. */
export async function fetchFileUrl(path: string): Promise<string> {
  const answer = await sendAuthorized(new Request(path)).catch((failure: unknown) => {
    throw problemOfFailure(failure);
  });
  if (!answer.ok) throw problemOfResponse(await answer.json().catch(() => undefined), answer);
  return URL.createObjectURL(await answer.blob());
}
