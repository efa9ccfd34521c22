// import: a camt.053 of 100,000 entries against 100,000 open invoices, each entry with the reference of one. The floor
// is a pass of the same parser over the same bytes, and a COPY of the resulting rows into tables of the same shape, as
// the same role.
import { createHash } from 'node:crypto';
import { createReadStream, createWriteStream } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { SaxesParser } from 'saxes';
import { importStatement } from '../src/payments/statements/import/import-statement.ts';
import { inTenant, serviceCaller } from '../src/platform/db/scope.ts';
import { makeReference } from '../src/properties/payment-reference.ts';
import { type BenchContext, withBenchData } from './bench-data.ts';
import type { About, Figure } from './figures.ts';
import { measureSeconds, watchMemory } from './measure.ts';

const entries = 100_000;
const account = 'EE382200221020145685';
const countedTables = ['bank_entries', 'payments', 'allocations', 'events', 'invoice_history'];

export const aboutImport: About = {
  does: 'A camt.053 of 100,000 entries with references against 100,000 open invoices.',
  floor: 'A bare pass of the same parser over the same bytes, and a `COPY` of the rows that are left behind.',
  note: 'Memory is the most above idle.',
};

/** Imports once and measures its floor. */
export async function importBenchmark(): Promise<readonly Figure[]> {
  const folder = await mkdtemp(join(tmpdir(), 'haldur-bench-'));
  const path = join(folder, 'statement.xml');
  try {
    await pipeline(
      Readable.from(generateStatement(entries, { amount: '123.45', firstReference: 1, name: '20261000' })),
      createWriteStream(path),
    );
    return await withBenchData(entries, (ground) => measureImport(ground, path));
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

async function measureImport(ground: BenchContext, path: string): Promise<readonly Figure[]> {
  await openInvoices(ground);
  const memory = watchMemory();
  const figure = await measureSeconds(() => importOnce(ground, path));
  const peak = memory();
  const parse = await measureSeconds(() => parseWithoutImport(path));
  const copy = await copyRows(ground);
  return [
    { what: '100,000 entries', figure, unit: 's', floor: parse + copy, aim: { of: 'ratio', max: 5 } },
    { what: 'memory', figure: peak, unit: 'MB', aim: { of: 'figure', max: 100 } },
  ];
}

/** Imports a file whose lines all pay an invoice. */
async function importOnce({ app, tenantId }: BenchContext, path: string): Promise<void> {
  const caller = serviceCaller(tenantId);
  const hash = createHash('sha256');
  for await (const part of createReadStream(path)) hash.update(part);
  const file = {
    sha256: hash.digest('hex'),
    source: () => createReadStream(path) as AsyncIterable<Buffer>,
    currency: 'EUR',
  };
  const done = await inTenant(app, caller, (scope) => importStatement(scope, file, false));
  if (done.matched !== entries) throw new Error(`${done.matched} payments were matched, not ${entries}.`);
}

type StatementTerms = {
  readonly amount: string;
  /** The apartment whose reference the first line has; the others follow. */
  readonly firstReference: number;
  /** The day of all lines; by default they are days of October. */
  readonly day?: string;
  /** The bank's ids begin with it, so that two statements have no line in common. */
  readonly name: string;
};

/** A camt.053 of so many lines, each with the reference of another apartment. */
export function* generateStatement(
  lines: number,
  { amount, firstReference, day, name }: StatementTerms,
): Generator<string> {
  yield `<?xml version="1.0" encoding="UTF-8"?>\n<Document xmlns="urn:iso:std:iso:20022:tech:xsd:camt.053.001.02"><BkToCstmrStmt><Stmt><Id>1</Id><Acct><Id><IBAN>${account}</IBAN></Id><Ccy>EUR</Ccy></Acct>\n`;
  for (let nth = 1; nth <= lines; nth += 1) {
    const bookedOn = day ?? `2026-10-${String(1 + (nth % 28)).padStart(2, '0')}`;
    yield `<Ntry><NtryRef>${nth}</NtryRef><Amt Ccy="EUR">${amount}</Amt><CdtDbtInd>CRDT</CdtDbtInd><Sts>BOOK</Sts><BookgDt><Dt>${bookedOn}</Dt></BookgDt><ValDt><Dt>${bookedOn}</Dt></ValDt><AcctSvcrRef>${name}${nth}</AcctSvcrRef><NtryDtls><TxDtls><Refs><AcctSvcrRef>${name}${nth}</AcctSvcrRef><EndToEndId>NOTPROVIDED</EndToEndId></Refs><RltdPties><Dbtr><Nm>Maksja ${nth % 5000}</Nm></Dbtr><DbtrAcct><Id><IBAN>EE471000001020145685</IBAN></Id></DbtrAcct></RltdPties><RmtInf><Ustrd>Arve ${nth}</Ustrd><Strd><CdtrRefInf><Ref>${makeReference(firstReference + nth - 1)}</Ref></CdtrRefInf></Strd></RmtInf></TxDtls></NtryDtls></Ntry>\n`;
  }
  yield '</Stmt></BkToCstmrStmt></Document>\n';
}

/** One open invoice for each apartment of a building. */
export async function openInvoices({
  database,
  tenantId,
  buildingId,
}: Pick<BenchContext, 'database' | 'tenantId' | 'buildingId'>): Promise<void> {
  await database.asOwner(async (owner) => {
    await owner`update buildings set iban = ${account} where id = ${buildingId}`;
    await owner`
      insert into invoices (tenant_id, id, number, reference, status, building_id, apartment_id, period_start, period_end, issue_date, due_date, currency,
                            amount, created_at, updated_at)
      select ${tenantId}, uuidv7(), '2026-' || lpad(number, 6, '0'), reference_number, 'sent', building_id, id, '2026-09-01', '2026-09-30',
             '2026-10-01', '2026-10-15', 'EUR', 12345, now(), now() from apartments where tenant_id = ${tenantId} and building_id = ${buildingId}`;
    await owner`
      insert into invoice_days (tenant_id, invoice_id, apartment_id, days)
      select tenant_id, id, apartment_id, daterange(period_start, period_end, '[]') from invoices where tenant_id = ${tenantId} and building_id = ${buildingId}`;
    await owner`analyze`;
  });
}

async function parseWithoutImport(path: string): Promise<void> {
  const parser = new SaxesParser({ xmlns: false });
  parser.on('opentag', () => {});
  parser.on('text', () => {});
  parser.on('closetag', () => {});
  for await (const part of createReadStream(path, 'utf8')) parser.write(String(part));
  parser.close();
}

/** The seconds of writing the rows, which are exported first. */
async function copyRows({ database }: BenchContext): Promise<number> {
  let took = 0;
  await database.asOwner(async (owner) => {
    const line = await owner.streaming.hold();
    for (const table of countedTables) {
      const rows: Buffer[] = await line.copyOut(`copy ${table} to stdout (format binary)`).toArray();
      await owner.unsafe(`create table floor_${table} (like ${table} including indexes)`);
      took += await measureSeconds(() =>
        pipeline(Readable.from(rows), line.copyIn(`copy floor_${table} from stdin (format binary)`)),
      );
    }
    line.release();
  });
  return took;
}
