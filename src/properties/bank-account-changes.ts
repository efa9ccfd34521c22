// Changes of a building's receiving bank account: recorded and reported to the owners at once, unconfirmed until an
// owner confirms them, and reversible for seven days by the link in an owner's e-mail.

import { findTenant } from '../identity/identity-queries.ts';
import { findOrganization } from '../identity/organization-queries.ts';
import { logSecurityEvent } from '../identity/security-log.ts';
import { findActorName } from '../identity/security-log-queries.ts';
import { createToken, parseOneTimeToken, tokenHash } from '../identity/tokens.ts';
import { type AppContext, callerId, inTenant, type Scope, serviceCaller } from '../platform/db/scope.ts';
import { Conflict, Forbidden, orNotFound, Unauthenticated } from '../platform/errors.ts';
import { dayIn } from '../platform/values/dates.ts';
import { newId } from '../platform/values/ids.ts';
import { type BankAccount, isSameAccount, toBankAccount } from './bank-account.ts';
import * as queries from './bank-account-queries.ts';
import { findBuilding, lockBuilding } from './property-queries.ts';

const undoWindowMs = 7 * 24 * 3_600_000;

/** The author and the content of a change, and whether an owner has confirmed it. */
type AccountWithChange = BankAccount & { readonly unconfirmed: queries.AccountChange | null };

/** Returns a building's account, with the change not confirmed by an owner yet. Throws NotFound. */
export async function getAccount(scope: Scope, buildingId: string): Promise<AccountWithChange> {
  const building = orNotFound(await findBuilding(scope, buildingId));
  const newest = await queries.findNewestChange(scope, buildingId);
  return { ...toBankAccount(building.billing), unconfirmed: newest?.confirmedAt === null ? newest : null };
}

/** Throws Forbidden (person_required) for an API key if the organization lets only people change receiving accounts. */
export async function requirePersonForAccounts(scope: Scope): Promise<void> {
  if (scope.caller.kind === 'key' && (await findOrganization(scope))?.accountsByPeopleOnly)
    throw new Forbidden('person_required');
}

/**
 * Records a change of a building's account in its transaction, and e-mails every owner. `confirmed`: an owner made it
 * and confirmed the password. Throws Forbidden (person_required).
 */
export async function recordAccountChange(
  scope: Scope,
  building: { readonly id: string; readonly name: string; readonly timeZone: string },
  {
    before,
    after,
    confirmed,
  }: { readonly before: BankAccount; readonly after: BankAccount; readonly confirmed: boolean },
): Promise<void> {
  const { caller, now } = scope;
  await requirePersonForAccounts(scope);
  const id = newId();
  const name = await findActorName(scope, { kind: caller.kind, id: callerId(caller) });
  const confirmedAt = confirmed ? now : null;
  const actor = { kind: caller.kind, name };
  const buildingId = building.id;
  await queries.insertAccountChange(scope, { id, buildingId, changedAt: now, actor, before, after, confirmedAt });
  const lastDay = dayIn(building.timeZone, undoUntil(now));
  await logSecurityEvent(
    scope,
    'account_changed',
    { buildingId, about: building.name, before, after },
    {
      undo: async (owner) => {
        const token = createToken('hua_', scope.caller.tenantId);
        await queries.insertUndoLink(scope, { hash: tokenHash(token), changeId: id, ownerId: owner.id });
        return { link: `${scope.config.publicUrl}/console/undo-account#${token}`, lastDay };
      },
    },
  );
}

/**
 * Confirms a changed account, for an owner who has just confirmed the password. Throws NotFound, Conflict
 * (account_changed_again).
 */
export async function confirmAccount(scope: Scope, buildingId: string, changeId: string): Promise<AccountWithChange> {
  const building = orNotFound(await lockBuilding(scope, buildingId));
  const newest = await queries.findNewestChange(scope, buildingId);
  if (newest?.id !== changeId)
    throw new Conflict('account_changed_again', 'The account has been changed again. Look at it, then confirm it.');
  if (newest.confirmedAt === null) {
    await queries.confirmAccountChange(scope, changeId);
    const { before, after } = newest;
    await logSecurityEvent(scope, 'account_confirmed', { buildingId, about: building.name, before, after });
  }
  return getAccount(scope, buildingId);
}

/** The state of a change for its undo link: reversible (`open`), or why not. `late`: the seven days are over. */
type UndoState = 'open' | 'undone' | 'changed_again' | 'late' | 'building_deleted';
type LinkedChange = Pick<queries.AccountChange, 'before' | 'after' | 'changedAt' | 'actor'> & {
  readonly organization: string;
  readonly building: string | null;
  readonly state: UndoState;
};

/** Returns the change that a link undoes, without using the link. Throws Unauthenticated (no such link). */
export async function showLinkedChange(app: AppContext, token: string): Promise<LinkedChange> {
  return withUndoLink(app, token, (scope, hash) => lockLinkedChange(scope, hash));
}

/**
 * Restores the account from before the change, if the building still has the changed one; `restored` reports whether,
 * `state` why not. Every owner is notified. A link keeps working if its owner is removed meanwhile: an attacker who
 * takes over an organization cannot disable it. Throws Unauthenticated.
 */
export async function undoByLink(
  app: AppContext,
  token: string,
  address: string,
): Promise<LinkedChange & { readonly restored: boolean }> {
  return withUndoLink(app, token, async (scope, hash) => {
    const { ownerId, id, ...shown } = await lockLinkedChange(scope, hash);
    if (shown.state !== 'open') return { ...shown, restored: false };
    await queries.setAccount(scope, shown.buildingId, shown.before);
    await queries.undoAccountChange(scope, id);
    const { buildingId, building: about, before: restored, after: former } = shown;
    const by = { kind: 'user', id: ownerId } as const;
    await logSecurityEvent(
      scope,
      'account_undone',
      { buildingId, about, before: former, after: restored },
      { by, address },
    );
    return { ...shown, state: 'undone', restored: true };
  });
}

async function withUndoLink<T>(
  app: AppContext,
  token: string,
  work: (scope: Scope, hash: Buffer) => Promise<T>,
): Promise<T> {
  const link = parseOneTimeToken('hua_', token);
  if (link === undefined) throw new Unauthenticated('invalid_link');
  return inTenant(app, serviceCaller(link.tenantId), (scope) => work(scope, link.hash));
}

/** Checks under the lock of the building, so that of two concurrent undos one finds it undone. */
async function lockLinkedChange(scope: Scope, hash: Buffer) {
  const linked = await queries.findLinkedChange(scope, hash);
  if (linked === undefined) throw new Unauthenticated('invalid_link');
  const building = await lockBuilding(scope, linked.buildingId);
  const change = (await queries.findLinkedChange(scope, hash)) ?? linked;
  const newest = await queries.findNewestChange(scope, linked.buildingId);
  const isStillApplied = newest?.id === change.id && building && isSameAccount(building.billing, change.after);
  const organization = (await findTenant(scope))?.name ?? '';
  const stateOf = (): UndoState => {
    if (building === undefined) return 'building_deleted';
    if (change.undoneAt !== null) return 'undone';
    if (!isStillApplied) return 'changed_again';
    return scope.now < undoUntil(change.changedAt) ? 'open' : 'late';
  };
  return { ...change, organization, building: building?.name ?? null, state: stateOf() };
}

function undoUntil(changedAt: Date): Date {
  return new Date(changedAt.getTime() + undoWindowMs);
}
