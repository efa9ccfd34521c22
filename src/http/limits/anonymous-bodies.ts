// Bodies of requests without a credential (signing in, messages of banks): small, soon there, and together never more than this process can spare.
import type { IncomingMessage } from 'node:http';
import { Unavailable } from '../../platform/errors.ts';
import { type RawBody, readBody } from '../json-body.ts';

/** Far more than any such body needs. */
const maxBytes = 64 * 1024;
const maxReadMs = 10_000;
/** Of all such bodies at once, and of those of one network address. */
const maxBytesTogether = 8 * 1024 * 1024;
const maxBytesOfAddress = 2 * 1024 * 1024;

const bytesByAddress = new Map<string, number>();
let bytesInTotal = 0;

/**
 * Reads a body and runs `work` with it. Its bytes count for `address` and for the process until `work` has ended. Throws Busy when there is no room for
 * them; a body that is too large or too slow is handed on as such.
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
      throw new Unavailable(5, 'Too many bodies of requests without a credential are being read.');
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
