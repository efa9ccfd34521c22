// Schema building blocks, and the one check that turns invalid values into problems, sorted into 400 and 422 (open
// point P-6).

import {
  _,
  Ajv2020,
  type CodeKeywordDefinition,
  type ErrorObject,
  type KeywordCxt,
  Name,
  type Options,
} from 'ajv/dist/2020.js';
import { Type as AjvType } from 'ajv/dist/compile/util.js';
import Type, { type Static, type TSchema } from 'typebox';
import { bodyProblem, type Problem, type ProblemBounds } from '../platform/errors.ts';
import type { ProblemCode } from '../platform/problem-codes.ts';
import { isConsolePage } from '../platform/values/console-page.ts';
import { isDay, isInstant, isTimeZone } from '../platform/values/dates.ts';
import type { DecimalRange } from '../platform/values/decimal.ts';
import { isId } from '../platform/values/ids.ts';
import type { UnknownFields } from './unknown-fields.ts';

export type { Static, TSchema };
export { Type };

/** An id, in requests and responses. */
export const Id = Type.String({ format: 'uuid', examples: ['019a9c3e-5b7c-7d21-8a44-0c4c6f2b9e10'] });
/** A calendar day, `YYYY-MM-DD`. */
export const Day = Type.String({ format: 'date', examples: ['2026-10-31'] });
/** A calendar month, `YYYY-MM`. */
export const Month = Type.String({ pattern: '^(19|20|21)\\d\\d-(0[1-9]|1[0-2])$', examples: ['2026-10'] });
/** A time, ISO 8601 in UTC. */
export const Instant = Type.String({ format: 'date-time', examples: ['2026-11-02T08:15:30.000Z'] });
/** Money as a decimal number with at most two decimals; whole cents inside. */
export const Money = Type.Number({ multipleOf: 0.01, minimum: -1e10, maximum: 1e10, examples: [1234.56] });
/** The keywords of a schema for a decimal of a range. */
export const inRange = ({ decimals, min, max }: DecimalRange) => ({
  minimum: min,
  maximum: max,
  multipleOf: 10 ** -decimals,
});
/** Money in responses only: a decimal number. */
export const Amount = (description: string, example: number) => Type.Number({ description, examples: [example] });
/**
 * Characters that are invisible or affect their surroundings: control characters, unusual line breaks, direction
 * overrides; and U+FFFE and U+FFFF, which XML does not allow.
 */
const hiddenCharacters = '\\p{Cc}\\u2028\\u2029\\u202A-\\u202E\\u2066-\\u2069\\uFFFE\\uFFFF';
const visibleCharacters = '\\p{L}\\p{N}\\p{P}\\p{S}';
const lineBreaks = '\\n\\r\\t';
// No two adjacent parts of these patterns match the same character, so a check takes one pass, however long the text.
/** One line with visible text; line breaks around it are trimmed later. */
const singleLinePattern = `^[${lineBreaks}]*[^${hiddenCharacters}${visibleCharacters}]*[${visibleCharacters}][^${hiddenCharacters}]*[${lineBreaks}]*$`;
const paragraphsPattern = `^(?:[^${hiddenCharacters}${visibleCharacters}]|[${lineBreaks}])*[${visibleCharacters}](?:[^${hiddenCharacters}]|[${lineBreaks}])*$`;

/** Descriptions of the text patterns. */
const patternTexts = new Map([
  [singleLinePattern, 'one line of visible text without control characters'],
  [paragraphsPattern, 'visible text without control characters'],
]);
export const patternDescriptions: ReadonlyMap<string, string> = patternTexts;

/** Text entered by a person: trimmed before it is stored, never empty. */
export const Text = (maxLength: number, options: Record<string, unknown> = {}) =>
  Type.String({ minLength: 1, maxLength, pattern: singleLinePattern, ...options });
/** Text of several lines. */
export const Paragraphs = (maxLength: number, options: Record<string, unknown> = {}) =>
  Text(maxLength, { pattern: paragraphsPattern, ...options });
