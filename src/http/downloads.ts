// Downloads: answers that are bytes, a picture or a PDF, under a name that every browser understands; not sent again to whoever has them already.
import type { Readable } from 'node:stream';
import { normaliseUnicode } from '../platform/values/text.ts';
import type { Reply } from './model.ts';
import type { RequestInput } from './validate-request.ts';

/**
 * Bytes to answer with. `sha256` is in lowercase hex, of the bytes or of all that they are made from; `size` in bytes; `fileName` may be anything, and makes
 * browsers save instead of show.
 */
export type Download = {
  readonly mediaType: string;
  readonly size: number;
  readonly sha256: string;
  readonly body: Buffer | (() => Promise<Readable>);
  readonly fileName?: string;
  /** To show it under its name instead. */
  readonly inline?: boolean;
};

/**
 * The answer: 200 with the bytes, or 304 without them when If-None-Match names them (RFC 9110, 13.1.2). A browser may keep them, but has to ask, with
 * its credential, before it shows them again.
 */
export function downloadReply(asked: RequestInput<unknown, unknown>, { body, ...what }: Download): Reply {
  const same = notModifiedReply(asked, what.sha256);
  if (same !== undefined) return same;
  return {
    status: 200,
    body,
    headers: {
      ...etagHeaders(what.sha256),
      'content-type': what.mediaType,
      'content-length': String(what.size),
      ...(what.fileName === undefined
        ? {}
        : { 'content-disposition': contentDisposition(what.fileName, what.inline === true ? 'inline' : 'attachment') }),
    },
  };
}

/** The 304 for whoever has these bytes already, so that they need not even be made. */
export function notModifiedReply(asked: RequestInput<unknown, unknown>, sha256: string): Reply | undefined {
  const headers = etagHeaders(sha256);
  return listsEtag(asked.header('if-none-match'), headers.etag) ? { status: 304, headers } : undefined;
}

function etagHeaders(sha256: string) {
  return { etag: `"${sha256}"`, 'cache-control': 'private, no-cache' };
}

/** Whether a list of entity tags has one. Weak ones count as well: the bytes behind equal tags are the same. */
function listsEtag(header: string | undefined, tag: string): boolean {
  if (header === undefined) return false;
  return header.split(',').some((part) => part.trim() === '*' || part.trim().replace(/^W\//, '') === tag);
}

/** RFC 6266: the name in ASCII for old clients, and all of it (RFC 8187) when that is not the same. */
function contentDisposition(fileName: string, type: 'inline' | 'attachment'): string {
  const name = fileName.toWellFormed().replace(/[\p{Cc}\p{Cf}/\\]/gu, '_');
  const plain = normaliseUnicode(name, 'NFKD')
    .replace(/\p{M}/gu, '')
    .replace(/[^\x20-\x7e]|["%]/gu, '_');
  const percent = (sign: string) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`;
  const whole = encodeURIComponent(name).replace(/['()*]/g, percent);
  return `${type}; filename="${plain}"${plain === name ? '' : `; filename*=UTF-8''${whole}`}`;
}
