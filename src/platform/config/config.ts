// Configuration: every setting of the service, read once from the environment; a wrong value stops the start with a sentence that names it.
import { createHash, randomBytes } from 'node:crypto';
import { existsSync, linkSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { codeOf, messageOf, OperatorError } from '../errors.ts';
import { createDataDir } from '../files/data-dir.ts';
import { syncFolder, writeDurably } from '../files/durable-files.ts';
import { isLoopback, isPrivateHost } from '../network.ts';
import { parseDurations } from '../values/durations.ts';
import { trimEndOf } from '../values/text.ts';
import { type MailConfig, readMailConfig } from './mail-config.ts';
import { readVisionConfig, type VisionConfig } from './vision-config.ts';

export type Role = 'all' | 'api' | 'worker';
export type LogLevel = 'silent' | 'error' | 'warn' | 'info' | 'debug';

export type Config = {
  readonly port: number;
  readonly host: string;
  /** Where the integration API lives, such as `/api`; empty when it lives at the root. */
  readonly basePath: string;
  readonly publicUrl: string;
  /** Whether browsers are to use https for every host below that of `publicUrl` too. */
  readonly hstsSubdomains: boolean;
  readonly dataDir: string;
  readonly databaseUrl: string | undefined;
  /** Where processes share what they count; undefined counts in each process. */
  readonly redisUrl: string | undefined;
  /** How long a request waits for Redis, in milliseconds. */
  readonly redisTimeoutMs: number;
  readonly role: Role;
  /** How long a process that was told to stop goes on answering, so that a load balancer sees it leave; in milliseconds. */
  readonly drainMs: number;
  readonly logLevel: LogLevel;
  readonly corsOrigins: readonly string[];
  /** How many proxies in front of the service may set X-Forwarded-For; 0 trusts none. */
  readonly trustedProxies: number;
  /** What /metrics wants to be sent; without one it answers this machine alone. */
  readonly metricsToken: string | undefined;
  readonly rateLimits: {
    readonly credential: number;
    readonly tenant: number;
    readonly address: number;
    readonly bulk: number;
    readonly ocr: number;
  };
  readonly mail: MailConfig;
  /** How long a photo of a meter may take, in milliseconds. */
  readonly ocrTimeoutMs: number;
  /** A vision model elsewhere that may read photos of meters; undefined: the service reads them itself. */
  readonly vision: VisionConfig | undefined;
  readonly webhooks: {
    readonly allowPrivateTargets: boolean;
    /** Ports at which new endpoints may be made; any where private targets are allowed. */
    readonly allowedPorts: readonly number[];
    readonly retrySchedule: readonly number[];
  };
  /** Whether there is a bank for development, at which nobody pays with money. */
  readonly sandboxBank: boolean;
  /** Whether the operator may move the service's clock, for development (test-clock.ts). */
  readonly testClock: boolean;
  /** Settings that are unsafe at PUBLIC_URL, which the operator has allowed all the same (ALLOW_UNSAFE). */
  readonly unsafe: readonly string[];
  /** 32 bytes from which the service derives its keys: sealing secrets, signing cursors and refresh tokens. */
  readonly secretKey: Buffer;
};

/** Ten attempts in a little over three days: the example schedule of Standard Webhooks 1.0. */
const defaultRetrySchedule = '0s,5s,5m,30m,2h,5h,10h,14h,20h,24h';

type Environment = Readonly<Record<string, string | undefined>>;

/** A setting as it was given, without blanks around it. An empty one counts as not set. */
export function readSetting(environment: Environment, name: string): string | undefined {
  return environment[name]?.trim() || undefined;
}

/** Reads the configuration. Throws StartRefused naming the variable that is wrong; makes the secret key in DATA_DIR when there is none. */
export function readConfig(environment: Environment): Config {
  const read = makeSettingReader(environment);
  const port = read.integer('PORT', 3000, 0, 65_535);
  const host = read.text('HOST', '127.0.0.1');
  const dataDir = resolve(read.text('DATA_DIR', './data'));
  const publicUrl = read.url('PUBLIC_URL', `http://${host.includes(':') ? `[${host}]` : host}:${port}`);
  const sandboxBank = read.flag('SANDBOX_BANK');
  const allowPrivateTargets = read.flag('WEBHOOK_ALLOW_PRIVATE_TARGETS');
  return {
    port,
    host,
    dataDir,
    basePath: read.basePath('BASE_PATH', '/api'),
    publicUrl,
    hstsSubdomains: read.flag('HSTS_SUBDOMAINS'),
    databaseUrl: read.databaseUrl('DATABASE_URL'),
    redisUrl: read.redisUrl('REDIS_URL'),
    redisTimeoutMs: read.integer('REDIS_TIMEOUT', 50, 1, 60_000),
    role: read.choice('ROLE', ['all', 'api', 'worker'], 'all'),
    drainMs: read.integer('DRAIN_SECONDS', 3, 0, 10) * 1000,
    logLevel: read.choice('LOG_LEVEL', ['silent', 'error', 'warn', 'info', 'debug'], 'warn'),
    corsOrigins: read.origins('CORS_ORIGINS'),
    trustedProxies: read.integer('TRUSTED_PROXIES', 0, 0, 10),
    metricsToken: read.token('METRICS_TOKEN'),
    rateLimits: {
      credential: read.integer('RATE_LIMIT_CREDENTIAL', 6000, 1, 1e9),
      tenant: read.integer('RATE_LIMIT_TENANT', 12_000, 1, 1e9),
      address: read.integer('RATE_LIMIT_ADDRESS', 60, 1, 1e9),
      bulk: read.integer('RATE_LIMIT_BULK', 10, 1, 1e9),
      ocr: read.integer('RATE_LIMIT_OCR', 30, 1, 1e9),
    },
    mail: readMailConfig(environment, publicUrl),
    ocrTimeoutMs: read.integer('OCR_TIMEOUT', 10, 1, 600) * 1000,
    vision: readVisionConfig(environment),
    webhooks: {
      allowPrivateTargets,
      allowedPorts: [443, 8443, ...read.ports('WEBHOOK_ALLOWED_PORTS')],
      retrySchedule: read.schedule('WEBHOOK_RETRY_SCHEDULE'),
    },
    sandboxBank,
    testClock: allowOnlyLocally('TEST_CLOCK', read.flag('TEST_CLOCK'), publicUrl),
    unsafe: checkUnsafeSettings(read.names('ALLOW_UNSAFE', unsafeSettings), {
      publicUrl,
      sandboxBank,
      allowPrivateTargets,
    }),
    secretKey: read.secretKey('SECRET_KEY', dataDir),
  };
}

/** A key for one purpose, derived from the service's secret key, so that no two purposes share one. */
export function deriveKey(config: Config, purpose: string): Buffer {
  return createHash('sha256').update(config.secretKey).update('\0').update(purpose).digest();
}

/** What would do harm where others work is taken only by a service that nobody calls from outside. */
function allowOnlyLocally(name: string, isEnabled: boolean, publicUrl: string): boolean {
  if (!isEnabled || isLoopback(new URL(publicUrl).hostname)) return isEnabled;
  throw new OperatorError(
    `${name}=true is for development alone: PUBLIC_URL must be an address of this machine, such as http://127.0.0.1:3000.`,
  );
}

/** Settings that do harm where the internet can call the service. */
const unsafeSettings = ['PUBLIC_URL', 'SANDBOX_BANK', 'WEBHOOK_ALLOW_PRIVATE_TARGETS'] as const;

/** The unsafe settings of a service that the internet can call. Throws StartRefused naming the first that ALLOW_UNSAFE does not name. */
function checkUnsafeSettings(
  allowed: readonly string[],
  settings: { publicUrl: string; sandboxBank: boolean; allowPrivateTargets: boolean },
): string[] {
  const url = new URL(settings.publicUrl);
  if (isPrivateHost(url.hostname)) return [];
  const unsafeSettingsInUse = {
    PUBLIC_URL: url.protocol === 'http:' && 'passwords and tokens would cross the internet in the open: use https',
    SANDBOX_BANK: settings.sandboxBank && 'anybody could mark invoices as paid: leave it unset',
    WEBHOOK_ALLOW_PRIVATE_TARGETS:
      settings.allowPrivateTargets && 'webhooks could reach this machine’s own network: leave it unset',
  };
  const unsafe = unsafeSettings.filter((name) => unsafeSettingsInUse[name] !== false);
  for (const name of unsafe)
    if (!allowed.includes(name))
      throw new OperatorError(
        `${name} is unsafe where PUBLIC_URL is ${settings.publicUrl}: ${unsafeSettingsInUse[name]}. To start all the same, name it in ALLOW_UNSAFE.`,
      );
  return unsafe;
}

function makeSettingReader(environment: Environment) {
  const get = (name: string) => readSetting(environment, name);
  const refuse = (name: string, wanted: string): never => {
    const shown = /_(URL|KEY|TOKEN)$/.test(name) ? '' : ` It is "${get(name)}".`;
    throw new OperatorError(`${name} must be ${wanted}.${shown}`);
  };
  return {
    text: (name: string, otherwise: string) => get(name) ?? otherwise,
    integer(name: string, otherwise: number, low: number, high: number): number {
      const text = get(name);
      if (text === undefined) return otherwise;
      const value = Number(text);
      return /^\d+$/.test(text) && value >= low && value <= high
        ? value
        : refuse(name, `a whole number from ${low} to ${high}`);
    },
    choice<T extends string>(name: string, choices: readonly T[], otherwise: T): T {
      const text = get(name);
      if (text === undefined) return otherwise;
      return choices.find((choice) => choice === text) ?? refuse(name, `one of ${choices.join(', ')}`);
    },
    flag(name: string): boolean {
      const text = get(name) ?? 'false';
      return text === 'true' || (text !== 'false' && refuse(name, 'true or false'));
    },
    basePath(name: string, otherwise: string): string {
      const text = get(name) ?? otherwise;
      if (text === '/') return '';
      const clash = /^\/(console|callbacks|pay|sandbox-bank|health|metrics|docs|openapi\.json)(\/|$)/.test(text);
      return /^(\/[A-Za-z0-9._~-]+)+$/.test(text) && !clash
        ? text
        : refuse(
            name,
            'a path such as /api, without a slash at its end, and none of the service’s own (/console, /docs, /health …)',
          );
    },
    url(name: string, otherwise: string): string {
      const text = trimEndOf(get(name) ?? otherwise, '/');
      return isBaseUrl(text)
        ? text
        : refuse(
            name,
            'an http or https URL such as https://haldur.example.org, with nothing after ? or # and no user',
          );
    },
    databaseUrl(name: string): string | undefined {
      const text = get(name);
      if (text === undefined) return undefined;
      return URL.canParse(text) && /^postgres(ql)?:$/.test(new URL(text).protocol)
        ? text
        : refuse(name, 'a URL such as postgres://user:password@host:5432/database');
    },
    redisUrl(name: string): string | undefined {
      const text = get(name);
      return text === undefined || isRedisUrl(text)
        ? text
        : refuse(name, 'a URL such as redis://user:password@host:6379/0, or rediss:// with TLS');
    },
    origins(name: string): string[] {
      const origins = (get(name) ?? '').split(',').map((origin) => origin.trim());
      return origins
        .filter((origin) => origin !== '')
        .map((origin) =>
          URL.canParse(origin) && new URL(origin).origin === origin
            ? origin
            : refuse(name, 'origins such as https://app.example.org, with commas'),
        );
    },
    names(name: string, known: readonly string[]): string[] {
      const names = (get(name) ?? '').split(',').map((part) => part.trim());
      const wanted = `names of settings, with commas: ${known.join(', ')}`;
      return names.filter((part) => part !== '').map((part) => (known.includes(part) ? part : refuse(name, wanted)));
    },
    ports(name: string): number[] {
      const texts = (get(name) ?? '').split(',').map((text) => text.trim());
      return texts
        .filter((text) => text !== '')
        .map((text) =>
          /^\d{1,5}$/.test(text) && Number(text) >= 1 && Number(text) <= 65_535
            ? Number(text)
            : refuse(name, 'ports from 1 to 65535, with commas, such as 4443,9443'),
        );
    },
    schedule(name: string): readonly number[] {
      const text = get(name);
      try {
        return parseDurations(text ?? defaultRetrySchedule);
      } catch (error) {
        return refuse(name, `durations with commas, such as 0s,5s,5m,2h (${messageOf(error)})`);
      }
    },
    token(name: string): string | undefined {
      const text = get(name);
      return text === undefined || /^[\x21-\x7e]{16,200}$/.test(text)
        ? text
        : refuse(name, '16 to 200 characters without blanks, such as `openssl rand -hex 16` prints');
    },
    secretKey(name: string, dataDir: string): Buffer {
      const text = get(name);
      if (text === undefined) return loadSecretKey(dataDir);
      const key = Buffer.from(text, 'base64');
      return key.length === 32
        ? key
        : refuse(name, '32 random bytes in base64, such as `openssl rand -base64 32` prints');
    },
  };
}

/** Whether paths can be put behind a URL. */
function isBaseUrl(text: string): boolean {
  const url = URL.parse(text);
  return url !== null && /^https?:$/.test(url.protocol) && url.username + url.password === '' && !/[?#]/.test(text);
}

/** Whether a Redis client can make sense of a URL: a host, at most a number for the database, and nothing that would be taken for its options. */
function isRedisUrl(text: string): boolean {
  const url = URL.parse(text);
  if (url === null || !/^rediss?:$/.test(url.protocol) || url.hostname === '') return false;
  try {
    decodeURIComponent(url.username + url.password);
  } catch {
    return false; // A percent sign that begins nothing.
  }
  return /^(\/\d{0,5})?$/.test(url.pathname) && url.search === '' && url.hash === '';
}

/** Replaces the secret key of a DATA_DIR with that of a backup, so that even a power cut leaves the one or the other. */
export function replaceSecretKey(dataDir: string, key: Buffer): void {
  writeDurably(join(dataDir, 'secret.key'), `${key.toString('base64')}\n`);
}

/** The secret key of a DATA_DIR, made at the first start (mode 0600). Losing it voids sessions and sealed webhook secrets, nothing else. */
function loadSecretKey(dataDir: string): Buffer {
  const file = join(dataDir, 'secret.key');
  try {
    createDataDir(dataDir);
    if (!existsSync(file)) createSecretKey(file);
    const key = Buffer.from(readFileSync(file, 'utf8').trim(), 'base64');
    if (key.length === 32) return key;
  } catch (error) {
    throw new OperatorError(
      `DATA_DIR ${dataDir} cannot be used: ${messageOf(error)}. Choose a folder this user may write to.`,
    );
  }
  throw new OperatorError(`${file} does not hold 32 bytes in base64. Restore it from a backup, or set SECRET_KEY.`);
}

/** Written in full beside its name and then linked to it, so that of two first starts at once both read the same whole key. */
function createSecretKey(file: string): void {
  const whole = `${file}.${process.pid}`;
  writeFileSync(whole, `${randomBytes(32).toString('base64')}\n`, { mode: 0o600, flush: true });
  try {
    linkSync(whole, file);
    syncFolder(dirname(file)); // The database knows the key from its first row on: a power cut must not take it away.
  } catch (error) {
    if (codeOf(error) !== 'EEXIST') throw error; // Another start was quicker.
  } finally {
    rmSync(whole);
  }
}
