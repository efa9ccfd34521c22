// Bodies of requests without a credential (sign-in, bank callbacks): small, with a short time limit, and bounded in
// total memory.
import type { IncomingMessage } from 'node:http';
import { Unavailable } from '../../platform/errors.ts';
import { type RawBody, readBody } from '../json-body.ts';

/** Far more than any such body needs. */
const maxBytes = 64 * 1024;
const maxReadMs = 10_000;
/** Limits in bytes: all such bodies at once, and those of one network address. */
const maxBytesTogether = 8 * 1024 * 1024;
const maxBytesOfAddress = 2 * 1024 * 1024;

const bytesByAddress = new Map<string, number>();
let bytesInTotal = 0;

/**
 * Reads a body and runs `work` with it. Its bytes count for `address` and for the process until `work` ends. Throws
 * Unavailable if there is no capacity; a body that is too large or too slow is passed to `work` as such.
 */
export async function withAnonymousBody<T>(
  request: IncomingMessage,
  address: string,
  work: (raw: RawBody) => Promise<T>,
): Promise<T> {
  let reservedBytes = 0;
  const reserveBytes = (bytes: number) => {
    const ofAddress = bytesByAddress.get(address) ?? 0;
    if (bytesInTotal + bytes > maxBytesTogether || ofAddress + bytes > maxBytesOfAddress)
      throw new Unavailable(5, 'Too many requests without a credential are being read.');
    bytesInTotal += bytes;
    bytesByAddress.set(address, ofAddress + bytes);
    reservedBytes += bytes;
  };
  try {
    return await work(await readBody(request, { maxBytes, withinMs: maxReadMs, reserve: reserveBytes }));
  } finally {
    bytesInTotal -= reservedBytes;
    const left = (bytesByAddress.get(address) ?? 0) - reservedBytes;
    if (left > 0) bytesByAddress.set(address, left);
    else bytesByAddress.delete(address);
  }
}
