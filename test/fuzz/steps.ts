// Steps of a history: requests as data, with names in place of the ids and tokens of one life. Sends them over HTTP.
import { type Agent, request as httpRequest } from 'node:http';
import { sendMagicLinks } from '../../src/identity/magic-links.ts';
import { linkIn, mailsIn } from '../mail-servers.ts';
import type { Life } from './life.ts';

/**
 * A value of the life in which the step is played: `{ $name: 'own0.buildings' }`, or `{ $name: '12.data.id' }` of the
 * response to step 12.
 */
type Named = { readonly $name: string };

/** A request. All of its parts may contain named values. */
export type RequestStep = {
  readonly operation: string;
  readonly actor: string;
  readonly method: string;
  /** With parameters in braces. */
  readonly path: string;
  readonly ids: Readonly<Record<string, unknown>>;
  readonly query: readonly (readonly [string, unknown])[];
  readonly headers: Readonly<Record<string, unknown>>;
  readonly token: unknown;
  /** `json` is a value, `text` and the bytes in `base64` are sent as they are. */
  readonly body: { readonly json: unknown } | { readonly text: string } | { readonly base64: string } | undefined;
  /** What the response must be, whatever else it is. */
  readonly expected: 401 | 403 | 404 | undefined;
  /** A step with the same Idempotency-Key, and whether everything else is the same too. */
  readonly repeats: { readonly step: number; readonly isSame: boolean } | undefined;
};

/** Opens the newest letter to an address; its token becomes the value `<step>.token`. */
type LetterStep = { readonly letterTo: unknown };
export type Step = RequestStep | LetterStep;

export type SentRequest = {
  readonly method: string;
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | Buffer | undefined;
};
export type Received = {
  readonly status: number;
  readonly headers: Readonly<Record<string, string | undefined>>;
  readonly cookie: string | undefined;
  readonly text: string;
  readonly body: unknown;
};

/** Replaces the values of a life by their names, at any depth. */
export function withNames(life: Life, value: unknown): unknown {
  if (typeof value === 'string') {
    const $name = life.names.get(value);
    return $name === undefined ? value : { $name };
  }
  if (Array.isArray(value)) return value.map((item) => withNames(life, item));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, part]) => [key, withNames(life, part)]));
}

/** Replaces names by what `valueNamed` gives for them. */
export function withValues(value: unknown, valueNamed: (name: string) => string): unknown {
  if (isNamed(value)) return valueNamed(value.$name);
  if (Array.isArray(value)) return value.map((item) => withValues(item, valueNamed));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, part]) => [key, withValues(part, valueNamed)]));
}

/** The names in a step. */
export function namesIn(value: unknown): string[] {
  if (isNamed(value)) return [value.$name];
  if (typeof value !== 'object' || value === null) return [];
  return Object.values(value).flatMap(namesIn);
}

function isNamed(value: unknown): value is Named {
  return (
    typeof value === 'object' &&
    value !== null &&
    Object.keys(value).length === 1 &&
    typeof (value as Named).$name === 'string'
  );
}

/** The request of a step, with the values that `valueNamed` gives. */
export function requestOf(step: RequestStep, valueNamed: (name: string) => string): SentRequest {
  const text = (value: unknown) => String(withValues(value, valueNamed));
  const path = Object.entries(step.ids).reduce(
    (url, [name, id]) => url.replace(`{${name}}`, encodeURIComponent(text(id))),
    step.path,
  );
  const query = step.query.map(
    ([name, value]) => `${encodeURIComponent(name)}=${encodeURIComponent(wellFormed(text(value)))}`,
  );
  const body = bodyOf(step.body, valueNamed);
  return {
    method: step.method,
    url: query.length === 0 ? path : `${path}?${query.join('&')}`,
    headers: {
      ...(step.token === undefined ? {} : { authorization: `Bearer ${text(step.token)}` }),
      ...Object.fromEntries(Object.entries(step.headers).map(([name, value]) => [name, text(value)])),
    },
    body,
  };
}

function bodyOf(body: RequestStep['body'], valueNamed: (name: string) => string): string | Buffer | undefined {
  if (body === undefined) return undefined;
  if ('json' in body) return JSON.stringify(withValues(body.json, valueNamed));
  return 'text' in body ? body.text : Buffer.from(body.base64, 'base64');
}

/** Half a surrogate pair cannot be part of a URL. */
function wellFormed(text: string): string {
  return text.toWellFormed();
}

const answerWithinMs = 60_000;

/** Sends a request. Rejects if the connection fails, or nothing arrives within a minute. */
export function send(origin: string, agent: Agent, { method, url, headers, body }: SentRequest): Promise<Received> {
  return new Promise((resolve, reject) => {
    const bytes = body === undefined ? undefined : Buffer.from(body);
    const length = bytes === undefined ? {} : { 'content-length': bytes.length };
    const { hostname, port } = new URL(origin);
    const outgoing = httpRequest(
      // The path as it is, with its dots.
      { hostname, port, path: url, method, agent, headers: { ...headers, ...length }, timeout: answerWithinMs },
      (incoming) => {
        const parts: Buffer[] = [];
        incoming.on('data', (part: Buffer) => parts.push(part));
        incoming.on('error', reject);
        incoming.on('end', () => {
          const text = Buffer.concat(parts).toString();
          const type = incoming.headers['content-type'] ?? '';
          resolve({
            status: incoming.statusCode ?? 0,
            headers: incoming.headers as Record<string, string>,
            cookie: incoming.headers['set-cookie']?.[0]?.split(';')[0],
            text,
            body: /json/.test(type) ? parseJson(text) : undefined,
          });
        });
      },
    );
    outgoing.on('timeout', () => outgoing.destroy(new Error(`No response within ${answerWithinMs / 1000} s.`)));
    outgoing.on('error', reject);
    outgoing.end(bytes);
  });
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** The token of the newest letter with one link to an address; undefined if there is none. */
export async function readLetter({ g }: Life, to: string): Promise<string | undefined> {
  await sendMagicLinks(g.app);
  const letters = (await mailsIn(g, to)).filter(({ text }) => (text.match(/https?:\/\/\S+#\S+/g) ?? []).length === 1);
  const letter = letters.at(-1);
  return letter === undefined ? undefined : new URL(linkIn(letter)).hash.slice(1);
}
