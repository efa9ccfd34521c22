// The OpenAPI 3.1 document, generated only from the operations and the error catalogue. Equal input gives equal text.
import manifest from '../../../package.json' with { type: 'json' };
import { isAboutOneself, isAllowed } from '../../identity/permissions.ts';
import { callerRoles } from '../../platform/db/scope.ts';
import { bodyProblem, type Problem } from '../../platform/errors.ts';
import type { ProblemCode } from '../../platform/problem-codes.ts';
import { type ErrorCode, errorCatalogue } from '../error-catalogue.ts';
import { RequestError, toErrorResponse } from '../errors.ts';
import type { Operation } from '../operation.ts';
import { Id } from '../schemas.ts';
import { idempotencyOf } from '../validate-request.ts';
import { exampleId } from './example-values.ts';
import { bearerScheme, componentName, problemSchema, sharedParameters, usedHeaders } from './openapi-components.ts';
import { deliveryParameters, describeEvents } from './openapi-events.ts';
import { codesByStatus, introduction, type ServiceAddress } from './openapi-introduction.ts';
import { completeExamples, exampleOf, type JsonSchema, shareSchemas, toJsonSchema } from './openapi-schemas.ts';
import { describeUpload } from './openapi-uploads.ts';
import { stableOfConsole } from './stability.ts';

/** The headings: those of the specification in its order, then those of the console alone. */
const headings: Readonly<Record<string, string>> = {
  Authentication: 'Sign-in, token refresh, sign-out.',
  Buildings: 'Buildings and their billing settings.',
  Apartments: 'The apartments of a building. Each has its own permanent payment reference.',
  Invoices: 'Invoices for a whole building and period at once, exact to the cent, with every position explained.',
  Meters: 'Meters, their readings, and readings taken from a photo.',
  'Residents and users': 'Who lives in or owns an apartment, and inviting them.',
  Payments: 'Bank payments, statements and payment status.',
  Webhooks: 'URLs of yours that are notified of events.',
  Session: 'The console’s own sign-in, by cookies.',
  Account: 'The signed-in person: profile, password, sessions.',
  Organizations: 'The organizations of a person, and switching between them.',
  'Test organizations': 'Organizations for trying: their clock, their mailbox, resetting and deleting them.',
  Privacy: 'What is kept about people: downloading, erasing, and how long it stays.',
  Overview: 'Counts and next steps for the home page, and the search.',
  Accounts: 'The bank accounts that invoices name, and undoing a change of one.',
  'E-invoices': 'Invoices as machine-readable files.',
  Settings: 'Members, API keys, sender details and the security log.',
  Residents: 'Residents, their residencies, and changes of owner or tenant.',
  Maintenance: 'Requests for repairs, with comments and photos.',
  Books: 'Receivables, account statements and the ledger export.',
  Banks: 'Banks at which invoices can be paid online, and what they reported.',
};

/** Builds the document of the integration API. Throws if two different schemas have the same title. */
export function openApiDocument(operations: readonly Operation[], address: ServiceAddress): object {
  const info = {
    ...infoOf('Haldur integration API', introduction(address)),
    'x-open-point': ['P-13', 'P-14'],
  };
  const events = { webhooks: describeEvents(), parameters: deliveryParameters };
  return buildDocument(operations, address, { info, events, isStable: () => true });
}

/** Builds the document of the console API, in the same form. It is internal and may change with the console. */
export function consoleDocument(operations: readonly Operation[], address: ServiceAddress): object {
  const description = `What the console needs beyond the integration API: settings, people, confirming readings, maintenance, matching payments, managing webhooks. Same credentials, bodies, errors and limits as [the integration API](${address.publicUrl}/docs/reference). These operations are not part of the specification and **may change with the console**, except [those that keep its promise](${address.publicUrl}/docs/versions#stable-operations-of-the-console).`;
  const info = infoOf('Haldur console API', description);
  const events = { webhooks: {}, parameters: {} };
  return buildDocument(operations, address, { info, events, isStable: ({ name }) => stableOfConsole.has(name) });
}

/** The contact is the operator of the service, who is not known here. */
const infoOf = (title: string, description: string) => ({
  title,
  version: manifest.version,
  description,
  contact: { name: 'The operator of this service' },
  license: { name: 'All rights reserved', identifier: `LicenseRef-${manifest.license}` },
});

/** The section of events, and the parameters that it refers to. */
type EventParts = { readonly webhooks: object; readonly parameters: object };

