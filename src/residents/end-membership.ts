// Leaving: when somebody goes from the organization, or owns it no more, nothing that she was given or gave in its name lets anybody in any more.

import type { Member } from '../identity/identity-queries.ts';
import { changeRole, getMember, removeMember } from '../identity/members.ts';
import { logSecurityEvent } from '../identity/security-log.ts';
import { normaliseEmail } from '../identity/sessions.ts';
import { withdrawMails } from '../mail/mail-queries.ts';
import type { CallerRole, Scope } from '../platform/db/scope.ts';
import * as queries from './resident-queries.ts';

/**
 * Takes a person out of the organization: her sessions end at once, her invitations and those by which she let others work here are void, and the
 * resident she is has no account any more. Requests for maintenance that she was given must be given back before (maintenance/leaving.ts). API keys are the organization's and stay. Throws NotFound, Conflict (the last owner).
 */
export async function removeFromOrganization(scope: Scope, userId: string): Promise<void> {
  const { email } = await getMember(scope, userId);
  await removeMember(scope, userId);
  await queries.unlinkUser(scope, userId);
  await voidInvitations(scope, { emailKey: normaliseEmail(email), makerId: userId });
}

/** Gives a member another role; who is no owner any more has invited nobody to work here. Throws NotFound, Conflict (the last owner). */
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
