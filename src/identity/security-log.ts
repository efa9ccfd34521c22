// The security log: events that owners may need later, written in the transaction of their cause. The gravest ones are
// also e-mailed to every owner. How long they are kept: src/privacy/retention.ts.
import { type NotifiedChange, notifiedChanges, type SecurityChange } from '../mail/letters/security-change.ts';
import { enqueueMail } from '../mail/outbox.ts';
import type { AuditChange } from '../platform/audit/audit-entry.ts';
import { writeAuditEntry } from '../platform/audit/audit-log.ts';
import { isKeptValue } from '../platform/audit/kept-values.ts';
import { callerId, type Scope } from '../platform/db/scope.ts';
import { newId } from '../platform/values/ids.ts';
import { findTenant, listOwners } from './identity-queries.ts';
import * as queries from './security-log-queries.ts';

/** Values by field name. For a secret at most a hint. */
export type LoggedValues = Readonly<Record<string, string | null>>;
/** The changed object, by name, and its values before and after; without values if there were or are none. */
type LoggedChange = {
  readonly about: string | null;
  readonly before: LoggedValues;
  readonly after: LoggedValues;
};

/** All kinds of entries with their details. */
export type SecurityDetail = {
  signed_in: {
    readonly with: 'password' | 'magic_link' | 'invitation' | 'organization' | 'passkey' | 'provider';
    /** The second step, if there was one. */
    readonly secondFactor?: 'passkey' | 'app' | 'recovery_code' | 'provider';
  };
  sign_in_failed: { readonly userId: string };
  password_refused: { readonly userId: string };
  second_factor_refused: { readonly userId: string };
  second_factor_added: { readonly userId: string; readonly factor: 'passkey' | 'app' } & LoggedChange;
  second_factor_removed: { readonly userId: string; readonly factor: 'passkey' | 'app' } & LoggedChange;
  /** All of a person, by the operator of the service. */
  second_factors_removed: { readonly userId: string };
  recovery_codes_made: { readonly userId: string };
  recovery_code_used: { readonly userId: string };
  second_factor_rule_changed: LoggedChange;
  /** `which`: the person ended one sign-in from a list, or all except the current one. */
  signed_out: { readonly which?: 'one' | 'others' };
  session_ended:
    | { readonly userId: string; readonly why: 'refresh_token_reused' }
    | ({ readonly userId: string; readonly why: 'by_owner' | 'by_operator' } & LoggedChange)
    | { readonly why: 'all_by_operator' };
  password_changed: { readonly userId: string } & LoggedChange;
  address_changed: { readonly userId: string } & LoggedChange;
  data_exported: { readonly residentId?: string };
  /** An account at a sign-in provider, by the provider's name. */
  sign_in_linked: { readonly userId: string } & LoggedChange;
  sign_in_unlinked: { readonly userId: string } & LoggedChange;
  member_joined: { readonly userId: string } & LoggedChange;
  role_changed: { readonly userId: string } & LoggedChange;
  member_removed: { readonly userId: string } & LoggedChange;
  invitation_made: { readonly invitationId: string } & LoggedChange;
  invitation_cancelled: { readonly invitationId: string };
  key_made: { readonly keyId: string } & LoggedChange;
  key_used: { readonly keyId: string };
  key_changed: { readonly keyId: string } & LoggedChange;
  key_replaced: { readonly keyId: string } & LoggedChange;
  /** At most once a day for each key and network. */
  key_network_rejected: { readonly keyId: string; readonly network: string };
  key_revoked: { readonly keyId: string } & LoggedChange;
  account_changed: { readonly buildingId: string } & LoggedChange;
  account_confirmed: { readonly buildingId: string } & LoggedChange;
  account_undone: { readonly buildingId: string } & LoggedChange;
  account_rule_changed: LoggedChange;
  bank_added: { readonly bankId: string } & LoggedChange;
  bank_changed: { readonly bankId: string } & LoggedChange;
  bank_removed: { readonly bankId: string } & LoggedChange;
  organization_renamed: LoggedChange;
  organization_reset: LoggedChange;
  building_deleted: { readonly buildingId: string };
  apartment_deleted: { readonly apartmentId: string };
  resident_deleted: { readonly residentId: string };
  resident_erased: { readonly residentId: string };
  retention_changed: LoggedChange;
  webhook_added: { readonly endpointId: string } & LoggedChange;
  webhook_changed: { readonly endpointId: string } & LoggedChange;
  webhook_secret_changed: { readonly endpointId: string } & LoggedChange;
  webhook_deleted: { readonly endpointId: string } & LoggedChange;
};
type SecurityKind = keyof SecurityDetail;

