// Configuration: every setting of the service, read once from the environment. An invalid value stops the start with a
// message that names it.
import { createHash } from 'node:crypto';
import { resolve } from 'node:path';
import { OperatorError } from '../errors.ts';
import { isLoopback, isPrivateHost } from '../network.ts';
import { type BackupConfig, readBackupConfig } from './backup-config.ts';
import { type MailConfig, readMailConfig } from './mail-config.ts';
import { readSignInProviders, type SignInProvider } from './provider-config.ts';
import { readSecretFiles } from './secret-files.ts';
import { readSecretKeys, type SecretKeys, secretKeySetting } from './secret-key.ts';
import { type Environment, makeSettingReader, readSetting } from './setting-reader.ts';
import { readTlsConfig, type TlsConfig } from './tls-config.ts';

type Role = 'all' | 'api' | 'worker';
export type LogLevel = 'silent' | 'error' | 'warn' | 'info' | 'debug';

export type Config = SecretKeys &
  TlsConfig & {
    readonly port: number;
    /**
     * Whether the process listens. A worker does only if PORT is set, so that it does not take the port of an API on
     * the same machine.
     */
    readonly listens: boolean;
    readonly host: string;
    /** The base path of the integration API, such as `/api`; empty for the root. */
    readonly basePath: string;
    readonly publicUrl: string;
    /** Whether browsers must use https also for every subdomain of the host of `publicUrl` (HSTS). */
    readonly hstsSubdomains: boolean;
    readonly dataDir: string;
    readonly databaseUrl: string | undefined;
    /** The Redis server for shared counters; if undefined, each process counts for itself. */
    readonly redisUrl: string | undefined;
    /** The timeout of a Redis request, in milliseconds. */
    readonly redisTimeoutMs: number;
    readonly role: Role;
    /** How long a stopping process still answers, so that a load balancer notices; in milliseconds. */
    readonly drainMs: number;
    readonly logLevel: LogLevel;
    /** Whether each entry of the audit log is written to the log of the process too. */
    readonly logAudit: boolean;
    readonly corsOrigins: readonly string[];
    /** The number of proxies in front of the service that may set X-Forwarded-For; 0 trusts none. */
    readonly trustedProxies: number;
    /** The token for /metrics; without one only this machine may read it. */
    readonly metricsToken: string | undefined;
    readonly rateLimits: {
      readonly credential: number;
      readonly tenant: number;
      readonly address: number;
      readonly bulk: number;
      readonly ocr: number;
    };
    readonly mail: MailConfig;
    readonly backups: BackupConfig;
    /** The time limit for reading a photo of a meter, in milliseconds. */
    readonly ocrTimeoutMs: number;
    /** The confidence from which a reading of a photo is not called unclear. */
    readonly ocrSureConfidence: number;
    /** Where people may sign in beside their password, in the order of the sign-in page. */
    readonly signInProviders: readonly SignInProvider[];
    /** The roles whose sessions need a second factor, in every organization. */
    readonly secondFactorRequiredFor: readonly string[];
    readonly webhooks: {
      readonly allowPrivateTargets: boolean;
      /** The allowed ports of new endpoints; any port if private targets are allowed. */
      readonly allowedPorts: readonly number[];
      readonly retrySchedule: readonly number[];
    };
    /**
     * The only hosts that webhooks and documents of sign-in providers may lead to; undefined: any public one.
     * `*.example.org` has all below it.
     */
    readonly outgoingHosts: readonly string[] | undefined;
    /** Whether banks may have RSA keys from 2,048 bits, and iPizza 008 with SHA-1. */
    readonly allowWeakBanks: boolean;
    /** Whether there is a sandbox bank, for development, without real money. */
    readonly sandboxBank: boolean;
    /** Whether e-mails that were written to files can be read at /mailbox on this machine, for development. */
    readonly mailboxPage: boolean;
    /** Whether the operator may move the service's clock, for development (test-clock.ts). */
    readonly testClock: boolean;
    /** Settings that are unsafe at PUBLIC_URL and allowed by the operator (ALLOW_UNSAFE). */
    readonly unsafe: readonly string[];
  };

/** Ten attempts in a little over three days: the example schedule of Standard Webhooks 1.0. */
const defaultRetrySchedule = '0s,5s,5m,30m,2h,5h,10h,14h,20h,24h';

/**
 * Reads the configuration. Throws OperatorError naming the invalid variable; creates the secret key in DATA_DIR if
 * there is none.
 */
