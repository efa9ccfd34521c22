// A temporary PostgreSQL from programs on the machine (Debian's package), with its default settings.
import { spawnSync } from 'node:child_process';
import { chownSync, existsSync } from 'node:fs';
import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

export type PostgresServer = {
  readonly socketDir: string;
  readonly port: number;
  /** The superuser. */
  readonly user: string;
  stop(): Promise<void>;
};

const user = 'haldur';

/** The folder with the programs of Debian's PostgreSQL, the oldest version first; undefined where there is none. */
export function findDebianPrograms(): string | undefined {
  return ['15', '16', '17', '18']
    .map((version) => `/usr/lib/postgresql/${version}/bin`)
    .find((folder) => existsSync(join(folder, 'initdb')));
}

/** Starts a server on a socket of its own, with only the given settings. Everybody on the machine may connect. */
export async function startPostgresServer(programs: string, settings: readonly string[] = []): Promise<PostgresServer> {
  const folder = await mkdtemp(join(tmpdir(), 'haldur-own-'));
  await chmod(folder, 0o755);
  // PostgreSQL refuses to run as root.
  const nobody = process.getuid?.() === 0 ? { uid: 65_534, gid: 65_534 } : {};
  if (nobody.uid !== undefined) chownSync(folder, nobody.uid, nobody.gid);
  const data = join(folder, 'data');
  const run = (program: string, ...words: string[]) => {
    const ended = spawnSync(join(programs, program), words, { ...nobody, cwd: folder, stdio: 'ignore' });
    if (ended.status !== 0) throw new Error(`${program} of ${programs} ended with ${ended.status ?? ended.error}.`);
  };
  run('initdb', '-D', data, '-A', 'trust', '-U', user, '-E', 'UTF8', '--no-sync');
  const all = [`listen_addresses=''`, `unix_socket_directories='${folder}'`, ...settings];
  const given = all.map((setting) => `-c ${setting}`).join(' ');
  run('pg_ctl', '-D', data, '-o', given, '-l', join(folder, 'log'), '-w', 'start');
  return {
    socketDir: folder,
    port: 5432,
    user,
    stop: async () => {
      run('pg_ctl', '-D', data, '-m', 'immediate', '-w', 'stop');
      await rm(folder, { recursive: true, force: true });
    },
  };
}
