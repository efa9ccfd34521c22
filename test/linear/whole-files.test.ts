// Proves that whole unfriendly bank statements of every format cost no more for each line the longer they are, of the
// service and of the database together, and that requests of other organizations are answered meanwhile. HALDUR_ROWS is
// the number of lines: 2,000, and 20,000 in a night.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { addDays } from '../../src/platform/values/dates.ts';
import { anOrganization, noRateLimits, startTestService } from '../service-fixture.ts';
import { account, camt, importStatementFile, type StatementLine } from '../statement-samples.ts';
import { workbook } from '../workbook.ts';
import { threadMs } from './measure-slope.ts';
import { databaseMs, measureWork, requireLinear } from './measure-work.ts';

const rows = Number(process.env.HALDUR_ROWS ?? 2000);
const isLinux = process.platform === 'linux';
const g = await startTestService({ rateLimits: noRateLimits });

type Figures = { readonly cost: number; readonly reads: readonly number[] };

/**
 * Imports a file while another organization reads; returns the processor time of both sides, and what this thread did
 * during each read.
 */
async function importBesides(tenantId: string, file: string, reader: string): Promise<Figures> {
  const reads: number[] = [];
  let done = false;
  const [before, database] = [threadMs(), await databaseMs(g)];
  const reading = (async () => {
    while (!done) {
      const from = threadMs();
      const { status } = await g.ask('GET', '/buildings?limit=1', { as: reader });
      assert.equal(status, 200);
      reads.push(threadMs() - from);
      await new Promise((resolve) => setTimeout(resolve, 5));
    }
  })();
  await importStatementFile(g, tenantId, file);
  done = true;
  await reading;
  return { cost: threadMs() - before + (await databaseMs(g)) - database, reads };
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
/** What this thread may do during a read, in milliseconds: during 99 of 100, and ever. A read takes several turns. */
const maxReadMs = { most: 100, ever: 500 };

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
  const all: number[] = [];
  for (const [name, file] of files) {
    const { cost, reads } = await importBesides(unfriendly.tenantId, file, other.owner);
    all.push(...reads);
    const slowest = Math.max(...reads);
    if (process.env.HALDUR_ROWS)
      process.stdout.write(
        `${name}: ${cost.toFixed(0)} ms (usual ${usual.toFixed(0)}), reads ${reads.length}, ${slowest.toFixed(0)} ms at most\n`,
      );
    assert.ok(cost <= maxRatio * usual, `${name}: ${cost} ms, an ordinary file ${usual} ms`);
    assert.ok(slowest <= maxReadMs.ever, `${name}: this thread worked ${slowest} ms during a read`);
  }
  // A single read may meet the collection of all garbage, so the one in a hundred is looked for in all files together.
  const slow = all.toSorted((a, b) => b - a)[Math.floor(all.length / 100)] ?? 0;
  assert.ok(slow <= maxReadMs.most, `this thread worked ${slow} ms or more during one of 100 of ${all.length} reads`);
});

const head = 'Kliendi konto;Kuupäev;Maksja;Selgitus;Summa;Arhiveerimistunnus';
type MakeRow = (nth: number) => string;
const csv = (row: MakeRow) => (lines: number) =>
  `${[head, ...Array.from({ length: lines }, (_, nth) => row(nth))].join('\n')}\n`;

const id = '2026111000000001';
const ownId: MakeRow = (nth) => `20261110${String(nth).padStart(8, '0')}`;
const isoDay: MakeRow = (nth) => addDays('2000-01-01', nth % 9000);
const batch = (payer: MakeRow) => (lines: number) => {
  const detail = (nth: number) =>
    `<TxDtls><AmtDtls><TxAmt><Amt Ccy="EUR">1.00</Amt></TxAmt></AmtDtls><RltdPties><Dbtr><Nm>${payer(nth)}</Nm></Dbtr></RltdPties></TxDtls>`;
  const details = Array.from({ length: lines }, (_, nth) => detail(nth)).join('');
  return camt([{ amount: `${lines}.00`, id: 'B', details }]);
};

const payerHead = 'Kliendi konto;Kuupäev;Maksja;Maksja konto;Selgitus;Summa';
const fromOnePayer = (text: string) => (lines: number) => {
  const row = (_: unknown, nth: number) =>
    `${account};10.11.2026;Mari;EE471000001020145685;${text}${nth};${1 + (nth % 90)},00`;
  return `${[payerHead, ...Array.from({ length: lines }, row)].join('\n')}\n`;
};

