// Ending the sessions of other people: of a member by an owner, of a person or of everybody by the operator. Access
// tokens end with them; API keys are no sessions.

import { type AppContext, inTenant, type Scope, serviceCaller } from '../platform/db/scope.ts';
import { listTenantIds } from '../platform/db/tenants.ts';
import { transaction } from '../platform/db/transaction.ts';
import { OperatorError } from '../platform/errors.ts';
import { bindPerson, findSignIn } from './identity-queries.ts';
import { getMember } from './members.ts';
import { logSecurityEvent } from './security-log.ts';
import { normaliseEmail, withoutTenant } from './sessions.ts';
import * as signIns from './sign-in-queries.ts';

/**
 * Ends every sign-in of a member that has a session in the organization, with its sessions in others: the person has to
 * sign in again. Throws NotFound, Forbidden for a key.
 */
export async function endMemberSessions(scope: Scope, userId: string): Promise<void> {
  const { name } = await getMember(scope, userId);
  const ended = await signIns.listSignInsHere(scope, userId);
  await bindPerson(scope.db, userId);
  await signIns.deleteSignIns(scope, ended);
  if (scope.caller.kind === 'user') await bindPerson(scope.db, scope.caller.userId);
  await logSecurityEvent(scope, 'session_ended', { userId, why: 'by_owner', about: name, before: {}, after: {} });
}

/**
 * Ends all sessions of a person, by the operator. It is logged in each of their organizations. Returns how many
 * sign-ins there were. Throws OperatorError.
 */
export async function endSessionsOf(app: AppContext, email: string): Promise<{ userId: string; ended: number }> {
  const { userId, tenantIds } = await findPerson(app, email);
  const ended = await inTenant(app, serviceCaller(tenantIds[0]), async (scope) => {
    await bindPerson(scope.db, userId);
    return signIns.deleteAllSignInsOf(scope);
  });
  for (const tenantId of tenantIds)
    await inTenant(app, serviceCaller(tenantId), async (scope) => {
      const { name: about } = await getMember(scope, userId);
      const detail = { userId, why: 'by_operator', about, before: {}, after: {} } as const;
      await logSecurityEvent(scope, 'session_ended', detail);
    });
  return { userId, ended };
}

/** A person by their address, for the operator, and the organizations that they belong to. Throws OperatorError. */
export async function findPerson(
  app: AppContext,
  email: string,
): Promise<{ readonly userId: string; readonly tenantIds: readonly [string, ...string[]] }> {
  const found = await withoutTenant(app, (db) => findSignIn(db, normaliseEmail(email)));
  const [tenantId, ...others] = found.flatMap((candidate) => candidate.tenantId ?? []);
  if (found[0] === undefined || tenantId === undefined)
    throw new OperatorError('No member of an organization has this address.');
  return { userId: found[0].userId, tenantIds: [tenantId, ...others] };
}

/** Ends all sessions of everybody, by the operator. It is logged in every organization; returns how many there are. */
export async function endAllSessions(app: AppContext): Promise<{ organizations: number }> {
  await transaction(app.pool, 'read write', signIns.deleteAllSignIns, async () => {});
  const tenantIds = await listTenantIds(app.pool);
  for (const tenantId of tenantIds)
    await inTenant(app, serviceCaller(tenantId), (scope) =>
      logSecurityEvent(scope, 'session_ended', { why: 'all_by_operator' }),
    );
  return { organizations: tenantIds.length };
}
