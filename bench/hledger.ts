// hledger: what one would use instead to keep a bank account's lines: hledger of Debian imports the same CSV file as the service. Skipped without it.
import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { makeReference } from '../src/properties/payment-reference.ts';
import { withBenchData } from './bench-data.ts';
import type { About, Figure } from './figures.ts';
import { importOnce, openInvoices } from './import.ts';
import { measureSeconds } from './measure.ts';

const lines = 10_000;
const run = promisify(execFile);

const rules = `skip 1
fields date, amount, currency, description, code, comment
date-format %Y-%m-%d
account1 assets:bank
account2 income:invoices
`;

export const aboutHledger: About = {
  does: 'A CSV file of 10,000 lines of a bank, each paying an open invoice: the service reads, keeps and matches it. Skipped without hledger (on Debian: `apt-get install hledger`).',
  floor: '`hledger import` of the same file into a new journal.',
  note: 'hledger keeps a plain text file for one person: it knows no invoices and matches nothing, needs no server, and forgets nothing else either.',
};

/** Imports the file with both. */
export async function hledger(): Promise<readonly Figure[]> {
  const folder = await mkdtemp(join(tmpdir(), 'haldur-bench-'));
  try {
    const path = join(folder, 'statement.csv');
    const rows = Array.from({ length: lines }, (_, index) => {
      const day = `2026-10-${String(1 + (index % 28)).padStart(2, '0')}`;
      return `${day},123.45,EUR,Arve ${index + 1},${makeReference(index + 1)},Maksja ${index % 500}`;
    });
    await writeFile(path, `Date,Amount,Currency,Description,Reference,Payer\n${rows.join('\n')}\n`);
    await writeFile(`${path}.rules`, rules);
    const floor = await measureHledger(folder, path);
    if (floor === undefined) return [];
    const figure = await withBenchData(lines, async (ground) => {
      await openInvoices(ground);
      return measureSeconds(() => importOnce(ground, path, lines));
    });
    return [{ what: '10,000 lines', figure, unit: 's', floor }];
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** Seconds of an import into a new journal; undefined where there is no hledger. */
async function measureHledger(folder: string, path: string): Promise<number | undefined> {
  const journal = join(folder, 'bank.journal');
  const version = await run('hledger', ['--version']).catch(() => undefined);
  if (version === undefined) {
    console.log('  skipped: there is no hledger (on Debian: apt-get install hledger)');
    return undefined;
  }
  console.log(`    ${version.stdout.trim()}`);
  await writeFile(journal, '');
  const seconds = await measureSeconds(async () => void (await run('hledger', ['-f', journal, 'import', path])));
  const { stdout } = await run('hledger', ['-f', journal, 'balance', 'assets:bank', '--format', '%(total)']);
  if (!stdout.replaceAll(',', '').includes('1234500.00')) throw new Error(`hledger kept ${stdout}`);
  return seconds;
}