/** Text that may also be null. */
export const Nullable = (schema: ReturnType<typeof Type.String>) =>
  Type.Unsafe<string | null>({ ...schema, type: ['string', 'null'] });
/** One of a few fixed values. */
export const OneOf = <const T extends string[]>(words: readonly [...T], options: Record<string, unknown> = {}) =>
  Type.Unsafe<T[number]>({ type: 'string', enum: [...words], ...options });

/** Some of a few fixed words, separated by commas: the value of a query parameter. */
export function WordList(words: readonly string[], options: Record<string, unknown> = {}) {
  const word = `(${words.join('|')})`;
  const pattern = `^${word}(,${word})*$`;
  patternTexts.set(
    pattern,
    `${words.length > 1 ? 'one or more of ' : ''}${words.join(', ')}${words.length > 1 ? ', separated by commas' : ''}`,
  );
  return Type.String({ pattern, maxLength: 200, examples: [words[0]], ...options });
}

/** Reports whether a list of words contains a word. */
export function hasWord(list: string | undefined, word: string): boolean {
  return list?.split(',').includes(word) ?? false;
}

type ProblemLocation = Problem['in'];
export type ValidationError = { readonly status: 400 | 422; readonly problems: readonly Problem[] };

const formats = {
  uuid: isId,
  date: isDay,
  'date-time': isInstant,
  'time-zone': isTimeZone,
  'console-page': isConsolePage,
};
/** The maximum number of reported items of one list, and of reported problems in total. */
const maxProblems = 20;
const boundedItems: CodeKeywordDefinition = {
  keyword: 'items',
  type: 'array',
  schemaType: ['object', 'boolean'],
  before: 'uniqueItems',
  code(context: KeywordCxt) {
    const { gen, data, parentSchema } = context;
    const errors = new Name('errors'); // The variable in Ajv's generated code that counts the problems.
    const before = gen.const('before', errors);
    const length = gen.const('length', _`Math.min(${data}.length, ${parentSchema.maxItems ?? Infinity})`);
    gen.forRange('i', 0, length, (index) => {
      context.subschema({ keyword: 'items', dataProp: index, dataPropType: AjvType.Num }, gen.name('valid'));
      gen.if(_`${errors} - ${before} >= ${maxProblems}`, () => gen.break());
    });
  },
};

// Unknown properties are removed here, once, so that no handler sees them.
const options: Options = { allErrors: true, strict: false, verbose: true, removeAdditional: 'all', formats };
const exactAjv = makeAjv(options);
const coercingAjv = makeAjv({ ...options, coerceTypes: true });

/**
 * Ajv, but exact about decimals: its own multipleOf divides doubles, so it accepts 10.000001 as whole cents or rejects
 * 123456789.123456. And bounded: its own `items` checks every item of a list that is too long anyway, and collects all
 * problems of each.
 */
function makeAjv(options: Options): Ajv2020 {
  return new Ajv2020(options)
    .removeKeyword('multipleOf')
    .addKeyword({
      keyword: 'multipleOf',
      type: 'number',
      schemaType: 'number',
      // A decimal is parsed to its nearest double; a quotient of two whole numbers is exact in the same sense.
      validate: (step: number, value: number) => Math.round(value / step) / Math.round(1 / step) === value,
      error: { message: 'has too many decimals', params: ({ schemaCode }) => _`{ multipleOf: ${schemaCode} }` },
    })
    .removeKeyword('items')
    .addKeyword(boundedItems);
}

/**
 * The check of one schema, compiled on first use: compiling all of them takes half a second at each start. The check
 * removes properties that the schema does not know, adds them to `unknown`, and returns undefined if the value is
 * valid. A missing field or a wrong JSON type gives a 400, an invalid value a 422, both together a 400 that lists all.
 * Values of a query or form arrive as text and are converted, so there a wrong type is an invalid value.
 */
