// Invitations: an e-mailed link that admits a person to the organization, as a resident of an apartment or as staff.
// The link proves control of the mailbox; a new person sets a name and a password, a person with an account enters its
// password.

import type { SignInSource } from '../identity/devices.ts';
import {
  findMember,
  findMemberByEmail,
  findSignIn,
  findTenant,
  type SignInCandidate,
} from '../identity/identity-queries.ts';
import { type JoiningPerson, joinOrganization, prepareNewPerson } from '../identity/operator-accounts.ts';
import { personalCodeHash, readPersonalCode } from '../identity/providers/personal-codes.ts';
import { type SignInResult, startSessionOrAsk } from '../identity/second-step.ts';
import { logSecurityEvent } from '../identity/security-log.ts';
import { normaliseEmail, verifyPassword, withoutTenant } from '../identity/sessions.ts';
import type { Throttle } from '../identity/sign-in-throttle.ts';
import { createToken, parseOneTimeToken, tokenHash } from '../identity/tokens.ts';
import { countMails, withdrawMails } from '../mail/mail-queries.ts';
import { enqueueMail } from '../mail/outbox.ts';
import { isTestAddress } from '../mail/test-mailbox.ts';
import type { Config } from '../platform/config/config.ts';
import type { SignInProvider } from '../platform/config/provider-config.ts';
import { addDueWork } from '../platform/db/due-work.ts';
import { type AppContext, type CallerRole, inTenant, type Scope, serviceCaller } from '../platform/db/scope.ts';
import {
  bodyProblem,
  Conflict,
  Forbidden,
  Invalid,
  NotFound,
  orNotFound,
  type Problem,
  TooManyRequests,
  Unauthenticated,
} from '../platform/errors.ts';
import { addDays, type Day, dayIn } from '../platform/values/dates.ts';
import { newId } from '../platform/values/ids.ts';
import type { Language } from '../platform/values/languages.ts';
import { getSender } from '../properties/sender-details.ts';
import { requireFewResidencies } from './residency-limit.ts';
import * as queries from './resident-queries.ts';
import { personProblems } from './residents.ts';

const validMs = 7 * 24 * 3_600_000;
/** The maximum number of e-mails to one address within an hour. */
const maxInvitations = 5;
const invitationsWithinMs = 3_600_000;

type WrittenInvitation = {
  readonly email: string;
  readonly apartmentId?: string | undefined;
  readonly role?: CallerRole | undefined;
  readonly residencyRole?: queries.ResidencyRole | undefined;
  readonly since?: Day | undefined;
  readonly name?: string | undefined;
  readonly language?: Language | undefined;
  /** The national personal code, with its country, of the only person who may accept. */
  readonly personalCode?: string | undefined;
};

/**
 * Invites a person and sends the e-mail. Only an owner, in person, invites staff; residents are invited by everybody
 * who may manage people. Throws Invalid, Forbidden, NotFound (the apartment), Conflict (already invited, or already a
 * member).
 */
export async function invite(scope: Scope, written: WrittenInvitation): Promise<queries.Invitation> {
  const problems = [...personProblems(written), ...personalCodeProblems(scope, written.personalCode)];
  if (problems.length > 0) throw new Invalid(problems);
  const role = written.role ?? 'resident';
  if (role !== 'resident' && !(await isStillOwner(scope)))
    throw new Forbidden('insufficient_scope', 'Only an owner, in person, may invite somebody to work here.');
  const apartment = await findInvitedApartment(scope, role, written.apartmentId);
  const since = apartment === undefined ? null : residencyStart(scope, apartment, written.since);
  const email = written.email.trim();
  const emailKey = normaliseEmail(email);
  await rejectExistingMember(scope, emailKey, role, apartment);
  await limitInvitations(scope, email);
  await queries.expireInvitations(scope); // Expired invitations must not block new ones.
  const token = createToken('hin_', scope.caller.tenantId);
  const invitation: queries.Invitation = {
    id: newId(),
    email,
    name: written.name?.trim() || null,
    apartmentId: apartment?.apartmentId ?? null,
    buildingId: apartment?.buildingId ?? null,
    role,
    residencyRole: apartment === undefined ? null : (written.residencyRole ?? 'owner'),
    since,
    language: written.language ?? apartment?.language ?? 'et',
    status: 'pending',
    needsPersonalCode: written.personalCode !== undefined,
    expiresAt: new Date(scope.now.getTime() + validMs),
    createdAt: scope.now,
    updatedAt: scope.now,
  };
  const stored = {
    emailKey,
    tokenHash: tokenHash(token),
    personalCodeHash: hashOfPersonalCode(scope, written.personalCode),
    createdBy: scope.caller.kind === 'user' ? scope.caller.userId : null,
  };
  if (!(await queries.insertInvitation(scope, { ...invitation, ...stored })))
    throw new Conflict('already_invited', 'This address is invited already. Cancel that invitation to send a new one.');
  await addDueWork(scope, 'timed', invitation.expiresAt);
  await sendInvitation(scope, invitation, apartment, token);
  const staff = role !== 'resident'; // The log has no addresses of residents.
  const detail = { invitationId: invitation.id, about: staff ? email : null, before: {}, after: { role } };
  await logSecurityEvent(scope, 'invitation_made', detail, { notify: staff });
  return invitation;
}

