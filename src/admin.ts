// The admin command: the operator's tasks on the server, beside a running service or without one.
import { resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { keyRoles } from './identity/api-keys.ts';
import { endAllSessions, endSessionsOf } from './identity/end-sessions.ts';
import { createApiKey, createTenant, createUser } from './identity/operator-accounts.ts';
import { removeFactorsOf } from './identity/second-factors.ts';
import { isCheckpoint } from './platform/audit/audit-chain.ts';
import { verifyWholeAuditLog } from './platform/audit/verify-audit-log.ts';
import { keysForBackups } from './platform/backups/backup-timetable.ts';
import { type Config, readConfig, readDatabaseLocation } from './platform/config/config.ts';
import { replaceSecretKeys, type SecretKeys, secretKeySetting } from './platform/config/secret-key.ts';
import { readIdentities } from './platform/crypto/backup-encryption.ts';
import { backUp, restore } from './platform/db/backup.ts';
import { distribute } from './platform/db/distribute.ts';
import { type Database, openDatabase, withMigratedDatabase } from './platform/db/open-database.ts';
import { type AppContext, type CallerRole, callerRoles, inTenant, serviceCaller } from './platform/db/scope.ts';
import { listWaiting, tryAgain } from './platform/db/waiting-work.ts';
import { hasCluster } from './platform/embedded-postgres/cluster-folder.ts';
import { messageOf, OperatorError } from './platform/errors.ts';
import { recordBackup } from './platform/files/last-backup.ts';
import { makeLog } from './platform/log.ts';
import { moveTestClock, readClockOffset } from './platform/processes/test-clock.ts';
import { isInstant } from './platform/values/dates.ts';
import { isId } from './platform/values/ids.ts';
import { formatAmount } from './platform/values/money.ts';
import { reencrypt } from './reencrypt.ts';
import { verifyBackup } from './verify-backup.ts';

type AdminOptions = Readonly<Record<string, string | undefined>>;

/** What follows the name of a command on the command line: options, and a word such as the name of a file. */
type AdminInput = { readonly options: AdminOptions; readonly word: string | undefined };

type AdminCommand = {
  /** What follows the name, for the help. */
  readonly usage: string;
  readonly about: string;
} & (
  | {
      readonly work: (app: AppContext, input: AdminInput, database: Database) => Promise<unknown>;
      /** It may be the first that opens the database; others would say nothing of an empty one made by mistake. */
      readonly begins?: true;
    }
  /** Opens a database in another way than the service does, or another one. */
  | { readonly workAlone: (input: AdminInput) => Promise<unknown> }
);

const adminCommands: Readonly<Record<string, AdminCommand>> = {
  'create-tenant': {
    usage: '--name N --email E --password P',
    about: 'Creates an organization and its first owner. Prints tenantId and userId.',
    begins: true,
    work: (app, { options }) =>
      createTenant(app, {
        name: requireOption(options, 'name'),
        email: requireOption(options, 'email'),
        password: requireOption(options, 'password'),
      }),
  },
  'create-user': {
    usage: '--tenant ID --email E --password P --role owner|manager|accountant|resident',
    about: 'Adds a person to an organization. Who already has an account keeps their password. Prints userId.',
    work: (app, { options }) =>
      createUser(app, {
        tenantId: requireTenantId(options),
        email: requireOption(options, 'email'),
        password: requireOption(options, 'password'),
        role: requireRole(options, callerRoles),
      }),
  },
  'create-api-key': {
    usage: '--tenant ID --name N --role owner|manager|accountant',
    about: 'Creates an API key of an organization. Prints apiKey, which is shown only here.',
    work: async (app, { options }) => {
      const { apiKey } = await createApiKey(app, {
        tenantId: requireTenantId(options),
        name: requireOption(options, 'name'),
        role: requireRole(options, keyRoles),
      });
      return { apiKey };
    },
  },
  'remove-second-factors': {
    usage: '--email E',
    about:
      'Removes all second factors of a person who has lost them, who then signs in with the password. Make sure that it is them. Prints userId and removed.',
    work: (app, { options }) => removeFactorsOf(app, requireOption(options, 'email')),
  },
  'end-sessions': {
    usage: 'EMAIL|all',
    about:
      'Signs a person out everywhere, or everybody: all their sessions and access tokens end at once. API keys stay. Prints userId and ended, or organizations.',
    work: (app, { word }) => endSessions(app, word),
  },
  waiting: {
    usage: '',
    about:
      'Shows where e-mails, webhooks and other work wait or fail: by organization, the longest first, at most 100. Prints waiting.',
    work: async ({ pool, clock }) => ({ waiting: await listWaiting(pool, clock(), 100) }),
  },
  'try-again': {
    usage: '--tenant ID',
    about:
      'Tries everything that waits in an organization again at once, once the cause is gone. Prints how many mails and deliveries had waited for later.',
    work: async (app, { options }) => inTenant(app, serviceCaller(requireTenantId(options)), tryAgain),
  },
  'set-clock': {
    usage: '--to 2026-12-15T09:00:00Z',
    about: 'Moves the clock of all processes forwards, for development. Needs TEST_CLOCK=true.',
    work: async ({ pool, config }, { options }) => {
      if (!config.testClock)
        throw new OperatorError('The clock can be moved only with TEST_CLOCK=true, here and at the service.');
      const to = parseMoment(requireOption(options, 'to'), '--to');
      await moveTestClock(pool, to);
      return { now: to.toISOString() };
    },
  },
  migrate: {
    usage: '',
    about: 'Brings the database up to date. The service does so by itself, if its user may.',
    begins: true,
    work: async () => ({ migrated: true }),
  },
  distribute: {
    usage: '',
    about: 'Distributes the database over a Citus cluster. Stop every process first (docs/citus.md).',
    workAlone: () => withMigratedDatabase(readConfig(process.env), (owner) => distribute(owner, report)),
  },
  backup: {
    usage: 'FILE',
    about:
      'Backs up everything to a file, while the service runs; encrypted, with BACKUP_RECIPIENT. Prints the number of rows.',
    work: ({ config }, { word }, database) => backUpTo(requireFile(word), database, config),
  },
  restore: {
    usage: 'FILE [--identity KEY_FILE]',
    about: 'Restores a backup into an empty database. Prints the number of rows.',
    begins: true,
    work: ({ config }, input, database) => restoreFrom(input, database, config),
  },
  'verify-backup': {
    usage: 'FILE [--identity KEY_FILE]',
    about: 'Restores a backup into a temporary database and compares everything. The exit code is 1 if it is wrong.',
    workAlone: ({ word, options }) => verify(requireFile(word), identitiesOf(options)),
  },
  're-encrypt': {
    usage: '',
    about: 'After SECRET_KEY was replaced: encrypts everything stored with the new key, beside the running service.',
    work: reencryptAll,
  },
  'verify-audit-log': {
    usage: '--tenant ID [--checkpoint C]',
    about:
      'Compares the audit log of an organization with the chain of its hashes, and the chain with a checkpoint that was noted. The exit code is 1 if something is wrong.',
    work: verifyAudit,
  },
};

/** A command line that cannot be understood. The message says what is wrong with it. */
class UsageError extends Error {
  override readonly name = 'UsageError';
}

/**
 * Runs one admin command, and returns what belongs on standard output: its result in JSON on one line, or the help.
 * Notices go to standard error. Throws OperatorError with the problem and its remedy.
 */
export async function admin(rest: readonly string[]): Promise<string> {
  const [name = '', ...words] = rest;
  if (/^(--help|-h|help)$/.test(name)) return helpOfAll();
  const command = commandNamed(name);
  if (command === undefined)
    throw new OperatorError(
      `${name === '' ? 'Say what to do.' : `There is no admin command ${name}.`}\n${helpOfAll()}`,
    );
  try {
    const { help, ...input } = parseWords(words);
    return help ? helpOf(name, command) : JSON.stringify(await run(command, input));
  } catch (error) {
    if (error instanceof UsageError) throw new OperatorError(`${error.message}\n${helpOf(name, command)}`);
    throw error;
  }
}

async function run(command: AdminCommand, input: AdminInput): Promise<unknown> {
  if ('workAlone' in command) return command.workAlone(input);
  if (!command.begins) requireDatabase();
  const config = readConfig(process.env);
  const database = await openDatabase(config, { print: report, joinRunning: true, max: 2 });
  try {
    const offset = config.testClock ? await readClockOffset(database.pool) : 0;
    const clock = () => new Date(Date.now() + offset);
    const app: AppContext = { pool: database.pool, config, log: makeLog(config.logLevel), clock };
    return await command.work(app, input, database);
  } finally {
    await database.close();
  }
}

/** Throws where the settings of the service are missing: another folder has no database, or would get an empty one. */
function requireDatabase(): void {
  const { databaseUrl, dataDir } = readDatabaseLocation(process.env);
  if (databaseUrl !== undefined || hasCluster(dataDir)) return;
  throw new OperatorError(
    `There is no database in ${dataDir}. Run the command with the settings of the service, such as DATA_DIR or DATABASE_URL.`,
  );
}

function helpOfAll(): string {
  const commands = Object.entries(adminCommands).map(([name, { usage }]) => `  ${name} ${usage}`.trimEnd());
  return [
    'npm run admin -- COMMAND',
    '',
    ...commands,
    '',
    'COMMAND --help explains one. The result is JSON on standard output, notices are on standard error.',
    'In scripts: npm run --silent admin -- COMMAND, so that npm adds no line of its own.',
  ].join('\n');
}

function helpOf(name: string, { usage, about }: AdminCommand): string {
  return `npm run admin -- ${name} ${usage}`.trimEnd().concat('\n', about);
}

/** A command by its name; not what every object has, such as `constructor`. */
function commandNamed(name: string): AdminCommand | undefined {
  return Object.hasOwn(adminCommands, name) ? adminCommands[name] : undefined;
}

/** Verifies a backup, and reports what it holds. The exit code is 1 if it cannot be relied on. */
async function verify(file: string, identities: readonly string[] | undefined): Promise<unknown> {
  const stopping = new AbortController();
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => stopping.abort());
  const { rows, organizations, problems } = await verifyBackup(file, stopping.signal, identities);
  for (const { name, invoices, invoiced, credited, payments, paid, files } of organizations)
    report(
      `${name}: ${invoices} invoices over ${formatAmount(invoiced)}, credited ${formatAmount(credited)}; ${payments} payments over ${formatAmount(paid)}; ${files} files.`,
    );
  for (const problem of problems) report(`WRONG: ${problem}`);
  if (problems.length === 0)
    report(`${file} was restored completely: every row, sum, number and stored file is right.`);
  else process.exitCode = 1;
  return { verified: problems.length === 0, rows, organizations: organizations.length, problems };
}

