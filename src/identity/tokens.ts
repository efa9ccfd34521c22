// Tokens: 256 random bits with the id of their organization, a prefix for the kind, and a CRC that rejects typing
// errors without a look-up. The database stores only hashes.
import { createHmac, hash, randomBytes, timingSafeEqual } from 'node:crypto';
import { crc32 } from 'node:zlib';
import { idBytes, readId } from '../platform/values/ids.ts';

/**
 * hat_ access token, hak_ API key, htk_ API key of a test organization; all are sent as Bearer. hin_ invitation, hua_
 * undoing an account change, hac_ confirming an e-mail address, hsf_ challenge of a second factor (with the id of the
 * person); each is accepted in one place only, once.
 */
type TokenPrefix = BearerPrefix | OneTimePrefix;
type BearerPrefix = 'hat_' | 'hak_' | 'htk_';
type OneTimePrefix = 'hin_' | 'hua_' | 'hac_' | 'hsf_';

/**
 * An unverified token for look-up: the organization it names, its hash, and the hash as text, by which a process
 * remembers it.
 */
export type PresentedCredential = { readonly tenantId: string; readonly hash: Buffer; readonly hashText: string };

/**
 * Creates a token of an organization: its id and 256 random bits. The id is not secret; it directs the look-up to one
 * organization.
 */
export function createToken(prefix: TokenPrefix, tenantId: string): string {
  return appendChecksum(prefix + Buffer.concat([idBytes(tenantId), randomBytes(32)]).toString('base64url'));
}

/** Parses a Bearer token for look-up; undefined unless prefix, length and checksum are valid. */
export function parseBearer(text: string): PresentedCredential | undefined {
  return /^(hat|hak|htk)_/.test(text) ? parseToken(text) : undefined;
}

/** Parses a one-time token of this kind for look-up; undefined if it is not valid. */
export function parseOneTimeToken(prefix: OneTimePrefix, text: string): PresentedCredential | undefined {
  return text.startsWith(prefix) ? parseToken(text) : undefined;
}

function parseToken(text: string): PresentedCredential | undefined {
  if (!/^h[a-z]{2}_[A-Za-z0-9_-]{70}$/.test(text) || !hasValidChecksum(text)) return undefined;
  const hash = tokenHash(text);
  const tenantId = readId(Buffer.from(text.slice(4, -6), 'base64url'), 0);
  return { tenantId, hash, hashText: hash.toString('base64') };
}

/**
 * Creates the token of a magic link: 256 random bits. It belongs to a person, who may belong to several organizations,
 * so it names none.
 */
export function createMagicToken(): string {
  return appendChecksum(`hml_${randomBytes(32).toString('base64url')}`);
}

/** Reports whether a text can be a magic link's token. */
export function isMagicToken(text: string): boolean {
  return /^hml_[A-Za-z0-9_-]{49}$/.test(text) && hasValidChecksum(text);
}

/** The stored hash of a token. SHA-256 is enough: nobody can guess 256 random bits. */
export function tokenHash(token: string): Buffer {
  return hash('sha256', token, 'buffer');
}

/** Compares a secret in constant time. */
export function equalsSecret(sent: string, own: string): boolean {
  return timingSafeEqual(tokenHash(sent), tokenHash(own));
}

/** The session of a refresh token. */
type SessionReference = { readonly tenantId: string; readonly sessionId: string };
export type RefreshClaim = SessionReference & { readonly counter: number; readonly mac: Buffer };

/**
 * The refresh token of a session at one count: tenant, session, counter and a MAC with the session's own key. It can be
 * issued again; only the counter changes.
 */
export function refreshToken(key: Buffer, session: SessionReference, counter: number): string {
  const claim = claimBytes(session, counter);
  return appendChecksum(`hrt_${Buffer.concat([claim, macOf(key, claim)]).toString('base64url')}`);
}

/** Parses a refresh token; the claim is unverified. Undefined if it is not a refresh token. */
export function parseRefreshToken(text: string): RefreshClaim | undefined {
  if (!/^hrt_[A-Za-z0-9_-]{97}$/.test(text) || !hasValidChecksum(text)) return undefined;
  const bytes = Buffer.from(text.slice(4, -6), 'base64url');
  return {
    tenantId: readId(bytes, 0),
    sessionId: readId(bytes, 16),
    counter: bytes.readUInt32BE(32),
    mac: bytes.subarray(36),
  };
}

/** Reports whether two refresh tokens name the same session. Neither is verified. */
export function areOfOneSession(token: string, other: string): boolean {
  const sessionId = parseRefreshToken(token)?.sessionId;
  return sessionId !== undefined && sessionId === parseRefreshToken(other)?.sessionId;
}

/** Verifies that a claim was made with this session's key. */
export function isClaimAuthentic(key: Buffer, claim: RefreshClaim): boolean {
  return timingSafeEqual(claim.mac, macOf(key, claimBytes(claim, claim.counter)));
}

/**
 * The key of one session: neither the database (seed) nor the service's key alone is enough to forge a refresh token.
 */
export function sessionKey(serviceKey: Buffer, seed: Buffer): Buffer {
  return createHmac('sha256', serviceKey).update(seed).digest();
}

function claimBytes({ tenantId, sessionId }: SessionReference, counter: number): Buffer {
  const count = Buffer.alloc(4);
  count.writeUInt32BE(counter);
  return Buffer.concat([idBytes(tenantId), idBytes(sessionId), count]);
}

function macOf(key: Buffer, claim: Buffer): Buffer {
  return createHmac('sha256', key).update(claim).digest();
}

function appendChecksum(text: string): string {
  const checksum = Buffer.alloc(4);
  checksum.writeUInt32BE(crc32(text));
  return text + checksum.toString('base64url');
}

function hasValidChecksum(text: string): boolean {
  return appendChecksum(text.slice(0, -6)) === text;
}