/**
 * Whether the caller is an owner, in person. They stay one until the transaction ends: whoever removes them then also
 * cancels what they sent.
 */
async function isStillOwner(scope: Scope): Promise<boolean> {
  const { caller } = scope;
  return (
    caller.kind === 'user' &&
    caller.role === 'owner' &&
    (await queries.shareLockMember(scope, caller.userId)) === 'owner'
  );
}

/** Returns a pending invitation. Throws NotFound. */
export async function getPendingInvitation(scope: Scope, id: string): Promise<queries.Invitation> {
  const invitation = await queries.lockInvitation(scope, id);
  if (invitation === undefined || !isOpen(scope, invitation)) throw new NotFound();
  return invitation;
}

/**
 * Cancels an invitation: its link becomes invalid. Throws NotFound, Forbidden (a staff invitation, by anybody other
 * than an owner).
 */
export async function cancelInvitation(scope: Scope, id: string): Promise<void> {
  const { role } = await getPendingInvitation(scope, id);
  if (role !== 'resident' && (scope.caller.kind !== 'user' || scope.caller.role !== 'owner')) throw new Forbidden();
  await queries.endInvitation(scope, id, 'cancelled');
  await withdrawMails(scope, [id]);
  await logSecurityEvent(scope, 'invitation_cancelled', { invitationId: id });
}

type InvitationDetails = {
  readonly organization: string;
  readonly email: string;
  readonly name: string | null;
  readonly role: CallerRole;
  readonly language: Language;
  readonly apartment: { readonly address: string; readonly number: string } | null;
  /** Whether the password of an account is required, and no name. */
  readonly hasAccount: boolean;
  /** Whether only the person with a certain personal code may accept it, at one of `providers`. */
  readonly needsPersonalCode: boolean;
  readonly providers: readonly { readonly id: string; readonly name: string }[];
  readonly expiresAt: Date;
};

/** Returns the content of an invitation, for the holder of its link. Throws Unauthenticated. */
export async function showInvitation(app: AppContext, token: string): Promise<InvitationDetails> {
  const { tenantId, id } = await findByToken(app, token);
  const shown = await inTenant(app, serviceCaller(tenantId), async (scope) => {
    const { email, name, role, language, needsPersonalCode, expiresAt, apartmentId } = await openInvitation(scope, id);
    const invitedApartment = apartmentId === null ? undefined : await queries.shareLockApartment(scope, apartmentId);
    // The apartment was deleted.
    if (apartmentId !== null && invitedApartment === undefined) throw new Unauthenticated('invalid_link');
    const apartment =
      invitedApartment === undefined ? null : { address: invitedApartment.address, number: invitedApartment.number };
    const organization = await inviterOf(scope, invitedApartment);
    const { isTest } = scope;
    return { organization, email, name, role, language, needsPersonalCode, apartment, expiresAt, isTest };
  });
  const { isTest, ...details } = shown;
  const { hasAccount } = await findInvitedAccount(app, tenantId, shown);
  const providers = shown.needsPersonalCode ? codeProviders(app.config).map(({ id, name }) => ({ id, name })) : [];
  return { ...details, providers, hasAccount };
}

/**
 * The account of an invited address, and whether its password is asked. The mailbox of a test organization proves
 * nothing about an address, so there it is asked for every address that belongs to somebody outside: nobody new joins
 * with it, and nobody learns whether it has an account.
 */
export async function findInvitedAccount(
  app: AppContext,
  tenantId: string,
  { email, isTest }: { readonly email: string; readonly isTest: boolean },
): Promise<{ readonly account: SignInCandidate | undefined; readonly hasAccount: boolean }> {
  const [account] = await withoutTenant(app, (db) => findSignIn(db, normaliseEmail(email)));
  return { account, hasAccount: hasOrganization(account) || (isTest && !isTestAddress(tenantId, email)) };
}

/**
 * Accepts an invitation and signs in. A new person sets a name and a password; a person with an account enters its
 * password. Throws Unauthenticated, Invalid, TooManyRequests, Unavailable.
 */
