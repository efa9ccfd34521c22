// A person's own e-mail address: a new one is confirmed by a link that is sent to it, and the previous one is notified.
import { bindPerson, findMember, findSignIn } from '../identity/identity-queries.ts';
import { listOrganizationsOf } from '../identity/organization-queries.ts';
import { listSecondFactors } from '../identity/second-factor-queries.ts';
import { logSecurityEvent } from '../identity/security-log.ts';
import { normaliseEmail, withoutTenant } from '../identity/sessions.ts';
import { createToken, parseOneTimeToken, tokenHash } from '../identity/tokens.ts';
import { countMails, withdrawMails } from '../mail/mail-queries.ts';
import { enqueueMail } from '../mail/outbox.ts';
import { isTestAddress, testMailDomain } from '../mail/test-mailbox.ts';
import { type AppContext, inTenant, type Scope, serviceCaller } from '../platform/db/scope.ts';
import { bodyProblem, Conflict, Forbidden, Invalid, TooManyRequests, Unauthenticated } from '../platform/errors.ts';
import { personProblems } from '../residents/residents.ts';
import * as queries from './own-account-queries.ts';
import { inOrganization } from './own-organizations.ts';

const validHours = 24;
const hourMs = 3_600_000;
/** The maximum number of links to one address within an hour. */
const maxLinks = 5;

/**
 * Sends the link that confirms a new address of the caller; an earlier link is no longer valid. Whether another account
 * has the address is said only to the holder of the link. Throws Forbidden (a key), Unauthenticated, Invalid, Conflict
 * (test_address_needed), TooManyRequests.
 */
export async function requestAddressChange(scope: Scope, written: string): Promise<void> {
  const { caller, realNow } = scope;
  if (caller.kind !== 'user') throw new Forbidden();
  const email = written.trim();
  const problems = personProblems({ email });
  if (problems.length > 0) throw new Invalid(problems);
  const person = await findMember(scope, caller.userId);
  if (person === undefined) throw new Unauthenticated(); // They have just left, in another request.
  const emailKey = normaliseEmail(email);
  if (person.email === email)
    throw new Invalid([bodyProblem(['email'], 'invalid_value', 'This is your address already.')]);
  if (scope.isTest && !isTestAddress(caller.tenantId, email)) throw testAddressNeeded(caller.tenantId);
  if ((await countMails(scope, 'confirm-address', email, new Date(scope.now.getTime() - hourMs))) >= maxLinks)
    throw new TooManyRequests(hourMs / 1000, 'rate_limited', `At most ${maxLinks} links an hour go to one address.`);
  const token = createToken('hac_', caller.tenantId);
  const expiresAt = new Date(realNow.getTime() + validHours * hourMs);
  await withdrawMails(scope, [caller.userId]);
  await queries.saveAddressChange(scope, {
    userId: caller.userId,
    email,
    emailKey,
    tokenHash: tokenHash(token),
    expiresAt,
  });
  await enqueueMail(scope, {
    kind: 'confirm-address',
    to: { address: email, name: person.name },
    language: person.language,
    facts: { link: `${scope.config.publicUrl}/console/confirm-address#${token}`, hours: validHours },
    aboutId: caller.userId,
    sendBefore: new Date(scope.now.getTime() + validHours * hourMs),
  });
}

/**
 * Gives the person the address that a link confirms, also in the resident records that had the previous one, in every
 * organization. Returns it. Throws Unauthenticated (invalid_link), Conflict (already_exists).
 */
export async function confirmAddressChange(
  app: AppContext,
  { token, address }: { readonly token: string; readonly address: string },
): Promise<{ email: string }> {
  const link = parseOneTimeToken('hac_', token);
  if (link === undefined) throw new Unauthenticated('invalid_link');
  const change = await inTenant(
    app,
    serviceCaller(link.tenantId),
    (scope) => queries.findAddressChange(scope, link.hash),
    'read only',
  );
  if (change === undefined) throw new Unauthenticated('invalid_link');
  const { userId, email, emailKey } = change;
  const [holder, organizations] = await withoutTenant(app, (db) =>
    Promise.all([findSignIn(db, emailKey).then(([first]) => first), listOrganizationsOf(db, userId)]),
  );
  if (holder !== undefined && holder.userId !== userId)
    throw new Conflict('already_exists', 'Another account has this e-mail address.');
  return inTenant(app, serviceCaller(link.tenantId), async (scope) => {
    // Used a moment ago.
    if (!(await queries.useAddressChange(scope, link.hash))) throw new Unauthenticated('invalid_link');
    if (await isOutdated(scope, change)) throw new Unauthenticated('invalid_link');
    const before = await findMember(scope, userId);
    if (before === undefined) throw new Unauthenticated('invalid_link');
    await logChange({ ...scope, address }, before, email);
    await queries.updateAddress(scope, { userId, email, emailKey });
    const records = { userId, email, emailKey, beforeKey: normaliseEmail(before.email) };
    await queries.updateResidentAddresses(scope, records);
    for (const { id } of organizations.filter((organization) => organization.id !== link.tenantId))
      await inOrganization(scope, serviceCaller(id), (other) => queries.updateResidentAddresses(other, records));
    return { email };
  });
}

/** Whether the person has a new password or second factor since they asked: it may have been against whoever asked. */
async function isOutdated(scope: Scope, { userId, createdAt }: { userId: string; createdAt: Date }): Promise<boolean> {
  if (await queries.hasChangedSince(scope, userId, createdAt)) return true;
  await bindPerson(scope.db, userId);
  return (await listSecondFactors(scope)).some((factor) => factor.createdAt > createdAt);
}

/** Writes it to the security log, and notifies the previous address. */
async function logChange(
  scope: Scope,
  { id: userId, name, email: previous, language, role }: NonNullable<Awaited<ReturnType<typeof findMember>>>,
  email: string,
): Promise<void> {
  const by = { kind: 'user', id: userId } as const;
  // The log has no addresses of residents.
  const values = role === 'resident' ? { before: {}, after: {} } : { before: { email: previous }, after: { email } };
  await logSecurityEvent(scope, 'address_changed', { userId, about: name, ...values }, { by });
  await enqueueMail(scope, {
    kind: 'address-changed',
    to: { address: previous, name },
    language,
    facts: { at: scope.realNow, address: email },
  });
}

function testAddressNeeded(tenantId: string): Conflict {
  return new Conflict(
    'test_address_needed',
    `In a test organization, people have an address that ends with @${testMailDomain(tenantId)}.`,
  );
}
