// Uploads: a file as a form part, as the body itself, or as base64 in JSON (open point P-11). Its type is detected from
// its content. It is read only after the permission check, within bounds of size, time and number (P-10).
import type { IncomingMessage } from 'node:http';
import { finished, PassThrough, type Readable } from 'node:stream';
import type { AppContext } from '../../platform/db/scope.ts';
import { bodyProblem, type Problem, Unavailable } from '../../platform/errors.ts';
import { exportAdvice, foreignFile } from '../../platform/files/foreign-files.ts';
import { detectPictureType } from '../../platform/files/pictures.ts';
import { unicodeFormOf } from '../../platform/files/text-encodings.ts';
import { normaliseUnicode } from '../../platform/values/text.ts';
import { RequestError } from '../errors.ts';
import { drainBody, findUnstorableText, isJson, maxBodyBytes, parseJson } from '../json-body.ts';
import { makeValidator, type TSchema, Type, type ValidationError } from '../schemas.ts';
import type { UnknownFields } from '../unknown-fields.ts';
import { readForm } from './multipart-form.ts';
import {
  formatMiB,
  payloadTooLarge,
  type ReceivedFile,
  spoolInMemory,
  spoolOnDisk,
  type UploadSpool,
} from './upload-spool.ts';

/**
 * What an operation accepts, at most `limit` bytes: a picture or a table (CSV, xlsx) in memory, or a bank statement on
 * disk; and form fields.
 */
export type Upload<Fields extends TSchema = TSchema> = {
  readonly accepts: 'picture' | 'statement' | 'table';
  readonly limit: number;
  readonly fields?: Fields;
};

/**
 * A received file. `mediaType` is detected from the content, `declaredType` is the sender’s; `fileName` is for people
 * and never a path.
 */
export type UploadedFile = ReceivedFile & {
  readonly mediaType: string;
  readonly fileName: string | undefined;
  readonly declaredType: string | undefined;
};

/** The default sizes: 10 MiB for a picture, 200 MiB for a statement, 5 MiB for a table. */
export const maxPictureBytes = 10 * 1024 * 1024;
export const maxStatementBytes = 200 * 1024 * 1024;
export const maxTableBytes = 5 * 1024 * 1024;

/** The time limits of a sender: without a byte for `idleMs`, and in total. */
type UploadTimeouts = { readonly idleMs: number; readonly wholeMs: number };

/**
 * The file of one request. `receive` adds form fields that the operation does not know to `unknown`. `end` frees its
 * resources; it returns false if the sender was not done, so that the connection must be closed.
 */
export type UploadReceiver = {
  receive(
    tenantId: string,
    unknown?: UnknownFields,
  ): Promise<{ readonly file: UploadedFile; readonly fields: unknown }>;
  end(): Promise<boolean>;
};

type ParsedUpload = {
  readonly file: { readonly fileName?: string | undefined; readonly declaredType?: string | undefined } | undefined;
  readonly values: Readonly<Record<string, unknown>>;
  readonly validationError: ValidationError | undefined;
};
type UploadSource = {
  readonly request: IncomingMessage;
  readonly contentType: string;
  readonly patience: UploadTimeouts;
};

/** The minimum rate in bytes per second, on top of a minute for everything. */
const minBytesPerSecond = 256 * 1024;
/** Concurrent uploads of the whole process; one organization gets half of them. */
const maxConcurrentUploads = { picture: 16, statement: 4, table: 16 };

/**
 * Prepares the upload handling of one operation. `receive` throws RequestError: 400 without a file, with an empty one,
 * or with a damaged form; 408, 413, 415 and 422 as in HTTP; and Unavailable if too many uploads are running.
 */