export function makeValidator(
  schema: TSchema,
  location: ProblemLocation,
  arrives: 'json' | 'text' = location === 'query' ? 'text' : 'json',
): (value: unknown, unknown?: UnknownFields) => ValidationError | undefined {
  const compiler = arrives === 'text' ? coercingAjv : exactAjv;
  let fits: ReturnType<typeof compiler.compile> | undefined;
  return (value, unknown) => {
    fits ??= compiler.compile(schema);
    unknown?.addFrom(value, schema, location === 'query' ? 'query' : 'body');
    if (fits(value)) return undefined;
    const errors = reportable(fits.errors ?? []).slice(0, maxProblems);
    const wrongType = (error: ErrorObject) => error.keyword === 'type' && arrives === 'json';
    const missing = ({ keyword }: ErrorObject) => keyword === 'required' || keyword === 'anyOf';
    const shape = location === 'body' && errors.some((error) => missing(error) || wrongType(error));
    return {
      status: shape ? 400 : 422,
      problems: deduplicateProblems(errors.map((error) => toProblem(error, location))),
    };
  };
}

/** The sets of fields of which a body needs one, if an anyOf lists them. */
function choiceOf({ keyword, schema }: ErrorObject): readonly (readonly string[])[] | undefined {
  if (keyword !== 'anyOf') return undefined;
  const sets = (schema as { required?: string[] }[]).map(({ required, ...rest }) =>
    Object.keys(rest).length === 0 ? required : undefined,
  );
  return sets.every((fields) => fields !== undefined) ? sets : undefined;
}

/** The errors that say something of their own. One about a choice of fields replaces those about the single fields. */
function reportable(errors: readonly ErrorObject[]): ErrorObject[] {
  const choices = errors.filter((error) => choiceOf(error) !== undefined);
  const isPart = ({ keyword, schemaPath, instancePath }: ErrorObject) =>
    keyword === 'required' &&
    choices.some((choice) => choice.instancePath === instancePath && schemaPath.startsWith(`${choice.schemaPath}/`));
  return errors.filter(
    (error) => error.keyword !== 'if' && !isPart(error) && (error.keyword !== 'anyOf' || choices.includes(error)),
  );
}

function toProblem(error: ErrorObject, location: ProblemLocation): Problem {
  const path = error.instancePath
    .split('/')
    .slice(1)
    .map((step) => step.replaceAll('~1', '/').replaceAll('~0', '~'));
  if (error.keyword === 'required') path.push(String(error.params.missingProperty));
  const [code, message, bounds = {}] = describeSchemaError(
    error,
    path.join('.') || (location === 'body' ? 'The body' : 'The value'),
    location === 'query',
  );
  if (location === 'body') return bodyProblem(path, code, message, bounds);
  return { in: location, field: path.join('.'), code, message, ...bounds };
}

const knownFormats = /^(date|date-time|uuid|time-zone|console-page)$/;
const formatDescriptions: Record<string, string> = {
  date: 'a real day of the years 1900 to 2200 as YYYY-MM-DD',
  'date-time': 'a moment such as 2026-11-02T08:15:30Z',
  uuid: 'an id (a UUID)',
  'time-zone': 'a time zone of the IANA list, such as Europe/Tallinn',
  'console-page': 'the path of a page of the console, such as /console/invoices',
};

type ErrorDescription = [code: ProblemCode, message: string, bounds?: ProblemBounds];