/**
 * Re-encrypts what is stored, and says what still needs the previous key. The exit code is 1 if something needs a key
 * that is not given.
 */
async function reencryptAll(app: AppContext): Promise<unknown> {
  const result = await reencrypt(app);
  if (result.unreadable > 0) {
    report(
      `${result.unreadable} stored texts need a key that is neither SECRET_KEY nor SECRET_KEY_PREVIOUS. Give that key in SECRET_KEY_PREVIOUS, and run this again.`,
    );
    process.exitCode = 1;
  } else if (app.config.previousSecretKey !== undefined) {
    const day = (days: number) => new Date(Date.now() + days * 24 * 3_600_000).toISOString().slice(0, 10);
    report(
      `Nothing stored needs the previous key any more. Keep it until ${day(2)}, for requests that are repeated; and until ${day(91)}, so that links to pay in e-mails that were sent keep working, and people stay signed in. If it has leaked, remove it now.`,
    );
  }
  return result;
}

/** Verifies an organization's audit log, and reports every problem. The exit code is 1 if there is one. */
async function verifyAudit(app: AppContext, { options }: AdminInput): Promise<unknown> {
  const tenantId = requireTenantId(options);
  const { checkpoint } = options;
  if (checkpoint !== undefined && !isCheckpoint(checkpoint))
    throw new OperatorError(
      '--checkpoint must be a checkpoint as the console showed it: a number, a dash and 64 digits.',
    );
  const { checkpointResult, ...verified } = await verifyWholeAuditLog(app, tenantId, checkpoint);
  for (const { kind, link, entryId, entryAt } of verified.problems)
    report(`WRONG: ${[kind, entryId, entryAt].filter((part) => part !== null).join(' ')} (link ${link})`);
  if (checkpointResult !== undefined) report(`The checkpoint is ${checkpointResult.replaceAll('_', ' ')}.`);
  const isRight = verified.problems.length === 0 && checkpointResult !== 'contradicted';
  if (!isRight) process.exitCode = 1;
  return { verified: isRight, ...verified, ...(checkpointResult && { checkpoint: checkpointResult }) };
}