export async function acceptInvitation(
  app: AppContext,
  throttle: Throttle,
  acceptance: { readonly token: string; readonly name?: string; readonly password: string } & SignInSource,
): Promise<SignInResult> {
  const { tenantId, id } = await findByToken(app, acceptance.token);
  const { email, name, language, needsPersonalCode, organization, isTest } = await readInvitation(app, tenantId, id);
  if (needsPersonalCode) throw new Forbidden('personal_code_required');
  const { account, hasAccount } = await findInvitedAccount(app, tenantId, { email, isTest });
  const person: JoiningPerson = hasAccount
    ? { known: true, userId: (await verifyPassword(app, throttle, { ...acceptance, email })).userId }
    : await prepareNewPerson(
        { email, name: acceptance.name ?? name ?? undefined, password: acceptance.password, language, organization },
        account?.userId,
      );
  return inTenant(app, serviceCaller(tenantId), async (scope) => {
    const userId = await joinByInvitation(scope, id, person);
    return startSessionOrAsk(scope, userId, 'invitation', acceptance);
  });
}

/** What the slow part of an acceptance needs, which is outside any transaction. Throws Unauthenticated. */
export async function readInvitation(
  app: AppContext,
  tenantId: string,
  id: string,
): Promise<queries.Invitation & { readonly organization: string; readonly isTest: boolean }> {
  return inTenant(app, serviceCaller(tenantId), async (scope) => ({
    ...(await openInvitation(scope, id)),
    organization: await organizationOf(scope),
    isTest: scope.isTest,
  }));
}

/** An account without any organization gives access to nothing, so the owner of its mailbox may reuse it. */
export function hasOrganization(signIn: SignInCandidate | undefined): boolean {
  return signIn !== undefined && signIn.tenantId !== null;
}

/** Makes the person a member, and a resident of the apartment; this uses the invitation. */
export async function joinByInvitation(scope: Scope, id: string, person: JoiningPerson): Promise<string> {
  const invitation = await openInvitation(scope, id);
  const userId = await joinOrganization(scope, person, invitation.role);
  await linkResident(scope, invitation, userId);
  await queries.endInvitation(scope, id, 'accepted');
  return userId;
}

/** Creates the resident record and the residency from the invited day or today, unless it is already recorded. */
async function linkResident(scope: Scope, invitation: queries.Invitation, userId: string): Promise<void> {
  if (invitation.apartmentId === null) return;
  const invitedApartment = await queries.shareLockApartment(scope, invitation.apartmentId);
  if (invitedApartment === undefined) throw new Unauthenticated('invalid_link'); // The apartment was deleted.
  const emailKey = normaliseEmail(invitation.email);
  const resident = await queries.lockResidentOf(scope, { userId, emailKey, apartmentId: invitedApartment.apartmentId });
  const member = await findMember(scope, userId);
  const { email, language } = invitation;
  const fresh = { id: newId(), name: member?.name ?? email, email, phone: null, language, userId };
  const { id } = resident ?? fresh;
  if (resident === undefined) await queries.insertResidents(scope, [{ ...fresh, emailKey }]);
  else await queries.updateResident(scope, { ...resident, emailKey: emailKeyOf(resident.email), userId });
  const today = dayIn(invitedApartment.timeZone, scope.now);
  if (await queries.hasApartmentOn(scope, { userId, apartmentId: invitedApartment.apartmentId, day: today })) return;
  const role = invitation.residencyRole ?? 'owner';
  const ended = (resident?.apartments ?? []).filter(
    (apartment) => apartment.apartmentId === invitedApartment.apartmentId,
  );
  const since = ended.reduce(
    // Their former days there do not change.
    (first, { until }) => (until !== null && until >= first ? addDays(until, 1) : first),
    invitation.since ?? today,
  );
  const residency = { id: newId(), apartmentId: invitedApartment.apartmentId, role, since, until: null };
  await requireFewResidencies(scope, [residency], ['token']);
  await queries.insertResidencies(scope, [{ ...residency, residentId: id, receivesInvoice: true }]);
}

/** The invitation, locked, if it can be accepted. Throws Unauthenticated. */
async function openInvitation(scope: Scope, id: string): Promise<queries.Invitation> {
  const invitation = await queries.lockInvitation(scope, id);
  if (invitation === undefined || !isOpen(scope, invitation)) throw new Unauthenticated('invalid_link');
  return invitation;
}

function isOpen(scope: Scope, { status, expiresAt }: queries.Invitation): boolean {
  return status === 'pending' && expiresAt.getTime() > scope.now.getTime();
}

