// The types that handling a request shares.
import type { Readable } from 'node:stream';
/** What is answered: data for JSON, or bytes (download of downloads.ts), opened only once the transaction has ended. */
export type Reply = {
  readonly status: number;
  readonly body?: unknown | Buffer | (() => Promise<Readable>);
  readonly headers?: ReplyHeaders;
};

export type ReplyHeaders = Readonly<Record<string, string | string[]>>;
