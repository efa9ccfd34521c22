// The admin command: the operator's tasks on the server, beside a running service or without one. The last printed line is the result, as JSON.
import { resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { isInstant } from './http/schemas.ts';
import { keyRoles } from './identity/api-keys.ts';
import { createApiKey, createTenant, createUser } from './identity/operator-accounts.ts';
import { restoreToMoment } from './platform/backups/restore-to-moment.ts';
import { type Config, readConfig, replaceSecretKey, secretKeySetting } from './platform/config/config.ts';
import { readSecretFiles } from './platform/config/secret-files.ts';
import { backUp, restore } from './platform/db/backup.ts';
import { distribute } from './platform/db/distribute.ts';
import { type Database, openDatabase, withMigratedDatabase } from './platform/db/open-database.ts';
import { type AppContext, type CallerRole, callerRoles } from './platform/db/scope.ts';
import { messageOf, OperatorError } from './platform/errors.ts';
import { recordBackup } from './platform/files/last-backup.ts';
import { makeLog } from './platform/log.ts';
import { moveTestClock, readClockOffset } from './platform/processes/test-clock.ts';
import { isId } from './platform/values/ids.ts';
import { verifyBackup } from './verify-backup.ts';

const usage = `npm run admin -- create-tenant --name N --email E --password P
npm run admin -- create-user --tenant ID --email E --password P --role owner|manager|accountant|resident
npm run admin -- create-api-key --tenant ID --name N --role owner|manager|accountant
npm run admin -- set-clock --to 2026-12-15T09:00:00Z
npm run admin -- migrate
npm run admin -- distribute
npm run admin -- backup FILE
npm run admin -- restore FILE
npm run admin -- verify-backup FILE
npm run admin -- restore-to 2026-12-15T09:00:00Z|latest --from WAL_ARCHIVE`;

type AdminOptions = Readonly<Record<string, string | undefined>>;
type AdminCommand = (app: AppContext, options: AdminOptions) => Promise<unknown>;

const adminCommands: Record<string, AdminCommand> = {
  'create-tenant': (app, options) =>
    createTenant(app, {
      name: requireOption(options, 'name'),
      email: requireOption(options, 'email'),
      password: requireOption(options, 'password'),
    }),
  'create-user': (app, options) =>
    createUser(app, {
      tenantId: requireTenantId(options),
      email: requireOption(options, 'email'),
      password: requireOption(options, 'password'),
      role: requireRole(options, callerRoles),
    }),
  'create-api-key': async (app, options) => {
    const { apiKey } = await createApiKey(app, {
      tenantId: requireTenantId(options),
      name: requireOption(options, 'name'),
      role: requireRole(options, keyRoles),
    });
    return { apiKey };
  },
  'set-clock': async ({ pool, config }, options) => {
    if (!config.testClock)
      throw new OperatorError('The clock can be moved only with TEST_CLOCK=true, here and at the service.');
    const to = requireMoment(options);
    await moveTestClock(pool, to);
    return { now: to.toISOString() };
  },
  migrate: async () => ({ migrated: true }),
};

/** Commands that open a database in another way than the service does, or another one. */
const commandsOnOtherDatabases: Record<string, (word: string | undefined, options: AdminOptions) => Promise<void>> = {
  distribute: distributeDatabase,
  'verify-backup': verify,
  'restore-to': restoreTo,
};

/** Runs one admin command. Throws OperatorError with the problem and its remedy. */
export async function admin(rest: readonly string[]): Promise<void> {
  const [name = '', ...words] = rest;
  const { values, positionals } = parseOptions(words);
  const file = positionals[0];
  const onOtherDatabase = commandNamed(name, commandsOnOtherDatabases);
  if (onOtherDatabase !== undefined) return onOtherDatabase(file, values);
  const work = commandNamed(name, adminCommands);
  const files = name === 'backup' || name === 'restore';
  if (work === undefined && !files)
    throw new OperatorError(`${name === '' ? 'Say what to do' : `There is no admin command ${name}`}:\n${usage}`);
  if (files && file === undefined) throw new OperatorError(`${name} needs the name of a file:\n${usage}`);
  const config = readConfig(process.env);
  const database = await openDatabase(config, { print, joinRunning: true, max: 2 });
  try {
    const offset = config.testClock ? await readClockOffset(database.pool) : 0;
    const clock = () => new Date(Date.now() + offset);
    const app: AppContext = { pool: database.pool, config, log: makeLog(config.logLevel), clock };
    const result =
      work === undefined ? await backUpOrRestore(name, database, config, file ?? '') : await work(app, values);
    console.log(JSON.stringify(result));
  } finally {
    await database.close();
  }
}

/** A command by its name; not what every object has, such as `constructor`. */
function commandNamed<T>(name: string, commands: Readonly<Record<string, T>>): T | undefined {
  return Object.hasOwn(commands, name) ? commands[name] : undefined;
}

/** Distributes the database over a Citus cluster. It opens no other connection, because nothing else may use the database meanwhile. */
async function distributeDatabase(): Promise<void> {
  const result = await withMigratedDatabase(readConfig(process.env), (owner) => distribute(owner, print));
  console.log(JSON.stringify(result));
}

/** Verifies a backup, and prints what it holds. The exit code is 1 if it cannot be relied on. */
async function verify(file: string | undefined): Promise<void> {
  if (file === undefined) throw new OperatorError(`verify-backup needs the name of a file:\n${usage}`);
  const stopping = new AbortController();
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => stopping.abort());
  const { rows, organizations, problems } = await verifyBackup(operatorPath(file), stopping.signal);
  const money = (cents: number) => (cents / 100).toFixed(2);
  for (const { name, invoices, invoiced, credited, payments, paid, files } of organizations)
    print(
      `${name}: ${invoices} invoices over ${money(invoiced)}, credited ${money(credited)}; ${payments} payments over ${money(paid)}; ${files} files.`,
    );
  for (const problem of problems) print(`WRONG: ${problem}`);
  if (problems.length === 0) print(`${file} was restored completely: every row, sum, number and stored file is right.`);
  else process.exitCode = 1;
  console.log(JSON.stringify({ verified: problems.length === 0, rows, organizations: organizations.length, problems }));
}

