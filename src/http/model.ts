// The shared types of request handling.
import type { Readable } from 'node:stream';
import type { AppContext } from '../platform/db/scope.ts';

/**
 * A response: data for JSON, or bytes (download of downloads.ts), which are opened only after the transaction has
 * ended.
 */
export type OperationResponse = {
  readonly status: number;
  readonly body?: unknown | Buffer | ((app: AppContext) => Promise<Readable>);
  readonly headers?: ResponseHeaders;
};

export type ResponseHeaders = Readonly<Record<string, string | string[]>>;
