// Sample statements for tests: camt, MT940 and CSV files, and short ways to import them and read the result.
import { createHash } from 'node:crypto';
import { Readable } from 'node:stream';
import { matchManually } from '../src/payments/manual-decisions.ts';
import { importStatement } from '../src/payments/statements/import/import-statement.ts';
import type { StatementImport } from '../src/payments/statements/import/report-import.ts';
import { inTenant, serviceCaller } from '../src/platform/db/scope.ts';
import { newId } from '../src/platform/values/ids.ts';
import { createBilledBuilding, createThreeInvoices } from './billing-fixture.ts';
import { findBroken, moneyInvariants } from './invariants.ts';
import { anOrganization, type TestService } from './service-fixture.ts';

export const account = 'EE382200221020145685';
export const payerIban = 'EE471000001020145685';

/** The fields of an entry that a test sets; the rest has defaults. Amounts as text, such as 12.50. */
export type StatementLine = {
  readonly amount: string;
  readonly debit?: boolean;
  readonly day?: string;
  readonly id?: string | null;
  readonly reference?: string;
  readonly text?: string;
  readonly payer?: string;
  /** Who pays through the payer. */
  readonly person?: string;
  readonly iban?: string | null;
  readonly endToEnd?: string;
  readonly order?: string;
  readonly status?: string;
  readonly reversal?: boolean;
  readonly currency?: string;
  /** Replaces the details that the other fields would give. */
  readonly details?: string;
  /** The lines that make up this one, a batch; in camt alone. */
  readonly parts?: readonly StatementLine[];
};

/** A camt.053 statement of one account. Entries without an id get a unique one; null leaves it out. */
export function camt(
  lines: readonly StatementLine[],
  more: {
    account?: string;
    message?: '052' | '053';
    opening?: string;
    closing?: string;
    /** The days of the balances. */
    dated?: readonly [string, string];
  } = {},
): string {
  const [root, statement] = more.message === '052' ? ['BkToCstmrAcctRpt', 'Rpt'] : ['BkToCstmrStmt', 'Stmt'];
  const balance = (code: string, amount: string | undefined, day: string | undefined) =>
    amount === undefined
      ? ''
      : `<Bal><Tp><CdOrPrtry><Cd>${code}</Cd></CdOrPrtry></Tp><Amt Ccy="EUR">${amount}</Amt><CdtDbtInd>CRDT</CdtDbtInd>${day ? `<Dt><Dt>${day}</Dt></Dt>` : ''}</Bal>`;
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    `<Document xmlns="urn:iso:std:iso:20022:tech:xsd:camt.${more.message ?? '053'}.001.02"><${root}><${statement}><Id>1</Id>`,
    `<Acct><Id><IBAN>${more.account ?? account}</IBAN></Id><Ccy>EUR</Ccy></Acct>`,
    balance('OPBD', more.opening, more.dated?.[0]) + balance('CLBD', more.closing, more.dated?.[1]),
    ...lines.map(entryXml),
    `</${statement}></${root}></Document>`,
  ].join('\n');
}

const tag = (name: string, value: string | null | undefined) => (value ? `<${name}>${value}</${name}>` : '');

function entryXml(line: StatementLine, place: number): string {
  const id = line.id === undefined ? `id-${place}` : line.id;
  const amountOf = ({ amount, currency = 'EUR' }: StatementLine) =>
    `<AmtDtls><TxAmt><Amt Ccy="${currency}">${amount}</Amt></TxAmt></AmtDtls>`;
  const parts = line.parts?.map((part) => detailsXml(part, amountOf(part))) ?? [detailsXml({ ...line, id })];
  const details = line.details ?? parts.join('');
  return `<Ntry><Amt Ccy="${line.currency ?? 'EUR'}">${line.amount}</Amt><CdtDbtInd>${line.debit ? 'DBIT' : 'CRDT'}</CdtDbtInd>${line.reversal ? '<RvslInd>true</RvslInd>' : ''}<Sts>${line.status ?? 'BOOK'}</Sts><BookgDt><Dt>${line.day ?? '2026-11-10'}</Dt></BookgDt>${tag('AcctSvcrRef', id)}<NtryDtls>${details}</NtryDtls></Ntry>`;
}

function detailsXml(line: StatementLine, amount = ''): string {
  const party = line.debit ? 'Cdtr' : 'Dbtr';
  const iban = line.iban === undefined ? payerIban : line.iban;
  return `<TxDtls><Refs>${tag('AcctSvcrRef', line.id)}${tag('InstrId', line.order)}${tag('EndToEndId', line.endToEnd)}</Refs>${amount}<RltdPties><${party}>${tag('Nm', line.payer ?? 'Mari Tamm')}</${party}>${iban ? `<${party}Acct><Id>${tag('IBAN', iban)}</Id></${party}Acct>` : ''}${line.person ? `<UltmtDbtr>${tag('Nm', line.person)}</UltmtDbtr>` : ''}</RltdPties><RmtInf>${tag('Ustrd', line.text)}${line.reference ? `<Strd><CdtrRefInf>${tag('Ref', line.reference)}</CdtrRefInf></Strd>` : ''}</RmtInf></TxDtls>`;
}

