// Tests of the configuration: valid settings are read, an invalid one stops the start with a sentence that names it,
// and secrets are not shown.
import assert from 'node:assert/strict';
import {
  chmodSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { OperatorError } from '../errors.ts';
import { type Config, deriveKey, readConfig } from './config.ts';
import { secretSettings } from './secret-files.ts';
import { readSecretKeys, replaceSecretKeys } from './secret-key.ts';

const SECRET_KEY = Buffer.alloc(32, 7).toString('base64');
const read = (environment: Record<string, string>): Config => readConfig({ SECRET_KEY, ...environment });

function refusal(environment: Record<string, string>): string {
  try {
    read(environment);
  } catch (error) {
    assert.ok(error instanceof OperatorError, String(error));
    return error.message;
  }
  throw new assert.AssertionError({ message: `It was taken: ${JSON.stringify(environment)}` });
}

function aFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'haldur-config-'));
  after(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

test('without any setting the service runs as the specification says', () => {
  const { secretKey, dataDir, ...config } = read({});
  assert.equal(secretKey.length, 32);
  assert.ok(dataDir.endsWith('/data'));
  assert.deepEqual(config, {
    previousSecretKey: undefined,
    nextSecretKey: undefined,
    port: 3000,
    listens: true,
    host: '127.0.0.1',
    basePath: '/api',
    publicUrl: 'http://127.0.0.1:3000',
    databaseUrl: undefined,
    redisUrl: undefined,
    redisTimeoutMs: 50,
    role: 'all',
    drainMs: 3000,
    logLevel: 'warn',
    corsOrigins: [],
    trustedProxies: 0,
    metricsToken: undefined,
    hstsSubdomains: false,
    sandboxBank: false,
    mailboxPage: false,
    testClock: false,
    logAudit: false,
    outgoingHosts: undefined,
    allowWeakBanks: false,
    tls: undefined,
    clientCertificate: undefined,
    unsafe: [],
    rateLimits: { credential: 6000, tenant: 12_000, address: 60, bulk: 10, ocr: 30 },
    mail: { smtp: undefined, from: { name: 'Haldur', address: 'no-reply@haldur.invalid' } },
    backups: {
      dir: undefined,
      everyMs: 24 * 3_600_000,
      keep: 7,
      withSecretKey: false,
      recipients: [],
    },
    ocrTimeoutMs: 10_000,
    ocrSureConfidence: 0.94,
    signInProviders: [],
    secondFactorRequiredFor: [],
    webhooks: {
      allowPrivateTargets: false,
      allowedPorts: [443, 8443],
      retrySchedule: [0, 5, 300, 1800, 7200, 18_000, 36_000, 50_400, 72_000, 86_400].map((seconds) => seconds * 1000),
    },
  });
});

test('a worker listens only if PORT is set', () => {
  assert.deepEqual(
    [read({}), read({ ROLE: 'api' }), read({ ROLE: 'worker', PORT: ' ' }), read({ ROLE: 'worker', PORT: '3001' })].map(
      ({ listens }) => listens,
    ),
    [true, true, false, true],
  );
});

test('blank settings count as unset', () => {
  assert.deepEqual(read({ PORT: '', HOST: '  ', BASE_PATH: '', CORS_ORIGINS: ' , ', ROLE: ' ' }), read({}));
});

test('each setting is read', () => {
  const config = read({
    PORT: '0',
    HOST: '::',
    BASE_PATH: '/property/v1.0',
    PUBLIC_URL: 'https://haldur.example.org/',
    DATABASE_URL: 'postgresql://u:p@db/haldur',
    REDIS_URL: 'rediss://u:p%40@cache:6380/2',
    ROLE: 'worker',
    LOG_LEVEL: 'silent',
    CORS_ORIGINS: 'https://a.example.org, http://localhost:5173',
    SECOND_FACTOR_REQUIRED_FOR: 'owner, resident',
    TRUSTED_PROXIES: '2',
    RATE_LIMIT_CREDENTIAL: '1',
    WEBHOOK_ALLOW_PRIVATE_TARGETS: 'true',
    DRAIN_SECONDS: '10',
    WEBHOOK_ALLOWED_PORTS: ' 9443, 4443 ',
    WEBHOOK_RETRY_SCHEDULE: '0s,50ms',
    ALLOW_UNSAFE: 'WEBHOOK_ALLOW_PRIVATE_TARGETS, SANDBOX_BANK',
    BACKUP_DIR: '/backups',
    BACKUP_EVERY: '6',
    BACKUP_KEEP: '30',
  });
  assert.deepEqual(config.backups, {
    dir: '/backups',
    everyMs: 6 * 3_600_000,
    keep: 30,
    withSecretKey: false,
    recipients: [],
  });
  assert.throws(() => read({ WAL_ARCHIVE: '/archive' }), /WAL_ARCHIVE is no longer a setting/);
  assert.deepEqual(config.unsafe, ['WEBHOOK_ALLOW_PRIVATE_TARGETS']);
  assert.equal(config.drainMs, 10_000);
  assert.deepEqual(
    [config.port, config.host, config.basePath, config.publicUrl],
    [0, '::', '/property/v1.0', 'https://haldur.example.org'],
  );
  assert.deepEqual(config.corsOrigins, ['https://a.example.org', 'http://localhost:5173']);
  assert.deepEqual(config.secondFactorRequiredFor, ['owner', 'resident']);
  assert.equal(config.redisUrl, 'rediss://u:p%40@cache:6380/2');
  assert.deepEqual([config.role, config.trustedProxies, config.rateLimits.credential], ['worker', 2, 1]);
  assert.deepEqual(config.webhooks, {
    allowPrivateTargets: true,
    allowedPorts: [443, 8443, 9443, 4443],
    retrySchedule: [0, 50],
  });
  assert.equal(read({ BASE_PATH: '/' }).basePath, '');
  assert.equal(read({ HOST: '::1' }).publicUrl, 'http://[::1]:3000');
});

test('each invalid value stops the start with a sentence that names its setting and shows it', () => {
  const wrong: Record<string, string[]> = {
    PORT: ['x', '-1', '65536', '3000a', '1e3', '0x10', '3000.5', 'Infinity'],
    BASE_PATH: [
      'api',
      '/api/',
      '//',
      '/a//b',
      '/a b',
      '/docs',
      '/console',
      '/console/api',
      '/health',
      '/openapi.json',
      '/llms.txt',
      '/a?b',
      '/:id',
      '/*',
    ],
    PUBLIC_URL: [
      'example.org',
      'ftp://example.org',
      'https://example.org/?a=1',
      'https://example.org/#',
      'https://u:p@example.org',
    ],
    BACKUP_DIR: ['./data', './data/backups'],
    BACKUP_EVERY: ['0', '5', '48', '24h', '02:00'],
    BACKUP_KEEP: ['0', '-1', '1001', 'all'],
    ROLE: ['API', 'server', 'toString'],
    LOG_LEVEL: ['verbose', 'INFO'],
    CORS_ORIGINS: [
      '*',
      'null',
      'https://a.example.org/',
      'https://a.example.org/path',
      'example.org',
      'https://a.example.org;https://b.example.org',
    ],
    SECOND_FACTOR_REQUIRED_FOR: ['everybody', 'Owner', 'owner;resident', 'true'],
    TRUSTED_PROXIES: ['true', '11', '-1'],
    RATE_LIMIT_CREDENTIAL: ['0', 'none', '-5'],
    RATE_LIMIT_TENANT: ['0'],
    RATE_LIMIT_ADDRESS: ['1.5'],
    RATE_LIMIT_BULK: ['x'],
    WEBHOOK_ALLOW_PRIVATE_TARGETS: ['yes', '1', 'TRUE'],
    WEBHOOK_RETRY_SCHEDULE: ['x', '5', '5s,,5m', '-5s'],
    ALLOW_UNSAFE: ['true', 'sandbox_bank', 'PUBLIC_URL;SANDBOX_BANK'],
    DRAIN_SECONDS: ['-1', '11', '1.5', 'x'],
    WEBHOOK_ALLOWED_PORTS: ['x', '0', '65536', '443;8443', '-1'],
  };
  for (const [setting, values] of Object.entries(wrong))
    for (const value of values) {
      const message = refusal({ [setting]: value });
      assert.ok(message.startsWith(`${setting} must be `), message);
      if (setting !== 'PUBLIC_URL') assert.ok(message.includes(`"${value}"`), message);
    }
});

test('an invalid secret or URL is named, but not shown', () => {
  const redisUrls = [
    'hunter2',
    'hunter2:6379',
    'redis:hunter2',
    'redis://',
    'redis:///0?password=hunter2',
    'http://:hunter2@cache',
    'redis://:hunter2@cache:99999',
    'redis://:hunter2%@cache',
    'redis://:hunter2%FF@cache',
    'redis://:hunter2@cache/zero',
    'redis://:hunter2@cache/0/1',
    'redis://cache?password=hunter2',
    'redis://:hunter2@cache#1',
  ];
  for (const [nth, environment] of [
    { SECRET_KEY: 'hunter2' },
    { METRICS_TOKEN: 'hunter2' },
    { METRICS_TOKEN: 'hunter2 with blanks in it' },
    { METRICS_TOKEN: 'hunter2-täht-täht-täht' },
    { SECRET_KEY: Buffer.alloc(31, 1).toString('base64') },
    { DATABASE_URL: 'mysql://root:hunter2@db' },
    { DATABASE_URL: 'hunter2' },
    ...redisUrls.map((url) => ({ REDIS_URL: url })),
  ].entries()) {
    const message = refusal(environment);
    assert.match(message, /^(SECRET_KEY|METRICS_TOKEN|DATABASE_URL|REDIS_URL) must be /, `environment ${nth}`);
    assert.doesNotMatch(message, /hunter2|AQEB/, `environment ${nth}`);
  }
});

test('a secret key is created once in DATA_DIR, readable for its owner only, and found again', () => {
  const folder = join(aFolder(), 'made', 'as needed');
  const first = readConfig({ DATA_DIR: folder });
  assert.equal(first.secretKey.length, 32);
  assert.equal(statSync(join(folder, 'secret.key')).mode & 0o777, 0o600);
  assert.deepEqual(readConfig({ DATA_DIR: folder }).secretKey, first.secretKey);
  assert.notDeepEqual(readConfig({ DATA_DIR: aFolder() }).secretKey, first.secretKey);
});

test('a secret key can be in a file, which is never changed', () => {
  const [dataDir, file] = [aFolder(), join(aFolder(), 'key')];
  const readFrom = (SECRET_KEY_FILE: string, more = {}) =>
    readConfig({ DATA_DIR: dataDir, SECRET_KEY_FILE, ...more }).secretKey;
  writeFileSync(file, `${SECRET_KEY}\n`);
  assert.deepEqual(readFrom(file), Buffer.alloc(32, 7));
  assert.throws(() => readFrom(file, { SECRET_KEY }), {
    name: 'OperatorError',
    message: 'SECRET_KEY and SECRET_KEY_FILE are both set: unset one of them.',
  });
  writeFileSync(file, 'hunter2');
  assert.throws(
    () => readFrom(file),
    (error: Error) => {
      assert.equal(error.name, 'OperatorError');
      assert.match(error.message, /^The content of SECRET_KEY_FILE .*key must be 32 random bytes in base64/);
      assert.doesNotMatch(error.message, /hunter2/);
      return true;
    },
  );
  assert.equal(readFileSync(file, 'utf8'), 'hunter2');
  assert.throws(() => readFrom(join(dataDir, 'none')), {
    name: 'OperatorError',
    message: /^SECRET_KEY_FILE .*none cannot be read: ENOENT/,
  });
  assert.deepEqual(readdirSync(dataDir), [], 'no key is made');
});

test('while the secret key is replaced, the one before it and the next one come from settings or files', () => {
  const keyOf = (byte: number) => Buffer.alloc(32, byte).toString('base64');
  const file = join(aFolder(), 'previous');
  writeFileSync(file, `${keyOf(1)}\n`);
  const config = read({ SECRET_KEY_PREVIOUS_FILE: file, SECRET_KEY_NEXT: keyOf(2) });
  assert.deepEqual([config.previousSecretKey, config.nextSecretKey], [Buffer.alloc(32, 1), Buffer.alloc(32, 2)]);
  const rejected: [Record<string, string>, RegExp][] = [
    [{ SECRET_KEY_PREVIOUS: SECRET_KEY }, /^SECRET_KEY_PREVIOUS is the same key as SECRET_KEY/],
    [{ SECRET_KEY_NEXT: SECRET_KEY }, /^SECRET_KEY_NEXT is the same key as SECRET_KEY/],
    [{ SECRET_KEY_NEXT: 'hunter2' }, /^SECRET_KEY_NEXT must be 32 random bytes in base64/],
  ];
  for (const [settings, message] of rejected) assert.throws(() => read(settings), { name: 'OperatorError', message });
});

test('a secret key in DATA_DIR that was moved aside is the previous one, and a new one is created', () => {
  const dataDir = aFolder();
  const before = readConfig({ DATA_DIR: dataDir }).secretKey;
  renameSync(join(dataDir, 'secret.key'), join(dataDir, 'secret.key.previous'));
  const { secretKey, previousSecretKey } = readConfig({ DATA_DIR: dataDir });
  assert.deepEqual(previousSecretKey, before);
  assert.notDeepEqual(secretKey, before);
  assert.equal(readConfig({ DATA_DIR: dataDir, SECRET_KEY }).previousSecretKey, undefined, 'the key is in a setting');
  const restored = { secretKey: Buffer.alloc(32, 1), previousSecretKey: Buffer.alloc(32, 2) };
  replaceSecretKeys(dataDir, restored);
  const { nextSecretKey: _, ...keys } = readSecretKeys({}, dataDir);
  assert.deepEqual(keys, restored);
  replaceSecretKeys(dataDir, { secretKey: before });
  assert.deepEqual(readdirSync(dataDir), ['secret.key']);
  writeFileSync(join(dataDir, 'secret.key.previous'), 'hunter2');
  assert.throws(() => readConfig({ DATA_DIR: dataDir }), {
    name: 'OperatorError',
    message: /secret\.key\.previous does not hold 32 bytes/,
  });
});

test('backups are encrypted for public keys, and a secret one is rejected without repeating it', () => {
  const [firstConfig, other] = [
    'age1cpp8h4ahkx8n5q85cledzn4hu33kj2kjdkug2jht5pqwmx7ll49shd95kg',
    'age1ql3z7hjy54pw3hyww5ayyfg7zqgvc7w3j2elw8zmrj2kg5sfn9aqmcac8p',
  ];
  assert.deepEqual(read({ BACKUP_RECIPIENT: `${firstConfig}, ${other}` }).backups.recipients, [firstConfig, other]);
  const rejected = ['age1xyz', 'age1tag1qwe', 'ssh-ed25519 AAAA', 'AGE-SECRET-KEY-1HUNTER'];
  for (const BACKUP_RECIPIENT of rejected)
    assert.throws(
      () => read({ BACKUP_RECIPIENT }),
      (error: Error) => /^BACKUP_RECIPIENT .*public key/.test(error.message) && !error.message.includes('HUNTER'),
    );
});

test('each secret can be in a file', () => {
  const values = {
    DATABASE_URL: 'postgres://haldur@db.example/haldur',
    REDIS_URL: 'redis://redis.example:6379/0',
    SMTP_URL: 'smtp://mail.example:587',
    METRICS_TOKEN: '0123456789abcdef',
  };
  const others = {
    MAIL_FROM: 'haldur@example.org',
    DATA_DIR: aFolder(),
  };
  const folder = aFolder();
  const files = Object.entries(values).map(([name, value]) => {
    writeFileSync(join(folder, name), `${value}\n`);
    return [`${name}_FILE`, join(folder, name)] as const;
  });
  assert.deepEqual(read({ ...others, ...Object.fromEntries(files) }), read({ ...others, ...values }));
  assert.deepEqual(
    secretSettings.filter((name) => !(name in values)),
    ['SECRET_KEY', 'SECRET_KEY_PREVIOUS', 'SECRET_KEY_NEXT'],
  );
  for (const [setting, file] of files) {
    const name = setting.replace('_FILE', '') as keyof typeof values;
    const both = `${name} and ${setting} are both set: unset one of them.`;
    assert.throws(() => read({ [setting]: file, [name]: values[name] }), { name: 'OperatorError', message: both });
    writeFileSync(file, ' \n');
    const empty = `${setting} ${file} is empty.`;
    assert.throws(() => read({ [setting]: file }), { name: 'OperatorError', message: empty });
  }
});

test('a damaged secret key is never replaced silently', () => {
  const folder = aFolder();
  for (const text of ['', 'x', Buffer.alloc(31).toString('base64')]) {
    writeFileSync(join(folder, 'secret.key'), text);
    assert.throws(
      () => readConfig({ DATA_DIR: folder }),
      {
        name: 'OperatorError',
        message: /secret\.key does not hold 32 bytes/,
      },
      JSON.stringify(text),
    );
    assert.equal(readFileSync(join(folder, 'secret.key'), 'utf8'), text, JSON.stringify(text));
  }
});

test('an unusable DATA_DIR stops the start with a sentence', () => {
  const file = join(aFolder(), 'file');
  writeFileSync(file, '');
  assert.throws(() => readConfig({ DATA_DIR: file }), {
    name: 'OperatorError',
    message: /^DATA_DIR .* cannot be used/,
  });
  const closed = aFolder();
  chmodSync(closed, 0o500);
  if (process.getuid?.() !== 0) assert.throws(() => readConfig({ DATA_DIR: closed }), { name: 'OperatorError' });
});

test('the test clock and the mailbox page need a setting and a service that is reachable from this machine only', () => {
  for (const [name, key] of [
    ['TEST_CLOCK', 'testClock'],
    ['MAILBOX_PAGE', 'mailboxPage'],
  ] as const) {
    for (const url of ['http://localhost:3000', 'http://127.0.0.1', 'http://[::1]:8080'])
      assert.equal(read({ [name]: 'true', PUBLIC_URL: url })[key], true, url);
    for (const url of ['https://haldur.example.org', 'http://10.0.0.1', 'http://localhost.example.org'])
      assert.match(refusal({ [name]: 'true', PUBLIC_URL: url }), new RegExp(`${name}.*PUBLIC_URL`), url);
    assert.match(refusal({ [name]: 'yes' }), new RegExp(name));
  }
});

test('on the internet, plain http, the sandbox bank and private webhook targets stop the start unless explicitly allowed', () => {
  const unsafe = {
    PUBLIC_URL: { PUBLIC_URL: 'http://haldur.example.org' },
    SANDBOX_BANK: { PUBLIC_URL: 'https://haldur.example.org', SANDBOX_BANK: 'true' },
    WEBHOOK_ALLOW_PRIVATE_TARGETS: { PUBLIC_URL: 'https://haldur.example.org', WEBHOOK_ALLOW_PRIVATE_TARGETS: 'true' },
  };
  for (const [name, environment] of Object.entries(unsafe)) {
    assert.match(
      refusal(environment),
      new RegExp(`^${name} is unsafe where PUBLIC_URL is .*name it in ALLOW_UNSAFE`),
      name,
    );
    assert.deepEqual(read({ ...environment, ALLOW_UNSAFE: name }).unsafe, [name], name);
    for (const other of Object.keys(unsafe).filter((each) => each !== name))
      assert.match(
        refusal({ ...environment, ALLOW_UNSAFE: other }),
        new RegExp(`^${name} is unsafe`),
        `${name}, ${other}`,
      );
  }
  for (const host of ['8.8.8.8', '0.0.0.0', '[2001:4860:4860::8888]', 'localhost.example.org', '172.32.0.1'])
    assert.match(refusal({ PUBLIC_URL: `http://${host}:3000` }), /^PUBLIC_URL is unsafe/, host);
  assert.match(refusal({ HOST: '0.0.0.0' }), /^PUBLIC_URL is unsafe/, 'links would name no address');
});

test('on this machine and in a private network http, the sandbox bank and private webhook targets are allowed', () => {
  const hosts = [
    '127.0.0.1',
    'localhost',
    '[::1]',
    '10.1.2.3',
    '172.31.0.1',
    '192.168.0.9',
    '[fd00::1]',
    'haldur',
    'nas.local',
  ];
  for (const host of hosts) {
    const config = read({ PUBLIC_URL: `http://${host}`, SANDBOX_BANK: 'true', WEBHOOK_ALLOW_PRIVATE_TARGETS: 'true' });
    assert.deepEqual(config.unsafe, [], host);
  }
});

test('the sandbox bank is off by default', () => {
  assert.equal(read({}).sandboxBank, false);
  assert.equal(read({ SANDBOX_BANK: 'true' }).sandboxBank, true);
  assert.equal(read({ HSTS_SUBDOMAINS: 'true' }).hstsSubdomains, true);
  assert.throws(() => read({ SANDBOX_BANK: 'yes' }), { name: 'OperatorError', message: /SANDBOX_BANK/ });
});

test('every purpose and every service has its own key', () => {
  const config = read({});
  const keys = [
    deriveKey(config, 'a'),
    deriveKey(config, 'b'),
    deriveKey(read({ SECRET_KEY: Buffer.alloc(32, 8).toString('base64') }), 'a'),
    config.secretKey,
  ];
  assert.equal(new Set(keys.map((key) => key.toString('hex'))).size, 4);
  assert.deepEqual(deriveKey(config, 'a'), keys[0]);
});
