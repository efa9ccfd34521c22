// Schemas for the OpenAPI document: plain JSON with an example for each; schemas with a title are shared.
import { patternDescriptions, type TSchema } from '../schemas.ts';

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
  readonly anyOf?: readonly JsonSchema[];
  readonly enum?: readonly unknown[];
  readonly const?: unknown;
  readonly default?: unknown;
  readonly examples?: readonly unknown[];
  readonly [keyword: string]: unknown;
};

/**
 * Returns a schema as plain JSON, without its builder's extra data, and with text instead of keywords that readers get wrong. Most readers divide doubles
 * for multipleOf and so reject 1234.56 as not whole cents; many do not support `\p` in a pattern.
 */
export function toJsonSchema(schema: TSchema): JsonSchema {
  return portable(JSON.parse(JSON.stringify(schema))) as JsonSchema;
}

function portable(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(portable);
  if (typeof value !== 'object' || value === null) return value;
  const schema: JsonSchema = Object.fromEntries(
    Object.entries(value).map(([key, part]) => [key, dataKeywords.has(key) ? part : portable(part)]),
  );
  if (schema.eachItem !== undefined) return withItems(schema);
  const { multipleOf, pattern, ...rest } = schema;
  const decimals = typeof multipleOf === 'number' && multipleOf < 1 ? -Math.log10(multipleOf) : undefined;
  const text = patternDescriptions.get(String(pattern));
  if (decimals === undefined && text === undefined) return schema;
  const words = decimals === undefined ? `Must be ${text}.` : `At most ${Math.round(decimals)} decimals.`;
  return { ...rest, description: [rest.description ?? [], words].flat().join(' ') };
}

/** The items of a bulk request, which are checked one by one (bulk-items.ts). */
function withItems({ eachItem, ...list }: JsonSchema): JsonSchema {
  return { ...list, items: eachItem as JsonSchema };
}

/** Returns an example for a schema: its own, or one built from its parts. Optional parts without an example are left out. */
export function exampleOf(schema: JsonSchema): unknown {
  return givenExample(schema) ?? (schema.properties ? {} : defaultExample(schema));
}

/** Replaces each schema with a title by a reference to the one in `shared`. Throws if two different schemas have the same title. */
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

/** Returns the example of a schema or its parts; undefined if they have none. */
function givenExample(schema: JsonSchema): unknown {
  const { examples = [], enum: words = [], properties, required = [], items, anyOf = [] } = schema;
  const example = [...examples, schema.default, schema.const, ...words].find((value) => value !== undefined);
  if (example !== undefined) return example;
  if (properties !== undefined) {
    const parts = Object.entries(properties).flatMap(([name, part]) => {
      const value = required.includes(name) ? exampleOf(part) : givenExample(part);
      return value === undefined ? [] : [[name, value] as const];
    });
    return parts.length > 0 ? Object.fromEntries(parts) : undefined;
  }
  if (items !== undefined) {
    const item = givenExample(items);
    return item === undefined ? undefined : [item];
  }
  return anyOf.map(givenExample).find((value) => value !== undefined);
}

/** The value used if a schema has no example and one is needed. */
function defaultExample({ type, anyOf = [], minimum = 0 }: JsonSchema): unknown {
  const types = [type ?? anyOf.map((arm) => arm.type)].flat(2);
  if (types.includes('null')) return null;
  if (types.includes('array')) return [];
  if (types.includes('boolean')) return false;
  return types.includes('string') ? 'text' : Math.max(minimum, 1);
}