const withComma = (amount: string) => amount.replace('.', ',');

/** An Estonian CSV file of one account, as a table. Its lines name their day, payer and text. */
export function csvTable(lines: readonly StatementLine[], { account }: { account: string }): (string | null)[][] {
  const head =
    'Kliendi konto;Kuupäev;Maksja;Tegelik maksja;Maksja konto;Selgitus;Summa;Valuuta;Viitenumber;Arhiveerimistunnus';
  const rows = lines.map(({ id = null, payer = 'Mari Tamm', person = '', iban = null, text = '', ...line }) => [
    ...[account, line.day?.split('-').toReversed().join('.') ?? '', payer, person, iban, text],
    ...[`${line.debit ? '-' : ''}${withComma(line.amount)}`, line.currency ?? 'EUR', line.reference ?? '', id],
  ]);
  return [head.split(';'), ...rows];
}

/** The same as the text of a file. */
export function csv(...[lines, more]: Parameters<typeof csvTable>): string {
  return csvTable(lines, more)
    .map((row) => `${row.join(';')}\n`)
    .join('');
}

/**
 * An MT940 statement of one account, in one currency. The details of a line hold a reference or a text, and not both.
 */
export function mt940(lines: readonly StatementLine[], { account }: { account: string }): string {
  const dayOf = ({ day = '' }: StatementLine) => day.slice(2).replaceAll('-', '');
  const [{ currency = 'EUR' } = {}] = lines;
  const days = lines.map(dayOf).toSorted();
  const cents = lines.reduce((sum, { debit, amount }) => sum + Math.round(Number(amount) * 100) * (debit ? -1 : 1), 0);
  const entries = lines.flatMap(({ id, iban, person, reference, text = '', ...line }) => [
    `:61:${dayOf(line)}${dayOf(line).slice(2)}${line.debit ? 'RC' : 'C'}${withComma(line.amount)}NTRFNONREF${id ? `//${id}` : ''}`,
    `:86:/EREF/${line.endToEnd}${iban ? `/IBAN/${iban}` : ''}/NAME/${line.payer ?? 'Mari Tamm'}${person ? `/ULTD//NAME/${person}` : ''}/REMI/${reference ? `STRD/CUR/${reference}` : `USTD//${text}`}/`,
  ]);
  const closing = `:62F:C${days.at(-1)}${currency}${withComma(((cents + 1e8) / 100).toFixed(2))}`;
  const head = [':20:SALDO', `:25:${account}`, ':28C:1/1', `:60F:C${days[0]}${currency}1000000,00`];
  return `${[...head, ...entries, closing, '-'].join('\r\n')}\r\n`;
}

/** Imports a file as the service does for an organization; in euros where it does not state its currency. */
export async function importStatementFile(
  g: TestService,
  tenantId: string,
  file: string | Buffer,
  dryRun = false,
): Promise<StatementImport> {
  const bytes = Buffer.from(file);
  const source = () => Readable.from([bytes]) as AsyncIterable<Buffer>;
  const sha256 = createHash('sha256').update(bytes).digest('hex');
  return inTenant(g.app, serviceCaller(tenantId), (scope) =>
    importStatement(scope, { sha256, source, currency: 'EUR' }, dryRun),
  );
}

/** Receives a transfer that names nothing, and matches it to an invoice by hand. Returns the payment's id. */
export async function payByHand(g: TestService, tenantId: string, invoiceId: string, amount: string): Promise<string> {
  const line = { amount, id: newId(), iban: null, payer: 'Tundmatu' };
  const [payment] = (await importStatementFile(g, tenantId, camt([line]))).payments;
  const paymentId = payment?.paymentId ?? '';
  await inTenant(g.app, serviceCaller(tenantId), (scope) => matchManually(scope, paymentId, { invoiceId }));
  return paymentId;
}

/** What breaks the rules of money, in all organizations. */
export function findBrokenInvariants({ owner }: Pick<TestService, 'owner'>): Promise<readonly unknown[]> {
  return findBroken(owner, moneyInvariants);
}

/**
 * An organization whose building is paid to the account. Its three apartments owe 552.71, 331.62 and 221.08;
 * `reference1` and `reference2` belong to the first two.
 */
export async function anOrganizationWithDebts(g: TestService) {
  const organization = await anOrganization(g);
  const { building, apartments } = await createBilledBuilding(g, organization.owner, { iban: account });
  const invoices = await createThreeInvoices(g, organization.owner, building.id);
  const [reference1, reference2] = apartments.map((apartment) => String(apartment.referenceNumber)) as [string, string];
  return { ...organization, as: organization.owner, building, apartments, invoices, reference1, reference2 };
}
