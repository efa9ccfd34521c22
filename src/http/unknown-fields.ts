// Unknown fields: what a request has in its body or query that the operation does not know. It is removed, and
// reported: as a problem to callers who asked for strict handling (RFC 7240, 4.4), to all others in the header
// Haldur-Ignored and in the request log (open points P-115 and P-116).
import { closest, distance } from 'fastest-levenshtein';
import type { TSchema } from 'typebox';
import { bodyProblem, type Problem } from '../platform/errors.ts';

/**
 * The maximum number of different names that are reported, and of characters of each part of a name and of a whole
 * name.
 */
const maxNames = 20;
const maxPartLength = 64;
const maxNameLength = 120;

type UnknownField = {
  readonly in: 'body' | 'query';
  /** The path of the first one with this name; further ones may be in other items of the same list. */
  readonly path: readonly string[];
  /** What the operation knows in this place. */
  readonly acceptedNames: Iterable<string>;
};

/** Collects the unknown fields of one request. A name counts once, in however many items of a list it is. */
export type UnknownFields = {
  add(field: UnknownField): void;
  /** Adds what a value has and its schema does not know, at any depth; linear in the size of the value. */
  addFrom(value: unknown, schema: TSchema, location: UnknownField['in']): void;
  /** Names such as `body.positions[].vat_rate` of harmless characters; the last is `...` if there were more. */
  names(): readonly string[];
  /** A problem for each name, which suggests the known name that is meant. */
  problems(): readonly Problem[];
};

/** Prepares the collection for one request. Its size is bounded, whatever the request has. */
export function collectUnknownFields(): UnknownFields {
  const fields = new Map<string, UnknownField>();
  let more = false;
  const add = (field: UnknownField) => {
    const name = reportedName(field);
    if (fields.has(name)) return;
    if (fields.size < maxNames) fields.set(name, field);
    else more = true;
  };
  return {
    add,
    addFrom: (value, schema, location) =>
      findUnknown(value, [schema], [], (path, acceptedNames) => add({ in: location, path, acceptedNames })),
    names: () => (more ? [...fields.keys(), '...'] : [...fields.keys()]),
    problems: () => [...fields.values()].map(toProblem),
  };
}

type CheckedSchema = {
  readonly properties?: Readonly<Record<string, TSchema>>;
  readonly items?: TSchema;
  /** Of the items of a bulk request, each of which is checked by itself. */
  readonly eachItem?: TSchema;
  readonly anyOf?: readonly TSchema[];
};

/**
 * Walks a value beside its schema, which may be one of several. A property is known if one of them has it; where none
 * names any, all are.
 */
function findUnknown(
  value: unknown,
  schemas: readonly TSchema[],
  path: readonly string[],
  report: (path: readonly string[], acceptedNames: ReadonlySet<string>) => void,
): void {
  if (typeof value !== 'object' || value === null) return;
  const choices = schemas.flatMap((schema): readonly CheckedSchema[] => (schema as CheckedSchema).anyOf ?? [schema]);
  if (Array.isArray(value)) {
    const items = choices.flatMap((choice) => choice.items ?? choice.eachItem ?? []);
    if (items.length > 0)
      for (const [index, item] of value.entries()) findUnknown(item, items, [...path, String(index)], report);
    return;
  }
  const objects = choices.map(({ properties }) => properties).filter((properties) => properties !== undefined);
  if (objects.length === 0) return;
  for (const [name, inner] of Object.entries(value)) {
    const schemasOfName = objects.flatMap((properties) =>
      Object.hasOwn(properties, name) ? (properties[name] ?? []) : [],
    );
    if (schemasOfName.length > 0) findUnknown(inner, schemasOfName, [...path, name], report);
    else report([...path, name], new Set(objects.flatMap((properties) => Object.keys(properties))));
  }
}

/**
 * Only what looks like the name of a field: it becomes a header and is kept in the request log, and a stranger chose
 * it. Anything else could be personal data, such as an address or a personal code, and is shown as `~`.
 */
function reportedName({ in: location, path }: UnknownField): string {
  const parts = path.map((part) => (/^\d+$/.test(part) ? '[]' : `.${looksLikeName(part) ? part : '~'}`));
  return `${location}${parts.join('')}`.slice(0, maxNameLength);
}

function looksLikeName(part: string): boolean {
  return part.length <= maxPartLength && /^[\w$-]+$/.test(part) && !/\d{4}/.test(part);
}

function shortened(part: string): string {
  return part.slice(0, maxPartLength).toWellFormed();
}

function toProblem({ in: location, path, acceptedNames }: UnknownField): Problem {
  const parts = path.map(shortened);
  const field = parts.join('.');
  const suggestion = findNearName(parts.at(-1) ?? '', [...acceptedNames]);
  const message = `${field} is not a ${location === 'body' ? 'field' : 'parameter'} of this request.${suggestion === undefined ? '' : ` Did you mean ${suggestion}?`}`;
  return location === 'body'
    ? bodyProblem(parts, 'unknown_field', message)
    : { in: location, field, code: 'unknown_field', message };
}

/**
 * Finds the known name that a mistyped one means: the same but for case and signs (`vat_rate`), or with at most a third
 * of its characters wrong.
 */
export function findNearName(name: string, acceptedNames: readonly string[]): string | undefined {
  const same = acceptedNames.find((candidate) => lettersOf(candidate) === lettersOf(name));
  if (same !== undefined || acceptedNames.length === 0) return same;
  const near = closest(name, acceptedNames);
  return distance(name, near) <= Math.floor(Math.min(name.length, near.length) / 3) ? near : undefined;
}

function lettersOf(name: string): string {
  return name.replace(/[^\p{L}\p{N}]/gu, '').toLowerCase();
}