export function readConfig(givenSettings: Environment): Config {
  const environment = readSecretFiles(givenSettings);
  const read = makeSettingReader(environment);
  const port = read.integer('PORT', 3000, 0, 65_535);
  const host = read.text('HOST', '127.0.0.1');
  const location = readDatabaseLocation(givenSettings);
  const { dataDir } = location;
  const certificates = readTlsConfig(environment);
  const publicUrl = read.url('PUBLIC_URL', ownAddress(certificates.tls !== undefined, host, port));
  const sandboxBank = read.flag('SANDBOX_BANK');
  const allowPrivateTargets = read.flag('WEBHOOK_ALLOW_PRIVATE_TARGETS');
  return {
    port,
    host,
    ...location,
    basePath: read.basePath('BASE_PATH', '/api'),
    publicUrl,
    hstsSubdomains: read.flag('HSTS_SUBDOMAINS'),
    redisUrl: read.redisUrl('REDIS_URL'),
    redisTimeoutMs: read.integer('REDIS_TIMEOUT', 50, 1, 60_000),
    ...readRole(environment),
    drainMs: read.integer('DRAIN_SECONDS', 3, 0, 10) * 1000,
    ...readLogSettings(environment),
    corsOrigins: read.origins('CORS_ORIGINS'),
    trustedProxies: read.integer('TRUSTED_PROXIES', 0, 0, 10),
    metricsToken: read.token('METRICS_TOKEN'),
    rateLimits: readRateLimits(environment),
    mail: readMailConfig(environment, publicUrl),
    backups: readBackupConfig(environment, dataDir, secretKeySetting(givenSettings)),
    ocrTimeoutMs: read.integer('OCR_TIMEOUT', 10, 1, 600) * 1000,
    ocrSureConfidence: read.integer('OCR_SURE', 94, 50, 100) / 100,
    signInProviders: readSignInProviders(environment),
    secondFactorRequiredFor: read.names('SECOND_FACTOR_REQUIRED_FOR', ['owner', 'manager', 'accountant', 'resident']),
    webhooks: { allowPrivateTargets, ...readWebhooks(environment) },
    outgoingHosts: read.hosts('OUTGOING_HOSTS'),
    allowWeakBanks: read.flag('ALLOW_WEAK_BANKS'),
    sandboxBank,
    mailboxPage: allowOnlyLocally('MAILBOX_PAGE', read.flag('MAILBOX_PAGE'), publicUrl),
    testClock: allowOnlyLocally('TEST_CLOCK', read.flag('TEST_CLOCK'), publicUrl),
    unsafe: checkUnsafeSettings(read.names('ALLOW_UNSAFE', unsafeSettings), {
      publicUrl,
      sandboxBank,
      allowPrivateTargets,
    }),
    ...certificates,
    ...readSecretKeys(givenSettings, dataDir),
  };
}

/** Where the database is. Unlike readConfig, this makes nothing. Throws OperatorError for a malformed URL. */
export function readDatabaseLocation(given: Environment): Pick<Config, 'dataDir' | 'databaseUrl'> {
  const read = makeSettingReader(readSecretFiles(given));
  return { dataDir: resolve(read.text('DATA_DIR', './data')), databaseUrl: read.databaseUrl('DATABASE_URL') };
}

/** Where a service without a proxy is reached. */
function ownAddress(hasTls: boolean, host: string, port: number): string {
  return `${hasTls ? 'https' : 'http'}://${host.includes(':') ? `[${host}]` : host}:${port}`;
}

function readRateLimits(environment: Environment): Config['rateLimits'] {
  const read = makeSettingReader(environment);
  return {
    credential: read.integer('RATE_LIMIT_CREDENTIAL', 6000, 1, 1e9),
    tenant: read.integer('RATE_LIMIT_TENANT', 12_000, 1, 1e9),
    address: read.integer('RATE_LIMIT_ADDRESS', 60, 1, 1e9),
    bulk: read.integer('RATE_LIMIT_BULK', 10, 1, 1e9),
    ocr: read.integer('RATE_LIMIT_OCR', 30, 1, 1e9),
  };
}

function readLogSettings(environment: Environment): Pick<Config, 'logLevel' | 'logAudit'> {
  const read = makeSettingReader(environment);
  return {
    logLevel: read.choice('LOG_LEVEL', ['silent', 'error', 'warn', 'info', 'debug'], 'warn'),
    logAudit: read.flag('LOG_AUDIT'),
  };
}

function readWebhooks(environment: Environment): Omit<Config['webhooks'], 'allowPrivateTargets'> {
  const read = makeSettingReader(environment);
  return {
    allowedPorts: [443, 8443, ...read.ports('WEBHOOK_ALLOWED_PORTS')],
    retrySchedule: read.schedule('WEBHOOK_RETRY_SCHEDULE', defaultRetrySchedule),
  };
}

/** The parts of this process, and whether it listens. */
function readRole(environment: Environment): Pick<Config, 'role' | 'listens'> {
  const role = makeSettingReader(environment).choice('ROLE', ['all', 'api', 'worker'], 'all');
  return { role, listens: role !== 'worker' || readSetting(environment, 'PORT') !== undefined };
}

/** Derives a key for one purpose from the service's secret key, so that no two purposes share a key. */
export function deriveKey(config: Pick<SecretKeys, 'secretKey'>, purpose: string): Buffer {
  return createHash('sha256').update(config.secretKey).update('\0').update(purpose).digest();
}

/**
 * Derives the keys that are accepted for one purpose: of the secret key, then of the previous and the next one while it
 * is replaced.
 */
export function deriveAcceptedKeys(config: SecretKeys, purpose: string): Buffer[] {
  return [config.secretKey, config.previousSecretKey, config.nextSecretKey].flatMap((secretKey) =>
    secretKey === undefined ? [] : [deriveKey({ secretKey }, purpose)],
  );
}

/**
 * Derives a key for names under which processes count together. It stays that of the previous secret key as long as
 * that is set, so that a process with the new key and one that does not have it yet use the same names.
 */
export function deriveNamingKey({ secretKey, previousSecretKey }: SecretKeys, purpose: string): Buffer {
  return deriveKey({ secretKey: previousSecretKey ?? secretKey }, purpose);
}

/** Settings that are dangerous in production are accepted only by a service that is not reachable from outside. */
function allowOnlyLocally(name: string, isEnabled: boolean, publicUrl: string): boolean {
  if (!isEnabled || isLoopback(new URL(publicUrl).hostname)) return isEnabled;
  throw new OperatorError(
    `${name}=true is for development alone: PUBLIC_URL must be an address of this machine, such as http://127.0.0.1:3000.`,
  );
}

/** Settings that are unsafe if the internet can reach the service. */
const unsafeSettings = ['PUBLIC_URL', 'SANDBOX_BANK', 'WEBHOOK_ALLOW_PRIVATE_TARGETS'] as const;

/**
 * Returns the unsafe settings of a public service. Throws OperatorError naming the first one that ALLOW_UNSAFE does not
 * list.
 */
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
