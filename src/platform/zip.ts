// ZIP files of small texts, whole in memory: what people open with a double click. APPNOTE 6.3.3, without ZIP64, so below 4 GiB and 65,536 entries.
import { crc32, deflateRawSync } from 'node:zlib';

type Entry = { readonly name: string; readonly bytes: Buffer };

const utf8 = 0x0800;
const deflated = 8;
/** 1 January 1980, the first day that the format knows: the same entries are the same file. */
const firstDay = (1 << 5) | 1;

/** Packs entries, in their order, under their names (UTF-8, with `/` between folders). */
export function zip(entries: readonly Entry[]): Buffer {
  const parts: Buffer[] = [];
  const directory: Buffer[] = [];
  let offset = 0;
  for (const { name, bytes } of entries) {
    const path = Buffer.from(name);
    const packed = deflateRawSync(bytes);
    const about = aboutOf(crc32(bytes), packed.length, bytes.length, path.length);
    const local = Buffer.concat([uint32(0x04034b50), about, path, packed]);
    const place = Buffer.alloc(14);
    place.writeUInt32LE(offset, 10); // No comment, first disk, no attributes.
    directory.push(Buffer.concat([uint32(0x02014b50), uint16(20), about, place, path]));
    parts.push(local);
    offset += local.length;
  }
  const central = Buffer.concat(directory);
  const count = uint16(entries.length);
  const end = [uint32(0x06054b50), uint32(0), count, count, uint32(central.length), uint32(offset), uint16(0)];
  return Buffer.concat([...parts, central, ...end]);
}

/** What the local and the central header of an entry have in common. */
function aboutOf(crc: number, packed: number, size: number, nameLength: number): Buffer {
  return Buffer.concat([
    uint16(20),
    uint16(utf8),
    uint16(deflated),
    uint16(0),
    uint16(firstDay),
    uint32(crc),
    uint32(packed),
    uint32(size),
    uint16(nameLength),
    uint16(0),
  ]);
}

function uint16(value: number): Buffer {
  const bytes = Buffer.alloc(2);
  bytes.writeUInt16LE(value);
  return bytes;
}

function uint32(value: number): Buffer {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32LE(value >>> 0);
  return bytes;
}
