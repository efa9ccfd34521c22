// Downloads: responses with bytes (a picture, a PDF) under a file name that every browser understands, with ETag
// support.
import type { Readable } from 'node:stream';
import type { AppContext } from '../platform/db/scope.ts';
import { withoutAccents } from '../platform/values/text.ts';
import type { OperationResponse } from './model.ts';
import type { RequestInput } from './validate-request.ts';

/**
 * Bytes to send. `sha256` is in lowercase hex, of the bytes or of everything they are generated from; `size` is in
 * bytes. With `fileName` (any text) browsers save the file, without it they show it.
 */
type Download = {
  readonly mediaType: string;
  readonly size: number;
  readonly sha256: string;
  readonly body: Buffer | ((app: AppContext) => Promise<Readable>);
  readonly fileName?: string;
  /** Shows the file under its name instead of saving it. */
  readonly inline?: boolean;
};

/**
 * Builds the response: 200 with the bytes, or 304 without them when If-None-Match names them (RFC 9110, 13.1.2).
 * Browsers keep no copy (no-store), as files are about people and money; the tag is for programs that keep files
 * themselves.
 */
export function downloadResponse(
  input: RequestInput<unknown, unknown>,
  { body, ...file }: Download,
): OperationResponse {
  const notModified = notModifiedResponse(input, file.sha256);
  if (notModified !== undefined) return notModified;
  return {
    status: 200,
    body,
    headers: {
      ...etagHeaders(file.sha256),
      'content-type': file.mediaType,
      'content-length': String(file.size),
      'content-disposition':
        file.fileName === undefined
          ? 'inline'
          : contentDisposition(file.fileName, file.inline === true ? 'inline' : 'attachment'),
    },
  };
}

/** Returns 304 if the client already has these bytes, so that they need not be generated. */
export function notModifiedResponse(
  input: RequestInput<unknown, unknown>,
  sha256: string,
): OperationResponse | undefined {
  const headers = etagHeaders(sha256);
  return listsEtag(input.header('if-none-match'), headers.etag) ? { status: 304, headers } : undefined;
}

function etagHeaders(sha256: string) {
  return { etag: `"${sha256}"`, 'cache-control': 'no-store' };
}

/**
 * Reports whether a list of entity tags contains this tag. Weak tags count too: the bytes behind equal tags are the
 * same.
 */
function listsEtag(header: string | undefined, tag: string): boolean {
  if (header === undefined) return false;
  return header.split(',').some((part) => part.trim() === '*' || part.trim().replace(/^W\//, '') === tag);
}

/** RFC 6266: the name in ASCII for old clients, and the full name (RFC 8187) if it differs. */
export function contentDisposition(fileName: string, type: 'inline' | 'attachment'): string {
  const name = fileName.toWellFormed().replace(/[\p{Cc}\p{Cf}/\\]/gu, '_');
  const plain = withoutAccents(name).replace(/[^\x20-\x7e]|["%]/gu, '_');
  const percent = (sign: string) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`;
  const whole = encodeURIComponent(name).replace(/['()*]/g, percent);
  return `${type}; filename="${plain}"${plain === name ? '' : `; filename*=UTF-8''${whole}`}`;
}
