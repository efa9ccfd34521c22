// The collection of requests for Bruno (usebruno.com): a text file for each operation of the OpenAPI document, with the
// ids of one request as variables of the next.
import { strToU8, zipSync } from 'fflate';
import { exampleId, exampleKinds } from './example-values.ts';
import type { ServiceAddress } from './openapi-introduction.ts';

type CollectionParameter = {
  readonly $ref?: string;
  readonly name: string;
  readonly in: string;
  readonly example?: string;
  readonly schema?: {
    readonly type?: unknown;
    readonly format?: string;
    readonly examples?: readonly unknown[];
    readonly enum?: readonly unknown[];
  };
};
type CollectionOperation = {
  readonly operationId: string;
  readonly tags: readonly string[];
  readonly summary: string;
  readonly description: string;
  readonly security: readonly object[];
  readonly parameters: readonly CollectionParameter[];
  readonly requestBody?: { readonly content: Readonly<Record<string, { readonly example?: unknown }>> };
};
type CollectionSource = {
  readonly info: { readonly title: string };
  readonly paths: Readonly<Record<string, Readonly<Record<string, CollectionOperation>>>>;
};

/** Values of a response that later requests need, by operation: variable to expression. */
const keptValues: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  login: { accessToken: 'res.body.data.accessToken', refreshToken: 'res.body.data.refreshToken' },
  refresh: { accessToken: 'res.body.data.accessToken', refreshToken: 'res.body.data.refreshToken' },
  createBuilding: { buildingId: 'res.body.data.id' },
  createApartment: { apartmentId: 'res.body.data.id' },
  generateInvoices: { invoiceId: 'res.body.data.invoices[0].invoiceId' },
  createMeter: { meterId: 'res.body.data.id' },
  createInvitation: { invitationId: 'res.body.data.id' },
  createWebhook: { webhookId: 'res.body.data.id' },
};

/** Bodies in which a person's own values stand for the example's, by operation. */
const ownValues: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  login: { email: '{{email}}', password: '{{password}}' },
  refresh: { refreshToken: '{{refreshToken}}' },
  requestMagicLink: { email: '{{email}}' },
  deleteBuilding: { password: '{{password}}' },
  readMeterPhoto: { file: '{{photo}}' },
  importBankStatement: { file: '{{statement}}' },
};

/** Returns the files of the collection: their paths, and their texts. Each tag is a folder. */
export function brunoCollection(
  document: object,
  { publicUrl, basePath }: ServiceAddress,
): ReadonlyMap<string, string> {
  const { info, paths } = document as CollectionSource;
  const described = Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ path, method, operation })),
  );
  const folders = Map.groupBy(described, ({ operation }) => operation.tags[0] ?? info.title);
  const requests = [...folders].flatMap(([folder, members]) =>
    members.map(({ path, method, operation }, index) => {
      const text = requestFile(path, method, operation, index + 1);
      return [`${folder}/${operation.operationId}.bru`, text] as const;
    }),
  );
  return new Map([
    ['bruno.json', `${JSON.stringify({ version: '1', name: info.title, type: 'collection' }, null, 2)}\n`],
    ['collection.bru', [block('auth', ['mode: bearer']), block('auth:bearer', ['token: {{accessToken}}'])].join('\n')],
    ['environments/local.bru', environmentFile(publicUrl + basePath)],
    ...requests,
  ]);
}

/** The collection as a zip with one folder, which Bruno opens after it is unpacked. */
export function brunoArchive(document: object, address: ServiceAddress): Buffer {
  const files = [...brunoCollection(document, address)].map(([path, text]) => [`haldur.bruno/${path}`, strToU8(text)]);
  return Buffer.from(zipSync(Object.fromEntries(files)));
}

function environmentFile(baseUrl: string): string {
  const values = { baseUrl, email: 'manager@example.org' };
  const secrets = ['password', 'accessToken', 'refreshToken', 'photo', 'statement'];
  return [
    block(
      'vars',
      Object.entries(values).map(([name, value]) => `${name}: ${value}`),
    ),
    `vars:secret [\n${secrets.map((name) => `  ${name}`).join(',\n')}\n]\n`,
  ].join('\n');
}

function requestFile(path: string, method: string, operation: CollectionOperation, place: number): string {
  const { operationId, parameters, requestBody, security } = operation;
  const json = requestBody?.content['application/json'];
  const url = `{{baseUrl}}${path.replace(/\{(\w+)\}/g, ':$1')}`;
  const located = (where: string) => parameters.filter((parameter) => parameter.in === where);
  const blocks = [
    block('meta', [`name: ${operation.summary}`, 'type: http', `seq: ${place}`]),
    block(method, [
      `url: ${url}`,
      `body: ${json === undefined ? 'none' : 'json'}`,
      `auth: ${security.length === 0 ? 'none' : 'inherit'}`,
    ]),
    // Filters are switched off (~): without them a list has everything.
    block('params:query', located('query').flatMap(sampleLines)),
    block(
      'params:path',
      located('path').map(({ name, example = '' }) => `${name}: ${withVariables(example)}`),
    ),
    block('headers', method === 'post' && security.length > 0 ? ['Idempotency-Key: {{$guid}}'] : []),
    block('body:json', json === undefined ? [] : bodyLines(operationId, json.example)),
    block(
      'vars:post-response',
      Object.entries(keptValues[operationId] ?? {}).map(([name, from]) => `${name}: ${from}`),
    ),
    block('docs', operation.description.split('\n')),
  ];
  return blocks.filter((text) => text !== '').join('\n');
}

function block(name: string, lines: readonly string[]): string {
  return lines.length === 0 ? '' : `${name} {\n${lines.map((line) => `  ${line}`.trimEnd()).join('\n')}\n}\n`;
}

function bodyLines(operationId: string, example: unknown): string[] {
  const body = { ...(example as object), ...ownValues[operationId] };
  return withVariables(JSON.stringify(body, null, 2)).split('\n');
}

/** Replaces the ids of the examples by variables: the id of the building is {{buildingId}}. */
function withVariables(text: string): string {
  return exampleKinds.reduce((changed, kind) => changed.replaceAll(exampleId(kind), `{{${kind}Id}}`), text);
}

/** A filter, switched off; a map as `name[key]`. */
function sampleLines(parameter: CollectionParameter): string[] {
  const { name, schema } = parameter;
  if (schema?.type !== 'object') return [`~${name}: ${sampleOf(parameter)}`];
  return Object.entries(schema.examples?.[0] ?? {}).map(([key, value]) => `~${name}[${key}]: ${value}`);
}

function sampleOf({ name, schema = {} }: CollectionParameter): string {
  if (schema.format === 'uuid') return `{{${name}}}`;
  return String(schema.examples?.[0] ?? schema.enum?.[0] ?? '');
}
