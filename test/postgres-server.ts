// The address of the tests' PostgreSQL: the temporary server that global-setup.ts started, or the one
// HALDUR_TEST_DATABASE names; and databases of it.
import { randomBytes } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Connection, connect } from '../src/platform/db/pool.ts';
import { readPassword, type SocketAddress, socketConnection } from '../src/platform/embedded-postgres/password.ts';

export const template = process.env.HALDUR_TEST_TEMPLATE ?? 'haldur_template';

/** A connection to one database of the tests' server, as its superuser or as another user. */
export function connectionTo(database: string, user?: string): Connection {
  const own = process.env.HALDUR_TEST_DATABASE;
  if (own !== undefined) {
    const url = new URL(own);
    url.pathname = `/${database}`;
    if (user !== undefined) url.username = user;
    return { url: url.href };
  }
  return socketConnection(throwAwayServer(), user ?? 'haldur', database);
}

function throwAwayServer(): SocketAddress {
  const address = process.env.HALDUR_TEST_SOCKET;
  if (address === undefined)
    throw new Error(
      'No PostgreSQL for the tests. Run them with `npm test`, or `npm test -- src/some.test.ts` for one file.',
    );
  return JSON.parse(address);
}

/** A database of the tests' server, and how it is removed. */
export type TestDatabase = { readonly database: string; readonly drop: () => Promise<void> };

/** Creates a database, by default a migrated one. */
export async function createDatabase(how = `template ${template} strategy file_copy`): Promise<TestDatabase> {
  const database = `haldur_test_${randomBytes(6).toString('hex')}`;
  const admin = connect(connectionTo('postgres'), { max: 1 });
  await admin.unsafe(`create database ${database} ${how}`);
  const drop = async () => {
    await admin.unsafe(`drop database ${database} with (force)`);
    await admin.end({ timeout: 5 });
  };
  return { database, drop };
}

/** A connection to the embedded server of a service on a DATA_DIR. */
export function connectionIn(dataDir: string, user = 'haldur'): Connection {
  const { socketDir } = JSON.parse(readFileSync(join(dataDir, 'postgres.json'), 'utf8'));
  return socketConnection({ socketDir, port: 5432, password: readPassword(dataDir) ?? '' }, user, 'haldur');
}
