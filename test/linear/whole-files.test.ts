// Proves that a whole unfriendly bank statement costs no more for each line than an ordinary one, of the service and of the database together, and that
// requests of other organizations are answered meanwhile. HALDUR_ROWS is the number of lines: 4,000, and 20,000 in a night.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { anOrganization, startTestService } from '../service-fixture.ts';
import { camt, importStatementFile, type StatementLine } from '../statement-samples.ts';
import { threadMs } from './measure-slope.ts';

const rows = Number(process.env.HALDUR_ROWS ?? 4000);
const isLinux = process.platform === 'linux';
const g = await startTestService();

/** The processor time of the connections’ processes so far, in milliseconds: the kernel counts it in hundredths of a second. */
async function databaseMs(): Promise<number> {
  const backends = await g.owner<{ pid: number }[]>`
    select pid from pg_stat_activity where datname = current_database() and backend_type = 'client backend'`;
  return backends.reduce((sum, { pid }) => {
    const [user = 0, system = 0] =
      readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ').at(-1)?.split(' ').slice(11, 13).map(Number) ?? [];
    return sum + 10 * (user + system);
  }, 0);
}

type Figures = { readonly cost: number; readonly reads: readonly number[] };

/** Imports a file while another organization reads; returns the processor time of both sides, and what this thread did during each read. */
async function importBesides(tenantId: string, file: string, reader: string): Promise<Figures> {
  const reads: number[] = [];
  let done = false;
  const [before, database] = [threadMs(), await databaseMs()];
  const reading = (async () => {
    while (!done) {
      const from = threadMs();
      const { status } = await g.ask('GET', '/buildings?limit=1', { as: reader });
      assert.equal(status, 200);
      reads.push(threadMs() - from);
      await new Promise((resolve) => setTimeout(resolve, 25));
    }
  })();
  await importStatementFile(g, tenantId, file);
  done = true;
  await reading;
  return { cost: threadMs() - before + (await databaseMs()) - database, reads };
}

const day = '2026-11-10';
const lines = (make: (at: number) => Partial<StatementLine>, more = {}) =>
  camt(
    Array.from({ length: rows }, (_, at) => ({ amount: '1.00', day, text: 'x', ...make(at) })),
    more,
  );
const total = rows.toFixed(2);

/** Files of one organization, in order; each is unfriendly to what the ones before left. */
const files: readonly (readonly [string, string])[] = [
  ['equal credits', lines((at) => ({ id: `c${at}`, endToEnd: 'E' }), { opening: '0.00', closing: total })],
  [
    'their returns',
    lines((at) => ({ id: `r${at}`, endToEnd: 'E', debit: true, reversal: true }), { opening: total, closing: '0.00' }),
  ],
  ['credits that were returned', lines((at) => ({ id: `d${at}`, endToEnd: 'E', day: '2026-11-08' }))],
  ['equal debits', lines((at) => ({ id: `o${at}`, endToEnd: 'F', debit: true, amount: '2.00' }))],
  ['their reversals', lines((at) => ({ id: `b${at}`, endToEnd: 'F', reversal: true, amount: '2.00' }))],
  ['the same without ids', lines(() => ({ id: null, endToEnd: 'E' }))],
];

/** Unfriendly lines may cost somewhat more than others; a square costs many times as much. */
const maxRatio = 2.5;

test('unfriendly statements cost as much as ordinary ones, and others read meanwhile', {
  skip: !isLinux && 'It reads /proc.',
}, async () => {
  const [ordinary, unfriendly, other] = [await anOrganization(g), await anOrganization(g), await anOrganization(g)];
  const friendly = lines((at) => ({ id: `f${at}`, text: `korter ${at}`, amount: `${at + 1}.00` }));
  await importBesides(
    ordinary.tenantId,
    lines((at) => ({ id: `w${at}`, amount: `${at + 1}.50` })),
    other.owner,
  );
  const { cost: usual } = await importBesides(ordinary.tenantId, friendly, other.owner);
  for (const [name, file] of files) {
    const { cost, reads } = await importBesides(unfriendly.tenantId, file, other.owner);
    const slow = reads.toSorted((a, b) => b - a)[Math.floor(reads.length / 100)] ?? 0;
    if (process.env.HALDUR_ROWS)
      process.stdout.write(
        `${name}: ${cost.toFixed(0)} ms (usual ${usual.toFixed(0)}), reads ${reads.length}, 99 % within ${slow.toFixed(0)} ms\n`,
      );
    assert.ok(cost <= maxRatio * usual, `${name}: ${cost} ms, an ordinary file ${usual} ms`);
    assert.ok(slow <= 100, `${name}: this thread worked ${slow} ms during a read`);
  }
});