/** npm changes the working folder; INIT_CWD has the operator's own. */
function operatorPath(path: string): string {
  return resolve(process.env.INIT_CWD ?? '.', path);
}

/** Ends the sessions of a person, or of everybody. */
async function endSessions(app: AppContext, word: string | undefined): Promise<unknown> {
  if (word === undefined) throw new UsageError('Say whose sessions end: an e-mail address, or `all`.');
  return word === 'all' ? endAllSessions(app) : endSessionsOf(app, word);
}

/** The file that a command is about. */
function requireFile(word: string | undefined): string {
  if (word === undefined) throw new UsageError('The name of a file is missing.');
  return operatorPath(word);
}

/** What decrypts an encrypted backup, from the file of --identity. */
function identitiesOf({ identity }: AdminOptions): string[] | undefined {
  return identity === undefined ? undefined : readIdentities(operatorPath(identity));
}

/** Backs up to a file. The secret key is included, unless the operator keeps it in a setting. */
async function backUpTo(path: string, database: Database, config: Config): Promise<unknown> {
  const setting = secretKeySetting(process.env);
  const { recipients } = config.backups;
  const result = await database.asOwner((owner) => backUp(owner, path, { ...keysForBackups(config), recipients }));
  try {
    recordBackup(config.dataDir);
  } catch (error) {
    report(`The backup is complete, but monitoring will not know of it: ${messageOf(error)}.`);
  }
  if (setting !== undefined) report(`The secret key is not in the file: keep the key of ${setting} with it.`);
  else if (recipients.length === 0) report('The file holds the secret key too: keep it as safe as the database.');
  if (recipients.length > 0)
    report(`The file is encrypted. It is of no use without the secret key of ${recipients.join(' or ')}.`);
  return result;
}

