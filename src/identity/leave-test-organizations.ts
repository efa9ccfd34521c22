// Leaving test organizations: who is no longer an owner of the organization in which they were made may not stay in
// them.
import { inOtherTenant, type Scope } from '../platform/db/scope.ts';
import { deleteMembership, findMember } from './identity-queries.ts';
import { listMadeTestOrganizations } from './organization-queries.ts';
import { logSecurityEvent } from './security-log.ts';

/**
 * Removes a person who is no longer an owner here from all test organizations that were made here. Their membership
 * here is locked.
 */
export async function leaveTestOrganizations(scope: Scope, userId: string): Promise<void> {
  for (const { id } of await listMadeTestOrganizations(scope))
    await inOtherTenant(scope, id, async (test) => {
      const member = await findMember(test, userId);
      if (member === undefined) return;
      const detail = { userId, about: member.name, before: { role: member.role }, after: {} };
      await logSecurityEvent(test, 'member_removed', detail, { notify: false });
      await deleteMembership(test, userId);
    });
}
