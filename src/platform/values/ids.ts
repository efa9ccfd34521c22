// Ids: UUID version 7 (RFC 9562), made by the service, so that rows sort by the time they were made and no database is needed to name them.
import { randomInt, randomUUID } from 'node:crypto';

let lastTime = 0;
let counter = 0;
let timePrefix = '';
const maxCounter = 0xfff;

/**
 * A new id; later ids of one process sort after earlier ones, also of one millisecond (RFC 9562, 6.2, method 1: a counter that begins by chance). The rest is
 * the end of a random UUID, which Node draws from a store of random bytes: an import makes seven ids for each of its lines.
 */
export function newId(): string {
  const now = Date.now();
  if (now > lastTime) startMillisecond(now, randomInt(maxCounter >> 1));
  else if (counter === maxCounter) startMillisecond(lastTime + 1, 0);
  else counter += 1;
  return timePrefix + counter.toString(16).padStart(3, '0') + randomUUID().slice(18);
}

function startMillisecond(at: number, first: number): void {
  lastTime = at;
  counter = first;
  const time = lastTime.toString(16).padStart(12, '0');
  timePrefix = `${time.slice(0, 8)}-${time.slice(8)}-7`;
}

const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;

/** Whether a text has the form of an id. Anything else cannot name a row, and is treated as one that does not exist. */
export function isId(text: string): boolean {
  return uuid.test(text);
}

/** The 16 bytes of an id. */
export function idBytes(id: string): Buffer {
  return Buffer.from(id.replaceAll('-', ''), 'hex');
}

/** The id that begins at a place among bytes. */
export function readId(bytes: Buffer, at: number): string {
  const hex = bytes.toString('hex', at, at + 16);
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-${hex.slice(12, 16)}-${hex.slice(16, 20)}-${hex.slice(20)}`;
}
