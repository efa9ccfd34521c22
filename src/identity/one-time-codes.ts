// Codes that people type as a second factor: of an authenticator app (TOTP, RFC 6238), and recovery codes. Pure, but
// for the random numbers.
import { createHash, randomBytes } from 'node:crypto';
import { Secret, TOTP } from 'otpauth';

const issuer = 'Haldur';
const periodSeconds = 30;
const secretBytes = 20;

/** How many recovery codes a person gets. */
const recoveryCodeCount = 10;
const recoveryBytes = 15;

/** Creates the secret of an authenticator app, in base32. */
export function createAppSecret(): string {
  return new Secret({ buffer: new Uint8Array(randomBytes(secretBytes)).buffer }).base32;
}

/** The address that a QR code hands to an authenticator app. */
export function appUri(secret: string, email: string): string {
  return totpOf(secret, email).toString();
}

/**
 * Returns the 30-second step of a code; undefined if the code is not the one of this moment, or its step is not after
 * `lastStep`. Codes of the neighbouring steps are not accepted, so each is valid for 30 seconds at most (OWASP ASVS
 * 5.0, 6.5.5).
 */
export function stepOfCode(secret: string, code: string, now: Date, lastStep: number | null): number | undefined {
  const timestamp = now.getTime();
  if (totpOf(secret, '').validate({ token: code, timestamp, window: 0 }) === null) return undefined;
  const step = Math.floor(timestamp / 1000 / periodSeconds);
  return lastStep !== null && step <= lastStep ? undefined : step;
}

/**
 * Reads what a person typed: a code of an app (six digits), a recovery code, or neither. Spaces and hyphens do not
 * matter.
 */
export function readCode(
  typed: string,
): { readonly kind: 'app' | 'recovery'; readonly code: string } | { readonly kind: 'neither' } {
  const code = typed.replaceAll(/[\s-]/g, '').toUpperCase();
  if (/^\d{6}$/.test(code)) return { kind: 'app', code };
  return /^[A-Z2-7]{24}$/.test(code) ? { kind: 'recovery', code } : { kind: 'neither' };
}

/** Creates ten recovery codes of 120 random bits, in groups of six letters and digits. */
export function createRecoveryCodes(): string[] {
  return Array.from({ length: recoveryCodeCount }, () => {
    const text = new Secret({ buffer: new Uint8Array(randomBytes(recoveryBytes)).buffer }).base32;
    return text.replaceAll(/(.{6})(?=.)/g, '$1-');
  });
}

/** The stored hash of a recovery code. SHA-256 is enough: nobody can guess 120 random bits. */
export function recoveryCodeHash(code: string): Buffer {
  return createHash('sha256').update(code.replaceAll('-', '')).digest();
}

function totpOf(secret: string, label: string): TOTP {
  return new TOTP({
    issuer,
    label,
    period: periodSeconds,
    digits: 6,
    algorithm: 'SHA1',
    secret: Secret.fromBase32(secret),
  });
}
