// Proves that an import takes processor time that grows with the file and with stored payments of the same ids, batches and amounts: eight times the lines take
// about eight times as long. Processor time of this thread and of PostgreSQL together, whatever else the machine does; a slow measurement is repeated.
import assert from 'node:assert/strict';
import { hash } from 'node:crypto';
import { Readable } from 'node:stream';
import { test } from 'node:test';
import { postmasterOf, processorTimeWithChildren } from '../../../../bench/processor.ts';
import { anOrganization, startTestService } from '../../../../test/service-fixture.ts';
import { account, anOrganizationWithDebts, camt, importStatementFile } from '../../../../test/statement-samples.ts';
import { inTenant, serviceCaller } from '../../../platform/db/scope.ts';
import { addDays } from '../../../platform/values/dates.ts';
import { importStatement } from './import-statement.ts';

const g = await startTestService();
const postmaster = await postmasterOf(g.owner);

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

/** Files of so many lines: what is stored, and what is imported beside it. */
const pairs: Readonly<Record<string, readonly [(lines: number) => string, (lines: number) => string]>> = {
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
};

/** Milliseconds of the processor that importing both of a pair takes, in an organization that has nothing and of which the planner knows nothing. */
async function costOf([stored, imported]: (typeof pairs)[string], lines: number): Promise<number> {
  const { tenantId } = await anOrganization(g);
  await g.owner`vacuum analyze`;
  const [thread, database] = [process.threadCpuUsage(), processorTimeWithChildren(postmaster)];
  assert.equal((await importStatementFile(g, tenantId, stored(lines))).imported, lines);
  await importStatementFile(g, tenantId, imported(lines));
  const { user, system } = process.threadCpuUsage(thread);
  return (user + system + processorTimeWithChildren(postmaster) - database) / 1000;
}

const [few, many] = [700, 5600];
/** Eight is linear, 64 the square. The part of a cost that is there for any file makes it less. */
const maxGrowth = 14;

for (const [name, pair] of Object.entries(pairs)) {
  test(`${name}: eight times the lines take about eight times as long`, async () => {
    let growth = Number.POSITIVE_INFINITY;
    for (let run = 0; run < 3 && growth > maxGrowth; run += 1)
      growth = (await costOf(pair, many)) / (await costOf(pair, few));
    assert.ok(growth <= maxGrowth, `${growth.toFixed(1)} times as long`);
  });
}

test('the check of an allocation finds its payment by the primary key, although the first ones are checked when there are few', async () => {
  const { tenantId, reference1 } = await anOrganizationWithDebts(g);
  const head = 'Kliendi konto;Kuupäev;Viitenumber;Selgitus;Summa';
  const text = 'a'.repeat(200);
  const rows = Array.from({ length: 300 }, (_, nth) => `${account};10.11.2026;${reference1};${text}${nth};0,01`);
  const bytes = Buffer.from(`${head}\n${rows.join('\n')}\n`);
  const file = { sha256: hash('sha256', bytes, 'hex'), source: () => Readable.from([bytes]) };
  const scans = await inTenant(g.app, serviceCaller(tenantId), async (scope) => {
    assert.equal((await importStatement(scope, file, false)).matched, rows.length);
    const [row] = await scope.db`select pg_stat_get_xact_numscans('payments_pkey'::regclass)::integer as by_key`;
    return row?.byKey;
  });
  assert.ok(scans >= rows.length, `${scans} look-ups by the key`);
});
