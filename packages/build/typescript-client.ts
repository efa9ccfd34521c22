// The generated part of @haldur/client: types of all schemas, and a function for each operation. Equal documents give
// equal text.
import { clientTypes, docComment, type OpenApiSchema, typeOf } from '../../web/build/client-types.ts';
import { type ApiDocument, type ClientOperation, clientOperations } from './api-operations.ts';

const notByHand = '// Written by `npm run openapi` from docs/openapi.json: not by hand.';

/** The files of packages/client/src/generated, by name. */
export function typescriptFiles(document: ApiDocument): Readonly<Record<string, string>> {
  const types = clientTypes(document).replace(/^.*\n/, `${notByHand}\n`);
  return { 'schemas.ts': types, 'operations.ts': operationsFile(document) };
}

function operationsFile(document: ApiDocument): string {
  const operations = clientOperations(document);
  const aliases = Object.keys(document.components.schemas).map(
    (name) => `export type ${name} = components['schemas']['${name}'];`,
  );
  return [
    notByHand,
    `import { type FileContent, type HttpClient, type List, type RequestOptions, segment } from '../http.ts';`,
    `import type { components } from './schemas.ts';`,
    '',
    ...aliases,
    '',
    '/** Every body that a webhook can have. */',
    `export type WebhookEvent = ${eventNames(document).join(' | ')};`,
    '',
    '/** The operations of the API. */',
    'export type Operations = {',
    ...operations.flatMap((operation) => [`  ${comment(operation)}`, `  ${signature(operation)};`]),
    '};',
    '',
    '/** Makes the operations on an HTTP client. */',
    'export function makeOperations(http: HttpClient): Operations {',
    '  return {',
    ...operations.map((operation) => `    ${implementation(operation)},`),
    '  };',
    '}',
    '',
  ].join('\n');
}

const eventNames = (document: ApiDocument) =>
  Object.keys(document.components.schemas).filter((name) => name.endsWith('Event'));

function comment({ summary, description, method, path }: ClientOperation): string {
  return docComment(`${summary}: \`${method} ${path}\`. ${description}`).trim();
}

function signature(operation: ClientOperation): string {
  const { name, pathParameters, body, query } = operation;
  const parameters = pathParameters.map((parameter) => `${parameter.name}: string`);
  if (body !== undefined) parameters.push(`body${body.required ? '' : '?'}: ${publicType(body.schema)}`);
  if (query.length > 0) {
    const fields = query.map(
      ({ name: field, required, schema, description }) =>
        `${docComment(description)}${field}${required === true ? '' : '?'}: ${publicType(schema)}${required === true ? '' : ' | undefined'}`,
    );
    parameters.push(`query?: { ${fields.join('; ')} }`);
  }
  parameters.push('options?: RequestOptions');
  return `${name}(${parameters.join(', ')}): ${returnType(operation)}`;
}

function returnType({ kind, data }: ClientOperation): string {
  if (kind === 'list') return `List<${publicType(data)}>`;
  if (kind === 'file') return 'Promise<Uint8Array>';
  return kind === 'nothing' ? 'Promise<void>' : `Promise<${publicType(data)}>`;
}

function implementation({ name, method, path, pathParameters, body, query, isPublic, kind }: ClientOperation): string {
  const names = pathParameters.map((parameter) => parameter.name);
  const given = [...names, ...(body ? ['body'] : []), ...(query.length > 0 ? ['query'] : []), 'options'];
  const address = `\`${path.replace(/\{(\w+)\}/g, (_all, parameter) => `\${segment(${parameter})}`)}\``;
  const request = [
    `method: '${method}'`,
    `path: ${address}`,
    ...(body ? ['body'] : []),
    ...(query.length > 0 ? ['query'] : []),
    ...(isPublic ? ['isPublic: true'] : []),
  ];
  const call = { list: 'list', file: 'file', object: 'object', nothing: 'nothing' }[kind];
  return `${name}: (${given.join(', ')}) => http.${call}({ ${request.join(', ')} }, options)`;
}

/** The type of a schema by the names of this file. Where a file is expected in base64, its bytes do as well. */
function publicType(schema: OpenApiSchema): string {
  return typeOf(withFileContent(schema))
    .replace(/components\['schemas'\]\["(\w+)"\]/g, '$1')
    .replaceAll('readonly ', '');
}

function withFileContent(schema: OpenApiSchema): OpenApiSchema {
  if ((schema as { contentEncoding?: string }).contentEncoding === 'base64')
    return { $ref: '#/components/schemas/FileContent' };
  const { properties } = schema;
  if (properties === undefined) return schema;
  const fields = Object.entries(properties).map(([name, property]) => [name, withFileContent(property)] as const);
  return { ...schema, properties: Object.fromEntries(fields) };
}
