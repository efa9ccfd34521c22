// The security log: what an owner may want to know afterwards, written in the transaction in which it happened. Kept one year.
import { newId } from '../platform/ids.ts';
import { callerId, type Scope } from '../platform/scope.ts';
import * as queries from './queries.ts';

/** Everything that is written down, and what is told of it. Ids and words only: whoever is named there may ask to be forgotten. */
export type SecurityDetail = {
  signed_in: { readonly with: 'password' | 'magic_link' | 'invitation' | 'organization' };
  sign_in_failed: { readonly userId: string };
  password_refused: { readonly userId: string };
  signed_out: Record<never, never>;
  session_ended: { readonly userId: string; readonly why: 'refresh_token_reused' };
  password_changed: Record<never, never>;
  member_joined: { readonly userId: string; readonly role: string };
  role_changed: { readonly userId: string; readonly from: string; readonly to: string };
  member_removed: { readonly userId: string; readonly role: string };
  invitation_made: { readonly invitationId: string; readonly role: string };
  invitation_cancelled: { readonly invitationId: string };
  key_made: { readonly keyId: string; readonly role: string };
  key_used: { readonly keyId: string };
  key_revoked: { readonly keyId: string };
  bank_added: { readonly bankId: string };
  bank_changed: { readonly bankId: string };
  bank_removed: { readonly bankId: string };
  building_deleted: { readonly buildingId: string };
  apartment_deleted: { readonly apartmentId: string };
  resident_deleted: { readonly residentId: string };
  webhook_deleted: { readonly endpointId: string };
};
export type SecurityKind = keyof SecurityDetail;

export const securityKinds = [
  'signed_in',
  'sign_in_failed',
  'password_refused',
  'signed_out',
  'session_ended',
  'password_changed',
  'member_joined',
  'role_changed',
  'member_removed',
  'invitation_made',
  'invitation_cancelled',
  'key_made',
  'key_used',
  'key_revoked',
  'bank_added',
  'bank_changed',
  'bank_removed',
  'building_deleted',
  'apartment_deleted',
  'resident_deleted',
  'webhook_deleted',
] as const satisfies readonly SecurityKind[];

const keptMs = 365 * 24 * 3_600_000;

/** Writes something down. `by` when it was not the caller: a person who is only just signing in, or nobody known. `address`: the network's, where it is known. */
export async function note<K extends SecurityKind>(
  scope: Scope,
  kind: K,
  detail: SecurityDetail[K],
  more: { readonly by?: queries.SecurityEvent['actor']; readonly address?: string | undefined } = {},
): Promise<void> {
  const { caller } = scope;
  const actor = more.by ?? { kind: caller.kind, id: callerId(caller) };
  await queries.insertSecurityEvent(scope, {
    id: newId(),
    kind,
    actor,
    address: more.address ?? scope.address ?? null,
    detail,
  });
}

/** Forgets what is older than a year. */
export async function forgetSecurityEvents(scope: Scope): Promise<void> {
  await queries.deleteSecurityEvents(scope, new Date(scope.now.getTime() - keptMs));
}
