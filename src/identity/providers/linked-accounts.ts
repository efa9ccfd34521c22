// Linked accounts: the accounts at sign-in providers with which a person signs in. Each is linked by its person; an
// e-mail address never links one.
import { enqueueMail } from '../../mail/outbox.ts';
import type { SignInProvider } from '../../platform/config/provider-config.ts';
import { type AppContext, inTenant, type Scope, serviceCaller } from '../../platform/db/scope.ts';
import { Conflict, Forbidden, NotFound, orNotFound, Unauthenticated } from '../../platform/errors.ts';
import { newId } from '../../platform/values/ids.ts';
import type { SignInSource } from '../devices.ts';
import { bindPerson, findMember, touchMembership } from '../identity-queries.ts';
import { getMember } from '../members.ts';
import { listOrganizationsOf } from '../organization-queries.ts';
import { hasSecondFactor, isMailedInvitation, type SignInResult, startSessionOrAsk } from '../second-step.ts';
import { logSecurityEvent } from '../security-log.ts';
import { startSession, verifySession, withoutTenant } from '../sessions.ts';
import { lockSignIn } from '../sign-in-queries.ts';
import * as queries from './linked-accounts-queries.ts';
import type { ProviderPerson } from './provider-client.ts';
import { subjectHashes } from './subject-hash.ts';

const maxListed = 100;

/** Who a provider says has signed in there. */
export type ConfirmedPerson = { readonly provider: SignInProvider; readonly person: ProviderPerson };

type ListedAccount = {
  readonly id: string;
  /** The name of the provider; its issuer address if it is no longer configured. */
  readonly provider: string;
  readonly linkedAt: Date;
  readonly lastUsedAt: Date | null;
};

/** Returns the caller's linked accounts, at most 100. Throws Forbidden for a key. */
export async function listLinkedAccounts(scope: Scope): Promise<ListedAccount[]> {
  requireUser(scope);
  const all = await queries.listLinkedAccounts(scope, maxListed);
  return all.map(({ id, issuer, linkedAt, lastUsedAt }) => ({
    id,
    provider: nameOf(scope, issuer),
    linkedAt,
    lastUsedAt,
  }));
}

/** Checks that the caller has such a linked account. Throws Forbidden, NotFound. */
export async function requireLinkedAccount(scope: Scope, id: string): Promise<void> {
  requireUser(scope);
  if (!(await queries.hasLinkedAccount(scope, id))) throw new NotFound();
}

/** Unlinks one of the caller's accounts, and e-mails them. Throws Forbidden, NotFound. */
export async function unlinkAccount(scope: Scope, id: string): Promise<void> {
  const userId = requireUser(scope);
  const unlinked = orNotFound(await queries.deleteLinkedAccount(scope, id));
  await noteChange(scope, userId, 'unlinked', nameOf(scope, unlinked.issuer));
}

/**
 * Links an account to a person of the scope's organization, logs it and e-mails them. Linking it again changes nothing.
 * Throws Conflict if it is linked to somebody else.
 */
export async function linkAccount(scope: Scope, userId: string, { provider, person }: ConfirmedPerson): Promise<void> {
  await bindPerson(scope.db, userId);
  const { issuer } = person;
  const hashes = subjectHashes(scope.config, person);
  const [subjectHash = Buffer.alloc(0)] = hashes;
  const [holder] = await queries.findLinkedAccount(scope.db, hashes);
  if (holder?.userId === userId) return;
  const isFree =
    holder === undefined && (await queries.insertLinkedAccount(scope, { id: newId(), issuer, subjectHash }));
  if (isFree) return noteChange(scope, userId, 'linked', provider.name);
  throw new Conflict(
    'account_linked_elsewhere',
    `This account of ${provider.name} is linked to another person here. Unlink it there first.`,
  );
}

/**
 * Finishes what a person began under Your account. They must still be signed in: the refresh token is theirs, and
 * belongs to the person who confirmed that it is them; if they have a second factor by now, with it. Throws
 * Unauthenticated, Conflict, NotFound (no longer a member).
 */
