// Tokens: opaque, 256 random bits behind the id of their organization, a prefix that tells the kind, a CRC that refuses typing errors without a look-up;
// the database keeps hashes only.
import { createHash, createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import { crc32 } from 'node:zlib';
import { idBytes, readId } from '../platform/values/ids.ts';

/** hat_ access token, hak_ API key; both are presented as Bearer. hin_ invitation, hua_ undoing a changed account; each is taken in one place only, once. */
export type TokenPrefix = BearerPrefix | OneTimePrefix;
type BearerPrefix = 'hat_' | 'hak_';
type OneTimePrefix = 'hin_' | 'hua_';

/** A token as it is looked up: in the organization that it names, by its hash. Whether there is such a one is still unproven. */
export type PresentedCredential = { readonly tenantId: string; readonly hash: Buffer };

/** A new token of an organization: its id and 256 random bits. The id is no secret; it says where to look the token up, which never needs all organizations. */
export function createToken(prefix: TokenPrefix, tenantId: string): string {
  return appendChecksum(prefix + Buffer.concat([idBytes(tenantId), randomBytes(32)]).toString('base64url'));
}

/** What a Bearer token is looked up by; undefined for what can be none: a known prefix, the right length, a checksum that fits. */
export function parseBearer(text: string): PresentedCredential | undefined {
  return /^ha[tk]_/.test(text) ? parseToken(text) : undefined;
}

/** What a one-time token of this kind is looked up by; undefined for what can be none. */
export function parseOneTimeToken(prefix: OneTimePrefix, text: string): PresentedCredential | undefined {
  return text.startsWith(prefix) ? parseToken(text) : undefined;
}

function parseToken(text: string): PresentedCredential | undefined {
  if (!/^h[a-z]{2}_[A-Za-z0-9_-]{70}$/.test(text) || !hasValidChecksum(text)) return undefined;
  return { tenantId: readId(Buffer.from(text.slice(4, -6), 'base64url'), 0), hash: tokenHash(text) };
}

/** A new magic link's token: 256 random bits. It is a person's, who may belong to several organizations, and names none. */
export function createMagicToken(): string {
  return appendChecksum(`hml_${randomBytes(32).toString('base64url')}`);
}

/** Whether a text can be a magic link's token. */
export function isMagicToken(text: string): boolean {
  return /^hml_[A-Za-z0-9_-]{49}$/.test(text) && hasValidChecksum(text);
}

/** What is kept of a token. SHA-256 is enough: nobody can guess 256 random bits. */
export function tokenHash(token: string): Buffer {
  return createHash('sha256').update(token).digest();
}

/** Whether a secret that was sent is the one that is known here. How long it takes says nothing of how much of it was right. */
export function equalsSecret(sent: string, own: string): boolean {
  return timingSafeEqual(tokenHash(sent), tokenHash(own));
}

/** Which session a refresh token is of. */
export type SessionReference = { readonly tenantId: string; readonly sessionId: string };
export type RefreshClaim = SessionReference & { readonly counter: number; readonly mac: Buffer };

/** The refresh token of a session at one count: tenant + session + counter + MAC under the session's own key, so it can be given again, and nothing but the counter moves. */
export function refreshToken(key: Buffer, session: SessionReference, counter: number): string {
  const claim = claimBytes(session, counter);
  return appendChecksum(`hrt_${Buffer.concat([claim, macOf(key, claim)]).toString('base64url')}`);
}

/** What a refresh token claims, still unproven; undefined when it is none. */
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

/** Whether the claim was made with this session's key. */
export function isClaimAuthentic(key: Buffer, claim: RefreshClaim): boolean {
  return timingSafeEqual(claim.mac, macOf(key, claimBytes(claim, claim.counter)));
}

/** The key of one session: neither the database (seed) nor the service's key alone is enough to forge a refresh token. */
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
