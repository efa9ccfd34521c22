// Values from PostgreSQL: int8 as number (cents and counts stay below 2^53), date as 'YYYY-MM-DD', numeric as text,
// timestamptz as Date, bytea as Buffer.
import { types } from 'pg';

type ColumnParser = (text: string) => unknown;

const asText: ColumnParser = (text) => text;
const asDate: ColumnParser = (text) => new Date(text);
const asBytes: ColumnParser = (text) => Buffer.from(text.slice(2), 'hex');

/**
 * The types other than text, by their number in PostgreSQL's catalog (pg_type.dat): the type, its array, and its
 * parser.
 */
const parsedTypes: readonly (readonly [type: number, array: number, parse: ColumnParser])[] = [
  [16, 1000, (text) => text === 't'], // boolean
  [17, 1001, asBytes], // bytea
  [18, 1002, asText], // "char"
  [19, 1003, asText], // name
  [20, 1016, parseInteger], // bigint
  [21, 1005, Number], // smallint
  [23, 1007, Number], // integer
  [25, 1009, asText], // text
  [26, 1028, Number], // oid
  [114, 199, JSON.parse], // json
  [700, 1021, Number], // real
  [701, 1022, Number], // double precision
  [1043, 1015, asText], // varchar
  [1082, 1182, asText], // date
  [1184, 1185, asDate], // timestamptz
  [1700, 1231, asText], // numeric
  [2950, 2951, asText], // uuid
  [3802, 3807, JSON.parse], // jsonb
];

const textArray: number = 1009;
const readTextArray: (text: string) => unknown[] = types.getTypeParser(textArray);

const parsers = new Map<number, ColumnParser>(
  parsedTypes.flatMap(([type, array, parse]) => [
    [type, parse],
    [array, (text: string) => readTextArray(text).map((element) => parseElement(element, parse))],
  ]),
);

/** What pg calls to get the parser of a column. */
export const columnTypes = { getTypeParser: (type: number) => parsers.get(type) ?? asText };

function parseElement(element: unknown, parse: ColumnParser): unknown {
  if (Array.isArray(element)) return element.map((inner) => parseElement(inner, parse));
  return element === null ? null : parse(String(element));
}

function parseInteger(text: string): number {
  const value = Number(text);
  if (!Number.isSafeInteger(value))
    throw new RangeError(`The database returned ${text}, which is too large to count with.`);
  return value;
}
