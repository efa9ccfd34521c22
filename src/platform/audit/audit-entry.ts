// An entry of the audit log: what it holds, and the exact line of text that is exported and hashed.

export const auditActions = ['seen', 'exported', 'changed', 'sent', 'security'] as const;
export type AuditAction = (typeof auditActions)[number];

export const auditActorKinds = ['user', 'key', 'service', 'nobody'] as const;

/** Who did it; `nobody`: somebody unknown, such as a failed sign-in. */
export type AuditActor = { readonly kind: (typeof auditActorKinds)[number]; readonly id: string | null };

/** A changed field, with its values if they may be kept. */
export type AuditChange = { readonly field: string; readonly before?: unknown; readonly after?: unknown };

export type AuditDetail = {
  readonly changes?: readonly AuditChange[];
  /** Figures of the result, such as how many invoices were created. */
  readonly result?: Readonly<Record<string, number | boolean | string>>;
};

/** A new entry. Its time and the actor's name are added when it is written. */
export type NewAuditEntry = {
  readonly action: AuditAction;
  readonly operation: string;
  readonly actor: AuditActor;
  readonly objectKind: string | null;
  readonly objectId: string | null;
  readonly aboutIds: readonly string[];
  readonly buildingId: string | null;
  readonly detail: AuditDetail;
  readonly requestId: string | null;
};

/** An entry as it is written. `at` has microseconds, as the database does. */
export type AuditEntry = Omit<NewAuditEntry, 'actor'> & {
  readonly at: string;
  readonly id: string;
  readonly actor: AuditActor & { readonly name: string | null };
};

/**
 * What commands add to the entry of the operation that runs them. `logged`: values of the security log. `changes`:
 * fields of the object (note-changes.ts); `isComplete`: all of them are noted.
 */
export type AuditNotes = { readonly logged: AuditChange[]; readonly changes: AuditChange[]; isComplete: boolean };

/**
 * The line of an entry, without its end: in the export, and what its hash is made of. A later field is left out where
 * it is null, so that old hashes stay.
 */
export function entryLine(entry: AuditEntry): string {
  const { at, id, action, operation, actor, objectKind, objectId, aboutIds, buildingId, detail, requestId } = entry;
  const { kind, id: actorId, name } = actor;
  const written = {
    at,
    id,
    action,
    operation,
    actor: { kind, id: actorId, name },
    objectKind,
    objectId,
    aboutIds,
    buildingId,
  };
  return JSON.stringify({ ...written, detail, requestId });
}
