// Profile: the signed-in person's own data, including the password.

import { createHmac } from 'node:crypto';
import { enqueueMail } from '../mail/outbox.ts';
import { noteChanges } from '../platform/audit/note-changes.ts';
import { deriveKey } from '../platform/config/config.ts';
import type { AppContext, Scope } from '../platform/db/scope.ts';
import { inTenant, serviceCaller } from '../platform/db/scope.ts';
import { bodyProblem, Forbidden, Invalid, type Problem } from '../platform/errors.ts';
import type { Language } from '../platform/values/languages.ts';
import { containsName, isGuessable } from './common-passwords.ts';
import { requireFactorConfirmation, requireUser, type UserCaller } from './confirmations.ts';
import * as queries from './identity-queries.ts';
import { getMember } from './members.ts';
import { listOrganizationsOf } from './organization-queries.ts';
import { hashPassword } from './passwords.ts';
import { logSecurityEvent } from './security-log.ts';
import { confirmPassword, withoutTenant } from './sessions.ts';
import type { Throttle } from './sign-in-throttle.ts';
import { endOtherSignIns } from './sign-ins.ts';

const passwordLengths = { least: 8, most: 128 } as const;
/** How long after sign-in by an e-mailed link a person may set a password without the old one. */
const mailSignInWindowMs = 15 * 60_000;

export type Profile = {
  readonly id: string;
  readonly name: string;
  readonly email: string;
  readonly language: Language;
  readonly role: string;
  readonly organization: {
    readonly id: string;
    readonly name: string;
    /** Whether it is a test organization. */
    readonly test: boolean;
    /** How far its clock is ahead of real time. */
    readonly clockAheadSeconds: number;
  };
  /** The organization requires a second factor, and the session has none. */
  readonly lacksSecondFactor: boolean;
  /**
   * Encrypts what the browser of the person stores of unsaved input: 32 bytes in base64, the same for them in this
   * organization.
   */
  readonly draftKey: string;
};

/** Returns the signed-in person and organization. Throws Forbidden for a key. */
export async function getProfile(scope: Scope): Promise<Profile> {
  const { userId, tenantId } = requireUser(scope.caller);
  const { id, name, email, language, role } = await getMember(scope, userId);
  const { name: organization = '' } = (await queries.findTenant(scope)) ?? {};
  const clockAheadSeconds = Math.round((scope.now.getTime() - scope.realNow.getTime()) / 1000);
  return {
    id,
    name,
    email,
    language,
    role,
    organization: { id: tenantId, name: organization, test: scope.isTest, clockAheadSeconds },
    lacksSecondFactor: scope.lacksSecondFactor ?? false,
    draftKey: createHmac('sha256', deriveKey(scope.config, 'drafts')).update(`${tenantId} ${userId}`).digest('base64'),
  };
}

/** Changes name or language. Throws Forbidden. */
export async function updateProfile(
  scope: Scope,
  written: { readonly name?: string; readonly language?: Language },
): Promise<Profile> {
  const { userId } = requireUser(scope.caller);
  const before = await getMember(scope, userId);
  const name = written.name?.trim() ?? before.name;
  const after = { name, language: written.language ?? before.language };
  await queries.updateUser(scope, { id: userId, ...after });
  noteChanges(scope, before, after);
  return getProfile(scope);
}

/**
 * Sets a new password and ends all other sessions of the person, in every organization. Requires the old one, except
 * within 15 minutes after sign-in by an e-mailed link (the person may have forgotten it). A person with a second factor
 * has confirmed with it before. Throws Invalid, Forbidden, TooManyRequests, Unavailable. Runs outside a transaction.
 */
export async function changePassword(
  app: AppContext,
  throttle: Throttle,
  caller: Scope['caller'],
  wanted: { readonly currentPassword?: string | undefined; readonly newPassword: string },
): Promise<void> {
  if (caller.kind !== 'user') throw new Forbidden();
  await inTenant(app, caller, requireFactorConfirmation, 'read only');
  const problems = passwordProblems(wanted.newPassword, ['newPassword'], await forbiddenNames(app, caller));
  if (problems.length > 0) throw new Invalid(problems);
  const storedHash = await verifyCurrentPassword(app, throttle, caller, wanted.currentPassword);
  const passwordHash = await hashPassword(wanted.newPassword);
  await inTenant(app, caller, async (scope) => {
    if (!(await queries.updatePasswordHash(scope, caller.userId, storedHash, passwordHash)))
      throw new Forbidden('password_confirmation_failed', 'The password was changed a moment ago.');
    await endOtherSignIns(scope);
    const { name, email: address, language, role } = await getMember(scope, caller.userId);
    const detail = { userId: caller.userId, about: name, before: {}, after: {} };
    await logSecurityEvent(scope, 'password_changed', detail, { notify: role !== 'resident' });
    await enqueueMail(scope, {
      kind: 'password-changed',
      to: { address, name },
      language,
      facts: { at: scope.realNow },
    });
  });
}

/** Returns the stored password to replace, after the person has confirmed it. */
async function verifyCurrentPassword(
  app: AppContext,
  throttle: Throttle,
  caller: UserCaller,
  current: string | undefined,
): Promise<string | null> {
  if (await signedInByMail(app, caller))
    return inTenant(app, caller, (scope) => queries.findPasswordHash(scope, caller.userId), 'read only');
  if (current !== undefined) return confirmPassword(app, throttle, caller, current);
  const message = 'currentPassword is missing: the password that is to be replaced.';
  throw new Invalid([bodyProblem(['currentPassword'], 'required', message)]);
}

/**
 * Validates a new password: its length, and that it is not easily guessed. (NIST SP 800-63B-4, 3.1.1.2: a blocklist,
 * and no composition rules.) `names`: of the person and the organization, and the e-mail address.
 */
export function passwordProblems(password: string, path: readonly string[], names: readonly string[]): Problem[] {
  const characters = [...password.normalize('NFC')];
  const { least, most } = passwordLengths;
  if (characters.length < least || characters.length > most) {
    const broken = characters.length < least ? { least } : { most };
    return [bodyProblem(path, 'wrong_length', `The password must have ${least} to ${most} characters.`, broken)];
  }
  if (isGuessable(password)) return [bodyProblem(path, 'too_common', 'This password is too common. Choose another.')];
  if (!containsName(password, names)) return [];
  const message = 'The password must not contain your name, your e-mail address or the name of the organization.';
  return [bodyProblem(path, 'contains_name', message)];
}

/** The names that the person's new password must not contain. */
async function forbiddenNames(app: AppContext, { userId, tenantId }: UserCaller): Promise<string[]> {
  const organizations = await withoutTenant(app, (db) => listOrganizationsOf(db, userId));
  const { name, email } = await inTenant(
    app,
    serviceCaller(tenantId),
    (scope) => getMember(scope, userId),
    'read only',
  );
  return [name, email, ...organizations.map((organization) => organization.name)];
}

async function signedInByMail(app: AppContext, caller: UserCaller): Promise<boolean> {
  const session = await inTenant(app, caller, (scope) => queries.findSession(scope, caller.sessionId), 'read only');
  if (session === undefined) return false;
  return session.signedInByMail && app.clock().getTime() - session.createdAt.getTime() < mailSignInWindowMs;
}
