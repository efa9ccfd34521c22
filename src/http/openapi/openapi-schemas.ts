// Schemas for the OpenAPI document: plain JSON with an example for each; schemas with a title are shared.
import { Day, Id, Instant, patternDescriptions, type TSchema } from '../schemas.ts';
import { namedExample } from './example-values.ts';

/** A JSON Schema (2020-12), as far as the document reads it. */
export type JsonSchema = {
  readonly type?: string | readonly string[];
  readonly title?: string;
  readonly description?: string;
  readonly format?: string;
  readonly minimum?: number;
  readonly required?: readonly string[];
  readonly properties?: Readonly<Record<string, JsonSchema>>;
  readonly items?: JsonSchema;
  readonly patternProperties?: Readonly<Record<string, JsonSchema>>;
  readonly anyOf?: readonly JsonSchema[];
  readonly enum?: readonly unknown[];
  readonly const?: unknown;
  readonly default?: unknown;
  readonly examples?: readonly unknown[];
  readonly [keyword: string]: unknown;
};

/**
 * Returns a schema as plain JSON, without its builder's extra data, and with text instead of keywords that readers get
 * wrong. Most readers divide doubles for multipleOf and so reject 1234.56 as not whole cents; many do not support `\p`
 * in a pattern; some require a field that has a default.
 */
export function toJsonSchema(schema: TSchema): JsonSchema {
  return portable(toPlain(schema)) as JsonSchema;
}

function toPlain(schema: TSchema): JsonSchema {
  return JSON.parse(JSON.stringify(schema));
}

function portable(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(portable);
  if (typeof value !== 'object' || value === null) return value;
  const schema = withValuesOfAnyKey(
    Object.fromEntries(
      Object.entries(value).map(([key, part]) => {
        if (key === 'properties') return [key, portableFields(part)];
        return [key, dataKeywords.has(key) ? part : portable(part)];
      }),
    ),
  );
  const { eachItem, ...list } = schema;
  if (eachItem !== undefined) return { ...list, items: eachItem }; // Checked one by one (bulk-items.ts).
  const { multipleOf, pattern, default: byDefault, ...rest } = completeExamples(schema);
  const decimals = typeof multipleOf === 'number' && multipleOf < 1 ? -Math.log10(multipleOf) : undefined;
  const text = patternDescriptions.get(String(pattern));
  const words = [
    rest.description ?? [],
    decimals === undefined ? [] : `At most ${Math.round(decimals)} decimals.`,
    text === undefined ? [] : `Must be ${text}.`,
    byDefault === undefined ? [] : `Default: ${byDefault}.`,
  ].flat();
  return {
    ...rest,
    ...(multipleOf === undefined || decimals !== undefined ? {} : { multipleOf }),
    ...(pattern === undefined || text !== undefined ? {} : { pattern }),
    ...(words.length === 0 ? {} : { description: words.join(' ') }),
  };
}

/** Fields of a body may be named like keywords of a schema, such as `description`. */
function portableFields(fields: object): object {
  return Object.fromEntries(Object.entries(fields).map(([name, schema]) => [name, portable(schema)]));
}

/** An example of an object may name only the fields that matter: required ones that it leaves out are added. */
export function completeExamples(schema: JsonSchema): JsonSchema {
  if (schema.examples === undefined) return schema;
  return { ...schema, examples: schema.examples.map((example) => completeExample(schema, example)) };
}

function completeExample(schema: JsonSchema, example: unknown): unknown {
  if (Array.isArray(example)) return example.map((item) => completeExample(schema.items ?? {}, item));
  if (typeof example !== 'object' || example === null || schema.properties === undefined) return example;
  if (schema.additionalProperties === true) return example;
  const given: Readonly<Record<string, unknown>> = { ...example };
  for (const name of Object.keys(given))
    if (!Object.hasOwn(schema.properties, name))
      throw new Error(`An example names ${name}, which its schema does not.`);
  return {
    ...Object.fromEntries(
      Object.entries(schema.properties).flatMap(([name, part]) => {
        if (Object.hasOwn(given, name)) return [[name, completeExample(part, given[name])]];
        return schema.required?.includes(name) ? [[name, exampleOf(part, nameIn(schema, name))]] : [];
      }),
    ),
  };
}

