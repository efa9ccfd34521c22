// Files that people send in place of a bank statement, known by how they begin: what each is, and what to send instead.
import { unicodeFormOf } from './text-encodings.ts';

const statement = 'ISO 20022 XML (camt.053), MT940, CSV or xlsx';
/** What to do when a file is no statement. */
export const exportAdvice = `Export the statement from the bank as ${statement}.`;
const unpackAdvice = `Unpack it, and send the statement itself as ${statement}.`;
const saveAdvice = `Save it as xlsx (without a password) or CSV, or export the statement from the bank as ${statement}.`;

/**
 * Bytes, as Latin-1, with which files of a kind begin, or a pattern of their text. Packed files are not opened: what is
 * in them could be of any size.
 */
const kinds: readonly (readonly [readonly string[] | RegExp, string, string])[] = [
  [/^PK.{28}mimetypeapplication\/vnd\.oasis\.o/s, 'an OpenDocument file (ODS)', saveAdvice],
  [['PK\x03\x04', 'PK\x05\x06', 'PK\x07\x08'], 'a ZIP file', unpackAdvice],
  [['\x1f\x8b'], 'a packed file (gzip)', unpackAdvice],
  [['BZh', '7z\xbc\xaf', '\xfd7zXZ', 'Rar!', '\x28\xb5\x2f\xfd'], 'a packed file', unpackAdvice],
  [['\xd0\xcf\x11\xe0'], 'an older spreadsheet (XLS), or one with a password', saveAdvice],
  [['%PDF-'], 'a PDF', exportAdvice],
  [['\x89PNG', '\xff\xd8\xff', 'GIF8'], 'a picture', exportAdvice],
  [['{\\rtf'], 'a document (RTF)', exportAdvice],
  [/^<(!doctype\s+)?html\b/i, 'a web page (HTML)', exportAdvice],
  [['{1:', ':20:'], 'a SWIFT message and no MT940 statement', exportAdvice],
  [/^OFXHEADER|<\??OFX\b/i, 'an OFX file', exportAdvice],
  [/<FIDAVISTA\b/i, 'a FiDAViSTA file', exportAdvice],
  [/^!(Type|Account|Option)\b/i, 'a QIF file', exportAdvice],
  [/<([a-z]{1,20}:)?Workbook\b/i, 'a spreadsheet (XML)', saveAdvice],
  [/<([a-z]{1,20}:)?(E_Invoice|Invoice|CreditNote|CrossIndustryInvoice)\b/i, 'an e-invoice', exportAdvice],
  [/^(Return-Path|Received|Delivered-To|MIME-Version): /i, 'an e-mail', exportAdvice],
  [/^0[\x80-\x83]|^-----BEGIN /, 'a signed or encrypted file', exportAdvice],
  [/^[[{]\s*["{[\]}]/, 'JSON', exportAdvice],
];

/**
 * Says of a file that is known and no statement what it is, and what to send instead: one or two sentences. Undefined
 * for any other, statements among them.
 */
export function foreignFile(head: Buffer): string | undefined {
  const start = head.subarray(0, 1000);
  const form = unicodeFormOf(start);
  const text = form === undefined ? start.toString('latin1') : new TextDecoder(form).decode(start);
  const beginning = text.slice(0, 300).trimStart();
  const kind = kinds.find(([starts]) =>
    starts instanceof RegExp ? starts.test(beginning) : starts.some((bytes) => beginning.startsWith(bytes)),
  );
  return kind && `This is ${kind[1]}. ${kind[2]}`;
}
