// Leaving the organization: whoever goes leaves the requests that they took care of behind for somebody else.
import { lockMemberForChange } from '../identity/members.ts';
import type { Scope } from '../platform/db/scope.ts';
import { removeFromOrganization } from '../residents/end-membership.ts';
import { unassign } from './maintenance-queries.ts';

/**
 * Takes a person out of the organization, with all that they were given and gave in its name (residents/leaving.ts). The membership is locked first, so that
 * nobody gives them a request meanwhile. Throws NotFound, Conflict (the last owner).
 */
export async function leaveOrganization(scope: Scope, userId: string): Promise<void> {
  await lockMemberForChange(scope, userId, undefined);
  await unassign(scope, userId);
  await removeFromOrganization(scope, userId);
}
