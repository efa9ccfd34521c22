// Accounts: organizations, the people in them with their roles, and API keys, as the operator's admin command makes them.
import { Conflict, Invalid, NotFound } from '../platform/errors.ts';
import { newId } from '../platform/ids.ts';
import { type CallerRole, type House, inTenant, type Scope, serviceIn } from '../platform/scope.ts';
import { checkPassword, hashPassword } from './passwords.ts';
import * as queries from './queries.ts';
import { beforeTenant, normalEmail } from './sessions.ts';
import { makeToken, tokenHash } from './tokens.ts';

/** Makes an organization and its first owner. Throws Invalid, Conflict. */
export async function createTenant(
  house: House,
  wanted: { name: string; email: string; password: string },
): Promise<{ tenantId: string; userId: string }> {
  const name = wanted.name.trim();
  if (name.length < 1 || name.length > 200)
    throw new Invalid([commandProblem('name', 'The name must have 1 to 200 characters.')]);
  const person = await preparePerson(house, wanted);
  const tenantId = newId();
  return inTenant(house, serviceIn(tenantId), async (scope) => {
    await queries.insertTenant(scope, name);
    return { tenantId, userId: await join(scope, person, 'owner') };
  });
}

/** Adds a person to an organization; someone who already has an account keeps it, if the password is hers. Throws Invalid, Conflict, NotFound. */
export async function createUser(
  house: House,
  wanted: { tenantId: string; email: string; password: string; role: CallerRole; name?: string | undefined },
): Promise<{ userId: string }> {
  const person = await preparePerson(house, wanted);
  return inTenant(house, serviceIn(wanted.tenantId), async (scope) => {
    if ((await queries.findTenant(scope)) === undefined) throw new NotFound('No organization has this id.');
    return { userId: await join(scope, person, wanted.role) };
  });
}

/** Makes an API key; its text is told once, here. Throws NotFound. */
export async function createApiKey(
  house: House,
  wanted: { tenantId: string; name: string; role: Exclude<CallerRole, 'resident'> },
): Promise<{ id: string; apiKey: string }> {
  const name = wanted.name.trim();
  if (name.length < 1 || name.length > 200)
    throw new Invalid([commandProblem('name', 'The name must have 1 to 200 characters.')]);
  return inTenant(house, serviceIn(wanted.tenantId), async (scope) => {
    if ((await queries.findTenant(scope)) === undefined) throw new NotFound('No organization has this id.');
    const apiKey = makeToken('hak_');
    const id = newId();
    await queries.insertApiKey(scope, {
      id,
      name,
      role: wanted.role,
      hint: apiKey.slice(-4),
      hash: tokenHash(apiKey),
      expiresAt: null,
    });
    return { id, apiKey };
  });
}

type Person =
  | { known: true; userId: string }
  | { known: false; userId: string; email: string; name: string; passwordHash: string };

/** The slow part, outside any transaction: checks the wishes and computes or compares the password. */
async function preparePerson(
  house: House,
  wanted: { email: string; password: string; name?: string | undefined },
): Promise<Person> {
  const email = wanted.email.trim();
  const problems = [
    ...(/^[^\s@]{1,64}@[^\s@]{1,255}$/.test(email)
      ? []
      : [commandProblem('email', 'The e-mail address does not look like one.')]),
    ...(wanted.password.length >= 8 && wanted.password.length <= 128
      ? []
      : [commandProblem('password', 'The password must have 8 to 128 characters.')]),
  ];
  if (problems.length > 0) throw new Invalid(problems);
  const [existing] = await beforeTenant(house, (db) => queries.findSignIn(db, normalEmail(email)));
  if (existing === undefined) {
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
      'Someone with this e-mail address has an account already, with another password. Give that password to add her.',
    );
  return { known: true, userId: existing.userId };
}

async function join(scope: Scope, person: Person, role: CallerRole): Promise<string> {
  const made =
    person.known ||
    (await queries.insertUser(scope, { ...person, id: person.userId, emailKey: normalEmail(person.email) }));
  if (!made) {
    throw new Conflict('already_exists', 'An account with this e-mail address was made a moment ago. Try again.');
  }
  if (!(await queries.insertMembership(scope, person.userId, role))) {
    throw new Conflict('already_exists', 'This person already belongs to the organization.');
  }
  return person.userId;
}

function commandProblem(field: string, message: string) {
  return { in: 'body' as const, field, pointer: `#/${field}`, code: 'invalid_value', message };
}