/** MT940 lines, each with the bank’s id and its text. */
const mt940 = (line: (nth: number) => readonly [id: string, text: string]) => (lines: number) =>
  [
    ...[':20:1', `:25:${account}`, ':28C:1', ':60F:C261101EUR0,00'],
    ...Array.from({ length: lines }, (_, nth) => {
      const [id, text] = line(nth);
      return `:61:2611101110C1,00NTRFNONREF//${id}\n:86:${text}`;
    }),
    ...[`:62F:C261130EUR${lines},00`, '-'],
  ].join('\n');
const spreadsheet = (row: (nth: number) => readonly string[]) => (lines: number) =>
  workbook([head.split(';'), ...Array.from({ length: lines }, (_, nth) => row(nth))]);

/** Files of so many lines: what is stored, and what is imported beside it. */
const pairs: Readonly<Record<string, readonly ((lines: number) => string | Buffer)[]>> = {
  'nearly the same file': [
    csv((nth) => `${account};10.11.2026;Mari;a${nth};1,00;`),
    csv((nth) => `${account};10.11.2026;Mari;a${nth || 'x'};1,00;`),
  ],
  'one id and other texts': [
    csv((nth) => `${account};10.11.2026;Mari;a${nth};1,00;${id}`),
    csv((nth) => `${account};10.11.2026;Mari;b${nth};1,00;${id}`),
  ],
  'one id and other payers': [
    csv((nth) => `${account};10.11.2026;Mari${nth};a;1,00;${id}`),
    csv((nth) => `${account};10.11.2026;Juri${nth};a;1,00;${id}`),
  ],
  'one id, and the bank has moved the day': [
    csv(() => `${account};10.11.2026;Mari;a;1,00;${id}`),
    csv(() => `${account};11.11.2026;Mari;a;1,00;${id}`),
  ],
  'one id on many days': [
    csv((nth) => `${account};${isoDay(nth)};Mari;a${nth};1,00;${id}`),
    csv((nth) => `${account};${isoDay(nth)};Mari${nth};b;1,00;${id}`),
  ],
  'one payer and other texts': [fromOnePayer('a'), fromOnePayer('b')],
  'one batch in another order': [batch((nth) => `Mari${nth}`), batch((nth) => `Mari${nth ^ 1}`)],
  'one amount, without an id and with one': [
    csv((nth) => `${account};10.11.2026;Mari${nth};a;1,00;`),
    csv((nth) => `${account};10.11.2026;Juri${nth};a;1,00;${ownId(nth)}`),
  ],
  'CSV lines with many references': [
    csv((nth) => `${account};10.11.2026;Mari;${`arve ${100_000 + nth} viide ${1_234_567 + nth} `.repeat(8)};1,00;`),
  ],
  'equal lines of MT940': [mt940(() => ['E', 'x'])],
  'MT940 lines with many references': [
    mt940((nth) => [`r${nth}`, `arve ${100_000 + nth} viide ${1_234_567 + nth} `.repeat(8)]),
  ],
  'equal rows of a spreadsheet': [spreadsheet(() => [account, '10.11.2026', 'Mari', 'a', '1,00', ''])],
  'different rows of a spreadsheet': [
    spreadsheet((nth) => [account, '10.11.2026', `Mari${nth}`, `a${nth}`, `${nth + 1},00`, ownId(nth)]),
  ],
};

/** Sends a file as a client does. */
async function upload(as: string, file: string | Buffer): Promise<void> {
  const begin = '--b\r\nContent-Disposition: form-data; name="file"; filename="f"\r\nContent-Type: text/csv\r\n\r\n';
  const raw = Buffer.concat([Buffer.from(begin), Buffer.from(file), Buffer.from('\r\n--b--\r\n')]);
  const headers = { 'content-type': 'multipart/form-data; boundary=b' };
  const answer = await g.ask('POST', '/bank-statements/import?currency=EUR', { as, raw, headers });
  assert.equal(answer.status, 201, answer.text.slice(0, 500));
}

for (const [name, makers] of Object.entries(pairs)) {
  test(`${name}: an import is linear, in short turns`, { skip: !isLinux && 'It reads /proc.' }, () =>
    requireLinear(name, rows, async (lines) => {
      // An organization that has nothing, and of which the planner knows nothing.
      const [{ owner }, contents] = [await anOrganization(g), makers.map((make) => make(lines))];
      await g.owner`vacuum analyze`;
      return measureWork(g, async () => {
        for (const file of contents) await upload(owner, file);
      });
    }),
  );
}
