// Organizations: creating the first one of a service by a printed link, switching between organizations, and their
// settings.

import { createHmac } from 'node:crypto';
import { noteChanges } from '../platform/audit/note-changes.ts';
import { deriveAcceptedKeys, deriveKey } from '../platform/config/config.ts';
import {
  type AppContext,
  type Caller,
  inOtherTenant,
  inTenant,
  type Scope,
  serviceCaller,
} from '../platform/db/scope.ts';
import { bodyProblem, Conflict, Invalid, NotFound, orNotFound, Unauthenticated } from '../platform/errors.ts';
import { newId } from '../platform/values/ids.ts';
import type { Language } from '../platform/values/languages.ts';
import { mailAddressProblem } from '../platform/values/mail-address.ts';
import { requireConfirmation } from './confirmations.ts';
import type { SignInSource } from './devices.ts';
import { findSession, lockMembership, touchMembership } from './identity-queries.ts';
import { joinOrganization, prepareNewPerson } from './operator-accounts.ts';
import * as queries from './organization-queries.ts';
import { logSecurityEvent } from './security-log.ts';
import { continueSignIn, type SignedIn, startSession, verifySession, withoutTenant } from './sessions.ts';
import { equalsSecret } from './tokens.ts';

/**
 * Returns the link for creating the first organization, for the operator; undefined once there is one. It is derived
 * from the service's secret key, so it is the same after a restart and nothing has to be stored.
 */
export async function firstStartLink(app: AppContext): Promise<string | undefined> {
  const none = await withoutTenant(app, queries.hasNoOrganization);
  return none
    ? `${app.config.publicUrl}/console/start#${firstStartToken(deriveKey(app.config, firstStartPurpose))}`
    : undefined;
}

type FirstStart = {
  readonly token: string;
  readonly organization: string;
  readonly name: string;
  readonly email: string;
  readonly password: string;
  readonly language: Language;
};

/**
 * Creates the first organization of the service with its owner, and signs them in. After that the link no longer works.
 * Throws Unauthenticated (not the printed link), Conflict (already_started), Invalid, Unavailable.
 */
export async function startFirstOrganization(
  app: AppContext,
  wanted: FirstStart,
  source: SignInSource,
): Promise<SignedIn> {
  const keys = deriveAcceptedKeys(app.config, firstStartPurpose);
  if (!keys.some((key) => equalsSecret(wanted.token, firstStartToken(key)))) throw new Unauthenticated('invalid_link');
  if (!(await withoutTenant(app, queries.hasNoOrganization))) throw alreadyStarted();
  const unwritable = mailAddressProblem(wanted.email.trim());
  if (unwritable !== undefined) throw new Invalid([bodyProblem(['email'], 'invalid_value', unwritable)]);
  const person = await prepareNewPerson({ ...wanted, email: wanted.email.trim() });
  return inTenant(app, serviceCaller(newId()), async (scope) => {
    if (!(await queries.hasNoOrganization(scope.db))) throw alreadyStarted();
    await queries.insertTenant(scope, wanted.organization.trim());
    const userId = await joinOrganization(scope, person, 'owner');
    const by = { kind: 'user', id: userId } as const;
    await logSecurityEvent(scope, 'signed_in', { with: 'password' }, { by, address: source.address });
    return startSession(scope, userId, { signedInByMail: false, secondFactor: false, confirmed: true, source });
  });
}

/** Returns the organizations of the signed-in person, real ones first, test organizations last. */
export async function listOwnOrganizations(app: AppContext, caller: Caller): Promise<queries.OwnOrganization[]> {
  return caller.kind === 'user' ? withoutTenant(app, (db) => queries.listOrganizationsOf(db, caller.userId)) : [];
}

/**
 * Switches to another organization of the holder of this refresh token, with a session that belongs to the same sign-in
 * and ends with it. An access token is not enough: it is valid for 15 minutes and must not become more. An owner of a
 * real organization may enter every test organization that was made in it, and is an owner there from then on. Throws
 * Unauthenticated, NotFound (not a member).
 */
