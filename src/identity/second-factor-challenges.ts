// Challenges: what a second factor must answer, within ten minutes and once. The client has a token, which is also the
// challenge that a passkey signs.
import type { Scope } from '../platform/db/scope.ts';
import { Conflict } from '../platform/errors.ts';
import { newId } from '../platform/values/ids.ts';
import * as queries from './second-factor-queries.ts';
import { createToken, parseOneTimeToken, tokenHash } from './tokens.ts';

const validMs = 10 * 60_000;
/** How long a challenge can be answered, in seconds. */
export const challengeSeconds = validMs / 1000;

type Purpose = queries.Challenge['purpose'];
type ChallengeTime = Pick<Scope, 'db' | 'realNow'>;

/**
 * Creates a challenge for the acting person; returns its token. For a sign-in by passkey alone nobody is bound, and
 * `personId` is undefined.
 */
export async function createChallenge(
  { db, realNow }: ChallengeTime,
  personId: string | undefined,
  purpose: Purpose,
  more: Partial<Omit<queries.Challenge, 'purpose'>> = {},
): Promise<string> {
  const token = newChallengeToken(personId);
  await storeChallenge({ db, realNow }, token, purpose, more);
  return token;
}

/** Creates the token of a challenge that storeChallenge will store. */
export function newChallengeToken(personId: string | undefined): string {
  return createToken('hsf_', personId ?? newId());
}

/** Stores the challenge of a token for the acting person, or for nobody. */
export async function storeChallenge(
  { db, realNow }: ChallengeTime,
  token: string,
  purpose: Purpose,
  more: Partial<Omit<queries.Challenge, 'purpose'>> = {},
): Promise<void> {
  const none = { organizationId: null, signedInWith: null, secret: null };
  const expiresAt = new Date(realNow.getTime() + validMs);
  await queries.insertChallenge(db, realNow, { ...none, ...more, purpose, hash: tokenHash(token), expiresAt });
}

/** The person whom a token names; unverified. Undefined if it is no token of a challenge. */
export function personOfChallenge(token: string): string | undefined {
  return parseOneTimeToken('hsf_', token)?.tenantId;
}

/** Uses up a challenge of the acting person, or of nobody. Throws Conflict if it expired or was used up. */
export async function takeChallenge(
  { db, realNow }: ChallengeTime,
  token: string,
  purpose: Purpose,
): Promise<queries.Challenge> {
  const hash = tokenHash(token);
  const challenge = await queries.findChallenge(db, realNow, hash, { lock: true });
  if (challenge?.purpose !== purpose || !(await queries.deleteChallenge(db, hash))) throw challengeExpired();
  return challenge;
}

/** The error of a challenge that expired or was used up. */
export function challengeExpired(): Conflict {
  return new Conflict('challenge_expired', 'This took too long, or was done already. Start again.');
}
