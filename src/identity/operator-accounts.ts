// Accounts created by the operator's admin command: organizations, people with their roles, and API keys.

import { type AppContext, type CallerRole, inTenant, type Scope, serviceCaller } from '../platform/db/scope.ts';
import { bodyProblem, Conflict, Invalid, OperatorError, type Problem } from '../platform/errors.ts';
import { newId } from '../platform/values/ids.ts';
import type { Language } from '../platform/values/languages.ts';
import { mailAddressProblem } from '../platform/values/mail-address.ts';
import { createKey, type KeyRole } from './api-keys.ts';
import * as queries from './identity-queries.ts';
import { insertTenant } from './organization-queries.ts';
import { checkPassword, hashPassword } from './passwords.ts';
import { passwordProblems } from './profile.ts';
import { deleteLinkedAccounts } from './providers/linked-accounts-queries.ts';
import { logSecurityEvent } from './security-log.ts';
import { findActorName, type SecurityActor } from './security-log-queries.ts';
import { normaliseEmail, withoutTenant } from './sessions.ts';

/** Creates an organization and its first owner. Throws Invalid, Conflict. */
export async function createTenant(
  app: AppContext,
  wanted: { name: string; email: string; password: string },
): Promise<{ tenantId: string; userId: string }> {
  const name = wanted.name.trim();
  rejectProblems(nameProblems(name));
  const { email, password } = wanted;
  const person = await findOrPreparePerson(app, { email, password }, name);
  const tenantId = newId();
  return inTenant(app, serviceCaller(tenantId), async (scope) => {
    await insertTenant(scope, name);
    return { tenantId, userId: await insertMember(scope, person, 'owner') };
  });
}

/**
 * Adds a person to an organization; an existing account is used if the password is right. Throws Invalid, Conflict,
 * OperatorError.
 */
export async function createUser(
  app: AppContext,
  wanted: { tenantId: string; email: string; password: string; role: CallerRole; name?: string | undefined },
): Promise<{ userId: string }> {
  const organization = await inTenant(app, serviceCaller(wanted.tenantId), queries.findTenant, 'read only');
  if (organization === undefined) throw new OperatorError('No organization has this id.');
  const person = await findOrPreparePerson(app, wanted, organization.name);
  return inTenant(app, serviceCaller(wanted.tenantId), async (scope) => ({
    userId: await insertMember(scope, person, wanted.role),
  }));
}

/** Creates an API key; its text is returned only here. Throws Invalid, OperatorError. */
export async function createApiKey(
  app: AppContext,
  wanted: { tenantId: string; name: string; role: KeyRole },
): Promise<{ id: string; apiKey: string }> {
  const name = wanted.name.trim();
  rejectProblems(nameProblems(name));
  return inTenant(app, serviceCaller(wanted.tenantId), async (scope) => {
    if ((await queries.findTenant(scope)) === undefined) throw new OperatorError('No organization has this id.');
    return createKey(scope, { name, role: wanted.role });
  });
}

/** A future member: with a verified account, or without one yet. */
export type JoiningPerson =
  | { readonly known: true; readonly userId: string }
  | {
      readonly known: false;
      /** The account exists without any organization and is reused with this name and password. */
      readonly again?: boolean;
      readonly userId: string;
      readonly email: string;
      readonly name: string;
      /** Null: they sign in at a provider, or with a link in an e-mail. */
      readonly passwordHash: string | null;
      readonly language?: Language;
    };

/**
 * A future member whose account is their own (`userId`) or not created yet; the password is hashed here, outside any
 * transaction. Throws Invalid, Unavailable.
 */
export async function prepareNewPerson(
  wanted: {
    readonly email: string;
    readonly name: string | undefined;
    /** Undefined: an account without a password. */
    readonly password: string | undefined;
    readonly language: Language;
    /** The name of the organization that the person joins. */
    readonly organization: string;
  },
  userId?: string,
): Promise<JoiningPerson> {
  const name = wanted.name?.trim() ?? '';
  const { email, language, organization, password } = wanted;
  rejectProblems([
    ...nameProblems(name),
    ...(password === undefined ? [] : passwordProblems(password, ['password'], [name, email, organization])),
  ]);
  const passwordHash = password === undefined ? null : await hashPassword(password);
  return { known: false, again: userId !== undefined, userId: userId ?? newId(), email, name, language, passwordHash };
}