export async function switchOrganization(
  app: AppContext,
  refreshToken: string,
  tenantId: string,
  address: string,
): Promise<SignedIn> {
  const { userId, signInId } = await verifySession(app, refreshToken);
  return inTenant(app, serviceCaller(tenantId), async (scope) => {
    if (!(await touchMembership(scope, userId)) && !(await joinAsOwner(scope, userId))) throw new NotFound();
    await logSecurityEvent(scope, 'signed_in', { with: 'organization' }, { by: { kind: 'user', id: userId }, address });
    return continueSignIn(scope, userId, signInId);
  });
}

/**
 * Makes an owner of the real organization an owner of this test organization, which was made there. Returns false for
 * everybody else.
 */
async function joinAsOwner(scope: Scope, userId: string): Promise<boolean> {
  const madeIn = await queries.findMadeIn(scope);
  if (madeIn === undefined || !(await isOwnerOf(scope, madeIn, userId))) return false;
  await joinOrganization(scope, { known: true, userId }, 'owner');
  return true;
}

/** Reports whether a person is an owner of another organization. They stay one until the transaction ends. */
export async function isOwnerOf(scope: Scope, tenantId: string, userId: string): Promise<boolean> {
  const membership = await inOtherTenant(scope, tenantId, (other) => lockMembership(other, userId));
  return membership?.role === 'owner';
}

/** Returns the caller's organization. Throws NotFound. */
export async function getOrganization(scope: Scope): Promise<queries.Organization> {
  return orNotFound(await queries.findOrganization(scope));
}

/**
 * Changes the organization's name and rules: whether only people may change the receiving bank accounts, and whether a
 * second factor is required. A changed rule needs a confirmation. Throws Invalid, Forbidden, Conflict
 * (second_factor_missing: the caller must have given one themselves).
 */
export async function changeOrganization(
  scope: Scope,
  written: {
    readonly name?: string;
    readonly accountsByPeopleOnly?: boolean;
    readonly secondFactorRequired?: boolean;
  },
): Promise<queries.Organization> {
  const before = orNotFound(await queries.lockOrganization(scope));
  const after = { ...before, ...written, name: written.name?.trim() ?? before.name };
  if (after.name === '') throw new Invalid([bodyProblem(['name'], 'invalid_value', 'An organization needs a name.')]);
  if (
    after.accountsByPeopleOnly !== before.accountsByPeopleOnly ||
    after.secondFactorRequired !== before.secondFactorRequired
  )
    await requireConfirmation(scope);
  if (after.secondFactorRequired && !before.secondFactorRequired) await requireOwnSecondFactor(scope);
  await queries.updateOrganization(scope, after);
  noteChanges(scope, before, after);
  if (after.name !== before.name) {
    const names = { before: { name: before.name }, after: { name: after.name } };
    await logSecurityEvent(scope, 'organization_renamed', { about: after.name, ...names });
  }
  if (after.accountsByPeopleOnly !== before.accountsByPeopleOnly) {
    const factsOf = (peopleOnly: boolean) => ({ programs: peopleOnly ? 'refused' : 'allowed' });
    const rules = { before: factsOf(before.accountsByPeopleOnly), after: factsOf(after.accountsByPeopleOnly) };
    await logSecurityEvent(scope, 'account_rule_changed', { about: after.name, ...rules });
  }
  if (after.secondFactorRequired !== before.secondFactorRequired) {
    const factsOf = (required: boolean) => ({ secondFactor: required ? 'required' : 'optional' });
    const rules = { before: factsOf(before.secondFactorRequired), after: factsOf(after.secondFactorRequired) };
    await logSecurityEvent(scope, 'second_factor_rule_changed', { about: after.name, ...rules });
  }
  return after;
}

/** Nobody locks themselves out: the caller's own session must have a second factor. */
async function requireOwnSecondFactor({ caller, ...scope }: Scope): Promise<void> {
  if (caller.kind !== 'user') return;
  const session = await findSession({ caller, ...scope }, caller.sessionId);
  if (session?.secondFactor !== true)
    throw new Conflict('second_factor_missing', 'Set up a second factor for yourself first, under Your account.');
}

const firstStartPurpose = 'first start';

function firstStartToken(key: Buffer): string {
  return `hst_${createHmac('sha256', key).update('the first organization').digest('base64url')}`;
}

function alreadyStarted(): Conflict {
  return new Conflict('already_started', 'There is an organization already. Sign in, or ask its owner to invite you.');
}