/** A code, a sentence and its bounds for each schema keyword that can fail. */
function describeSchemaError(error: ErrorObject, name: string, isQuery: boolean): ErrorDescription {
  const { keyword, params, data } = error;
  switch (keyword) {
    case 'minProperties':
      return ['required', 'The body is empty. Send at least one field to change.'];
    case 'required':
      return ['required', `${name} is missing.`];
    case 'anyOf':
      return ['required', `Send ${choiceOf(error)?.map(listFields).join(', or ')}.`];
    case 'type':
      if (isQuery && Array.isArray(data)) return ['wrong_type', `${name} is sent more than once. Send it once.`];
      return ['wrong_type', `${name} must be ${[params.type].flat().map(jsonType).join(' or ')}.`];
    case 'format':
      return [
        'invalid_format',
        `${name} must be ${knownFormats.test(params.format) ? formatDescriptions[params.format] : `a valid ${params.format}`}.`,
      ];
    case 'enum':
      return ['not_allowed', `${name} must be one of ${params.allowedValues.map(String).join(', ')}.`];
    case 'const':
      return ['not_allowed', `${name} must be ${JSON.stringify(params.allowedValue)}.`];
    case 'multipleOf': {
      const decimals = Math.round(-Math.log10(params.multipleOf));
      return ['too_many_decimals', `${name} may have at most ${decimals} decimals.`, { most: decimals }];
    }
    case 'pattern': {
      const words = patternDescriptions.get(params.pattern);
      if (words === undefined) return ['invalid_format', `${name} does not have the form ${params.pattern}.`];
      if (String(data).trim() === '') return ['wrong_length', `${name} must not be blank.`, { least: 1 }];
      return ['invalid_format', `${name} must be ${words}.`];
    }
    default:
      return describeExceededBound(error, name) ?? ['invalid_value', `${name} ${error.message ?? 'is not valid'}.`];
  }
}

function describeExceededBound({ keyword, params }: ErrorObject, name: string): ErrorDescription | undefined {
  switch (keyword) {
    case 'minimum':
      return ['out_of_range', `${name} must be at least ${params.limit}.`, { least: params.limit }];
    case 'maximum':
      return ['out_of_range', `${name} must be at most ${params.limit}.`, { most: params.limit }];
    case 'exclusiveMinimum':
      return ['out_of_range', `${name} must be more than ${params.limit}.`];
    case 'minLength':
      return [
        'wrong_length',
        `${name} must have at least ${plural(params.limit, 'character')}.`,
        { least: params.limit },
      ];
    case 'maxLength':
      return [
        'wrong_length',
        `${name} must have at most ${plural(params.limit, 'character')}.`,
        { most: params.limit },
      ];
    case 'minItems':
      return ['wrong_length', `${name} must have at least ${plural(params.limit, 'item')}.`];
    case 'maxProperties':
      return ['too_many', `${name} must have at most ${plural(params.limit, 'key')}.`, { most: params.limit }];
    case 'maxItems':
      return ['wrong_length', `${name} must have at most ${plural(params.limit, 'item')}.`];
    default:
      return undefined;
  }
}

/** `a`, `a and b`, `a, b and c`. */
function listFields(fields: readonly string[]): string {
  return fields.length < 2 ? fields.join('') : `${fields.slice(0, -1).join(', ')} and ${fields.at(-1)}`;
}

function plural(count: number, text: string): string {
  return `${count} ${text}${count === 1 ? '' : 's'}`;
}

function jsonType(type: string): string {
  return (
    {
      object: 'an object',
      array: 'a list',
      string: 'text',
      number: 'a number',
      integer: 'a whole number',
      boolean: 'true or false',
      null: 'null',
    }[type] ?? type
  );
}

/** A union reports each of its alternatives; one sentence per field and code is enough. */
function deduplicateProblems(problems: Problem[]): Problem[] {
  const alternatives = new Map<string, Problem>();
  for (const problem of problems) {
    const key = `${problem.pointer ?? problem.field} ${problem.code}`;
    const before = alternatives.get(key);
    if (before === undefined) alternatives.set(key, problem);
    else if (before.message !== problem.message && problem.message.includes(' must be ')) {
      alternatives.set(key, {
        ...before,
        message: before.message.replace(/\.$/, ` or ${problem.message.split(' must be ')[1] ?? ''}`),
      });
    }
  }
  return [...alternatives.values()];
}
