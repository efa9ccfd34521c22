// Password hashing: argon2id with the OWASP parameters, as PHC strings. Concurrency is limited, so that sign-ins cannot
// exhaust the machine.
import { argon2, randomBytes, timingSafeEqual } from 'node:crypto';
import { promisify } from 'node:util';
import { Unavailable } from '../platform/errors.ts';
import { makeConcurrencyLimit } from '../platform/processes/concurrency-limit.ts';

const derive = promisify(argon2);

// OWASP Password Storage Cheat Sheet, argon2id minimum: 19 MiB, 2 passes, 1 lane.
const argonParameters = { memory: 19_456, passes: 2, parallelism: 1 };
const maxConcurrent = 4;
const maxWaiting = 100;

const limitConcurrency = makeConcurrencyLimit({
  atOnce: maxConcurrent,
  maxWaiting,
  full: () => new Unavailable(1, 'Too many sign-ins at once.'),
});

/** Hashes a password, as a PHC string. Throws Unavailable if too many are being hashed. */
export async function hashPassword(password: string): Promise<string> {
  const salt = randomBytes(16);
  const hash = await computeHash(password, salt, argonParameters, 32);
  return `$argon2id$v=19$m=${argonParameters.memory},t=${argonParameters.passes},p=${argonParameters.parallelism}$${toPhcBase64(salt)}$${toPhcBase64(hash)}`;
}

/**
 * Verifies a password against the stored one. Without a stored one the same work is done, so that the time does not
 * reveal whether an address is known. `outdated` requests a new hash, because the parameters changed.
 */
export async function checkPassword(
  password: string,
  storedHash: string | null,
): Promise<{ right: boolean; outdated: boolean }> {
  const parts = /^\$argon2id\$v=19\$m=(\d+),t=(\d+),p=(\d+)\$([A-Za-z0-9+/]+)\$([A-Za-z0-9+/]+)$/.exec(
    storedHash ?? '',
  );
  if (parts === null) {
    await computeHash(password, Buffer.alloc(16), argonParameters, 32);
    return { right: false, outdated: false };
  }
  const parameters = { memory: Number(parts[1]), passes: Number(parts[2]), parallelism: Number(parts[3]) };
  const expected = Buffer.from(parts[5] ?? '', 'base64');
  const actual = await computeHash(password, Buffer.from(parts[4] ?? '', 'base64'), parameters, expected.length);
  const outdated =
    parameters.memory !== argonParameters.memory ||
    parameters.passes !== argonParameters.passes ||
    parameters.parallelism !== argonParameters.parallelism;
  return { right: timingSafeEqual(actual, expected), outdated };
}

async function computeHash(
  password: string,
  salt: Buffer,
  parameters: typeof argonParameters,
  length: number,
): Promise<Buffer> {
  return limitConcurrency(() =>
    derive('argon2id', { message: password.normalize('NFC'), nonce: salt, ...parameters, tagLength: length }),
  );
}

function toPhcBase64(bytes: Buffer): string {
  return bytes.toString('base64').replaceAll('=', '');
}
