// Magic links: a sign-in by a link from one's own mailbox. Asking only adds a row, the same for every address; a worker finds out whose it is and
// writes the letter. A link works once, for ten minutes, and a newer one voids it (contract P-23; OWASP ASVS 5.0, 6.5.5).
import { createHash, createHmac } from 'node:crypto';
import { enqueueMail } from '../mail/outbox.ts';
import { withdrawMails } from '../mail/mail-queries.ts';
import { keyFor } from '../platform/config/config.ts';
import { NotFound, Unauthenticated } from '../platform/errors.ts';
import { newId } from '../platform/values/ids.ts';
import { type Repeating, repeat } from '../platform/processes/repeat.ts';
import { bindTenant, type House, type Scope, serviceIn } from '../platform/db/scope.ts';
import { transaction } from '../platform/db/transaction.ts';
import * as queries from './identity-queries.ts';
import { note } from './security-log.ts';
import { attemptOf, normalEmail, type SignedIn, startSession } from './sessions.ts';
import type { Source } from './devices.ts';
import { networkOf, type Throttle } from './sign-in-throttle.ts';
import { isMagicToken, makeMagicToken, tokenHash } from './tokens.ts';

const minutes = 10;
const hourMs = 3_600_000;
/** So many letters an hour go to one person: whoever asks, and when one network does (which so cannot use up what others may ask for). */
const limits = { most: 30, mostAlike: 5, withinMs: hourMs };
/** The net under NOTIFY. */
const pollMs = 2000;
/** Longer than any repeated request is remembered, so that a repeat is recognised. */
const keptMs = 24 * hourMs;

/**
 * Takes a wish for a link, for whatever address; the same for a known and an unknown one. `repeat` names the request, so that asking again with the
 * same name adds nothing.
 */
export async function askMagicLink(
  house: House,
  {
    email,
    address,
    repeat,
  }: { readonly email: string; readonly address: string; readonly repeat?: string | undefined },
): Promise<void> {
  const emailKey = normalEmail(email);
  const network = createHmac('sha256', keyFor(house.config, 'networks')).update(networkOf(address)).digest();
  const id = repeat === undefined ? newId() : idOf(`${repeat}\0${emailKey}`);
  await transaction(
    house.pool,
    'read write',
    (db) => queries.insertMagicLink(db, { id, emailKey, askedAt: house.clock(), network }),
    async () => {},
  );
}

/** Keeps turning wishes into letters, as they come. `stop` lets the one under way finish. */
export async function startSendingMagicLinks(house: House): Promise<{ stop(): Promise<void> }> {
  const onError = (error: unknown) =>
    house.log.warn({ err: error }, 'sign-in links could not be written; trying again');
  let repeating: Repeating | undefined;
  const wake = () => repeating?.wake();
  const listening = await house.pool.listen('magic_links', wake, wake);
  repeating = repeat(() => sendMagicLinks(house), { everyMs: pollMs, onError });
  return {
    async stop() {
      await repeating?.stop();
      await listening.unlisten();
    },
  };
}

/** Turns the wishes that wait into letters, one transaction each. A worker that dies leaves its wish for the next. */
export async function sendMagicLinks(house: House): Promise<void> {
  while (await sendOne(house));
}

/** Uses a link up and signs its owner in, to the organization used last or the one named. Throws Unauthenticated, NotFound. */
export async function redeemMagicLink(
  house: House,
  throttle: Throttle,
  request: { readonly token: string; readonly tenantId?: string | undefined } & Source,
): Promise<SignedIn> {
  const now = house.clock();
  if (!isMagicToken(request.token)) throw new Unauthenticated('invalid_link');
  const wanted = request.tenantId?.toLowerCase();
  const { tokens, email } = await transaction(
    house.pool,
    'read write',
    (db) => queries.redeemMagicLink(db, tokenHash(request.token), now),
    async (db, places) => {
      const place = places.find((one) => wanted === undefined || one.tenantId === wanted);
      if (place === undefined) throw places.length === 0 ? new Unauthenticated('invalid_link') : new NotFound();
      await bindTenant(db, place.tenantId);
      const scope: Scope = { db, caller: serviceIn(place.tenantId), now, config: house.config };
      if (!(await queries.touchMembership(scope, place.userId))) throw new Unauthenticated('invalid_link'); // Removed a moment ago.
      const by = { kind: 'user', id: place.userId } as const;
      await note(scope, 'signed_in', { with: 'magic_link' }, { by, address: request.address });
      const tokens = await startSession(scope, place.userId, { byMail: true, source: request });
      return { tokens, email: (await queries.findMember(scope, place.userId))?.email ?? '' };
    },
  );
  await throttle.welcome(attemptOf(email, request.address), now);
  return tokens;
}

/** Forgets wishes and links after a day. */
export async function forgetMagicLinks(house: House): Promise<void> {
  const before = new Date(house.clock().getTime() - keptMs);
  await transaction(
    house.pool,
    'read write',
    (db) => queries.deleteMagicLinks(db, before),
    async () => {},
  );
}

/** False when no wish waits. */
async function sendOne(house: House): Promise<boolean> {
  const now = house.clock();
  return transaction(
    house.pool,
    'read write',
    (db) => queries.takeMagicLink(db, now, limits),
    async (db, wish) => {
      if (wish === undefined) return false;
      const { id, userId, tenantId, email, name, language } = wish;
      if (userId === null || tenantId === null || email === null) return true; // Nobody's address, or too many letters to it.
      await bindTenant(db, tenantId);
      const scope: Scope = { db, caller: serviceIn(tenantId), now, config: house.config };
      const token = makeMagicToken();
      const until = new Date(now.getTime() + minutes * 60_000);
      const voided = await queries.giveMagicLink(db, { id, userId, hash: tokenHash(token), until });
      await withdrawMails(scope, voided);
      await enqueueMail(scope, {
        kind: 'magic-link',
        to: { address: email, name: name ?? undefined },
        language: language ?? 'et',
        facts: { link: `${house.config.publicUrl}/console/magic-link#${token}`, minutes },
        aboutId: id,
        uselessAfter: until,
      });
      return true;
    },
  );
}

/** An id that stands for a text: a UUID of version 8 (RFC 9562), whose bits are a hash. */
function idOf(text: string): string {
  const hex = createHash('sha256').update(text).digest('hex');
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-8${hex.slice(13, 16)}-a${hex.slice(17, 20)}-${hex.slice(20, 32)}`;
}