export function makeUploadReceiver(
  upload: Upload,
  timeouts: UploadTimeouts = { idleMs: 30_000, wholeMs: 60_000 + (upload.limit / minBytesPerSecond) * 1000 },
): (request: IncomingMessage, app: AppContext) => UploadReceiver {
  const readUpload = makeUploadReader(upload);
  const takeSlot = makeUploadSlots(maxConcurrentUploads[upload.accepts]);
  return (request, { config }) => {
    let spool: UploadSpool | undefined;
    let releaseSlot = () => {};
    const open = async () => {
      spool ??=
        upload.accepts === 'statement' ? await spoolOnDisk(upload.limit, config.dataDir) : spoolInMemory(upload.limit);
      return spool;
    };
    return {
      async receive(tenantId, unknown) {
        releaseSlot = takeSlot(tenantId);
        const source = { request, patience: timeouts, contentType: request.headers['content-type'] ?? '' };
        const { file, values, validationError } = await readUpload(source, open, unknown);
        const received = spool?.done();
        if (file === undefined || received === undefined || received.size === 0)
          throw missingFileError(values, received, validationError);
        const mediaType = detectMediaType(upload, (await open()).head());
        if (validationError !== undefined) throw toRequestError(validationError);
        const fileName = displayName(file.fileName);
        return { file: { ...received, mediaType, fileName, declaredType: file.declaredType }, fields: values };
      },
      async end() {
        const whole = await drainBody(request);
        await spool?.end();
        releaseSlot();
        return whole;
      },
    };
  };
}

/** The first bytes of a text file of each kind, as an example. */
const exampleContents = {
  statement: Buffer.from('<?xml version="1.0" encoding="UTF-8"?>'),
  table: Buffer.from('apartment;name;e-mail'),
};

/** The schema of an upload as JSON: the file in base64, its name, and the fields. */
export function uploadJsonSchema({ fields, accepts }: Upload) {
  const file = {
    contentEncoding: 'base64',
    description: `The ${accepts} in base64.`,
    examples: [accepts === 'picture' ? '/9j/4AAQSkZJRg==' : exampleContents[accepts].toString('base64')],
  };
  const fileName = Type.String({ maxLength: 255, description: 'The file name, for people.' });
  return Type.Object({ ...propertiesOf(fields), file: Type.String(file), fileName: Type.Optional(fileName) });
}