async function restoreFrom({ word, options }: AdminInput, database: Database, config: Config): Promise<unknown> {
  const path = requireFile(word);
  const setting = secretKeySetting(process.env);
  const saveKeys = setting === undefined ? (keys: SecretKeys) => replaceSecretKeys(config.dataDir, keys) : undefined;
  const identities = identitiesOf(options);
  const { rows, secretKey } = await database.asOwner((owner) => restore(owner, path, { identities, saveKeys }));
  if (secretKey !== undefined && setting === undefined) {
    report('The secret key of the backup is in DATA_DIR now. Restart a service that is running on it.');
  } else if (
    secretKey !== undefined &&
    ![config.secretKey, config.previousSecretKey].some((key) => key?.equals(secretKey))
  ) {
    report(
      `${setting} is not the key the backup was made with: people have to sign in again, and webhook secrets cannot be read.`,
    );
  }
  return { rows };
}

/** Notices do not belong to the result, so that a script can read that. */
function report(line: string): void {
  console.error(line);
}

function parseWords(words: readonly string[]): AdminInput & { readonly help: boolean } {
  const option = { type: 'string' } as const;
  try {
    const { values, positionals } = parseArgs({
      args: [...words],
      allowPositionals: true,
      options: {
        help: { type: 'boolean', short: 'h' },
        name: option,
        email: option,
        password: option,
        tenant: option,
        role: option,
        to: option,
        from: option,
        identity: option,
        checkpoint: option,
      },
    });
    const { help = false, ...options } = values;
    if (positionals.length > 1) throw new UsageError(`One word too many: ${positionals[1]}.`);
    return { help, options, word: positionals[0] };
  } catch (error) {
    throw new UsageError(messageOf(error));
  }
}

function requireOption(options: AdminOptions, name: string): string {
  const value = options[name];
  if (value === undefined || value === '') throw new UsageError(`--${name} is missing.`);
  return value;
}

function requireTenantId(options: AdminOptions): string {
  const tenant = requireOption(options, 'tenant');
  if (!isId(tenant))
    throw new OperatorError(
      `--tenant must be the id of an organization, as create-tenant printed it, not "${tenant}".`,
    );
  return tenant;
}

function parseMoment(text: string, what: string): Date {
  if (!isInstant(text)) throw new OperatorError(`${what} must be such as 2026-12-15T09:00:00Z, not "${text}".`);
  return new Date(text);
}

function requireRole<R extends CallerRole>(options: AdminOptions, roles: readonly R[]): R {
  const role = roles.find((role) => role === requireOption(options, 'role'));
  if (role === undefined) throw new OperatorError(`--role must be one of ${roles.join(', ')}.`);
  return role;
}
