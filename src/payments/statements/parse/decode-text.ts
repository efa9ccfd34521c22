// Detects the encoding of statement files and decodes them piece by piece. Bytes that are invalid in the encoding are
// rejected, never replaced.
import { setImmediate as nextTurn } from 'node:timers/promises';
import iconv from 'iconv-lite';
import { type ByteSource, unreadableError } from '../../../platform/files/readable-files.ts';
import { type Encoding, makeEncodingFinder, unicodeFormOf } from '../../../platform/files/text-encodings.ts';

const headLength = 64 * 1024;
const pieceLength = 16 * 1024;
const encodingNames: Readonly<Record<string, string>> = {
  'utf-8': 'utf-8',
  utf8: 'utf-8',
  'us-ascii': 'utf-8',
  ascii: 'utf-8',
  'utf-16': 'utf-16le',
  'utf-16le': 'utf-16le',
  'utf-16be': 'utf-16be',
  'iso-8859-1': 'iso-8859-1',
  'iso-8859-2': 'iso-8859-2',
  'iso-8859-4': 'iso-8859-4',
  'iso-8859-13': 'iso-8859-13',
  'iso-8859-15': 'iso-8859-15',
  'windows-1250': 'windows-1250',
  'windows-1251': 'windows-1251',
  'windows-1252': 'windows-1252',
  'windows-1257': 'windows-1257',
};
/** The first 64 KiB. */
export async function readHead(source: ByteSource): Promise<Buffer> {
  const parts: Buffer[] = [];
  let length = 0;
  for await (const part of source()) {
    parts.push(part);
    length += part.length;
    if (length >= headLength) break;
  }
  return Buffer.concat(parts).subarray(0, headLength);
}

/**
 * The encoding of an XML file: by its byte order mark, its zero bytes, or its declaration, unless the bytes contradict
 * it. A declaration that is readable as single bytes is not UTF-16, and a file that is valid UTF-8 is UTF-8. Throws
 * Invalid for an unsupported encoding.
 */
export async function xmlEncoding(source: ByteSource, head: Buffer): Promise<string> {
  const marked = unicodeFormOf(head);
  if (marked !== undefined) return marked;
  const [declaration = ''] = head.toString('latin1', 0, 300).trimStart().split('>', 1);
  const declared = /^<\?xml\s/i.test(declaration)
    ? /encoding ?= ?["']([^"']{1,40})["']/i.exec(declaration.replace(/\s+/g, ' '))?.[1]
    : undefined;
  const encoding = encodingNames[(declared ?? 'utf-8').toLowerCase()];
  if (encoding === undefined)
    throw unreadableError('unknown_encoding', `The file declares the encoding ${declared}, which is not supported.`);
  return encoding.startsWith('utf-') || (await isUtf8(source)) ? 'utf-8' : encoding;
}

/** Whether the whole file is valid UTF-8. */
async function isUtf8(source: ByteSource): Promise<boolean> {
  const decoder = new TextDecoder('utf-8', { fatal: true });
  try {
    for await (const part of source()) decoder.decode(part, { stream: true });
    decoder.decode();
    return true;
  } catch (error) {
    if (error instanceof TypeError) return false;
    throw error;
  }
}

/** The encoding of a file without a declaration; UTF-8 with some damaged bytes counts as UTF-8. */
export async function encodingOf(source: ByteSource, head: Buffer): Promise<Encoding> {
  const form = unicodeFormOf(head) ?? ((await isUtf8(source)) ? 'utf-8' : undefined);
  if (form !== undefined) return form;
  const finder = makeEncodingFinder();
  for await (const part of source()) finder.add(part);
  return finder.encoding();
}

/**
 * Decodes a file in small pieces and yields to the event loop after each, so that other requests wait for one piece at
 * most. Throws Invalid at bytes that are invalid in this encoding.
 */
export async function* decodeText(source: ByteSource, encoding: string): AsyncGenerator<string> {
  const decode = decoderFor(encoding);
  let line = 1;
  let first = true;
  const checked = (text: string) => {
    const wrong = text.indexOf('\0');
    for (let at = text.indexOf('\n'); at !== -1 && (wrong === -1 || at < wrong); at = text.indexOf('\n', at + 1))
      line += 1;
    if (wrong !== -1) throw unreadableError('invalid_characters', `Line ${line}: the file contains a NUL character.`);
    return text;
  };
  for await (const part of source()) {
    for (let at = 0; at < part.length; at += pieceLength) {
      const text = checked(decode(part.subarray(at, at + pieceLength), line));
      yield first ? text.replace(/^\ufeff/, '') : text;
      first = false;
      await nextTurn();
    }
  }
  const rest = decode(undefined, line);
  if (rest !== '') yield checked(rest);
}

function decoderFor(encoding: string): (part: Buffer | undefined, line: number) => string {
  if (encoding.startsWith('utf-')) {
    const decoder = new TextDecoder(encoding, { fatal: true, ignoreBOM: true });
    return (part, line) => {
      try {
        return part === undefined ? decoder.decode() : decoder.decode(part, { stream: true });
      } catch {
        throw unreadableError(
          'invalid_characters',
          `Line ${line + linesBefore(part, encoding)}: the file is not ${encoding.toUpperCase()} throughout.`,
        );
      }
    };
  }
  const decoder = iconv.getDecoder(encoding);
  return (part, line) => {
    const text = (part === undefined ? decoder.end() : decoder.write(part)) ?? '';
    if (text.includes('\ufffd'))
      throw unreadableError('invalid_characters', `At or after line ${line}: the file is not ${encoding} throughout.`);
    return text;
  };
}

/** The number of line ends before the first invalid byte of a part. */
function linesBefore(part: Buffer | undefined, encoding: string): number {
  const [before = ''] = new TextDecoder(encoding).decode(part).split('\ufffd', 1);
  return before.split('\n').length - 1;
}