function buildDocument(
  operations: readonly Operation[],
  address: ServiceAddress,
  { info, events, isStable }: { info: object; events: EventParts; isStable: (operation: Operation) => boolean },
): object {
  const paths: Record<string, Record<string, unknown>> = {};
  for (const operation of operations) {
    const path = operation.path.replace(/:([A-Za-z]+)/g, '{$1}');
    const described = {
      ...describeOperation(operation, address),
      'x-stability': isStable(operation) ? 'stable' : 'console',
    };
    paths[path] = { ...paths[path], [operation.method.toLowerCase()]: described };
  }
  const { sections, shared } = shareSchemas({ paths, webhooks: events.webhooks });
  const refused = operations.flatMap(errorResponseGroups);
  const responses = Object.fromEntries(refused.map((group) => [group.name, errorResponse(group)]));
  const used = [...new Set(operations.map((operation) => operation.tag))];
  const described = Object.keys(headings).filter((name) => used.includes(name));
  return {
    openapi: '3.1.0',
    info,
    servers: [{ url: address.publicUrl + address.basePath }],
    security: [{ bearer: [] }],
    tags: [
      ...described.map((name) => ({ name, description: headings[name] })),
      ...used.filter((name) => !described.includes(name)).map((name) => ({ name })),
    ],
    ...sections,
    components: {
      securitySchemes: { bearer: bearerScheme },
      parameters: { ...sharedParameters, ...events.parameters },
      headers: usedHeaders({ sections, responses }, address),
      schemas: { ...shared, Problem: problemSchema },
      responses,
      examples: Object.fromEntries(
        refused.flatMap(({ codes }) => codes.map((code) => [code, problemExample(code, address)])),
      ),
    },
  };
}

const isRepeatable = (operation: Operation) => idempotencyOf(operation) !== undefined;
const storesResponses = (operation: Operation) => idempotencyOf(operation) === 'stored';

const hasVersions = (operation: Operation) => operation.headers?.['If-Match'] !== undefined;

function describeOperation(operation: Operation, address: ServiceAddress): object {
  const { body, permission } = operation;
  return {
    operationId: operation.name,
    tags: [operation.tag],
    summary: operation.summary,
    description: `${describeDeprecation(operation, address)}${operation.description}\n\n${describePermission(operation)}${listOpenPoints(operation.openPoints)}`,
    ...(operation.deprecated === undefined ? {} : { deprecated: true }),
    security: permission === 'none' ? [] : [{ bearer: [] }],
    ...openPointField(operation.openPoints),
    parameters: [
      ...pathParameters(operation.path),
      ...(operation.query === undefined ? [] : queryParameters(toJsonSchema(operation.query))),
      ...Object.entries(operation.headers ?? {})
        .filter(([name]) => !(componentName(name) in sharedParameters))
        .map(([name, description]) => ({ name, in: 'header', description, schema: { type: 'string' } })),
      ...(isRepeatable(operation) ? [referTo('parameters', 'Idempotency-Key')] : []),
      ...(hasVersions(operation) ? [referTo('parameters', 'If-Match')] : []),
      referTo('parameters', 'Prefer'),
    ],
    ...(body === undefined
      ? {}
      : { requestBody: { required: !operation.bodyOptional, content: jsonContent(toJsonSchema(body)) } }),
    ...(operation.upload === undefined ? {} : { requestBody: describeUpload(operation.upload) }),
    responses: {
      ...successResponses(operation),
      ...Object.fromEntries(
        errorResponseGroups(operation).map(({ status, name }) => [status, referTo('responses', name)]),
      ),
    },
  };
}

function describeDeprecation({ deprecated }: Operation, { publicUrl }: ServiceAddress): string {
  if (deprecated === undefined) return '';
  const { since, sunset, link } = deprecated;
  return `**Deprecated since ${since}. It works until ${sunset} at least.** [What to use instead](${new URL(link, publicUrl).href}).\n\n`;
}

function describePermission({ permission }: Operation): string {
  if (permission === 'none') return 'Needs no token.';
  const caller = { tenantId: '', userId: '', sessionId: '', keyId: '' };
  const people = callerRoles.filter((role) => isAllowed({ ...caller, kind: 'user', role }, permission));
  const keys = callerRoles.some((role) => isAllowed({ ...caller, kind: 'key', role }, permission));
  return `Roles: ${people.join(', ')}.${keys ? '' : ' Not with an API key.'}`;
}

