// Uploads: a file arrives as a part of a form, as the body itself, or as base64 in JSON (contract P-11); what it is, its content says. It is read only
// once the caller may send it, and within bounds of size, time and number (P-10).
import type { IncomingMessage } from 'node:http';
import { finished, PassThrough, type Readable } from 'node:stream';
import { unicodeFormOf } from '../../platform/files/text-encodings.ts';
import { Busy, bodyProblem, type Problem } from '../../platform/errors.ts';
import { exportAdvice, foreignFile } from '../../platform/files/foreign-files.ts';
import { kindOfPicture } from '../../platform/files/pictures.ts';
import type { House } from '../../platform/db/scope.ts';
import { normalForm } from '../../platform/values/text.ts';
import { Refused } from '../errors.ts';
import { drained, isJson, maxBodyBytes, understandJson, unstorableIn } from '../json-body.ts';
import { checkOf, type Misfit, type TSchema, Type } from '../schemas.ts';
import { readForm } from './multipart-form.ts';
import { inMiB, type Received, type Spool, spoolInMemory, spoolOnDisk, tooLarge } from './upload-spool.ts';

/** What an operation takes, at most `limit` bytes of it: a picture or a table (CSV), held in memory, or a bank statement, held on the disk; and fields beside. */
export type Upload<Fields extends TSchema = TSchema> = {
  readonly accepts: 'picture' | 'statement' | 'table';
  readonly limit: number;
  readonly fields?: Fields;
};

/** A file that was sent. `mediaType` is what its content says, `declaredType` what the sender says, `fileName` for people to read and never a path. */
export type Uploaded = Received & {
  readonly mediaType: string;
  readonly fileName: string | undefined;
  readonly declaredType: string | undefined;
};

/** The usual sizes: 10 MiB for a picture, 200 MiB for a statement, 5 MiB for a table. */
export const pictureBytes = 10 * 1024 * 1024;
export const statementBytes = 200 * 1024 * 1024;
export const tableBytes = 5 * 1024 * 1024;

/** How slow a sender may be: without a byte for `idleMs`, and in all. */
export type Patience = { readonly idleMs: number; readonly wholeMs: number };

/** One request's file. `end` frees what was held; it answers false when the sender was not done, so that the connection cannot be used again. */
export type Intake = {
  receive(tenantId: string): Promise<{ readonly file: Uploaded; readonly fields: unknown }>;
  end(): Promise<boolean>;
};

type Sent = {
  readonly file: { readonly fileName?: string | undefined; readonly declaredType?: string | undefined } | undefined;
  readonly values: Readonly<Record<string, unknown>>;
  readonly misfit: Misfit | undefined;
};
type Source = { readonly request: IncomingMessage; readonly contentType: string; readonly patience: Patience };

/** At least so many bytes in a second, beside a minute for everything. */
const slowest = 256 * 1024;
/** Uploads at once, of the whole process; one organization gets half of them. */
const places = { picture: 16, statement: 4, table: 16 };

/**
 * Prepares the intake of one operation's files. `receive` throws Refused: 400 without a file, with an empty one, or a damaged form; 408, 413, 415 and
 * 422 as HTTP has them; and Busy when too many uploads are under way.
 */
export function intakeOf(
  upload: Upload,
  patience: Patience = { idleMs: 30_000, wholeMs: 60_000 + (upload.limit / slowest) * 1000 },
): (request: IncomingMessage, house: House) => Intake {
  const understand = readerOf(upload);
  const room = makeRoom(places[upload.accepts]);
  return (request, { config }) => {
    let spool: Spool | undefined;
    let leave = () => {};
    const open = async () => {
      spool ??=
        upload.accepts === 'statement' ? await spoolOnDisk(upload.limit, config.dataDir) : spoolInMemory(upload.limit);
      return spool;
    };
    return {
      async receive(tenantId) {
        leave = room(tenantId);
        const source = { request, patience, contentType: request.headers['content-type'] ?? '' };
        const { file, values, misfit } = await understand(source, open);
        const received = spool?.done();
        if (file === undefined || received === undefined || received.size === 0)
          throw withoutFile(values, received, misfit);
        const mediaType = typeOf(upload, (await open()).head());
        if (misfit !== undefined) throw refusedAs(misfit);
        const fileName = shownName(file.fileName);
        return { file: { ...received, mediaType, fileName, declaredType: file.declaredType }, fields: values };
      },
      async end() {
        const whole = await drained(request);
        await spool?.end();
        leave();
        return whole;
      },
    };
  };
}

