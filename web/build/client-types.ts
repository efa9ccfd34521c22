// The types of the console's client, generated from the two OpenAPI documents: `paths` as openapi-fetch reads it. Equal
// documents give equal text.

export type OpenApiSchema = {
  readonly $ref?: string;
  readonly description?: string;
  readonly type?: string | readonly string[];
  readonly enum?: readonly unknown[];
  readonly const?: unknown;
  readonly anyOf?: readonly OpenApiSchema[];
  readonly items?: OpenApiSchema;
  readonly properties?: Readonly<Record<string, OpenApiSchema>>;
  readonly patternProperties?: Readonly<Record<string, OpenApiSchema>>;
  readonly additionalProperties?: boolean | OpenApiSchema;
  readonly required?: readonly string[];
};
type OpenApiContent = Readonly<Record<string, { readonly schema?: OpenApiSchema }>>;
type OpenApiParameter = {
  readonly $ref?: string;
  readonly name: string;
  readonly in: string;
  readonly schema: OpenApiSchema;
};
type OpenApiOperation = {
  readonly parameters?: readonly (OpenApiParameter & { readonly required?: boolean })[];
  readonly requestBody?: { readonly required?: boolean; readonly content: OpenApiContent };
  readonly responses: Readonly<Record<string, { readonly $ref?: string; readonly content?: OpenApiContent }>>;
};
export type OpenApiDocument = {
  readonly paths: Readonly<Record<string, Readonly<Record<string, OpenApiOperation>>>>;
  readonly components: { readonly schemas: Readonly<Record<string, OpenApiSchema>> };
};

/** Generates the types of a document. Throws at a schema of an unknown kind. */
export function clientTypes(document: OpenApiDocument): string {
  const schemas = Object.entries(document.components.schemas).map(([name, schema]) => `${name}: ${typeOf(schema)};`);
  const paths = Object.entries(document.paths).map(([path, methods]) => {
    const operations = Object.entries(methods).map(([method, operation]) => `${method}: ${operationType(operation)};`);
    return `${JSON.stringify(path)}: { ${operations.join(' ')} };`;
  });
  return [
    '// Written by `npm run types` from the OpenAPI document of the service: not by hand.',
    `export interface components { schemas: {\n${schemas.join('\n')}\n} }`,
    `export interface paths {\n${paths.join('\n')}\n}`,
    '',
  ].join('\n');
}

function operationType({ parameters = [], requestBody, responses }: OpenApiOperation): string {
  const body =
    requestBody === undefined
      ? ''
      : `requestBody${requestBody.required === false ? '?' : ''}: { content: ${contentType(requestBody.content)} };`;
  const responseTypes = Object.entries(responses).map(([status, { $ref, content }]) =>
    $ref === undefined
      ? `${status}: { content: ${content === undefined ? 'never' : contentType(content)} };`
      : `${status}: { content: { 'application/problem+json': components['schemas']['Problem'] } };`,
  );
  return `{ parameters: { ${parametersType(parameters)} }; ${body} responses: { ${responseTypes.join(' ')} } }`;
}

/** Shared parameters (the Idempotency-Key) are left out: the client sends them in one place. */
function parametersType(parameters: NonNullable<OpenApiOperation['parameters']>): string {
  return ['query', 'path', 'header']
    .flatMap((location) => {
      const atLocation = parameters.filter((parameter) => parameter.in === location);
      if (atLocation.length === 0) return [];
      const needed = atLocation.some(({ required }) => required);
      const fields = atLocation.map(
        ({ name, required, schema }) => `${JSON.stringify(name)}${field(required ?? false, typeOf(schema))};`,
      );
      return [`${location}${needed ? '' : '?'}: { ${fields.join(' ')} };`];
    })
    .join(' ');
}

/** An optional field may also be undefined: neither is sent. */
function field(required: boolean, type: string): string {
  return required ? `: ${type}` : `?: ${type} | undefined`;
}

function contentType(content: OpenApiContent): string {
  const types = Object.entries(content).map(([type, { schema }]) => {
    const isJson = type.endsWith('json');
    return `${JSON.stringify(type)}: ${isJson ? typeOf(schema ?? {}) : 'Blob | FormData'};`;
  });
  return `{ ${types.join(' ')} }`;
}

/** The TypeScript type of a schema's values. Throws at a schema of an unknown kind. */
export function typeOf(schema: OpenApiSchema): string {
  const { $ref, anyOf, items, type } = schema;
  if ($ref !== undefined) return `components['schemas'][${JSON.stringify($ref.split('/').at(-1))}]`;
  if (anyOf !== undefined && type === undefined)
    return anyOf.map((openApiSchema) => `(${typeOf(openApiSchema)})`).join(' | ');
  if (schema.const !== undefined) return JSON.stringify(schema.const);
  if (schema.enum !== undefined) return schema.enum.map((item) => JSON.stringify(item)).join(' | ') || 'never';
  if (Array.isArray(type)) return type.map((item) => `(${typeOf({ ...schema, type: item })})`).join(' | ');
  if (type === 'array') return `(${typeOf(items ?? {})})[]`;
  if (type === 'object') return objectType(schema);
  if (type === undefined) return 'unknown';
  const plain = plainTypes[String(type)];
  if (plain === undefined) throw new Error(`There is no TypeScript type for ${JSON.stringify(schema)}.`);
  return plain;
}

const plainTypes: Readonly<Record<string, string>> = {
  string: 'string',
  number: 'number',
  integer: 'number',
  boolean: 'boolean',
  null: 'null',
};

/** A description as a comment that editors show; nothing without one. */
export function docComment(description: string | undefined): string {
  return description === undefined ? '' : `/** ${description.replaceAll('*/', '* /').replace(/\s+/g, ' ')} */ `;
}

function objectType({ properties = {}, patternProperties = {}, required = [], ...more }: OpenApiSchema): string {
  const fields = Object.entries(properties).map(
    ([name, operation]) =>
      `${docComment(operation.description)}readonly ${JSON.stringify(name)}${field(required.includes(name), typeOf(operation))};`,
  );
  const values = Object.values(patternProperties).map((patternProperty) => `(${typeOf(patternProperty)})`);
  if (values.length > 0) fields.push(`readonly [name: string]: ${values.join(' | ')};`);
  else if (fields.length === 0) {
    const rest = typeof more.additionalProperties === 'object' ? typeOf(more.additionalProperties) : 'unknown';
    fields.push(`readonly [name: string]: ${rest};`);
  }
  return `{ ${fields.join(' ')} }`;
}