function listOpenPoints(ids: readonly string[]): string {
  return ids.length === 0 ? '' : ` Open points: ${ids.join(', ')}.`;
}

/** One open point is a text, several are a list. */
function openPointField(ids: readonly string[]): object {
  return ids.length === 0 ? {} : { 'x-open-point': ids.length === 1 ? ids[0] : ids };
}

function jsonContent(schema: JsonSchema, dataExample?: object): object {
  const data = schema.properties?.data;
  const example =
    dataExample === undefined || data === undefined
      ? exampleOf(schema)
      : { data: exampleOf(completeExamples({ ...data, examples: [dataExample] })) };
  return { 'application/json': { schema, example } };
}

/** A malformed id gets the same response as an unknown one, so the format is only a hint. */
function pathParameters(path: string): object[] {
  const steps = path.split('/');
  return steps.flatMap((step, index) => {
    if (!step.startsWith(':')) return [];
    const resource = steps[index - 1]?.replace(/s$/, '') ?? '';
    const { examples: _, ...schema } = toJsonSchema(Id);
    const description = `The ${resource}’s id.`;
    const example = exampleId(camelCase(resource));
    return [{ name: step.slice(1), in: 'path', required: true, description, schema, example }];
  });
}

/** A filter by id has no example: tools that try out requests would send it and find nothing. */
function queryParameters({ properties = {}, required = [] }: JsonSchema): object[] {
  return Object.entries(properties).map(([name, property]) => {
    const { description, examples, 'x-open-point': point, ...rest } = property;
    const schema = examples === undefined || rest.format === 'uuid' ? rest : { ...rest, examples };
    return {
      name,
      in: 'query',
      required: required.includes(name),
      ...(description === undefined ? {} : { description }),
      ...(point === undefined ? {} : { 'x-open-point': point }),
      ...(rest.type === 'object' ? { style: 'deepObject', explode: true } : {}),
      schema,
    };
  });
}

function successResponses(operation: Operation): object {
  const responses = Object.entries(operation.responses).map(
    ([status, { description, schema: built, example, mediaType, made, tagged, noLocation }]) => {
      const schema = built && toJsonSchema(built);
      const names = ['X-Request-Id', 'Haldur-Ignored', 'Preference-Applied'];
      if (operation.permission !== 'none' || operation.rules.has('always counted'))
        names.push('RateLimit', 'RateLimit-Policy');
      if (status === '201' && !noLocation) names.push('Location');
      if (schema?.properties?.pagination !== undefined || operation.deprecated !== undefined) names.push('Link');
      if (operation.deprecated !== undefined) names.push('Deprecation', 'Sunset');
      if (storesResponses(operation)) names.push('Idempotency-Replayed');
      if (tagged) names.push('ETag');
      if (mediaType !== undefined) names.push(...(made ? [] : ['ETag']), 'Content-Disposition');
      const bytes = Object.fromEntries([mediaType ?? []].flat().map((type) => [type, { schema: {} }]));
      const content = schema ? jsonContent(schema, example) : mediaType && bytes;
      return [status, { description, headers: headerReferences(names), ...(content ? { content } : {}) }];
    },
  );
  const bytes = Object.values(operation.responses).some(({ mediaType, made }) => mediaType !== undefined && !made);
  const unchanged = {
    description: 'The bytes named in If-None-Match are still current.',
    headers: headerReferences(['ETag']),
  };
  return { ...Object.fromEntries(responses), ...(bytes ? { 304: unchanged } : {}) };
}

type ErrorResponseGroup = { readonly status: number; readonly name: string; readonly codes: readonly ErrorCode[] };

/** All error responses of an operation, common and its own: one per status, with the possible codes. */
function errorResponseGroups(operation: Operation): ErrorResponseGroup[] {
  const can = declaredErrorCodes(operation);
  return [...codesByStatus].flatMap(([status, all]) => {
    const codes = all.filter((code) => can.has(code));
    return codes.length === 0 ? [] : [{ status, name: codes.map(pascalCase).join('Or'), codes }];
  });
}

/** Every error code that an operation can respond with, common and its own. */
export function declaredErrorCodes(operation: Operation): ReadonlySet<ErrorCode> {
  return new Set([...commonErrorCodes(operation), ...operation.errors]);
}