/**
 * Makes a person a member with a role; a member keeps a higher role. Returns the user id. Throws Conflict (an account
 * was created concurrently).
 */
export async function joinOrganization(scope: Scope, person: JoiningPerson, role: CallerRole): Promise<string> {
  await createAccount(scope, person);
  const { userId } = person;
  const by = { kind: 'user', id: userId } as const;
  if (await queries.insertMembership(scope, userId, role)) {
    if (!person.known && person.again) await reuseAccount(scope, person);
    await logMemberJoined(scope, userId, role, by);
    return userId;
  }
  const member = await queries.lockMembership(scope, userId);
  if (member?.role === 'resident' && role !== 'resident') {
    await queries.updateMembership(scope, userId, role);
    const about = await findActorName(scope, by);
    await logSecurityEvent(
      scope,
      'role_changed',
      { userId, about, before: { role: member.role }, after: { role } },
      { by },
    );
  }
  return userId;
}

/** An account that gave access to nothing gets a new owner: the ways in of the previous one end. */
async function reuseAccount(scope: Scope, person: JoiningPerson & { readonly known: false }): Promise<void> {
  await queries.resetUser(scope, { ...person, id: person.userId });
  await queries.bindPerson(scope.db, person.userId);
  await deleteLinkedAccounts(scope.db);
}

/** The slow part, outside any transaction: validates the input and hashes or compares the password. */
async function findOrPreparePerson(
  app: AppContext,
  wanted: { email: string; password: string; name?: string | undefined },
  organization: string,
): Promise<JoiningPerson> {
  const email = wanted.email.trim();
  const unwritable = mailAddressProblem(email);
  const [existing] = await withoutTenant(app, (db) => queries.findSignIn(db, normaliseEmail(email)));
  const isNew = existing === undefined; // An existing password is compared, not validated.
  rejectProblems([
    ...(unwritable === undefined ? [] : [bodyProblem(['email'], 'invalid_value', unwritable)]),
    ...(isNew ? passwordProblems(wanted.password, ['password'], [wanted.name ?? '', email, organization]) : []),
  ]);
  if (isNew) {
    return {
      known: false,
      userId: newId(),
      email,
      name: wanted.name?.trim() || email,
      passwordHash: await hashPassword(wanted.password),
    };
  }
  const { right } = await checkPassword(wanted.password, existing.passwordHash);
  if (!right)
    throw new Conflict(
      'already_exists',
      'Someone with this e-mail address has an account already, with another password. Enter that account’s password to add the person.',
    );
  return { known: true, userId: existing.userId };
}

/**
 * Makes a person a member with a role. Returns the user id. Throws Conflict (a member already, or an account was
 * created concurrently).
 */
export async function insertMember(scope: Scope, person: JoiningPerson, role: CallerRole): Promise<string> {
  await createAccount(scope, person);
  if (!(await queries.insertMembership(scope, person.userId, role)))
    throw new Conflict('already_exists', 'This person already belongs to the organization.');
  await logMemberJoined(scope, person.userId, role);
  return person.userId;
}

async function logMemberJoined(scope: Scope, userId: string, role: CallerRole, by?: SecurityActor): Promise<void> {
  const about = await findActorName(scope, { kind: 'user', id: userId });
  const detail = { userId, about, before: {}, after: { role } };
  await logSecurityEvent(scope, 'member_joined', detail, { notify: role !== 'resident', ...(by && { by }) });
}

/** Creates the account of a person who had none at the check. */
async function createAccount(scope: Scope, person: JoiningPerson): Promise<void> {
  if (person.known || person.again) return;
  const { userId: id, email } = person;
  if (!(await queries.insertUser(scope, { ...person, id, emailKey: normaliseEmail(email) })))
    throw new Conflict('already_exists', 'An account with this e-mail address was made a moment ago. Try again.');
}

function nameProblems(name: string): Problem[] {
  if (name.length >= 1 && name.length <= 200) return [];
  return [bodyProblem(['name'], 'invalid_value', 'The name must have 1 to 200 characters.')];
}

function rejectProblems(problems: readonly Problem[]): void {
  if (problems.length > 0) throw new Invalid(problems);
}
