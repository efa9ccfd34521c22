// Invitations that name a personal code: accepted at a sign-in provider that states this code, which links the account
// there.
import type { SignInSource } from '../identity/devices.ts';
import { bindPerson, findSignIn, type SignInCandidate } from '../identity/identity-queries.ts';
import { type JoiningPerson, prepareNewPerson } from '../identity/operator-accounts.ts';
import {
  type ConfirmedPerson,
  findPersonOf,
  linkAccount,
  startProviderSession,
} from '../identity/providers/linked-accounts.ts';
import { isHashOfCode } from '../identity/providers/personal-codes.ts';
import type { ProviderPerson } from '../identity/providers/provider-client.ts';
import type { FlowPurpose } from '../identity/providers/sign-in-flow.ts';
import { hasSecondFactor, type SignInResult, startSessionOrAsk } from '../identity/second-step.ts';
import { normaliseEmail, verifyPassword, withoutTenant } from '../identity/sessions.ts';
import type { Throttle } from '../identity/sign-in-throttle.ts';
import { tokenHash } from '../identity/tokens.ts';
import { type AppContext, inTenant, type Scope, serviceCaller } from '../platform/db/scope.ts';
import { bodyProblem, Conflict, Forbidden, Invalid, Unauthenticated } from '../platform/errors.ts';
import {
  codeProviders,
  findByToken,
  findInvitedAccount,
  hasOrganization,
  joinByInvitation,
  readInvitation,
} from './invitations.ts';
import { findPersonalCodeHash } from './resident-queries.ts';

type InvitationPurpose = FlowPurpose & { readonly kind: 'invitation' };

/**
 * Prepares the acceptance at a provider. If the invited address has an account, its password is verified, so that
 * nobody links an e-ID to the account of somebody else. Throws Unauthenticated, Invalid, TooManyRequests, Unavailable.
 */
export async function prepareAcceptance(
  app: AppContext,
  throttle: Throttle,
  wanted: {
    readonly token: string;
    readonly provider: string;
    readonly name?: string | undefined;
    readonly password?: string | undefined;
  } & SignInSource,
): Promise<InvitationPurpose> {
  const { tenantId, id } = await findByToken(app, wanted.token);
  const { email, needsPersonalCode, isTest } = await readInvitation(app, tenantId, id);
  if (!needsPersonalCode)
    throw invalid('token', 'This invitation names no personal code. Accept it with a password instead.');
  if (!codeProviders(app.config).some((provider) => provider.id === wanted.provider))
    throw invalid('provider', 'This provider does not state personal codes.');
  const { token, name, password, address } = wanted;
  const { hasAccount } = await findInvitedAccount(app, tenantId, { email, isTest });
  if (!hasAccount) return { kind: 'invitation', token, name, userId: undefined };
  if (password === undefined) throw invalid('password', 'Enter the password of the account with this address.');
  const { userId, candidates } = await verifyPassword(app, throttle, { email, password, address });
  return { kind: 'invitation', token, name, userId, passwordHash: hashOfStored(candidates) };
}

/**
 * The hash of what is stored of a person's password, so that an acceptance can be told from one begun with a password
 * that was replaced since.
 */
function hashOfStored([account]: readonly SignInCandidate[]): string {
  return tokenHash(account?.passwordHash ?? '').toString('base64');
}

/**
 * Accepts the invitation as the person whom a provider has confirmed, links the account there if it may, and signs them
 * in. Throws Unauthenticated, Forbidden (another personal code), Invalid, Conflict (linked to somebody else).
 */
export async function acceptAtProvider(
  app: AppContext,
  purpose: InvitationPurpose,
  confirmed: ConfirmedPerson,
  source: SignInSource,
): Promise<SignInResult> {
  const { tenantId, id } = await findByToken(app, purpose.token);
  const { person } = confirmed;
  const joining = await findJoiningPerson(app, purpose, person, await readInvitation(app, tenantId, id));
  const holder = await findPersonOf(app, person);
  return inTenant(app, serviceCaller(tenantId), async (scope) => {
    await requirePersonalCode(scope, id, person);
    const userId = await joinByInvitation(scope, id, joining);
    if (holder === undefined && !(await mayLink(scope, purpose)))
      return startSessionOrAsk(scope, userId, 'invitation', source);
    await linkAccount(scope, userId, confirmed);
    return startProviderSession(scope, userId, confirmed, { first: 'invitation', source });
  });
}

/**
 * Whether an invitation links the account at the provider: to a new account, always. To one that existed before it
 * takes its password and a letter to its own address, which one in the mailbox of a test organization is not. A person
 * with a second factor links under Your account, which asks for that.
 */
async function mayLink(scope: Scope, { userId }: InvitationPurpose): Promise<boolean> {
  if (userId === undefined) return true;
  await bindPerson(scope.db, userId);
  return !scope.isTest && !(await hasSecondFactor(scope));
}

/**
 * Who joins: the account of the invited address; or else the account that is linked already; or else a new one. Throws
 * Unauthenticated (the password was replaced), Conflict, Invalid.
 */
async function findJoiningPerson(
  app: AppContext,
  { userId, name, passwordHash }: InvitationPurpose,
  person: ProviderPerson,
  invitation: Awaited<ReturnType<typeof readInvitation>>,
): Promise<JoiningPerson> {
  const { email, language, organization } = invitation;
  const accounts = await withoutTenant(app, (db) => findSignIn(db, normaliseEmail(email)));
  if (userId !== undefined) {
    if (hashOfStored(accounts) !== passwordHash) throw new Unauthenticated('provider_sign_in_expired');
    return { known: true, userId };
  }
  const [account] = accounts;
  if (hasOrganization(account))
    throw new Conflict('already_exists', 'An account with this e-mail address was made a moment ago. Try again.');
  const linked = await findPersonOf(app, person);
  if (linked !== undefined) return { known: true, userId: linked.userId };
  const knownName = name?.trim() || person.name || invitation.name || undefined;
  return prepareNewPerson({ email, name: knownName, password: undefined, language, organization }, account?.userId);
}

/** Throws Forbidden unless the provider states the code that the invitation names. */
async function requirePersonalCode(scope: Scope, id: string, { personalCode }: ProviderPerson): Promise<void> {
  const wanted = await findPersonalCodeHash(scope, id);
  if (wanted === null || personalCode === undefined || !isHashOfCode(scope.config, wanted, personalCode))
    throw new Forbidden('personal_code_mismatch');
}

function invalid(field: string, message: string): Invalid {
  return new Invalid([bodyProblem([field], 'invalid_value', message)]);
}
