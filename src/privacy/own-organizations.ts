// A person leaving: one organization, or all of them with the account.
import { findMember } from '../identity/identity-queries.ts';
import type { OwnOrganization } from '../identity/organization-queries.ts';
import { normaliseEmail } from '../identity/sessions.ts';
import { removeFromOrganization } from '../maintenance/remove-from-organization.ts';
import { type Caller, enterTenant, type Scope, tenantTimes } from '../platform/db/scope.ts';
import { Conflict, Forbidden, NotFound, Unauthenticated } from '../platform/errors.ts';
import { deleteInvitationsTo, deleteMailsTo, listWaysToWrite } from './erasure-queries.ts';

/**
 * Takes the caller out of the current organization; with the last one the account is deleted. What the organization has
 * to keep stays there. Throws Forbidden (a key), Conflict (the last owner), Unauthenticated (they have just left, in
 * another request).
 */
export async function leaveOrganization(scope: Scope): Promise<void> {
  if (scope.caller.kind !== 'user') throw new Forbidden();
  const member = await findMember(scope, scope.caller.userId);
  try {
    await removeFromOrganization(scope, scope.caller.userId);
  } catch (error) {
    throw error instanceof NotFound ? new Unauthenticated() : error;
  }
  if (member !== undefined) await deleteTraces(scope, normaliseEmail(member.email));
}

/** Deletes invitations and e-mails to the address of an account, except what went to it as a resident's. */
async function deleteTraces(scope: Scope, emailKey: string): Promise<void> {
  await deleteInvitationsTo(scope, emailKey);
  const recipients = await listWaysToWrite(scope, emailKey);
  await deleteMailsTo(scope, recipients, ['invoice', 'payment-reminder', 'reading-reminder']);
}

/**
 * Takes the caller out of every organization and deletes the account with its password, sessions and devices, all or
 * nothing. `organizations`: all of the caller's. Throws Forbidden (a key), Conflict (the last owner of an organization,
 * which it names), Unauthenticated.
 */
export async function deleteAccount(scope: Scope, organizations: readonly OwnOrganization[]): Promise<void> {
  const { caller } = scope;
  if (caller.kind !== 'user') throw new Forbidden();
  // Always in the same order, so that two requests at once do not wait for each other.
  const ordered = [...organizations].sort((a, b) => (a.id < b.id ? -1 : 1));
  for (const organization of ordered)
    await inOrganization(scope, { ...caller, tenantId: organization.id }, (other) => leave(other, organization));
  await enterTenant(scope.db, caller); // For what the request still stores.
}

/**
 * Does work in another organization of the same person, in the same transaction; the transaction stays bound to that
 * organization.
 */
export async function inOrganization<T>(scope: Scope, caller: Caller, work: (scope: Scope) => Promise<T>): Promise<T> {
  const time = await enterTenant(scope.db, caller);
  return work({ ...scope, caller, ...tenantTimes(scope.realNow, time) });
}

async function leave(scope: Scope, { name }: OwnOrganization): Promise<void> {
  try {
    await leaveOrganization(scope);
  } catch (error) {
    if (!(error instanceof Conflict) || error.code !== 'last_owner') throw error;
    throw new Conflict(
      'last_owner',
      `You are the last owner of ${name}. Make somebody else an owner there first; a test organization can be deleted.`,
    );
  }
}
