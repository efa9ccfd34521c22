// Reading a statement file: what it is, its content says; camt or CSV, in whatever encoding. One pass, in batches, so that memory does not grow with the file.
import iconv from 'iconv-lite';
import { Invalid } from '../../platform/errors.ts';
import { readCamt } from './camt.ts';
import { readCsv } from './csv.ts';
import { type Entry, type Findings, noFindings, type Reading, unreadable } from './entry.ts';
import { headingsSeen, type Layout, layoutOf } from './layout.ts';
import { charactersOf, headOf, isUtf8, markedEncoding, oldEncodings, type Source, xmlEncoding } from './text.ts';

/**
 * Hands every booked entry of a statement file to `take`, in batches in the file's order, and answers with what else was found. Throws Invalid with
 * everything that was not understood, each with its line: a file is read whole or not at all.
 */
export async function readStatement(
  source: Source,
  reading: Reading,
  take: (entries: readonly Entry[]) => Promise<void>,
): Promise<Findings> {
  const head = await headOf(source);
  const findings = noFindings('');
  for await (const entries of await entriesOf(source, head, findings, reading)) {
    if (findings.problems.length === 0) await take(entries);
  }
  if (findings.problems.length > 0) throw new Invalid(findings.problems);
  return findings;
}

async function entriesOf(
  source: Source,
  head: Buffer,
  findings: Findings,
  reading: Reading,
): Promise<AsyncGenerator<Entry[]>> {
  refuseForeign(head);
  if (isXml(head)) return readCamt(charactersOf(source, xmlEncoding(head)), findings, reading);
  const { encoding, layout } = await csvLayout(source, head);
  findings.format = 'csv';
  return readCsv(() => charactersOf(source, encoding), layout, findings, reading);
}

/** Packed files are not opened: what is in them could be of any size. */
function refuseForeign(head: Buffer): void {
  const is = (...bytes: number[]) => bytes.every((byte, place) => head[place] === byte);
  if (is(0x50, 0x4b))
    throw unreadable('unknown_format', 'This is a ZIP file or a spreadsheet. Export the statement as CSV or camt XML.');
  if (is(0x1f, 0x8b)) throw unreadable('unknown_format', 'This file is packed (gzip). Unpack it first.');
  if (head.toString('latin1', 0, 5) === '%PDF-')
    throw unreadable('unknown_format', 'This is a PDF. Export the statement as CSV or camt XML.');
}

function isXml(head: Buffer): boolean {
  const start = head
    .toString('latin1', 0, 200)
    .replace(/\0/g, '')
    .replace(/^(\u00ef\u00bb\u00bf|\u00ff\u00fe|\u00fe\u00ff)/, '');
  return /^\s*</.test(start);
}

/** The encoding in which a CSV file's headings are known. A file that says what it is in, or is UTF-8 throughout, is in that. */
async function csvLayout(source: Source, head: Buffer): Promise<{ encoding: string; layout: Layout }> {
  const marked = markedEncoding(head);
  const sure = marked ?? ((await isUtf8(source)) ? 'utf-8' : undefined);
  for (const encoding of sure === undefined ? oldEncodings : [sure]) {
    const layout = layoutOf(iconv.decode(head, encoding));
    if (layout !== undefined) return { encoding, layout };
  }
  const seen = headingsSeen(iconv.decode(head, sure ?? oldEncodings[0]));
  throw unreadable(
    'unknown_format',
    `This is neither a camt XML file nor a CSV file with known headings for date, amount and text. Its first line: ${seen}`,
  );
}
