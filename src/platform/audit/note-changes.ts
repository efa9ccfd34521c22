// What a command changed, for the audit entry of the operation that runs it: a command has the object before and after
// at hand, and notes what differs.
import { isDeepStrictEqual } from 'node:util';
import type { Scope } from '../db/scope.ts';
import type { AuditChange } from './audit-entry.ts';

type Fields = Readonly<Record<string, unknown>>;

/** Fields that change with every change. */
const unremarkable: ReadonlySet<string> = new Set(['createdAt', 'updatedAt']);

/**
 * Notes the fields of both that differ, as JSON shows them: those of inner objects by their path, such as
 * `billing.iban`.
 */
export function noteChanges({ auditNotes }: Pick<Scope, 'auditNotes'>, before: object, after: object): void {
  if (auditNotes === undefined) return;
  auditNotes.isComplete = true;
  auditNotes.changes.push(...compareFields(asJson(before), asJson(after)));
}

/** Notes one changed field of an object, beside what its command notes. */
export function noteChange({ auditNotes }: Pick<Scope, 'auditNotes'>, change: AuditChange): void {
  auditNotes?.changes.push(change);
}

function* compareFields(before: Fields, after: Fields, path = ''): Generator<AuditChange> {
  for (const [name, current] of Object.entries(after)) {
    if (unremarkable.has(name) || !(name in before)) continue;
    const previous = before[name];
    const field = path + name;
    if (isObject(previous) && isObject(current)) yield* compareFields(previous, current, `${field}.`);
    else if (!isDeepStrictEqual(previous ?? null, current ?? null))
      yield { field, before: previous ?? null, after: current ?? null };
  }
}

function asJson(value: object): Fields {
  return JSON.parse(JSON.stringify(value));
}

function isObject(value: unknown): value is Fields {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
