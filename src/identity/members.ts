// Members: who belongs to the organization, in which role. A changed role applies to the next request, a removal ends
// all sessions at once, and the last owner cannot be removed.

import type { PageRequest } from '../platform/db/keyset.ts';
import { type CallerRole, inOtherTenant, type Scope } from '../platform/db/scope.ts';
import { Conflict, orNotFound } from '../platform/errors.ts';
import * as queries from './identity-queries.ts';
import { listMadeTestOrganizations } from './organization-queries.ts';
import { findHolders } from './second-factor-queries.ts';
import { logSecurityEvent } from './security-log.ts';

/** Returns one member. Throws NotFound. */
export async function getMember(scope: Scope, userId: string): Promise<queries.Member> {
  return orNotFound(await queries.findMember(scope, userId));
}

/** Returns a page of members, with whether each has a second factor. */
export async function listMembersWithFactors(
  scope: Scope,
  filter: { readonly role?: CallerRole | undefined },
  page: PageRequest,
) {
  const members = await queries.listMembers(scope, filter, page);
  const holders = new Set(
    await findHolders(
      scope,
      members.map(({ id }) => id),
    ),
  );
  return members.map((member) => ({ ...member, secondFactor: holders.has(member.id) }));
}

/**
 * Changes a member's role; who is no longer an owner leaves the test organizations that were made here. Throws
 * NotFound, Conflict (the last owner).
 */
export async function changeRole(scope: Scope, userId: string, role: CallerRole): Promise<queries.Member> {
  const from = await lockMemberForChange(scope, userId, role);
  if (from !== role) {
    const { name } = await getMember(scope, userId);
    await logSecurityEvent(scope, 'role_changed', { userId, about: name, before: { role: from }, after: { role } });
    if (from === 'owner') await leaveTestOrganizations(scope, userId);
    await queries.updateMembership(scope, userId, role);
  }
  return getMember(scope, userId);
}

/**
 * Removes a member from the organization and the test organizations that were made in it; their account stays if it
 * belongs to others, and is deleted otherwise. Throws NotFound, Conflict (the last owner).
 */
export async function removeMember(scope: Scope, userId: string): Promise<void> {
  const role = await lockMemberForChange(scope, userId, undefined);
  const { name } = await getMember(scope, userId);
  const detail = { userId, about: name, before: { role }, after: {} };
  await leaveTestOrganizations(scope, userId);
  await logSecurityEvent(scope, 'member_removed', detail, { notify: role !== 'resident' });
  await queries.deleteMembership(scope, userId);
}

/**
 * Removes a person who is no longer an owner here from all test organizations that were made here. Their membership
 * here is locked.
 */
async function leaveTestOrganizations(scope: Scope, userId: string): Promise<void> {
  for (const { id } of await listMadeTestOrganizations(scope))
    await inOtherTenant(scope, id, async (test) => {
      const member = await queries.findMember(test, userId);
      if (member === undefined) return;
      const detail = { userId, about: member.name, before: { role: member.role }, after: {} };
      await logSecurityEvent(test, 'member_removed', detail, { notify: false });
      await queries.deleteMembership(test, userId);
    });
}

/**
 * Locks the owners before the member, always in that order; returns the member's role. Throws NotFound, Conflict (the
 * last owner).
 */
export async function lockMemberForChange(
  scope: Scope,
  userId: string,
  nextRole: CallerRole | undefined,
): Promise<CallerRole> {
  const owners = await queries.lockOwners(scope);
  const member = orNotFound(await queries.lockMembership(scope, userId));
  if (nextRole !== 'owner' && owners.length === 1 && owners[0] === userId)
    throw new Conflict(
      'last_owner',
      'This is the organization’s last owner. Make somebody else an owner first, then try again.',
    );
  return member.role;
}
