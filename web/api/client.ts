// The console's client of the integration API and the console API, typed from their OpenAPI documents. It refreshes an
// expired token, and asks for a confirmation where one is needed, and repeats the request.
import createClient from 'openapi-fetch';
import { requestConfirmation } from './confirmation.ts';
import type { paths as ConsolePaths } from './generated/console.ts';
import type { paths as IntegrationPaths } from './generated/integration.ts';
import { ApiProblem, problemOfFailure, problemOfResponse } from './problem.ts';
import { accessToken, renewSession } from './session.ts';

const readMeta = (name: string) => document.querySelector<HTMLMetaElement>(`meta[name="${name}"]`)?.content ?? '';

const consoleApiBase = '/console/api';

/** The integration API. */
export const api = createClient<IntegrationPaths>({ baseUrl: readMeta('haldur-api'), fetch: sendAuthorized });
/** The console API: what the specification leaves out. */
export const consoleApi = createClient<ConsolePaths>({ baseUrl: consoleApiBase, fetch: sendAuthorized });

/** A result of openapi-fetch: data or error. */
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

/** The body of a success with the version of the object in it, for `If-Match`. Throws ApiProblem. */
export async function unwrapTagged<T extends { readonly data: object }>(
  request: Promise<FetchResult<T>>,
): Promise<Tagged<T['data']>> {
  const { data } = await unwrap(request);
  const etag = (await request).response.headers.get('etag') ?? '';
  return { ...data, etag } as Tagged<T['data']>;
}

/** An object with its version. */
type Tagged<T> = T & { readonly etag: string };

/** The header that lets a change succeed only while nobody else has changed the object. */
export const ifMatch = ({ etag }: { readonly etag: string }) => ({ headers: { 'if-match': etag } });

/**
 * Parameters with words that people search for. They can be names, so they are sent in a header: addresses are in the
 * logs of proxies.
 */
const wordParameters = ['search', 'q', 'text'];

function withWordsInHeader(request: Request): Request {
  const url = new URL(request.url);
  const words = new URLSearchParams();
  for (const name of wordParameters) {
    const value = url.searchParams.get(name);
    if (value !== null) words.set(name, value);
    url.searchParams.delete(name);
  }
  if (request.method !== 'GET' || words.size === 0) return request;
  const moved = new Request(url, request);
  moved.headers.set('haldur-query', words.toString());
  return moved;
}

async function sendAuthorized(given: Request): Promise<Response> {
  const request = withWordsInHeader(given);
  const again = request.clone();
  const response = await sendOnce(request);
  if (response.status !== 403 || !(await needsConfirmation(response.clone()))) return response;
  return (await requestConfirmation()) ? sendOnce(again) : response;
}

async function sendOnce(request: Request): Promise<Response> {
  const again = request.clone();
  const response = await fetch(await authorize(request));
  if (response.status !== 401 || !(await renewSession())) return response;
  return fetch(await authorize(again));
}

async function needsConfirmation(response: Response): Promise<boolean> {
  const body = await response.json().catch(() => undefined);
  return problemOfResponse(body, response).code === 'confirmation_required';
}

async function authorize(request: Request): Promise<Request> {
  const token = await accessToken();
  if (token !== undefined) request.headers.set('authorization', `Bearer ${token}`);
  const timeout = AbortSignal.timeout(timeoutFor(request));
  return new Request(request, { signal: AbortSignal.any([request.signal, timeout]) });
}

/** How long to wait for a response, in milliseconds: a file takes longer on a slow connection. */
function timeoutFor({ body, headers }: Request): number {
  return body === null || headers.get('content-type') === 'application/json' ? 120_000 : 1_800_000;
}

/**
 * Opens a file of the integration API or the console API in a new tab, which opens at once, so that no browser blocks
 * it as a pop-up. Throws ApiProblem.
 */
export async function openFile(path: string, apiName: 'api' | 'console' = 'api'): Promise<void> {
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

/** Downloads a file of either API under the name that the service gives it. Throws ApiProblem. */
export async function saveFile(path: string): Promise<void> {
  const response = await fetchFile(path);
  const address = URL.createObjectURL(await response.blob());
  const [, whole, plain = ''] =
    /filename="[^"]*"; filename\*=UTF-8''(\S+)|filename="([^"]*)"/.exec(
      response.headers.get('content-disposition') ?? '',
    ) ?? [];
  const link = document.createElement('a');
  link.href = address;
  link.download = whole === undefined ? plain : decodeURIComponent(whole);
  link.click();
  setTimeout(() => URL.revokeObjectURL(address), 60_000);
}

/** A file as the whole body of a request, with its own type. */
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

/**
 * Throws ApiProblem when a chosen file was changed meanwhile: a browser reads it no more, and says only that sending it
 * failed.
 */
export async function requireUnchanged(file: File): Promise<void> {
  await file
    .slice(0, 1)
    .arrayBuffer()
    .catch(() => {
      throw new ApiProblem({ status: 0, code: 'file_changed' });
    });
}

/** A file of either API as an object URL for the page, until URL.revokeObjectURL. Throws ApiProblem. */
export async function fetchFileUrl(path: string): Promise<string> {
  return URL.createObjectURL(await (await fetchFile(path)).blob());
}

async function fetchFile(path: string): Promise<Response> {
  const response = await sendAuthorized(new Request(path)).catch((failure: unknown) => {
    throw problemOfFailure(failure);
  });
  if (!response.ok) throw problemOfResponse(await response.json().catch(() => undefined), response);
  return response;
}
