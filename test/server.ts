// Where the tests' PostgreSQL is: the throw-away server that setup.ts started, or the one HALDUR_TEST_DATABASE names.
import type { Connection } from '../src/platform/db.ts';

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
  const socket = process.env.HALDUR_TEST_SOCKET;
  if (socket === undefined)
    throw new Error(
      'No PostgreSQL for the tests. Run them with `npm test`, or `npm test -- src/some.test.ts` for one file.',
    );
  return { ...JSON.parse(socket), database, ...(user === undefined ? {} : { user }) };
}
