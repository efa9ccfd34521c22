// The admin command: what the operator does on the server, beside a running service or without one. The last line printed is the answer, as JSON.
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { isInstant } from './http/schemas.ts';
import { createApiKey, createTenant, createUser } from './identity/operator-accounts.ts';
import { keyRoles } from './identity/api-keys.ts';
import { backUp, restore } from './platform/db/backup.ts';
import { type Config, keepSecretKey, readConfig, settingOf } from './platform/config/config.ts';
import { messageOf, StartRefused } from './platform/errors.ts';
import { isId } from './platform/values/ids.ts';
import { makeLog } from './platform/log.ts';
import { type Database, openDatabase } from './platform/db/open-database.ts';
import { type CallerRole, callerRoles, type House } from './platform/db/scope.ts';
import { aheadMs, moveTestClock } from './platform/processes/test-clock.ts';

const usage = `npm run admin -- create-tenant --name N --email E --password P
npm run admin -- create-user --tenant ID --email E --password P --role owner|manager|accountant|resident
npm run admin -- create-api-key --tenant ID --name N --role owner|manager|accountant
npm run admin -- set-clock --to 2026-12-15T09:00:00Z
npm run admin -- migrate
npm run admin -- backup FILE
npm run admin -- restore FILE`;

type Options = Readonly<Record<string, string | undefined>>;
type Work = (house: House, options: Options) => Promise<unknown>;

const works: Record<string, Work> = {
  'create-tenant': (house, options) =>
    createTenant(house, {
      name: needed(options, 'name'),
      email: needed(options, 'email'),
      password: needed(options, 'password'),
    }),
  'create-user': (house, options) =>
    createUser(house, {
      tenantId: tenantOf(options),
      email: needed(options, 'email'),
      password: needed(options, 'password'),
      role: roleOf(options, callerRoles),
    }),
  'create-api-key': async (house, options) => {
    const { apiKey } = await createApiKey(house, {
      tenantId: tenantOf(options),
      name: needed(options, 'name'),
      role: roleOf(options, keyRoles),
    });
    return { apiKey };
  },
  'set-clock': async ({ pool, config }, options) => {
    if (!config.testClock)
      throw new StartRefused('The clock can be moved only with TEST_CLOCK=true, here and at the service.');
    const to = momentOf(options);
    await moveTestClock(pool, to);
    return { now: to.toISOString() };
  },
  migrate: async () => ({ migrated: true }),
};

/** Runs one admin command. Throws StartRefused with what is wrong and how it should be. */
export async function admin(rest: readonly string[]): Promise<void> {
  const [name = '', ...words] = rest;
  const { values, positionals } = parse(words);
  const file = positionals[0];
  const work = works[name];
  const files = name === 'backup' || name === 'restore';
  if (work === undefined && !files)
    throw new StartRefused(`${name === '' ? 'Say what to do' : `There is no admin command ${name}`}:\n${usage}`);
  if (files && file === undefined) throw new StartRefused(`${name} needs the name of a file:\n${usage}`);
  const config = readConfig(process.env);
  const database = await openDatabase(config, { say, beside: true, max: 2 });
  try {
    const ahead = config.testClock ? await aheadMs(database.pool) : 0;
    const clock = () => new Date(Date.now() + ahead);
    const house: House = { pool: database.pool, config, log: makeLog(config.logLevel), clock };
    const answer = work === undefined ? await moveBooks(name, database, config, file ?? '') : await work(house, values);
    console.log(JSON.stringify(answer));
  } finally {
    await database.close();
  }
}

/** Backs up to a file, or restores from one. The secret key goes along, unless the operator keeps it in SECRET_KEY. */
async function moveBooks(name: string, database: Database, config: Config, file: string): Promise<unknown> {
  const path = resolve(process.env.INIT_CWD ?? '.', file); // npm changes the folder; the operator's own is in INIT_CWD.
  const ownKey = settingOf(process.env, 'SECRET_KEY') === undefined;
  if (name === 'backup') {
    const answer = await database.asOwner((owner) =>
      backUp(owner, path, ownKey ? { secretKey: config.secretKey } : {}),
    );
    say(
      ownKey
        ? 'The file holds the secret key too: keep it as safe as the database.'
        : 'The secret key is not in the file: keep SECRET_KEY with it.',
    );
    say(`Photos and logos are not in the file: now copy ${join(config.dataDir, 'files')}, if it is there.`);
    return answer;
  }
  const keepKey = ownKey ? (key: Buffer) => keepSecretKey(config.dataDir, key) : undefined;
  const { rows, secretKey } = await database.asOwner((owner) => restore(owner, path, keepKey));
  if (secretKey !== undefined && ownKey) {
    say('The secret key of the backup is in DATA_DIR now. Restart a service that is running on it.');
  } else if (secretKey !== undefined && !secretKey.equals(config.secretKey)) {
    say(
      'SECRET_KEY is not the key the backup was made with: people have to sign in again, and webhook secrets cannot be read.',
    );
  }
  return { rows };
}

function say(line: string): void {
  console.log(line);
}

function parse(words: readonly string[]): { values: Options; positionals: string[] } {
  const option = { type: 'string' } as const;
  try {
    return parseArgs({
      args: [...words],
      allowPositionals: true,
      options: { name: option, email: option, password: option, tenant: option, role: option, to: option },
    });
  } catch (error) {
    throw new StartRefused(`${messageOf(error)}\n${usage}`);
  }
}

function needed(options: Options, name: string): string {
  const value = options[name];
  if (value === undefined || value === '') throw new StartRefused(`--${name} is missing:\n${usage}`);
  return value;
}

function tenantOf(options: Options): string {
  const tenant = needed(options, 'tenant');
  if (!isId(tenant))
    throw new StartRefused(`--tenant must be the id of an organization, as create-tenant printed it, not "${tenant}".`);
  return tenant;
}

function momentOf(options: Options): Date {
  const text = needed(options, 'to');
  if (!isInstant(text)) throw new StartRefused(`--to must be a moment such as 2026-12-15T09:00:00Z, not "${text}".`);
  return new Date(text);
}

function roleOf<R extends CallerRole>(options: Options, roles: readonly R[]): R {
  const role = roles.find((one) => one === needed(options, 'role'));
  if (role === undefined) throw new StartRefused(`--role must be one of ${roles.join(', ')}.`);
  return role;
}
