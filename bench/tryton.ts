// tryton: what one would use instead to issue invoices: Tryton of Debian creates and posts as many invoices with as many lines, on Debian's PostgreSQL.
// Skipped without them.
import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { findDebianPrograms, startPostgresServer } from '../test/own-postgres-server.ts';
import { withBenchData } from './bench-data.ts';
import type { About, Figure } from './figures.ts';
import { generateOnce } from './generate.ts';
import { measureSeconds } from './measure.ts';

const invoices = 100;
const linesOfEach = 6;
const [python, admin] = ['/usr/bin/python3', '/usr/bin/trytond-admin'];
const script = fileURLToPath(new URL('tryton.py', import.meta.url));
const run = promisify(execFile);

export const aboutTryton: About = {
  does: '100 invoices of six lines: the service calculates, numbers and writes them. Skipped without Tryton (on Debian: `apt-get install tryton-modules-account-invoice tryton-proteus python3-psycopg2 postgresql`).',
  floor:
    'Tryton 6.0 creates invoices with given amounts, one after the other as its client does, and posts them all at once, on Debian’s PostgreSQL.',
  note: 'Tryton also makes the move in the general ledger and can do far more accounting; it calculates no charges, explains no amounts, and sends no webhooks. Its statement formats (OFX, CODA, AEB43) are not ours, so imports are not compared.',
};

/** Issues the invoices with both. */
export async function tryton(): Promise<readonly Figure[]> {
  const programs = findDebianPrograms();
  if (programs === undefined || !existsSync(admin)) {
    console.log('  skipped: there is no Tryton or no PostgreSQL of Debian (see docs/benchmarks.md)');
    return [];
  }
  const { created, posted } = await measureTryton(programs);
  const figure = await withBenchData(invoices, (ground) => measureSeconds(() => generateOnce(ground, invoices, 0)));
  console.log(`    Tryton: created in ${created} s, posted in ${posted} s`);
  return [{ what: `${invoices} invoices of ${linesOfEach} lines`, figure, unit: 's', floor: created + posted }];
}

async function measureTryton(programs: string): Promise<{ readonly created: number; readonly posted: number }> {
  const folder = await mkdtemp(join(tmpdir(), 'haldur-bench-'));
  const server = await startPostgresServer(programs);
  try {
    const settings = join(folder, 'trytond.conf');
    await writeFile(settings, '[database]\nuri = postgresql://\n');
    await writeFile(join(folder, 'password'), 'correct horse battery staple\n');
    const env = {
      ...process.env,
      PGHOST: server.socketDir,
      PGUSER: server.user,
      TRYTONPASSFILE: join(folder, 'password'),
    };
    await run(join(programs, 'createdb'), ['bench'], { env });
    const database = ['-c', settings, '-d', 'bench', '--email', 'bench@example.org'];
    await run(python, [admin, ...database, '-u', 'account_invoice', '--activate-dependencies'], { env });
    const words = [script, 'bench', String(invoices), String(linesOfEach), settings];
    const { stdout } = await run(python, words, { env });
    return JSON.parse(stdout.trim().split('\n').at(-1) ?? '');
  } finally {
    await server.stop();
    await rm(folder, { recursive: true, force: true });
  }
}