/** How a file of each kind that is text may begin, as an example. */
const beginnings = {
  statement: Buffer.from('<?xml version="1.0" encoding="UTF-8"?>'),
  table: Buffer.from('apartment;name;e-mail'),
};

/** The schema of an upload as JSON: the file in base64, its name, and the fields. */
export function jsonOf({ fields, accepts }: Upload) {
  const file = {
    contentEncoding: 'base64',
    description: `The ${accepts} in base64.`,
    examples: [accepts === 'picture' ? '/9j/4AAQSkZJRg==' : beginnings[accepts].toString('base64')],
  };
  const fileName = Type.String({ maxLength: 255, description: 'What the file is called, for people.' });
  return Type.Object({ ...properties(fields), file: Type.String(file), fileName: Type.Optional(fileName) });
}

const rawTypes = {
  picture: ['image/jpeg', 'image/png', 'image/webp'],
  statement: [
    'application/xml',
    'text/csv',
    'text/plain',
    'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  ],
  table: ['text/csv', 'text/plain'],
};

/** The media types that an upload may have as the body itself, for the description. */
export function rawTypesOf({ accepts }: Upload): readonly string[] {
  return rawTypes[accepts];
}

/** Reads a request in whichever of the three ways its Content-Type names. */
function readerOf(upload: Upload): (source: Source, open: () => Promise<Spool>) => Promise<Sent> {
  const checkJson = checkOf(jsonOf(upload), 'body');
  const checkFields = checkOf(Type.Object(properties(upload.fields)), 'body', 'text');
  const tooMuch = `The file is larger than the ${inMiB(upload.limit)} that this operation takes.`;
  const ownFields = (all: Record<string, unknown>) =>
    Object.fromEntries(Object.entries(all).filter(([name]) => name !== 'file' && name !== 'fileName'));
  const judged = (all: Readonly<Record<string, unknown>>, check: typeof checkJson): Misfit | undefined => {
    const problem = unstorableIn(all);
    return check(all) ?? (problem && { status: 422, problems: [problem] });
  };
  return async (source, open) => {
    const { contentType } = source;
    if ((source.request.headers['content-encoding']?.trim().toLowerCase() ?? 'identity') !== 'identity')
      throw unsupported('A file is taken as it is, without Content-Encoding.');
    if (/^\s*multipart\/form-data\s*(;|$)/i.test(contentType)) {
      const body = () => bodyOf(source, upload.limit + maxBodyBytes, tooMuch);
      const { file, fields } = await readForm(body, contentType, open);
      const values = { ...fields };
      const misfit = judged(values, checkFields);
      return { file, values: file === undefined ? fields : values, misfit };
    }
    if (isJson(contentType)) {
      const all = await readJson(source, Math.min(upload.limit, pictureBytes));
      const misfit = judged(all, checkJson);
      const sent = typeof all.file === 'string' && all.file !== '';
      if (sent) await (await open()).write(fromBase64(all.file as string));
      const fileName = typeof all.fileName === 'string' ? all.fileName : undefined;
      return { file: sent ? { fileName } : undefined, values: sent ? ownFields(all) : all, misfit };
    }
    if (/^\s*(multipart\/|application\/x-www-form-urlencoded)/i.test(contentType))
      throw unsupported('A form with a file is multipart/form-data; a file as the body itself has its own media type.');
    const spool = await open();
    for await (const part of bodyOf(source, upload.limit, tooMuch)) await spool.write(part);
    return { file: { declaredType: contentType || undefined }, values: {}, misfit: judged({}, checkFields) };
  };
}

async function readJson(source: Source, limit: number): Promise<Record<string, unknown>> {
  const most = Math.ceil(limit / 3) * 4 + maxBodyBytes;
  const advice = `As JSON a file may have at most ${inMiB(limit)}. Send a larger one as multipart/form-data, or as the body itself.`;
  const bytes = Buffer.concat(await bodyOf(source, most, advice).toArray());
  if (bytes.length === 0) return {};
  const understood = understandJson(bytes);
  if ('problems' in understood) throw new Refused(understood.code, { problems: understood.problems });
  const { value } = understood;
  if (typeof value === 'object' && value !== null && !Array.isArray(value)) return value as Record<string, unknown>;
  throw new Refused('invalid_body', { problems: [bodyProblem([], 'wrong_type', 'The body must be an object.')] });
}

/**
 * The request's body as a stream of its own, which may be broken off without ending the connection. Fails with Refused past a limit (what a file may
 * have, a form a little more) or the sender's time, and as the connection fails.
 */
function bodyOf({ request, patience }: Source, limit: number, advice: string): Readable {
  const body = new PassThrough();
  let size = 0;
  const refuse = () => body.destroy(tooLarge(advice));
  const slow = () => body.destroy(new Refused('request_timeout'));
  const fail = () => body.destroy(request.errored ?? new Refused('request_timeout'));
  const timers = [setTimeout(slow, patience.idleMs), setTimeout(slow, patience.wholeMs)];
  const onData = (part: Buffer) => {
    timers[0]?.refresh();
    size += part.length;
    if (size > limit) refuse();
  };
  body.on('close', () => {
    for (const timer of timers) clearTimeout(timer);
    request.unpipe(body).off('data', onData);
  });
  request.on('data', onData).pipe(body);
  finished(request, { writable: false }, (error) => error && fail()); // Also told of a sender who was gone before.
  if (Number(request.headers['content-length'] ?? 0) > limit) refuse();
  return body;
}

/** Only the exact text is taken: what Buffer passes over in silence (line breaks, a data: prefix, missing ends) is not guessed at. */
function fromBase64(text: string): Buffer {
  const bytes = Buffer.from(text, 'base64');
  if (bytes.toString('base64') === text) return bytes;
  const why = text.startsWith('data:') ? 'file must be base64 alone, without data: and what follows it.' : undefined;
  const message = why ?? 'file must be base64 (RFC 4648, section 4): padded, and without line breaks.';
  throw new Refused('validation_failed', { problems: [bodyProblem(['file'], 'invalid_format', message)] });
}

/** The type by content. Throws Refused with advice for anything that the operation does not take. */
function typeOf({ accepts }: Upload, head: Buffer): string {
  const kind = kindOf[accepts](head);
  if ('advice' in kind) throw unsupported(kind.advice);
  return kind.mediaType;
}

/** Statements are texts: XML (ISO 20022), or lines of any kind, in UTF-8, UTF-16 or an older encoding of one byte; or spreadsheets (xlsx). */
function kindOfStatement(head: Buffer): { readonly mediaType: string } | { readonly advice: string } {
  if (isWorkbook(head)) return { mediaType: xlsxType };
  const form = unicodeFormOf(head);
  const text = form?.startsWith('utf-16') ? new TextDecoder(form).decode(head) : head.toString('latin1');
  const strange = [...text].some((sign) => sign < ' ' && !inTexts.has(sign.charCodeAt(0)));
  if (/^(%PDF|\{\\rt)/.test(text) || strange)
    return { advice: foreignFile(head) ?? `The file is neither a text nor a spreadsheet (xlsx). ${exportAdvice}` };
  const plain = text.replace(/^(\xef\xbb\xbf|\ufeff)/, '');
  return { mediaType: /^\s*</.test(plain) ? 'application/xml' : 'text/plain' };
}

const xlsxType = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet';

/** Whether a file begins as workbooks do: an archive whose first file is one of theirs. */
function isWorkbook(head: Buffer): boolean {
  if (head.toString('latin1', 0, 4) !== 'PK\x03\x04') return false;
  return /^(\[Content_Types\]\.xml|_rels\/|xl\/|docProps\/)/.test(head.toString('latin1', 30, 60));
}

/** Tables are texts in any encoding; what spreadsheets and printers keep is told apart by its first bytes. */
function kindOfTable(head: Buffer): { readonly mediaType: string } | { readonly advice: string } {
  const start = head.toString('latin1', 0, 4);
  return ['%PDF', '{\\rt', 'PK\x03\x04', '\xd0\xcf\x11\xe0'].includes(start)
    ? { advice: 'The file is no CSV. Save the table in the spreadsheet as “CSV UTF-8”, and send that file.' }
    : { mediaType: 'text/csv' };
}

const kindOf = { picture: kindOfPicture, statement: kindOfStatement, table: kindOfTable };

/** Tab, line feed, form feed, carriage return, and the sign that ended files under DOS: archives, office files and pictures have others at once. */
const inTexts: ReadonlySet<number> = new Set([0x09, 0x0a, 0x0c, 0x0d, 0x1a]);

/** Says that the file is missing, together with what else is missing, as one 400. */
function withoutFile(values: Sent['values'], received: Received | undefined, misfit: Misfit | undefined): Refused {
  const problem = fileProblem(values, received);
  const rest = (misfit?.problems ?? []).filter(({ field }) => field !== 'file');
  return new Refused('invalid_body', { problems: [problem, ...rest] });
}

function fileProblem({ file }: Sent['values'], received: Received | undefined): Problem {
  if (received !== undefined || file === '') return bodyProblem(['file'], 'empty', 'The file is empty.');
  if (file === undefined) return bodyProblem(['file'], 'required', 'file is missing.');
  const message = 'file must be a file: in a form a part with a filename, in JSON base64 text.';
  return bodyProblem(['file'], 'wrong_type', message);
}

function refusedAs({ status, problems }: Misfit): Refused {
  return new Refused(status === 400 ? 'invalid_body' : 'validation_failed', { problems });
}

function unsupported(detail: string): Refused {
  return new Refused('unsupported_media_type', { detail });
}

/** A name as it may be shown: without folders, and without signs that nobody sees or that turn the others around. */
function shownName(name: string | undefined): string | undefined {
  const last =
    normalForm(name?.toWellFormed() ?? '', 'NFC')
      .split(/[/\\]/)
      .at(-1) ?? '';
  return (
    last
      .replace(/[\p{Cc}\p{Cf}\u2028\u2029]/gu, '')
      .trim()
      .slice(0, 255)
      .toWellFormed() || undefined
  );
}

function properties(fields: TSchema | undefined): Record<string, TSchema> {
  return ((fields as { properties?: Record<string, TSchema> } | undefined)?.properties ?? {}) as Record<
    string,
    TSchema
  >;
}

/** Places for uploads. Takes one; the answer gives it back. Throws Busy when all, or half of them by one organization, are taken. */
function makeRoom(size: number): (tenantId: string) => () => void {
  const taken = new Map<string, number>();
  let all = 0;
  return (tenantId) => {
    const own = taken.get(tenantId) ?? 0;
    if (all >= size || own >= size / 2) throw new Busy(5, 'Too many uploads at once.');
    all += 1;
    taken.set(tenantId, own + 1);
    return () => {
      all -= 1;
      const left = (taken.get(tenantId) ?? 1) - 1;
      if (left === 0) taken.delete(tenantId);
      else taken.set(tenantId, left);
    };
  };
}
