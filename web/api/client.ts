// The console's client of the two doors, its types made from their OpenAPI documents. A token that has expired is renewed and the request sent again.
import createClient from 'openapi-fetch';
import type { paths as ConsolePaths, components as consoleComponents } from './generated/console.ts';
import type { components, paths as IntegrationPaths } from './generated/integration.ts';
import { refusal, silence } from './problem.ts';
import { accessToken, renew } from './session.ts';

const meta = (name: string) => document.querySelector<HTMLMetaElement>(`meta[name="${name}"]`)?.content ?? '';

const doorBase = '/console/api';

/** The integration API. */
export const api = createClient<IntegrationPaths>({ baseUrl: meta('haldur-api'), fetch: send });
/** The console's own door: what the specification leaves out. */
export const door = createClient<ConsolePaths>({ baseUrl: doorBase, fetch: send });

/** What the integration API calls by a name of its own. */
export type Schemas = components['schemas'];
export type ConsoleSchemas = consoleComponents['schemas'];

type Ok<T> = T extends { get: { responses: { 200: { content: { 'application/json': infer Body } } } } } ? Body : never;
type Created<T> = T extends { post: { responses: { 201: { content: { 'application/json': infer Body } } } } }
  ? Body
  : never;
/** What a POST answers with when it made something. */
export type Made<Path extends keyof IntegrationPaths> = Created<IntegrationPaths[Path]>;

type Answered<T> = T extends { post: { responses: { 200: { content: { 'application/json': infer Body } } } } }
  ? Body
  : never;
/** What a POST answers with that makes nothing new. */
export type DoorAnswered<Path extends keyof ConsolePaths> = Answered<ConsolePaths[Path]>;

/** What a GET answers: of the integration API, and of the console's door. */
export type Got<Path extends keyof IntegrationPaths> = Ok<IntegrationPaths[Path]>;
export type DoorGot<Path extends keyof ConsolePaths> = Ok<ConsolePaths[Path]>;

/** What openapi-fetch answers with: one of two. */
type Fetched<T> = { data: T; error?: never; response: Response } | { data?: never; error: unknown; response: Response };

/** The body of a success. Throws ApiProblem for anything else. */
export async function take<T>(asked: Promise<Fetched<T>>): Promise<T> {
  const { data, error, response } = await asked.catch((failure: unknown) => {
    throw silence(failure);
  });
  if (!response.ok) throw refusal(error, response);
  return data as T;
}

async function send(request: Request): Promise<Response> {
  const again = request.clone();
  const answer = await fetch(await authorized(request));
  if (answer.status !== 401 || !(await renew())) return answer;
  return fetch(await authorized(again));
}

async function authorized(request: Request): Promise<Request> {
  const token = await accessToken();
  if (token !== undefined) request.headers.set('authorization', `Bearer ${token}`);
  return new Request(request, { signal: AbortSignal.timeout(patienceFor(request)) });
}

/** How long to wait for an answer, in milliseconds: a file takes its time on a slow connection. */
function patienceFor({ body, headers }: Request): number {
  return body === null || headers.get('content-type') === 'application/json' ? 120_000 : 1_800_000;
}

/** Opens a file of the integration API, or of the console's door, in a tab of its own; the tab opens at once, so that no browser takes it for an unwanted one. Throws ApiProblem. */
export async function openFile(path: string, of: 'api' | 'door' = 'api'): Promise<void> {
  const tab = window.open('', '_blank');
  try {
    const address = await fileAddress((of === 'api' ? meta('haldur-api') : doorBase) + path);
    if (tab) tab.location.href = address;
    setTimeout(() => URL.revokeObjectURL(address), 60_000);
  } catch (error) {
    tab?.close();
    throw error;
  }
}

/** Has the browser keep a file of either door under a name. Throws ApiProblem. */
export async function saveFile(path: string, name: string): Promise<void> {
  const address = await fileAddress(path);
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
export async function fileAddress(path: string): Promise<string> {
  const answer = await send(new Request(path)).catch((failure: unknown) => {
    throw silence(failure);
  });
  if (!answer.ok) throw refusal(await answer.json().catch(() => undefined), answer);
  return URL.createObjectURL(await answer.blob());
}
