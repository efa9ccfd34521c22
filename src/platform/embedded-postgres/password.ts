// The password of the embedded server: created once and kept in DATA_DIR/postgres.password for the service's user only.
// An older cluster without a password, which trusts everybody who reaches its socket, is switched at its next start.
import { randomBytes } from 'node:crypto';
import { existsSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Connection } from '../db/pool.ts';
import { syncFolder, writeDurably } from '../files/durable-files.ts';
import { type ClusterLocation, changeOwner } from './cluster-folder.ts';
import { type PostgresPrograms, runSingleUser, superuser } from './programs.ts';

/** How to reach the server. */
export type SocketAddress = { readonly socketDir: string; readonly port: number; readonly password: string };

/** Connection settings for a role. The URL has libpq's form, with the socket's folder in place of the host. */
export function socketConnection({ socketDir, port, password }: SocketAddress, user: string, to: string): Connection {
  return { url: `postgres://${user}:${password}@${encodeURIComponent(socketDir)}:${port}/${to}`, socketDir, port };
}

/** Returns the password of a DATA_DIR; undefined before the first start creates one. */
export function readPassword(dataDir: string): string | undefined {
  const path = join(dataDir, 'postgres.password');
  return existsSync(path) ? readFileSync(path, 'utf8').trim() || undefined : undefined;
}

/**
 * Makes the cluster require a password, and returns it. The server must not run. The cluster's rules change last, so
 * that the next start completes an interrupted one.
 */
export async function ensurePassword(
  dataDir: string,
  location: ClusterLocation,
  programs: PostgresPrograms,
  log: number,
  durable: boolean,
): Promise<string> {
  const rules = join(location.cluster, 'pg_hba.conf');
  const text = readFileSync(rules, 'utf8');
  const strict = text.replace(/^([ \t]*(?:local|host\w*)[ \t][^#\n]*[ \t])trust[ \t]*$/gm, '$1scram-sha-256');
  const stored = readPassword(dataDir);
  if (stored !== undefined && strict === text) return stored;
  const password = stored ?? randomBytes(32).toString('base64url');
  writeDurably(join(dataDir, 'postgres.password'), `${password}\n`);
  await runSingleUser(programs, location.cluster, location.user, log, durable, {
    in: 'postgres',
    statement: `alter role ${superuser} password '${password}'`,
  });
  const newPassword = `${rules}.new`;
  writeFileSync(newPassword, strict, { mode: 0o600, flush: true });
  changeOwner(newPassword, location.user);
  renameSync(newPassword, rules);
  syncFolder(location.cluster);
  return password;
}
