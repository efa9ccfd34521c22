// Removing a member: their assigned maintenance requests become unassigned.
import { lockMemberForChange } from '../identity/members.ts';
import type { Scope } from '../platform/db/scope.ts';
import { endMembership } from '../residents/end-membership.ts';
import { unassign } from './maintenance-queries.ts';

/**
 * Removes a person from the organization, with everything they were given and gave in its name
 * (residents/end-membership.ts). The membership is locked first, so that nobody assigns them a request meanwhile.
 * Throws NotFound, Conflict (the last owner).
 */
export async function removeFromOrganization(scope: Scope, userId: string): Promise<void> {
  await lockMemberForChange(scope, userId, undefined);
  await unassign(scope, userId);
  await endMembership(scope, userId);
}