function commonErrorCodes(operation: Operation): ErrorCode[] {
  const { permission, path, query } = operation;
  const body = operation.body ?? operation.upload;
  const repeatable = isRepeatable(operation);
  const when = (applies: boolean, ...some: ErrorCode[]) => (applies ? some : []);
  return [
    ...when(permission !== 'none', 'unauthenticated', 'invalid_token', 'insufficient_scope', 'network_not_allowed'),
    ...when(permission !== 'none' && !isAboutOneself(permission), 'second_factor_setup_required'),
    ...when(operation.rules.has('confirmed'), 'confirmation_required'),
    ...when(path.includes(':'), 'not_found'),
    ...when(body !== undefined, 'malformed_json', 'invalid_body', 'payload_too_large', 'unsupported_media_type'),
    ...when(body !== undefined || query !== undefined || repeatable, 'validation_failed'),
    ...when(storesResponses(operation), 'idempotency_in_progress', 'idempotency_key_reused'),
    ...when(hasVersions(operation), 'precondition_failed'),
    'unknown_fields',
    'not_acceptable',
    'rate_limited',
    'internal_error',
    'busy',
  ];
}

/** The open points behind each status, for every operation. */
const openPointsByStatus: Readonly<Record<number, readonly string[]>> = {
  400: ['P-6', 'P-116'],
  401: ['P-7'],
  403: ['P-7', 'P-25', 'P-146'],
  406: ['P-8'],
  412: ['P-107'],
  413: ['P-10'],
  415: ['P-8'],
  422: ['P-6'],
  429: ['P-9'],
  503: ['P-8'],
};

function errorResponse({ status, codes }: ErrorResponseGroup): object {
  const names = ['X-Request-Id', 'Haldur-Request-Log'];
  if (status === 401 || (status === 403 && !codes.includes('cross_site_request'))) names.push('WWW-Authenticate');
  if (status === 429 || status === 503 || codes.includes('idempotency_in_progress')) names.push('Retry-After');
  return {
    description: codes.map((code) => errorCatalogue[code].meaning).join(' Or: '),
    ...openPointField(openPointsByStatus[status] ?? []),
    headers: headerReferences(names),
    content: {
      'application/problem+json': {
        schema: {
          allOf: [{ $ref: '#/components/schemas/Problem' }],
          properties: { status: { const: status }, code: { enum: codes } },
          ...(status === 422 ? { required: ['errors'] } : {}),
        },
        examples: Object.fromEntries(codes.map((code) => [code, referTo('examples', code)])),
      },
    },
  };
}

function headerReferences(names: readonly string[]): object {
  return Object.fromEntries(names.map((name) => [name, referTo('headers', name)]));
}

function referTo(kind: 'headers' | 'parameters' | 'responses' | 'examples', name: string): { readonly $ref: string } {
  return { $ref: `#/components/${kind}/${componentName(name)}` };
}

const camelCase = (name: string) => name.replace(/[-_]([a-z])/g, (_, letter: string) => letter.toUpperCase());
const pascalCase = (name: string) => camelCase(`-${name}`);

const ownMeaning = (code: ErrorCode & ProblemCode, field: string): Problem =>
  bodyProblem([field], code, errorCatalogue[code].meaning);
const sampleProblems: Partial<Record<ErrorCode, Problem>> = {
  malformed_json: bodyProblem([], 'malformed_json', 'The body is not JSON: Unexpected end of JSON input.'),
  invalid_body: bodyProblem(['name'], 'required', 'name is missing.'),
  unknown_fields: bodyProblem(
    ['vat_rate'],
    'unknown_field',
    'vat_rate is not a field of this request. Did you mean vatRate?',
  ),
  validation_failed: bodyProblem(['name'], 'wrong_length', 'name must not be blank.'),
  reading_not_found: ownMeaning('reading_not_found', 'file'),
  reading_below_previous: ownMeaning('reading_below_previous', 'value'),
  reading_above_next: ownMeaning('reading_above_next', 'value'),
  idempotency_key_reused: {
    in: 'header',
    field: 'Idempotency-Key',
    code: 'idempotency_key_reused',
    message: errorCatalogue.idempotency_key_reused.meaning,
  },
};

/** The exact response of the service. */
function problemExample(code: ErrorCode, { publicUrl }: ServiceAddress): object {
  const sample = sampleProblems[code];
  const refused = new RequestError(code, sample === undefined ? {} : { problems: [sample] });
  return { summary: code, value: toErrorResponse(refused, { publicUrl, tokenSent: false }).body };
}