/** Makes the database of an empty DATA_DIR from a WAL archive. */
async function restoreTo(word: string | undefined, options: AdminOptions): Promise<void> {
  if (word === undefined) throw new OperatorError(`restore-to needs a moment, or \`latest\`:\n${usage}`);
  const moment = word === 'latest' ? undefined : parseMoment(word, 'The moment');
  const from = operatorPath(requireOption(options, 'from'));
  if (readSecretFiles(process.env).DATABASE_URL?.trim())
    throw new OperatorError(
      'restore-to is for the embedded database, and DATABASE_URL is set: unset it, or use the tools of your own server.',
    );
  const dataDir = resolve(process.env.DATA_DIR?.trim() || './data');
  const began = performance.now();
  const setting = secretKeySetting(process.env);
  const saveSecretKey = setting === undefined ? (key: Buffer) => replaceSecretKey(dataDir, key) : undefined;
  const restored = await restoreToMoment({ dataDir, from, moment, print, saveSecretKey });
  if (!restored.withSecretKey || setting !== undefined)
    print(`The secret key is not restored: ${setting ?? 'DATA_DIR/secret.key'} must be the one of that time.`);
  print(`The database is in ${dataDir}. Give it a new, empty WAL_ARCHIVE; and for a trial, start it with ROLE=api.`);
  console.log(JSON.stringify({ ...restored, seconds: Math.round(performance.now() - began) / 1000 }));
}

/** npm changes the working folder; INIT_CWD has the operator's own. */
function operatorPath(path: string): string {
  return resolve(process.env.INIT_CWD ?? '.', path);
}

/** Backs up to a file, or restores from one. The secret key is included, unless the operator keeps it in a setting. */
async function backUpOrRestore(name: string, database: Database, config: Config, file: string): Promise<unknown> {
  const path = operatorPath(file);
  const setting = secretKeySetting(process.env);
  if (name === 'backup') {
    const result = await database.asOwner((owner) =>
      backUp(owner, path, setting === undefined ? { secretKey: config.secretKey } : {}),
    );
    try {
      recordBackup(config.dataDir);
    } catch (error) {
      print(`The backup is complete, but monitoring will not know of it: ${messageOf(error)}.`);
    }
    print(
      setting === undefined
        ? 'The file holds the secret key too: keep it as safe as the database.'
        : `The secret key is not in the file: keep the key of ${setting} with it.`,
    );
    return result;
  }
  const saveSecretKey = setting === undefined ? (key: Buffer) => replaceSecretKey(config.dataDir, key) : undefined;
  const { rows, secretKey } = await database.asOwner((owner) => restore(owner, path, saveSecretKey));
  if (secretKey !== undefined && setting === undefined) {
    print('The secret key of the backup is in DATA_DIR now. Restart a service that is running on it.');
  } else if (secretKey !== undefined && !secretKey.equals(config.secretKey)) {
    print(
      `${setting} is not the key the backup was made with: people have to sign in again, and webhook secrets cannot be read.`,
    );
  }
  return { rows };
}

function print(line: string): void {
  console.log(line);
}

function parseOptions(words: readonly string[]): { values: AdminOptions; positionals: string[] } {
  const option = { type: 'string' } as const;
  try {
    return parseArgs({
      args: [...words],
      allowPositionals: true,
      options: {
        name: option,
        email: option,
        password: option,
        tenant: option,
        role: option,
        to: option,
        from: option,
      },
    });
  } catch (error) {
    throw new OperatorError(`${messageOf(error)}\n${usage}`);
  }
}

function requireOption(options: AdminOptions, name: string): string {
  const value = options[name];
  if (value === undefined || value === '') throw new OperatorError(`--${name} is missing:\n${usage}`);
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

function requireMoment(options: AdminOptions): Date {
  return parseMoment(requireOption(options, 'to'), '--to');
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
