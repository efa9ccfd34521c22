// Values that fit a schema of the documents: bodies and parameters of requests that should be accepted.
import fc from 'fast-check';
import type { Dice } from '../dice.ts';
import { type OpenApiDocument, resolve, type Schema } from './documented-operations.ts';

/** What a value depends on besides its schema: the dice, and the ids that exist, by the name of a field. */
type ValueContext = {
  readonly dice: Dice;
  readonly document: OpenApiDocument;
  readonly idFor: (field: string) => string;
};

const words = ['Kase', 'Õunapuu 5', 'Ēka', 'Šilutės pl.', 'Дом', 'a', 'Küte & vesi', '12A', 'O’Brien', '漢字', '🏠'];
const days = ['2026-09-01', '2026-09-30', '2026-10-01', '2026-10-31', '2026-11-01', '2026-11-20', '2026-11-30'];
const oddDays = ['2024-02-29', '1900-01-01', '2200-12-31', '2025-12-31', '2027-02-28'];
const moments = ['2026-11-20T08:00:00.000Z', '2026-11-19T23:59:59Z', '2026-10-31T22:00:00+02:00'];

/**
 * A value that fits `schema`; `field` is the name under which it is sent. Optional properties are there half of the
 * time.
 */
export function validValue(context: ValueContext, written: Schema, field = ''): unknown {
  const { dice, document } = context;
  const schema = resolve<Schema>(document, written);
  if (schema.const !== undefined) return schema.const;
  if (schema.enum !== undefined) return dice.pick(schema.enum);
  if (schema.examples !== undefined && schema.format !== 'uuid' && schema.properties === undefined && dice.chance(40))
    return dice.pick(schema.examples);
  const type = dice.pick([schema.type ?? []].flat());
  if (schema.properties !== undefined && (type === undefined || type === 'object')) return validObject(context, schema);
  if (schema.anyOf !== undefined && schema.type === undefined)
    return validValue(context, dice.pick(schema.anyOf), field);
  if (type === 'array') return validList(context, schema, field);
  if (type === 'boolean') return dice.chance(50);
  if (type === 'null') return null;
  if (type === 'integer' || type === 'number') return validNumber(dice, schema, type);
  return type === 'string' ? validText(context, schema, field) : {};
}

function validObject(context: ValueContext, { properties = {}, required = [], anyOf = [] }: Schema): object {
  const needed = new Set([...required, ...(anyOf.length > 0 ? (context.dice.pick(anyOf).required ?? []) : [])]);
  const share = context.dice.pick([0, 20, 50, 90]);
  return Object.fromEntries(
    Object.entries(properties)
      .filter(([name]) => needed.has(name) || context.dice.chance(share))
      .map(([name, schema]) => [name, validValue(context, schema, name)]),
  );
}

function validList(context: ValueContext, { items = {}, minItems = 0, maxItems = 3 }: Schema, field: string) {
  const length = Math.min(maxItems, minItems + context.dice.number(3));
  return Array.from({ length }, () => validValue(context, items, field));
}

function validNumber(dice: Dice, { minimum = -1000, maximum = 10_000 }: Schema, type: 'integer' | 'number'): number {
  const whole = dice.value(fc.integer({ min: Math.ceil(minimum), max: Math.floor(Math.min(maximum, 1e9)) }));
  if (type === 'integer' || dice.chance(50)) return whole;
  return Math.min(maximum, Math.max(minimum, Math.round(whole) / 100));
}

function validText(context: ValueContext, { format, pattern, minLength = 0, maxLength = 60 }: Schema, field: string) {
  const { dice, idFor } = context;
  if (format === 'uuid') return idFor(field);
  if (format === 'date') return dice.pick(dice.chance(85) ? days : oddDays);
  if (format === 'date-time') return dice.pick(moments);
  if (format === 'time-zone') return dice.pick(['Europe/Tallinn', 'Europe/Riga', 'UTC', 'America/New_York']);
  if (format === 'console-page')
    return dice.pick(['/console/', '/console/account#sessions', '/console/invoices?status=sent']);
  if (pattern !== undefined) return dice.value(fc.stringMatching(new RegExp(pattern, 'u')));
  if (/email/i.test(field)) return `${dice.pick(['mari', 'jaan', 'õie'])}${dice.number(1000)}@example.org`;
  const text = dice.chance(80) ? dice.pick(words) : dice.value(fc.string({ unit: 'grapheme', minLength, maxLength }));
  return [...text.padEnd(minLength, 'x')].slice(0, maxLength).join('');
}