export const securityKinds = [
  'signed_in',
  'sign_in_failed',
  'password_refused',
  'second_factor_refused',
  'second_factor_added',
  'second_factor_removed',
  'second_factors_removed',
  'recovery_codes_made',
  'recovery_code_used',
  'second_factor_rule_changed',
  'signed_out',
  'session_ended',
  'password_changed',
  'address_changed',
  'data_exported',
  'sign_in_linked',
  'sign_in_unlinked',
  'member_joined',
  'role_changed',
  'member_removed',
  'invitation_made',
  'invitation_cancelled',
  'key_made',
  'key_used',
  'key_changed',
  'key_replaced',
  'key_network_rejected',
  'key_revoked',
  'account_changed',
  'account_confirmed',
  'account_undone',
  'account_rule_changed',
  'bank_added',
  'bank_changed',
  'bank_removed',
  'organization_renamed',
  'organization_reset',
  'building_deleted',
  'apartment_deleted',
  'resident_deleted',
  'resident_erased',
  'retention_changed',
  'webhook_added',
  'webhook_changed',
  'webhook_secret_changed',
  'webhook_deleted',
] as const satisfies readonly SecurityKind[];

type NotifiedOwner = Awaited<ReturnType<typeof listOwners>>[number];
type LogOptions = {
  /** The actor, if not the caller: a person who is just signing in, or nobody known. */
  readonly by?: queries.SecurityActor;
  /** The network address, if known. */
  readonly address?: string | undefined;
  /** False to send no e-mail to the owners although this kind normally does: it concerns only a resident. */
  readonly notify?: boolean;
  /** What the e-mail to an owner offers to undo the change. */
  readonly undo?: (owner: NotifiedOwner) => Promise<SecurityChange['undo']>;
};

/** Writes an entry, and e-mails the owners if it is urgent. Call it before a leaving member is removed. */
export async function logSecurityEvent<K extends SecurityKind>(
  scope: Scope,
  kind: K,
  detail: SecurityDetail[K],
  options: LogOptions = {},
): Promise<void> {
  const by = options.by ?? { kind: scope.caller.kind, id: callerId(scope.caller) };
  const actor = { ...by, name: await queries.findActorName(scope, by) };
  const address = options.address ?? scope.address ?? null;
  await queries.insertSecurityEvent(scope, { id: newId(), kind, actor, address, detail });
  await audit(scope, kind, detail, by);
  if (isNotifiedChange(kind) && 'about' in detail && options.notify !== false)
    await notifyOwners(scope, kind, detail, actor, options);
}

/**
 * Adds the changed values to the audit log's entry of the running operation. Outside an operation, as for a sign-in,
 * the event has an entry of its own.
 */
async function audit(scope: Scope, kind: SecurityKind, detail: object, actor: queries.SecurityActor): Promise<void> {
  const changes = auditChanges(detail);
  if (scope.auditNotes !== undefined) {
    scope.auditNotes.logged.push(...changes);
    return;
  }
  const [objectKind = null, objectId = null] = Object.entries(detail).flatMap(([name, value]) =>
    name in objectKinds ? [objectKinds[name as keyof typeof objectKinds], value as string] : [],
  );
  const object = { objectKind, objectId, buildingId: objectKind === 'buildings' ? objectId : null };
  await writeAuditEntry(scope, {
    action: 'security',
    operation: kind,
    actor,
    ...object,
    detail: changes.length > 0 ? { changes } : {},
  });
}

/** The kinds of objects, as in paths, by the field of a detail that names one. */
const objectKinds = {
  userId: 'members',
  invitationId: 'invitations',
  keyId: 'api-keys',
  buildingId: 'buildings',
  bankId: 'banks',
  apartmentId: 'apartments',
  residentId: 'residents',
  endpointId: 'webhooks',
} as const;

function auditChanges({ before = {}, after = {} }: Partial<LoggedChange>): AuditChange[] {
  const fields = [...new Set([...Object.keys(before), ...Object.keys(after)])];
  return fields.map((field) => {
    const change = { field, before: before[field] ?? null, after: after[field] ?? null };
    return isKeptValue(change) ? change : { field };
  });
}

/**
 * E-mails every owner, except the person who just joined or changed their own password: they know, or get a separate
 * e-mail.
 */
async function notifyOwners(
  scope: Scope,
  change: NotifiedChange,
  detail: LoggedChange & { readonly userId?: string },
  { kind, name }: queries.SecurityEvent['actor'],
  { undo }: LogOptions,
): Promise<void> {
  const { about, before, after } = detail;
  const affectedUser = change === 'member_joined' || change === 'password_changed' ? detail.userId : undefined;
  const organization = (await findTenant(scope))?.name ?? '';
  const facts = { organization, change, about: about ?? '', before, after, who: { kind, name }, at: scope.realNow };
  for (const owner of await listOwners(scope)) {
    if (owner.id === affectedUser) continue;
    await enqueueMail(scope, {
      kind: 'security-change',
      to: { address: owner.email, name: owner.name },
      language: owner.language,
      facts: { ...facts, undo: await undo?.(owner) },
    });
  }
}

function isNotifiedChange(kind: SecurityKind): kind is NotifiedChange {
  return (notifiedChanges as readonly SecurityKind[]).includes(kind);
}
