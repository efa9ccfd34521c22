// Plays the committed collection against a service: Bruno's own parser reads each file, and the values that a response
// leaves are used by later requests.
import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { snapshotFolder } from '../../src/http/openapi/snapshots.ts';
import { toolsFolder } from './tools.ts';

type NamedValue = { readonly name: string; readonly value: string; readonly enabled: boolean; readonly type?: string };
type BrunoFile = {
  readonly http: { readonly method: string; readonly url: string; readonly auth: string };
  readonly params?: readonly NamedValue[];
  readonly headers?: readonly NamedValue[];
  readonly body?: { readonly json?: string };
  readonly vars?: { readonly res?: readonly NamedValue[] };
};
type BrunoParser = {
  readonly bruToJsonV2: (text: string) => BrunoFile;
  readonly bruToEnvJsonV2: (text: string) => { readonly variables: readonly NamedValue[] };
};
export type PlayedRequest = { readonly name: string; readonly status: number; readonly code?: string };

/**
 * Sends the requests of these operations in this order, and returns what came of each. `values` are the reader's own.
 */
export async function playCollection(
  operations: readonly { readonly name: string; readonly tag: string }[],
  values: Readonly<Record<string, string>>,
): Promise<PlayedRequest[]> {
  const parser = await loadParser();
  const read = (path: string) => readFileSync(join(snapshotFolder, 'integration/bruno', path), 'utf8');
  const declared = parser.bruToEnvJsonV2(read('environments/local.bru')).variables;
  for (const name of Object.keys(values))
    assert.ok(
      declared.some((variable) => variable.name === name),
      name,
    );
  const variables = new Map(Object.entries(values));
  const played: PlayedRequest[] = [];
  for (const { name, tag } of operations)
    played.push(await play(name, parser.bruToJsonV2(read(`${tag}/${name}.bru`)), variables));
  return played;
}

async function loadParser(): Promise<BrunoParser> {
  const { default: parser } = await import(
    pathToFileURL(join(toolsFolder, 'node_modules/@usebruno/lang/src/index.js')).href
  );
  return parser;
}

async function play(name: string, file: BrunoFile, variables: Map<string, string>): Promise<PlayedRequest> {
  const fill = (text: string) =>
    text.replace(/\{\{([$\w]+)\}\}/g, (_, variable: string) => {
      const value = variable === '$guid' ? randomUUID() : variables.get(variable);
      assert.ok(value !== undefined, `${name}: {{${variable}}} has no value yet`);
      return value;
    });
  const json = file.body?.json;
  const response = await fetch(addressOf(file, fill), {
    method: file.http.method.toUpperCase(),
    headers: {
      ...Object.fromEntries((file.headers ?? []).map((header) => [header.name, fill(header.value)])),
      ...(file.http.auth === 'inherit' ? { authorization: fill('Bearer {{accessToken}}') } : {}),
      ...(json === undefined ? {} : { 'content-type': 'application/json' }),
    },
    ...(json === undefined ? {} : { body: fill(json) }),
  });
  const isJson = /json/.test(response.headers.get('content-type') ?? '');
  const body = isJson ? await response.json() : await response.arrayBuffer();
  if (!response.ok) return { name, status: response.status, code: (body as { code?: string }).code ?? '' };
  for (const kept of file.vars?.res ?? []) variables.set(kept.name, String(valueAt(body, kept.value)));
  return { name, status: response.status };
}

function addressOf({ http, params = [] }: BrunoFile, fill: (text: string) => string): string {
  const inPath = params.filter(({ type }) => type === 'path');
  const path = inPath.reduce((url, { name, value }) => url.replace(`:${name}`, fill(value)), fill(http.url));
  const inQuery = new URLSearchParams();
  for (const { name, value, type, enabled } of params)
    if (type === 'query' && enabled) inQuery.append(name, fill(value));
  return inQuery.size === 0 ? path : `${path}?${inQuery}`;
}

/** The value of an expression such as `res.body.data.invoices[0].invoiceId`. */
function valueAt(body: unknown, expression: string): unknown {
  const steps = expression.replace(/^res\.body\./, '').match(/\w+/g) ?? [];
  const value = steps.reduce<unknown>((at, step) => (at as Record<string, unknown> | undefined)?.[step], body);
  assert.ok(value !== undefined, `${expression} is not in ${JSON.stringify(body)}`);
  return value;
}
