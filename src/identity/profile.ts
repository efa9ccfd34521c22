// Profile: what a signed-in person may see and change of herself, her password included.
import { enqueueMail } from '../mail/outbox.ts';
import { bodyProblem, Forbidden, Invalid, type Problem } from '../platform/errors.ts';
import type { Language } from '../platform/values/languages.ts';
import type { House, Scope } from '../platform/db/scope.ts';
import { inTenant, serviceIn } from '../platform/db/scope.ts';
import { containsName, isGuessable } from './common-passwords.ts';
import { getMember } from './members.ts';
import { organizationsOf } from './organization-queries.ts';
import { hashPassword } from './passwords.ts';
import * as queries from './identity-queries.ts';
import { note } from './security-log.ts';
import { beforeTenant, confirmPassword } from './sessions.ts';
import { endOtherSignIns } from './sign-ins.ts';
import type { Throttle } from './sign-in-throttle.ts';

const passwordLengths = { least: 8, most: 128 } as const;
/** How long after coming in by a link from her mailbox a person may set a password without the old one. */
const byMailMs = 15 * 60_000;

type Person = Scope['caller'] & { readonly kind: 'user' };

export type Profile = {
  readonly id: string;
  readonly name: string;
  readonly email: string;
  readonly language: Language;
  readonly role: string;
  readonly organization: { readonly id: string; readonly name: string; readonly sample: boolean };
};

/** Who is signed in, and where. Throws Forbidden for a key, which is nobody. */
export async function getProfile(scope: Scope): Promise<Profile> {
  const { userId, tenantId } = personOf(scope);
  const { id, name, email, language, role } = await getMember(scope, userId);
  const { name: organization = '', sample = false } = (await queries.findTenant(scope)) ?? {};
  return { id, name, email, language, role, organization: { id: tenantId, name: organization, sample } };
}

/** Changes name or language. Throws Forbidden. */
export async function updateProfile(
  scope: Scope,
  written: { readonly name?: string; readonly language?: Language },
): Promise<Profile> {
  const { userId } = personOf(scope);
  const before = await getMember(scope, userId);
  const name = written.name?.trim() ?? before.name;
  await queries.updateUser(scope, { id: userId, name, language: written.language ?? before.language });
  return getProfile(scope);
}

/**
 * Sets a new password and ends every other session of the person, in whatever organization. The old one is asked for, unless she came in by a link
 * from her mailbox less than a quarter of an hour ago (she may have forgotten it). Throws Invalid, Forbidden, TooMany, Busy. Works outside a transaction.
 */
export async function changePassword(
  house: House,
  throttle: Throttle,
  caller: Scope['caller'],
  wanted: { readonly currentPassword?: string | undefined; readonly newPassword: string },
): Promise<void> {
  if (caller.kind !== 'user') throw new Forbidden();
  const problems = passwordProblems(wanted.newPassword, ['newPassword'], await namesOf(house, caller));
  if (problems.length > 0) throw new Invalid(problems);
  const kept = await provenPassword(house, throttle, caller, wanted.currentPassword);
  const passwordHash = await hashPassword(wanted.newPassword);
  await inTenant(house, caller, async (scope) => {
    if (!(await queries.updatePasswordHash(scope, caller.userId, kept, passwordHash)))
      throw new Forbidden('password_confirmation_failed', 'The password was changed a moment ago.');
    await endOtherSignIns(scope);
    const { name, email: address, language, role } = await getMember(scope, caller.userId);
    const detail = { userId: caller.userId, about: name, before: {}, after: {} };
    await note(scope, 'password_changed', detail, { tell: role !== 'resident' });
    await enqueueMail(scope, { kind: 'password-changed', to: { address, name }, language, facts: { at: scope.now } });
  });
}

/** What is kept of the password that is to be replaced, once the person has shown that it is hers. */
async function provenPassword(
  house: House,
  throttle: Throttle,
  caller: Person,
  current: string | undefined,
): Promise<string | null> {
  if (await cameByMail(house, caller))
    return inTenant(house, caller, (scope) => queries.findPasswordHash(scope, caller.userId), 'read only');
  if (current !== undefined) return confirmPassword(house, throttle, caller, current);
  const message = 'currentPassword is missing: the password that is to be replaced.';
  throw new Invalid([bodyProblem(['currentPassword'], 'required', message)]);
}

/**
 * What is wrong with a new password: its length, or that it is easily guessed. (NIST SP 800-63B-4, 3.1.1.2: a blocklist, and no composition rules.)
 * `names`: of the person and the organization, and the e-mail address.
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

/** What the person's new password must not contain. */
async function namesOf(house: House, { userId, tenantId }: Person): Promise<string[]> {
  const organizations = await beforeTenant(house, (db) => organizationsOf(db, userId));
  const { name, email } = await inTenant(house, serviceIn(tenantId), (scope) => getMember(scope, userId), 'read only');
  return [name, email, ...organizations.map((organization) => organization.name)];
}

async function cameByMail(house: House, caller: Person): Promise<boolean> {
  const session = await inTenant(house, caller, (scope) => queries.findSession(scope, caller.sessionId), 'read only');
  if (session === undefined) return false;
  return session.byMail && house.clock().getTime() - session.createdAt.getTime() < byMailMs;
}

function personOf({ caller }: Scope): Person {
  if (caller.kind !== 'user') throw new Forbidden();
  return caller;
}
