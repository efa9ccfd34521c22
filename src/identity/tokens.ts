// Tokens: opaque, 256 bits, a prefix that tells the kind, a CRC that refuses typing errors without a look-up; the database keeps hashes only.
import { createHash, createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import { crc32 } from 'node:zlib';

/** hat_ access token, hak_ API key; both are presented as Bearer. */
export type BearerPrefix = 'hat_' | 'hak_';
/** hml_ magic link, hin_ invitation, hua_ undoing a changed account; each is taken in one place only, once. */
export type OneTimePrefix = 'hml_' | 'hin_' | 'hua_';

/** A new token of 256 random bits. */
export function makeToken(prefix: BearerPrefix | OneTimePrefix): string {
  return withChecksum(prefix + randomBytes(32).toString('base64url'));
}

/** Whether a text can be a Bearer token at all: a known prefix, the right length, a checksum that fits. */
export function isBearerToken(text: string): boolean {
  return /^ha[tk]_[A-Za-z0-9_-]{49}$/.test(text) && checksumFits(text);
}

/** Whether a text can be a one-time token of this kind. */
export function isOneTimeToken(prefix: OneTimePrefix, text: string): boolean {
  return text.startsWith(prefix) && /^[A-Za-z0-9_-]{53}$/.test(text) && checksumFits(text);
}

/** What is kept of a token. SHA-256 is enough: nobody can guess 256 random bits. */
export function tokenHash(token: string): Buffer {
  return createHash('sha256').update(token).digest();
}

/** Whether a secret that was sent is the one that is known here. How long it takes says nothing of how much of it was right. */
export function isSecret(sent: string, own: string): boolean {
  return timingSafeEqual(tokenHash(sent), tokenHash(own));
}

export type RefreshClaim = { readonly sessionId: string; readonly counter: number; readonly mac: Buffer };

/** The refresh token of a session at one count: session id + counter + MAC under the session's own key, so it can be given again, and nothing but the counter moves. */
export function refreshToken(key: Buffer, sessionId: string, counter: number): string {
  return withChecksum(
    `hrt_${Buffer.concat([claimBytes(sessionId, counter), claimMac(key, sessionId, counter)]).toString('base64url')}`,
  );
}

/** What a refresh token claims, still unproven; undefined when it is none. */
export function readRefreshToken(text: string): RefreshClaim | undefined {
  if (!/^hrt_[A-Za-z0-9_-]{76}$/.test(text) || !checksumFits(text)) return undefined;
  const bytes = Buffer.from(text.slice(4, -6), 'base64url');
  const hex = bytes.toString('hex', 0, 16);
  const sessionId = `${hex.slice(0, 8)}-${hex.slice(8, 12)}-${hex.slice(12, 16)}-${hex.slice(16, 20)}-${hex.slice(20)}`;
  return { sessionId, counter: bytes.readUInt32BE(16), mac: bytes.subarray(20) };
}

/** Whether the claim was made with this session's key. */
export function provesSession(key: Buffer, claim: RefreshClaim): boolean {
  return timingSafeEqual(claim.mac, claimMac(key, claim.sessionId, claim.counter));
}

/** The key of one session: neither the database (seed) nor the service's key alone is enough to forge a refresh token. */
export function sessionKey(serviceKey: Buffer, seed: Buffer): Buffer {
  return createHmac('sha256', serviceKey).update(seed).digest();
}

function claimBytes(sessionId: string, counter: number): Buffer {
  const bytes = Buffer.alloc(20);
  bytes.write(sessionId.replaceAll('-', ''), 'hex');
  bytes.writeUInt32BE(counter, 16);
  return bytes;
}

function claimMac(key: Buffer, sessionId: string, counter: number): Buffer {
  return createHmac('sha256', key).update(claimBytes(sessionId, counter)).digest();
}

function withChecksum(text: string): string {
  const checksum = Buffer.alloc(4);
  checksum.writeUInt32BE(crc32(text));
  return text + checksum.toString('base64url');
}

function checksumFits(text: string): boolean {
  return withChecksum(text.slice(0, -6)) === text;
}
