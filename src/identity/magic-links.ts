// Magic links: sign-in by an e-mailed link. A request only adds a row, the same for every address; a worker finds the
// account and sends the e-mail. A link works once, for ten minutes, and a newer one invalidates it (open point P-23;
// OWASP ASVS 5.0, 6.5.5).
import { createHash, createHmac } from 'node:crypto';
import { withdrawMails } from '../mail/mail-queries.ts';
import { enqueueMail } from '../mail/outbox.ts';
import { deriveNamingKey } from '../platform/config/config.ts';
import { type AppContext, enterTenant, type Scope, serviceCaller, tenantTimes } from '../platform/db/scope.ts';
import type { Db } from '../platform/db/sql.ts';
import { transaction } from '../platform/db/transaction.ts';
import { NotFound, Unauthenticated } from '../platform/errors.ts';
import { type RepeatedTask, repeat } from '../platform/processes/repeat.ts';
import { newId } from '../platform/values/ids.ts';
import type { Language } from '../platform/values/languages.ts';
import type { SignInSource } from './devices.ts';
import { findMember, touchMembership } from './identity-queries.ts';
import * as queries from './magic-link-queries.ts';
import { type SignInResult, startSessionOrAsk } from './second-step.ts';
import { normaliseEmail, signInAttempt } from './sessions.ts';
import { networkOf, siteOf, type Throttle } from './sign-in-throttle.ts';
import { createMagicToken, isMagicToken, tokenHash } from './tokens.ts';

const validMinutes = 10;
const hourMs = 3_600_000;
/**
 * The maximum number of e-mails an hour to one person: in total, and from one network or site of IPv6 (which so cannot
 * use up the total).
 */
const emailLimits = { most: 30, maxAlike: 5, withinMs: hourMs };
/** The polling interval in case a NOTIFY is lost. */
const pollMs = 2000;
/** Longer than repeated requests are stored, so that a repeat is recognised. */
const retentionMs = 24 * hourMs;

/**
 * Records a request for a link; the same for known and unknown addresses. `next` is the page of the console that the
 * link opens, checked; `language` the one of its e-mail, else the person's. `repeat` identifies the request, so that
 * repeating it adds nothing.
 */
export async function requestMagicLink(
  app: AppContext,
  request: {
    readonly email: string;
    readonly address: string;
    readonly next?: string | undefined;
    readonly language?: Language | undefined;
    readonly repeat?: string | undefined;
  },
): Promise<void> {
  const { email, address, next = null, language = null, repeat } = request;
  const emailKey = normaliseEmail(email);
  const network = siteOf(address) ?? networkOf(address);
  const networkHash = createHmac('sha256', deriveNamingKey(app.config, 'networks')).update(network).digest();
  const id = repeat === undefined ? newId() : deterministicId(`${repeat}\0${emailKey}`);
  await transaction(
    app.pool,
    'read write',
    (db) => queries.insertMagicLink(db, { id, emailKey, askedAt: app.clock(), network: networkHash, next, language }),
    async () => {},
  );
}

/** Sends requested links as e-mails, continuously. `stop` finishes the running one. */
export async function startSendingMagicLinks(app: AppContext): Promise<{ stop(): Promise<void> }> {
  const onError = (error: unknown) => app.log.warn({ err: error }, 'sign-in links could not be sent; trying again');
  let repeating: RepeatedTask | undefined;
  const wake = () => repeating?.wake();
  const listening = await app.pool.listen('magic_links', wake, wake);
  repeating = repeat(() => sendMagicLinks(app), { everyMs: pollMs, onError });
  return {
    async stop() {
      await repeating?.stop();
      await listening.unlisten();
    },
  };
}

/** Turns waiting requests into e-mails, one transaction each. A worker that dies leaves its request for the next. */
export async function sendMagicLinks(app: AppContext): Promise<void> {
  while (await sendNextLink(app));
}

/**
 * Uses a link and signs its owner in, to the organization last used or the one named; a person with a second factor is
 * asked for it. `next` is the page of the console that the request named. Throws Unauthenticated, NotFound.
 */
export async function redeemMagicLink(
  app: AppContext,
  throttle: Throttle,
  request: { readonly token: string; readonly tenantId?: string | undefined } & SignInSource,
): Promise<{ readonly result: SignInResult; readonly next: string | null }> {
  const now = app.clock();
  if (!isMagicToken(request.token)) throw new Unauthenticated('invalid_link');
  const wanted = request.tenantId?.toLowerCase();
  const { result, email, next } = await transaction(
    app.pool,
    'read write',
    (db) => queries.redeemMagicLink(db, tokenHash(request.token), now),
    async (db, organizations) => {
      const organization = organizations.find(({ tenantId }) => wanted === undefined || tenantId === wanted);
      if (organization === undefined)
        throw organizations.length === 0 ? new Unauthenticated('invalid_link') : new NotFound();
      const scope = await enterAsService(app, db, organization.tenantId, now);
      // Removed concurrently.
      if (!(await touchMembership(scope, organization.userId))) throw new Unauthenticated('invalid_link');
      const result = await startSessionOrAsk(scope, organization.userId, 'magic_link', request);
      const email = (await findMember(scope, organization.userId))?.email ?? '';
      return { result, email, next: organization.next };
    },
  );
  await throttle.welcome(signInAttempt(email, request.address), now);
  return { result, next };
}

/** Deletes requests and links after a day. */
export async function deleteOldMagicLinks(app: AppContext): Promise<void> {
  const before = new Date(app.clock().getTime() - retentionMs);
  await transaction(
    app.pool,
    'read write',
    (db) => queries.deleteMagicLinks(db, before),
    async () => {},
  );
}

/** Returns false if no request waits. */
async function sendNextLink(app: AppContext): Promise<boolean> {
  const now = app.clock();
  return transaction(
    app.pool,
    'read write',
    (db) => queries.claimMagicLink(db, now, emailLimits),
    async (db, wish) => {
      if (wish === undefined) return false;
      const { id, userId, tenantId, email, name, language } = wish;
      // Unknown address, or too many e-mails to it.
      if (userId === null || tenantId === null || email === null) return true;
      const scope = await enterAsService(app, db, tenantId, now);
      const token = createMagicToken();
      const until = new Date(now.getTime() + validMinutes * 60_000);
      const voided = await queries.issueMagicLink(db, { id, userId, hash: tokenHash(token), until });
      await withdrawMails(scope, voided);
      await enqueueMail(scope, {
        kind: 'magic-link',
        to: { address: email, name: name ?? undefined },
        language: language ?? 'et',
        facts: { link: `${app.config.publicUrl}/console/magic-link#${token}`, minutes: validMinutes },
        aboutId: id,
        sendBefore: new Date(scope.now.getTime() + validMinutes * 60_000),
      });
      return true;
    },
  );
}

/** The rest of the transaction as the service in one organization. */
async function enterAsService(app: AppContext, db: Db, tenantId: string, realNow: Date): Promise<Scope> {
  const caller = serviceCaller(tenantId);
  return { db, caller, ...tenantTimes(realNow, await enterTenant(db, caller)), config: app.config };
}

/** Derives an id from a text: a UUID of version 8 (RFC 9562), whose bits are a hash. */
function deterministicId(text: string): string {
  const hex = createHash('sha256').update(text).digest('hex');
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-8${hex.slice(13, 16)}-a${hex.slice(17, 20)}-${hex.slice(20, 32)}`;
}
