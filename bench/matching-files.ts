// The bank of the benchmark of the matcher: payments as files of six formats, read and recognised with the parts of the
// import that need no database.
import { Readable } from 'node:stream';
import {
  compareById,
  compareSimilar,
  prepareIdGroup,
  prepareSimilarGroup,
  type SimilarEntry,
  type Stored,
} from '../src/payments/statements/import/compare-entries.ts';
import { comparable, contentKeyOf, entryKeyOf } from '../src/payments/statements/import/same-booking.ts';
import { formatKindOf, type StatementEntry } from '../src/payments/statements/parse/statement-entry.ts';
import { convertSpreadsheet } from '../src/platform/files/spreadsheet.ts';
import { readStatementFile } from '../test/read-statements.ts';
import { camt, csv, csvTable, mt940, type StatementLine } from '../test/statement-samples.ts';
import { workbook } from '../test/workbook.ts';

/** The formats of files. */
export const formats = ['camt.052', 'camt.053', 'camt.054', 'mt940', 'csv', 'xlsx'] as const;
export type Format = (typeof formats)[number];

/** A booked line. Those of one batch follow each other. */
export type BankLine = StatementLine & { readonly batch?: string };

/** The bytes of a file with these lines, which have one currency. */
export function writeFile(format: Format, account: string, lines: readonly BankLine[]): Buffer {
  if (format === 'xlsx') return workbook(csvTable(lines, { account }));
  if (format === 'csv') return Buffer.from(csv(lines, { account }));
  if (format === 'mt940') return Buffer.from(mt940(lines, { account }));
  const entries = [...Map.groupBy(lines, (line) => line.batch ?? line).values()].map(asBatch);
  const file = camt(entries, { account, message: format === 'camt.053' ? '053' : '052' });
  if (format !== 'camt.054') return Buffer.from(file);
  return Buffer.from(
    file.replaceAll('camt.052', format).replaceAll('AcctRpt', 'DbtCdtNtfctn').replaceAll('Rpt>', 'Ntfctn>'),
  );
}

function asBatch(lines: readonly BankLine[]): StatementLine {
  const [first] = lines as [BankLine];
  if (lines.length === 1) return first;
  const amount = lines.reduce((sum, line) => sum + Number(line.amount), 0).toFixed(2);
  const id = first.id === null ? null : (first.batch ?? '');
  return { ...first, amount, id, parts: lines.map((line) => ({ ...line, id: null })) };
}

/** The entries of a file, in its order. */
export async function readFile(bytes: Buffer): Promise<readonly StatementEntry[]> {
  const file = { size: bytes.length, whole: async () => bytes, stream: () => Readable.from([bytes]) };
  const { source, spreadsheet } = await convertSpreadsheet(file);
  const parts: Buffer[] = [];
  for await (const part of source()) parts.push(part);
  return (await readStatementFile(Buffer.concat(parts), { today: '2027-01-01', spreadsheet })).entries;
}

/** So many lines of an account are compared with those of the next file. */
const recent = 150;

type Verdict = 'new' | 'known' | 'doubtful';
type KeptLine = Stored & SimilarEntry & { readonly key: string };

/**
 * Remembers the lines of an account's files, and says of those of the next one whether they are new, as
 * recognise-entries.ts does.
 */
export function makeRecogniser(): (entries: readonly StatementEntry[], format: Format) => readonly Verdict[] {
  const kept: KeptLine[] = [];
  return (entries, format) => {
    const before = kept.slice(-recent).toSorted((a, b) => (a.bookedOn < b.bookedOn ? 1 : -1));
    const equal = Map.groupBy(before, contentOf);
    const matched = new Set<string>();
    const lines = entries.map((entry, entryNumber) => {
      const facts = { kind: formatKindOf(format), entryNumber, groupNumber: 0, key: entryKeyOf(entry) };
      const line = { ...comparable(entry), ...facts };
      const stored = equal.get(contentOf(line))?.pop();
      if (stored !== undefined) matched.add(stored.id);
      return { line, isEqual: stored !== undefined };
    });
    return lines.map(({ line, isEqual }) => {
      if (isEqual) return 'known';
      const others = before.filter(({ id, amount }) => amount === line.amount && !matched.has(id));
      const sameId = others.filter(({ key, bankId }) => bankId !== null && key === line.key);
      const byId = compareById(line, prepareIdGroup(sameId));
      if (byId.storedId !== null) matched.add(byId.storedId);
      if (byId.isDuplicate) return 'known';
      const facts = { paymentId: null, allocated: line.amount, isTaken: false, hasId: line.bankId !== null };
      kept.push({ ...line, ...facts, id: String(kept.length) });
      return byId.doubtful || compareSimilar(line, prepareSimilarGroup(others)).doubtful ? 'doubtful' : 'new';
    });
  };
}

/** Equal texts are equal lines (markEqualEntries). */
function contentOf(line: Pick<KeptLine, 'key' | 'bankId'> & Parameters<typeof contentKeyOf>[0]): string {
  return line.bankId === null ? line.key : `${line.key} ${line.bookedOn} ${contentKeyOf(line)}`;
}
