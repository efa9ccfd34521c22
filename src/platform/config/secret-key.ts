// The secret key: from a setting, or from a file that the service creates in DATA_DIR. While it is replaced, the key
// before it and the next one are accepted too.
import { randomBytes } from 'node:crypto';
import { existsSync, linkSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { codeOf, messageOf, OperatorError } from '../errors.ts';
import { createDataDir } from '../files/data-dir.ts';
import { syncFolder, writeDurably } from '../files/durable-files.ts';
import { readSecretFiles } from './secret-files.ts';
import { type Environment, readSetting } from './setting-reader.ts';

/** The keys of a service, each of 32 bytes. */
export type SecretKeys = {
  /** From it the service derives its keys: encrypting secrets, signing cursors and refresh tokens. */
  readonly secretKey: Buffer;
  /** The key before it, accepted until nothing needs it any more (docs/secret-key.md). Nothing is written with it. */
  readonly previousSecretKey?: Buffer | undefined;
  /** The key that other processes of the service are about to write with; accepted, and not written with. */
  readonly nextSecretKey?: Buffer | undefined;
};

const keyFile = 'secret.key';
const previousKeyFile = 'secret.key.previous';

/** The setting that the secret key comes from; undefined: it is in DATA_DIR. */
export function secretKeySetting(environment: Environment): 'SECRET_KEY' | 'SECRET_KEY_FILE' | undefined {
  return (['SECRET_KEY', 'SECRET_KEY_FILE'] as const).find((name) => readSetting(environment, name) !== undefined);
}

/**
 * Reads the keys; creates the secret key in DATA_DIR if there is none. Throws OperatorError naming what holds no key,
 * or the same one twice.
 */
export function readSecretKeys(environment: Environment, dataDir: string): Required<SecretKeys> {
  const isInDataDir = secretKeySetting(environment) === undefined;
  const secretKey = readKeySetting(environment, 'SECRET_KEY') ?? loadSecretKey(dataDir);
  const previousSecretKey =
    readKeySetting(environment, 'SECRET_KEY_PREVIOUS') ?? (isInDataDir ? loadPreviousKey(dataDir) : undefined);
  const nextSecretKey = readKeySetting(environment, 'SECRET_KEY_NEXT');
  if (previousSecretKey?.equals(secretKey))
    throw new OperatorError('SECRET_KEY_PREVIOUS is the same key as SECRET_KEY: name the one before it, or unset it.');
  if (nextSecretKey?.equals(secretKey))
    throw new OperatorError('SECRET_KEY_NEXT is the same key as SECRET_KEY: name the one after it, or unset it.');
  return { secretKey, previousSecretKey, nextSecretKey };
}

/** Replaces the keys of a DATA_DIR with those of a backup, each atomically even in a power cut. */
export function replaceSecretKeys(dataDir: string, { secretKey, previousSecretKey }: SecretKeys): void {
  if (previousSecretKey === undefined) rmSync(join(dataDir, previousKeyFile), { force: true });
  else writeDurably(join(dataDir, previousKeyFile), formatKey(previousSecretKey));
  writeDurably(join(dataDir, keyFile), formatKey(secretKey));
}

/** A key as the content of a file. */
function formatKey(key: Buffer): string {
  return `${key.toString('base64')}\n`;
}

/** A key from the content of a file or a setting; undefined if it has not 32 bytes. */
function parseKey(text: string): Buffer | undefined {
  const key = Buffer.from(text.trim(), 'base64');
  return key.length === 32 ? key : undefined;
}

function readKeySetting(environment: Environment, name: string): Buffer | undefined {
  const text = readSetting(readSecretFiles(environment), name);
  if (text === undefined) return undefined;
  const key = parseKey(text);
  if (key !== undefined) return key;
  const file = readSetting(environment, `${name}_FILE`);
  const source = file === undefined ? name : `The content of ${name}_FILE ${file}`;
  throw new OperatorError(`${source} must be 32 random bytes in base64, such as \`openssl rand -base64 32\` prints.`);
}

/**
 * Returns the secret key of a DATA_DIR, created at the first start (mode 0600). What losing it means is in
 * docs/secret-key.md.
 */
function loadSecretKey(dataDir: string): Buffer {
  const file = join(dataDir, keyFile);
  try {
    createDataDir(dataDir);
    if (!existsSync(file)) createSecretKey(file);
    const key = parseKey(readFileSync(file, 'utf8'));
    if (key !== undefined) return key;
  } catch (error) {
    throw new OperatorError(
      `DATA_DIR ${dataDir} cannot be used: ${messageOf(error)}. Choose a folder this user may write to.`,
    );
  }
  throw new OperatorError(
    `${file} does not hold 32 bytes in base64. Restore it from a backup, or set SECRET_KEY or SECRET_KEY_FILE.`,
  );
}

/** The key that the operator has moved aside, so that the next start creates a new one. */
function loadPreviousKey(dataDir: string): Buffer | undefined {
  const file = join(dataDir, previousKeyFile);
  if (!existsSync(file)) return undefined;
  const key = parseKey(readFileSync(file, 'utf8'));
  if (key === undefined)
    throw new OperatorError(`${file} does not hold 32 bytes in base64. Restore it from a backup, or remove it.`);
  return key;
}

/** Written to a temporary file and then linked, so that two concurrent first starts read the same complete key. */
function createSecretKey(file: string): void {
  const whole = `${file}.${process.pid}`;
  writeFileSync(whole, formatKey(randomBytes(32)), { mode: 0o600, flush: true });
  try {
    linkSync(whole, file);
    syncFolder(dirname(file)); // The database depends on the key from its first row on, so it must survive a power cut.
  } catch (error) {
    if (codeOf(error) !== 'EEXIST') throw error; // Another start created it first.
  } finally {
    rmSync(whole);
  }
}