export async function finishLinking(
  app: AppContext,
  refreshToken: string,
  { tenantId, userId }: { readonly tenantId: string; readonly userId: string },
  confirmed: ConfirmedPerson,
): Promise<void> {
  const session = await verifySession(app, refreshToken);
  if (session.userId !== userId) throw new Unauthenticated('provider_sign_in_expired');
  await inTenant(app, serviceCaller(tenantId), async (scope) => {
    await getMember(scope, userId);
    await bindPerson(scope.db, userId);
    const signIn = await lockSignIn(scope, session.signInId);
    if (signIn === undefined || (signIn.secondFactorAt === null && (await hasSecondFactor(scope))))
      throw new Unauthenticated('provider_sign_in_expired');
    await linkAccount(scope, userId, confirmed);
  });
}

/** Returns the person with this account at a provider; undefined if it is not linked. */
export async function findPersonOf(app: AppContext, person: ProviderPerson): Promise<{ userId: string } | undefined> {
  const [first] = await withoutTenant(app, (db) => queries.findLinkedAccount(db, subjectHashes(app.config, person)));
  return first && { userId: first.userId };
}

/**
 * Signs in the person with this account at a provider, to the real organization last used. Throws Unauthenticated if it
 * is linked to nobody.
 */
export async function signInWithProvider(
  app: AppContext,
  { provider, person }: ConfirmedPerson,
  source: SignInSource,
): Promise<SignInResult> {
  const found = await findPersonOf(app, person);
  if (found === undefined) throw notLinked(provider);
  const [organization] = await withoutTenant(app, (db) => listOrganizationsOf(db, found.userId));
  if (organization === undefined) throw notLinked(provider);
  return inTenant(app, serviceCaller(organization.id), async (scope) => {
    if (!(await touchMembership(scope, found.userId))) throw notLinked(provider); // Removed concurrently.
    return startProviderSession(scope, found.userId, { provider, person }, { first: 'provider', source });
  });
}

/**
 * Signs in a person whom a provider has confirmed. If it did not confirm a second factor too, a person who has one is
 * asked for it, as after a password.
 */
export async function startProviderSession(
  scope: Scope,
  userId: string,
  { person }: ConfirmedPerson,
  { first, source }: { readonly first: 'provider' | 'invitation'; readonly source: SignInSource },
): Promise<SignInResult> {
  await bindPerson(scope.db, userId);
  await queries.touchLinkedAccount(scope, subjectHashes(scope.config, person));
  if (!person.secondFactor) return startSessionOrAsk(scope, userId, first, source);
  const by = { kind: 'user', id: userId } as const;
  await logSecurityEvent(
    scope,
    'signed_in',
    { with: first, secondFactor: 'provider' },
    { by, address: source.address },
  );
  return startSession(scope, userId, {
    signedInByMail: isMailedInvitation(scope, first),
    secondFactor: true,
    confirmed: false, // The provider's word lets in; a change needs a factor of this account.
    source,
  });
}

async function noteChange(
  scope: Scope,
  userId: string,
  change: 'linked' | 'unlinked',
  provider: string,
): Promise<void> {
  const by = { kind: 'user', id: userId } as const;
  const kind = change === 'linked' ? 'sign_in_linked' : 'sign_in_unlinked';
  await logSecurityEvent(scope, kind, { userId, about: provider, before: {}, after: {} }, { by });
  const member = await findMember(scope, userId);
  if (member === undefined) return;
  const { email: address, name, language } = member;
  const facts = { at: scope.realNow, change, provider };
  await enqueueMail(scope, { kind: 'linked-account', to: { address, name }, language, facts });
}

function nameOf({ config }: Scope, issuer: string): string {
  return config.signInProviders.find((provider) => provider.issuer === issuer)?.name ?? issuer;
}

function notLinked({ name }: SignInProvider): Unauthenticated {
  return new Unauthenticated(
    'account_not_linked',
    `Nobody here has linked this account of ${name}. Sign in otherwise, then link it under Your account.`,
  );
}

function requireUser({ caller }: Scope): string {
  if (caller.kind !== 'user') throw new Forbidden();
  return caller.userId;
}