/** The invitation of a link. Throws Unauthenticated. */
export async function findByToken(app: AppContext, token: string): Promise<{ tenantId: string; id: string }> {
  const link = parseOneTimeToken('hin_', token);
  const id =
    link &&
    (await inTenant(
      app,
      serviceCaller(link.tenantId),
      (scope) => queries.findInvitation(scope, link.hash),
      'read only',
    ));
  if (link === undefined || id === undefined) throw new Unauthenticated('invalid_link');
  return { tenantId: link.tenantId, id };
}

/** The providers that state the personal code of a person. */
export function codeProviders({ signInProviders }: Config): readonly SignInProvider[] {
  return signInProviders.filter(({ personalCode }) => personalCode !== undefined);
}

function personalCodeProblems({ config }: Scope, personalCode: string | undefined): Problem[] {
  if (personalCode === undefined) return [];
  const problem = (message: string) => [bodyProblem(['personalCode'], 'invalid_value', message)];
  if (codeProviders(config).length === 0)
    return problem('No sign-in provider of this service states personal codes, so nobody could accept. Leave it out.');
  if (readPersonalCode(personalCode) !== undefined) return [];
  return problem('personalCode must be the country and the code, such as EE38001085718.');
}

function hashOfPersonalCode({ config }: Scope, personalCode: string | undefined): Buffer | null {
  const code = personalCode === undefined ? undefined : readPersonalCode(personalCode);
  return code === undefined ? null : personalCodeHash(config, code);
}

/** The first day of the residency; null is the day of acceptance. Throws Invalid for a future day. */
function residencyStart(scope: Scope, { timeZone }: queries.InvitedApartment, since: Day | undefined): Day | null {
  const today = dayIn(timeZone, scope.now);
  if (since === undefined || since <= today) return since ?? null;
  const message = `since must not be in the future; today is ${today}.`;
  throw new Invalid([bodyProblem(['since'], 'out_of_range', message)]);
}

async function findInvitedApartment(
  scope: Scope,
  role: CallerRole,
  apartmentId: string | undefined,
): Promise<queries.InvitedApartment | undefined> {
  if (role !== 'resident' || apartmentId === undefined) return undefined;
  return orNotFound(await queries.shareLockApartment(scope, apartmentId), 'apartmentId');
}

/** Rejects the invitation of a member, or of a resident with an account. */
async function rejectExistingMember(
  scope: Scope,
  emailKey: string,
  role: CallerRole,
  apartment: queries.InvitedApartment | undefined,
): Promise<void> {
  const member = await findMemberByEmail(scope, emailKey);
  if (member === undefined) return;
  if (apartment === undefined) {
    if (member.role !== 'resident' || role === 'resident')
      throw new Conflict(
        'already_exists',
        'This person belongs to the organization already. Change their role instead.',
      );
    return;
  }
  const day = dayIn(apartment.timeZone, scope.now);
  if (await queries.hasApartmentOn(scope, { userId: member.id, apartmentId: apartment.apartmentId, day }))
    throw new Conflict('already_exists', 'This person is already a resident of the apartment.');
}

/** Recipients have not asked for invitations, so a few an hour to one address are enough. Throws TooManyRequests. */
async function limitInvitations(scope: Scope, email: string): Promise<void> {
  const since = new Date(scope.now.getTime() - invitationsWithinMs);
  if ((await countMails(scope, 'invitation', email, since)) < maxInvitations) return;
  throw new TooManyRequests(
    invitationsWithinMs / 1000,
    'rate_limited',
    `At most ${maxInvitations} invitations an hour go to one address.`,
  );
}

async function sendInvitation(
  scope: Scope,
  invitation: queries.Invitation,
  invitedApartment: queries.InvitedApartment | undefined,
  token: string,
): Promise<void> {
  const { id, email, name, language, role, expiresAt } = invitation;
  await enqueueMail(scope, {
    kind: 'invitation',
    to: { address: email, name: name ?? undefined },
    language,
    facts: {
      organization: await inviterOf(scope, invitedApartment),
      role,
      apartment: invitedApartment && { address: invitedApartment.address, number: invitedApartment.number },
      link: `${scope.config.publicUrl}/console/invitation#${token}`,
      validUntil: dayIn(invitedApartment?.timeZone ?? 'Europe/Tallinn', new Date(expiresAt.getTime() - 1)),
    },
    aboutId: id,
    sendBefore: expiresAt,
  });
}

/** Who invites: of an apartment, whoever sends the invoices of its building. */
async function inviterOf(scope: Scope, apartment: queries.InvitedApartment | undefined): Promise<string> {
  return apartment === undefined ? organizationOf(scope) : (await getSender(scope, apartment.buildingId)).name;
}

async function organizationOf(scope: Scope): Promise<string> {
  return (await findTenant(scope))?.name ?? '';
}

function emailKeyOf(email: string | null): string | null {
  return email === null ? null : normaliseEmail(email);
}
