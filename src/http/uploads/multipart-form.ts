// Forms with a file (multipart/form-data, RFC 7578): the first file part is the file, text parts are fields. Everything
// is bounded and strict.

import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { Busboy, type BusboyInstance } from '@fastify/busboy';
import { bodyProblem, type Problem } from '../../platform/errors.ts';
import type { ProblemCode } from '../../platform/problem-codes.ts';
import { RequestError } from '../errors.ts';
import type { UploadSpool } from './upload-spool.ts';

/** A parsed form. `file` is undefined if the form has none; its bytes are in the spool. */
type MultipartForm = {
  readonly file: { readonly fileName: string | undefined; readonly declaredType: string } | undefined;
  readonly fields: Readonly<Record<string, string>>;
};

const formLimits = { parts: 30, headerPairs: 20, headerSize: 8 * 1024 };
const maxFieldBytes = 16 * 1024;
const utf8 = new TextDecoder('utf-8', { fatal: true });

/**
 * Reads a form, its file into the spool. Throws RequestError for an invalid form: no boundary, cut short, too many
 * parts, a field that is repeated, too long or not in UTF-8; and what the spool or the body throws.
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
  const receive = (name: string, part: Readable, fileName: string | undefined, declaredType: string): Promise<void> => {
    if (!isFile(fileName, declaredType)) return readFieldPart(name, part, fields);
    if (file !== undefined) return skipPart(part); // Only the first file counts; a form may have more.
    file = { fileName, declaredType };
    return readFilePart(part, spool);
  };
  parser.on('file', (name, part, fileName, _encoding, declaredType) => {
    // A form that breaks off emits an error on parts that are not read yet; without a listener it would end the
    // process.
    part.on('error', () => {});
    parts.push(part);
    const received = receive(name ?? '', part, fileName, declaredType).catch((error) => {
      part.resume();
      parser.destroy(error instanceof Error ? error : new Error(String(error)));
      throw error;
    });
    received.catch(() => {}); // Reported by the pipeline, which the end of the parser aborts, and by the wait below.
    work.push(received);
  });
  parser.on('partsLimit', () => parser.destroy(malformedForm(`A form may have at most ${formLimits.parts} parts.`)));
  try {
    await pipeline(body(), parser);
    await Promise.all(work);
  } catch (error) {
    for (const part of parts) part.destroy();
    await Promise.allSettled(work); // After this nothing opens the spool or writes to it.
    throw isParserError(error)
      ? malformedForm('The form is damaged or cut short: its closing boundary is missing.')
      : error;
  }
  return { file, fields: Object.fromEntries(fields) };
}

function makeParser(contentType: string): BusboyInstance {
  try {
    // Parts are read as bytes: the parser’s own text decoding would silently replace invalid UTF-8.
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
  if (fields.has(name)) throw fieldError(name, 'duplicate_key', 'is repeated in the form');
  try {
    fields.set(name, utf8.decode(Buffer.concat(parts)));
  } catch {
    throw fieldError(name, 'invalid_characters', 'is not UTF-8 text');
  }
}

async function skipPart(part: Readable): Promise<void> {
  for await (const _ of part);
}

/** The parser’s errors have no code; body and disk errors have a code, and our own rejections a name. */
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
