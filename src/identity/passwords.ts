// Passwords: argon2id with the parameters OWASP asks for, as PHC strings; the work is bounded, so that sign-ins cannot exhaust the machine.
import { argon2, randomBytes, timingSafeEqual } from 'node:crypto';
import { promisify } from 'node:util';
import { Busy } from '../platform/errors.ts';
import { makeTurns } from '../platform/processes/concurrency-limit.ts';

const derive = promisify(argon2);

// OWASP Password Storage Cheat Sheet, argon2id minimum: 19 MiB, 2 passes, 1 lane.
const wanted = { memory: 19_456, passes: 2, parallelism: 1 };
const atOnce = 4;
const waitingRoom = 100;

const inTurn = makeTurns({ atOnce, waitingRoom, full: () => new Busy(1, 'Too many sign-ins at once.') });

/** A password to keep, as a PHC string. Throws Busy when too many are being computed already. */
export async function hashPassword(password: string): Promise<string> {
  const salt = randomBytes(16);
  const hash = await compute(password, salt, wanted, 32);
  return `$argon2id$v=19$m=${wanted.memory},t=${wanted.passes},p=${wanted.parallelism}$${plain(salt)}$${plain(hash)}`;
}

/**
 * Whether a password is the kept one. Without a kept one the same work is done in vain, so that the time does not tell whether an address is known.
 * `outdated` asks for a new hash: the parameters have changed since.
 */
export async function checkPassword(
  password: string,
  kept: string | null,
): Promise<{ right: boolean; outdated: boolean }> {
  const parts = /^\$argon2id\$v=19\$m=(\d+),t=(\d+),p=(\d+)\$([A-Za-z0-9+/]+)\$([A-Za-z0-9+/]+)$/.exec(kept ?? '');
  if (parts === null) {
    await compute(password, Buffer.alloc(16), wanted, 32);
    return { right: false, outdated: false };
  }
  const parameters = { memory: Number(parts[1]), passes: Number(parts[2]), parallelism: Number(parts[3]) };
  const expected = Buffer.from(parts[5] ?? '', 'base64');
  const actual = await compute(password, Buffer.from(parts[4] ?? '', 'base64'), parameters, expected.length);
  const outdated =
    parameters.memory !== wanted.memory ||
    parameters.passes !== wanted.passes ||
    parameters.parallelism !== wanted.parallelism;
  return { right: timingSafeEqual(actual, expected), outdated };
}

async function compute(password: string, salt: Buffer, parameters: typeof wanted, length: number): Promise<Buffer> {
  return inTurn(() =>
    derive('argon2id', { message: password.normalize('NFC'), nonce: salt, ...parameters, tagLength: length }),
  );
}

function plain(bytes: Buffer): string {
  return bytes.toString('base64').replaceAll('=', '');
}