/**
 * A map of any keys as additionalProperties, which every reader knows; the check of requests would remove such
 * properties.
 */
function withValuesOfAnyKey({ patternProperties, ...schema }: JsonSchema): JsonSchema {
  const [[pattern, values] = [], ...more] = Object.entries(patternProperties ?? {});
  const isAny = more.length === 0 && (pattern === '^' || pattern === '^.*$');
  if (isAny) return { ...schema, additionalProperties: values };
  return patternProperties === undefined ? schema : { ...schema, patternProperties };
}

/**
 * Returns an example for a schema: its own, or one built from its parts. Optional parts without an example are left
 * out.
 */
export function exampleOf(schema: JsonSchema, name = ''): unknown {
  return givenExample(schema, name) ?? (schema.properties ? {} : defaultExample(schema));
}

/** The name of a field in the examples: the field `id` of an Invoice is an `invoiceId`. */
function nameIn({ title }: JsonSchema, field: string): string {
  const kind = title?.replace(/^(New|Changed|Noted|Named|Found|Listed)/, '').split('With', 1)[0] ?? '';
  return field === 'id' ? `${kind.slice(0, 1).toLowerCase()}${kind.slice(1)}Id` : field;
}

/**
 * Replaces each schema with a title by a reference to the one in `shared`. Throws if two different schemas have the
 * same title.
 */
export function shareSchemas(sections: Readonly<Record<string, object>>) {
  const shared: Record<string, unknown> = {};
  const visit = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.map(visit);
    if (typeof value !== 'object' || value === null) return value;
    const schema = within(value);
    const { title } = schema;
    if (typeof title !== 'string') return schema;
    if (title in shared && JSON.stringify(shared[title]) !== JSON.stringify(schema))
      throw new Error(`Two different schemas have the title ${title}.`);
    shared[title] = schema;
    return { $ref: `#/components/schemas/${title}` };
  };
  const within = (value: object): Record<string, unknown> =>
    Object.fromEntries(Object.entries(value).map(([key, part]) => [key, dataKeywords.has(key) ? part : visit(part)]));
  return { sections: within(sections), shared };
}

/** Keywords that hold data, not schemas: a title inside is not a schema title. */
const dataKeywords: ReadonlySet<string> = new Set(['example', 'examples', 'default', 'const', 'enum']);

/** What the building blocks Id, Day and Instant have as their examples: the name of the field says more. */
const generalExamples: ReadonlySet<unknown> = new Set(
  [Id, Day, Instant].flatMap((schema) => toPlain(schema).examples ?? []),
);

/** Returns the example of a schema or its parts; undefined if they have none. */
function givenExample(schema: JsonSchema, name: string): unknown {
  const { examples = [], enum: words = [], properties, required = [], items, anyOf = [] } = schema;
  const [own] = examples;
  const named = own === undefined || generalExamples.has(own) ? namedExample(name, schema) : undefined;
  const example = [named, own, schema.const, ...words].find((value) => value !== undefined);
  if (example !== undefined) return example;
  if (properties !== undefined) {
    const parts = Object.entries(properties).flatMap(([field, part]) => {
      const inner = nameIn(schema, field);
      const value = required.includes(field) ? exampleOf(part, inner) : givenExample(part, inner);
      return value === undefined ? [] : [[field, value] as const];
    });
    return parts.length > 0 ? Object.fromEntries(parts) : undefined;
  }
  if (items !== undefined) {
    const item = givenExample(items, name.replace(/s$/, ''));
    return item === undefined ? undefined : [item];
  }
  return anyOf.map((arm) => givenExample(arm, name)).find((value) => value !== undefined);
}

/** The value used if a schema has no example and one is needed. */
function defaultExample({ type, anyOf = [], minimum = 0 }: JsonSchema): unknown {
  const types = [type ?? anyOf.map((arm) => arm.type)].flat(2);
  if (types.includes('null')) return null;
  if (types.includes('array')) return [];
  if (types.includes('boolean')) return false;
  if (types.includes('object')) return {};
  return types.includes('string') ? 'text' : Math.max(minimum, 1);
}