const rawMediaTypes = {
  picture: ['image/jpeg', 'image/png', 'image/webp'],
  statement: [
    'application/xml',
    'text/csv',
    'text/plain',
    'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  ],
  table: ['text/csv', 'text/plain', 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'],
};

/** The media types accepted for a file as the body itself, for the description. */
export function rawMediaTypesOf({ accepts }: Upload): readonly string[] {
  return rawMediaTypes[accepts];
}

/** Reads a request in the one of the three ways that its Content-Type names. */
function makeUploadReader(
  upload: Upload,
): (source: UploadSource, open: () => Promise<UploadSpool>, unknown?: UnknownFields) => Promise<ParsedUpload> {
  const checkJson = makeValidator(uploadJsonSchema(upload), 'body');
  const checkFields = makeValidator(Type.Object(propertiesOf(upload.fields)), 'body', 'text');
  const tooMuch = `The file is larger than the ${formatMiB(upload.limit)} that this operation accepts.`;
  const ownFields = (all: Record<string, unknown>) =>
    Object.fromEntries(Object.entries(all).filter(([name]) => name !== 'file' && name !== 'fileName'));
  return async (source, open, unknown) => {
    const decision = (all: Readonly<Record<string, unknown>>, check: typeof checkJson): ValidationError | undefined => {
      const problem = findUnstorableText(all);
      return check(all, unknown) ?? (problem && { status: 422, problems: [problem] });
    };
    const { contentType } = source;
    if ((source.request.headers['content-encoding']?.trim().toLowerCase() ?? 'identity') !== 'identity')
      throw unsupportedMediaType('Send the file without Content-Encoding.');
    if (/^\s*multipart\/form-data\s*(;|$)/i.test(contentType)) {
      const body = () => boundedBody(source, upload.limit + maxBodyBytes, tooMuch);
      const { file, fields } = await readForm(body, contentType, open);
      const values = { ...fields };
      const validationError = decision(values, checkFields);
      return { file, values: file === undefined ? fields : values, validationError };
    }
    if (isJson(contentType)) {
      const all = await readJson(source, Math.min(upload.limit, maxPictureBytes));
      const validationError = decision(all, checkJson);
      const sent = typeof all.file === 'string' && all.file !== '';
      if (sent) await (await open()).write(decodeBase64(all.file as string));
      const fileName = typeof all.fileName === 'string' ? all.fileName : undefined;
      return {
        file: sent ? { fileName } : undefined,
        values: sent ? ownFields(all) : all,
        validationError,
      };
    }
    if (/^\s*(multipart\/|application\/x-www-form-urlencoded)/i.test(contentType))
      throw unsupportedMediaType(
        'Send a form with a file as multipart/form-data, or the file as the body with its own media type.',
      );
    const spool = await open();
    for await (const part of boundedBody(source, upload.limit, tooMuch)) await spool.write(part);
    return { file: { declaredType: contentType || undefined }, values: {}, validationError: decision({}, checkFields) };
  };
}

async function readJson(source: UploadSource, limit: number): Promise<Record<string, unknown>> {
  const maxBytes = Math.ceil(limit / 3) * 4 + maxBodyBytes;
  const advice = `A file in JSON may have at most ${formatMiB(limit)}. Send a larger file as multipart/form-data, or as the body itself.`;
  const bytes = Buffer.concat(await boundedBody(source, maxBytes, advice).toArray());
  if (bytes.length === 0) return {};
  const understood = parseJson(bytes);
  if ('problems' in understood) throw new RequestError(understood.code, { problems: understood.problems });
  const { value } = understood;
  if (typeof value === 'object' && value !== null && !Array.isArray(value)) return value as Record<string, unknown>;
  throw new RequestError('invalid_body', { problems: [bodyProblem([], 'wrong_type', 'The body must be an object.')] });
}

/**
 * Returns the request body as a separate stream, which can be aborted without closing the connection. Fails with
 * RequestError beyond a limit (of the file; a form may have a little more) or the time limit, and when the connection
 * fails.
 */
function boundedBody({ request, patience }: UploadSource, limit: number, advice: string): Readable {
  const body = new PassThrough();
  let size = 0;
  const refuse = () => body.destroy(payloadTooLarge(advice));
  const slow = () => body.destroy(new RequestError('request_timeout'));
  const fail = () => body.destroy(request.errored ?? new RequestError('request_timeout'));
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
  // Also called for a client that disconnected earlier.
  finished(request, { writable: false }, (error) => error && fail());
  if (Number(request.headers['content-length'] ?? 0) > limit) refuse();
  return body;
}

/** Accepts only strict base64. Buffer would silently skip line breaks, a data: prefix and missing padding. */
function decodeBase64(text: string): Buffer {
  const bytes = Buffer.from(text, 'base64');
  if (bytes.toString('base64') === text) return bytes;
  const why = text.startsWith('data:') ? 'file must be plain base64, without a data: prefix.' : undefined;
  const message = why ?? 'file must be base64 (RFC 4648, section 4): padded, and without line breaks.';
  throw new RequestError('validation_failed', { problems: [bodyProblem(['file'], 'invalid_format', message)] });
}

/** Detects the type from the content. Throws RequestError with advice for anything the operation does not accept. */
function detectMediaType({ accepts }: Upload, head: Buffer): string {
  const kind = contentDetectors[accepts](head);
  if ('advice' in kind) throw unsupportedMediaType(kind.advice);
  return kind.mediaType;
}

/**
 * Statements are text: XML (ISO 20022), or lines of any kind, in UTF-8, UTF-16 or an older single-byte encoding; or
 * spreadsheets (xlsx).
 */
function detectStatementType(head: Buffer): { readonly mediaType: string } | { readonly advice: string } {
  if (isWorkbook(head)) return { mediaType: xlsxType };
  const form = unicodeFormOf(head);
  const text = form?.startsWith('utf-16') ? new TextDecoder(form).decode(head) : head.toString('latin1');
  const strange = [...text].some((sign) => sign < ' ' && !textControlBytes.has(sign.charCodeAt(0)));
  if (/^(%PDF|\{\\rt)/.test(text) || strange)
    return { advice: foreignFile(head) ?? `The file is neither a text nor a spreadsheet (xlsx). ${exportAdvice}` };
  const plain = text.replace(/^(\xef\xbb\xbf|\ufeff)/, '');
  return { mediaType: /^\s*</.test(plain) ? 'application/xml' : 'text/plain' };
}

const xlsxType = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet';

/** Reports whether a file begins like a workbook: an archive whose first file belongs to one. */
function isWorkbook(head: Buffer): boolean {
  if (head.toString('latin1', 0, 4) !== 'PK\x03\x04') return false;
  return /^(\[Content_Types\]\.xml|_rels\/|xl\/|docProps\/)/.test(head.toString('latin1', 30, 60));
}

/** Tables are text in any encoding, or spreadsheets (xlsx); other files are recognised by their first bytes. */
function detectTableType(head: Buffer): { readonly mediaType: string } | { readonly advice: string } {
  if (isWorkbook(head)) return { mediaType: xlsxType };
  const start = head.toString('latin1', 0, 4);
  return ['%PDF', '{\\rt', 'PK\x03\x04', '\xd0\xcf\x11\xe0'].includes(start)
    ? { advice: 'The file is no table. Save it in the spreadsheet as xlsx or “CSV UTF-8”, and send that file.' }
    : { mediaType: 'text/csv' };
}

const contentDetectors = { picture: detectPictureType, statement: detectStatementType, table: detectTableType };

/**
 * Tab, line feed, form feed, carriage return, and the DOS end-of-file character. Archives, office files and pictures
 * have other control characters early.
 */
const textControlBytes: ReadonlySet<number> = new Set([0x09, 0x0a, 0x0c, 0x0d, 0x1a]);

/** Reports the missing file together with everything else that is missing, as one 400. */
function missingFileError(
  values: ParsedUpload['values'],
  received: ReceivedFile | undefined,
  validationError: ValidationError | undefined,
): RequestError {
  const problem = fileProblem(values, received);
  const rest = (validationError?.problems ?? []).filter(({ field }) => field !== 'file');
  return new RequestError('invalid_body', { problems: [problem, ...rest] });
}

function fileProblem({ file }: ParsedUpload['values'], received: ReceivedFile | undefined): Problem {
  if (received !== undefined || file === '') return bodyProblem(['file'], 'empty', 'The file is empty.');
  if (file === undefined) return bodyProblem(['file'], 'required', 'file is missing.');
  const message = 'file must be a file: in a form, a part with a filename; in JSON, base64 text.';
  return bodyProblem(['file'], 'wrong_type', message);
}

function toRequestError({ status, problems }: ValidationError): RequestError {
  return new RequestError(status === 400 ? 'invalid_body' : 'validation_failed', { problems });
}

function unsupportedMediaType(detail: string): RequestError {
  return new RequestError('unsupported_media_type', { detail });
}

/** A file name for display: without folders, invisible characters and direction overrides. */
function displayName(name: string | undefined): string | undefined {
  const last =
    normaliseUnicode(name?.toWellFormed() ?? '', 'NFC')
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

function propertiesOf(fields: TSchema | undefined): Record<string, TSchema> {
  return ((fields as { properties?: Record<string, TSchema> } | undefined)?.properties ?? {}) as Record<
    string,
    TSchema
  >;
}

/**
 * Limits concurrent uploads. Takes a slot; the returned function frees it. Throws Unavailable if all slots, or half of
 * them by one organization, are taken.
 */
function makeUploadSlots(size: number): (tenantId: string) => () => void {
  const taken = new Map<string, number>();
  let all = 0;
  return (tenantId) => {
    const ofTenant = taken.get(tenantId) ?? 0;
    if (all >= size || ofTenant >= size / 2) throw new Unavailable(5, 'Too many uploads at once.');
    all += 1;
    taken.set(tenantId, ofTenant + 1);
    return () => {
      all -= 1;
      const left = (taken.get(tenantId) ?? 1) - 1;
      if (left === 0) taken.delete(tenantId);
      else taken.set(tenantId, left);
    };
  };
}
