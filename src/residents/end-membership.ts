// Ending a membership or an ownership: everything the person was given or gave in the organization's name stops
// granting access.

import type { Member } from '../identity/identity-queries.ts';
import { changeRole, getMember, removeMember } from '../identity/members.ts';
import { logSecurityEvent } from '../identity/security-log.ts';
import { normaliseEmail } from '../identity/sessions.ts';
import { withdrawMails } from '../mail/mail-queries.ts';
import type { CallerRole, Scope } from '../platform/db/scope.ts';
import * as queries from './resident-queries.ts';

/**
 * Removes a person from the organization: their sessions end at once, their invitations and the staff invitations they
 * sent are cancelled, and their resident record has no account any more. Assigned maintenance requests must be released
 * before (maintenance/remove-from-organization.ts). API keys belong to the organization and stay. Throws NotFound,
 * Conflict (the last owner).
 */
export async function endMembership(scope: Scope, userId: string): Promise<void> {
  const { email } = await getMember(scope, userId);
  await queries.unlinkUser(scope, userId); // Before the account may go.
  await removeMember(scope, userId);
  await voidInvitations(scope, { emailKey: normaliseEmail(email), makerId: userId });
}

/**
 * Changes a member's role; if they stop being an owner, their staff invitations are cancelled. Throws NotFound,
 * Conflict (the last owner).
 */
export async function changeMemberRole(scope: Scope, userId: string, role: CallerRole): Promise<Member> {
  const member = await changeRole(scope, userId, role);
  if (role !== 'owner') await voidInvitations(scope, { emailKey: '', makerId: userId });
  return member;
}

async function voidInvitations(scope: Scope, of: { emailKey: string; makerId: string }): Promise<void> {
  const cancelled = await queries.cancelInvitationsOf(scope, of);
  await withdrawMails(scope, cancelled);
  for (const invitationId of cancelled) await logSecurityEvent(scope, 'invitation_cancelled', { invitationId });
}
