// ZIP files, built in memory or entry by entry.
import { buffer } from 'node:stream/consumers';
import { promisify } from 'node:util';
import { crc32, deflateRaw } from 'node:zlib';
import { Zip, type ZipInputFile } from 'fflate';

export type ZipEntry = { readonly name: string; readonly bytes: Buffer };

const deflated = 8;
/** The first day that the format supports. It is fixed, so that the same entries give the same file. */
const firstDay = new Date(1980, 0, 1);
const pack = promisify(deflateRaw);

/** Packs entries in order, under their names (with `/` between folders). */
export function zip(entries: readonly ZipEntry[]): Promise<Buffer> {
  return buffer(zipParts(entries));
}

/**
 * The same for entries that are made one by one: the parts of the file in order, so that no more than one entry is in
 * memory.
 */
export async function* zipParts(
  entries: Iterable<ZipEntry> | AsyncIterable<ZipEntry>,
): AsyncGenerator<Uint8Array, void> {
  const parts: Uint8Array[] = [];
  const archive = new Zip((error, part) => {
    if (error) throw error;
    parts.push(part);
  });
  for await (const { name, bytes } of entries) {
    const packed = await pack(bytes); // Node's zlib, four times as fast as a JavaScript library.
    const about = { compression: deflated, size: bytes.length, crc: crc32(bytes), mtime: firstDay };
    const file: ZipInputFile = { filename: name, ...about };
    archive.add(file);
    file.ondata?.(null, packed, true);
    yield* parts.splice(0);
  }
  archive.end();
  yield* parts;
}
