// Forms with a file (multipart/form-data, RFC 7578): the first file part is the file, text parts are fields; everything is bounded, and nothing guessed at.

import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { Busboy, type BusboyInstance } from '@fastify/busboy';
import { bodyProblem, type Problem } from '../../platform/errors.ts';
import type { ProblemCode } from '../../platform/problem-codes.ts';
import { RequestError } from '../errors.ts';
import type { UploadSpool } from './upload-spool.ts';

/** A form, read. `file` is undefined when it has none; its bytes are in the spool. */
export type MultipartForm = {
  readonly file: { readonly fileName: string | undefined; readonly declaredType: string } | undefined;
  readonly fields: Readonly<Record<string, string>>;
};

const formLimits = { parts: 30, headerPairs: 20, headerSize: 8 * 1024 };
const maxFieldBytes = 16 * 1024;
const utf8 = new TextDecoder('utf-8', { fatal: true });

/**
 * Reads a form, its file into the spool. Throws Refused with what is wrong with it: no boundary, cut short, too many parts, a field given twice, too
 * long or not in UTF-8; and whatever the spool or the body throws.
 */
export async function readForm(
  body: () => Readable,
  contentType: string,
  spool: () => Promise<UploadSpool>,
): Promise<MultipartForm> {
  const parser = makeParser(contentType);
  const fields = new Map<string, string>();
  const parts: Readable[] = [];
  const work: Promise<void>[] = [];
  let file: MultipartForm['file'];
  const take = (name: string, part: Readable, fileName: string | undefined, declaredType: string): Promise<void> => {
    if (!isFile(fileName, declaredType)) return readFieldPart(name, part, fields);
    if (file !== undefined) return skipPart(part); // The first one is meant; a form may have more.
    file = { fileName, declaredType };
    return readFilePart(part, spool);
  };
  parser.on('file', (name, part, fileName, _encoding, declaredType) => {
    part.on('error', () => {}); // A form that breaks off says so at once, also of a part that nobody reads yet: without a listener that ends the process.
    parts.push(part);
    const taken = take(name ?? '', part, fileName, declaredType).catch((error) => {
      part.resume();
      parser.destroy(error instanceof Error ? error : new Error(String(error)));
      throw error;
    });
    taken.catch(() => {}); // Told by the pipeline, which the parser’s end breaks off, and by the wait below.
    work.push(taken);
  });
  parser.on('partsLimit', () => parser.destroy(malformedForm(`A form may have at most ${formLimits.parts} parts.`)));
  try {
    await pipeline(body(), parser);
    await Promise.all(work);
  } catch (error) {
    for (const part of parts) part.destroy();
    await Promise.allSettled(work); // Only then is nobody about to open the spool, or to write to it.
    throw isParserError(error)
      ? malformedForm('The form is damaged or cut short: it does not end as its boundary says.')
      : error;
  }
  return { file, fields: Object.fromEntries(fields) };
}

function makeParser(contentType: string): BusboyInstance {
  try {
    // Every part comes as bytes: the parser’s own reading of text would replace what is no UTF-8 without a word.
    return new Busboy({ headers: { 'content-type': contentType }, limits: formLimits, isPartAFile: () => true });
  } catch {
    throw malformedForm('The Content-Type of a form needs a boundary: multipart/form-data; boundary=…');
  }
}

function isFile(fileName: string | undefined, declaredType: string): boolean {
  return fileName !== undefined || declaredType === 'application/octet-stream' || declaredType.startsWith('image/');
}

async function readFilePart(part: Readable, spool: () => Promise<UploadSpool>): Promise<void> {
  const into = await spool();
  for await (const bytes of part) await into.write(bytes);
}

async function readFieldPart(name: string, part: Readable, fields: Map<string, string>): Promise<void> {
  const parts: Buffer[] = [];
  let length = 0;
  for await (const bytes of part) {
    length += bytes.length;
    if (length > maxFieldBytes) throw fieldError(name, 'wrong_length', `may have at most ${maxFieldBytes} bytes`);
    parts.push(bytes);
  }
  if (fields.has(name)) throw fieldError(name, 'duplicate_key', 'stands twice in the form');
  try {
    fields.set(name, utf8.decode(Buffer.concat(parts)));
  } catch {
    throw fieldError(name, 'invalid_characters', 'is not UTF-8 text');
  }
}

async function skipPart(part: Readable): Promise<void> {
  for await (const _ of part);
}

/** The parser’s own errors are plain ones; what goes wrong with the body or the disk has a code, what we refuse has a name. */
function isParserError(error: unknown): boolean {
  return error instanceof Error && error.name === 'Error' && !('code' in error);
}

function fieldError(name: string, code: ProblemCode, what: string): RequestError {
  const shown = name.slice(0, 100).toWellFormed();
  return formError(bodyProblem([shown], code, `${shown || 'A field without a name'} ${what}.`));
}

function malformedForm(message: string): RequestError {
  return formError(bodyProblem([], 'malformed_form', message));
}

function formError(problem: Problem): RequestError {
  return new RequestError('invalid_body', { problems: [problem] });
}
