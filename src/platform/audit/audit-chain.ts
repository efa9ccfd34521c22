// The chain of the audit log: each link holds the hashes of a batch of entries and the hash of the link before (open
// point P-142). Writers do not know of it: a worker adds links for entries before which none can be added any more.
import { createHash } from 'node:crypto';
import { feedCompleteUntil } from '../db/events.ts';
import type { Scope } from '../db/scope.ts';
import { idBytes } from '../values/ids.ts';
import { type AuditEntry, entryLine } from './audit-entry.ts';
import * as queries from './audit-store.ts';

const entriesPerLink = 1_000;
const linksPerRun = 50;

/** The bytes of an entry in a link: its id and its hash. */
export const hashedEntryBytes = 48;

/** Receives the entries of a new link, before it is committed. */
type LinkReader = (scope: Scope, entries: readonly AuditEntry[]) => void;

/**
 * Adds links for new entries, and passes them to `read`. Of two workers at once, one does. Returns whether entries are
 * left for later, as some may still be added before them.
 */
export async function chainAuditLog(scope: Scope, maxEntries = entriesPerLink, read?: LinkReader): Promise<boolean> {
  const before = await feedCompleteUntil(scope);
  let newest = await queries.findNewestLink(scope);
  for (let added = 0; added < linksPerRun; added += 1) {
    const entries = await queries.findAuditEntries(scope, { after: newest?.last, before }, maxEntries);
    const link = makeLink(newest, entries);
    if (link === undefined || !(await queries.insertLink(scope, link))) break;
    read?.(scope, entries);
    newest = link;
  }
  return (await queries.findAuditEntries(scope, { after: newest?.last }, 1)).length > 0;
}

/** The link of entries after another link; undefined without entries. */
function makeLink(
  previous: queries.AuditLink | undefined,
  entries: readonly AuditEntry[],
): queries.AuditLink | undefined {
  const last = entries.at(-1);
  if (last === undefined) return undefined;
  const link = {
    number: (previous?.number ?? 0) + 1,
    last: { at: last.at, id: last.id },
    entryHashes: Buffer.concat(entries.flatMap((entry) => [idBytes(entry.id), entryHash(entry)])),
    previousHash: previous?.hash ?? firstHash,
  };
  return { ...link, hash: linkHash(link) };
}

/** What the first link has as the hash of the link before. */
export const firstHash: Buffer = Buffer.alloc(32);

/** The SHA-256 of an entry's line. */
export function entryHash(entry: AuditEntry): Buffer {
  return createHash('sha256').update(entryLine(entry)).digest();
}

/** The hash of a link. */
export function linkHash({ number, last, entryHashes, previousHash }: Omit<queries.AuditLink, 'hash'>): Buffer {
  const entries = createHash('sha256').update(entryHashes).digest('hex');
  const written = { number, lastAt: last.at, lastId: last.id, entries, previous: previousHash.toString('hex') };
  return createHash('sha256').update(JSON.stringify(written)).digest();
}

/** A link as a text that an owner can note: its number and its hash. It confirms this link and all before it. */
export function checkpointOf({ number, hash }: Pick<queries.AuditLink, 'number' | 'hash'>): string {
  return `${number}-${hash.toString('hex')}`;
}

/** The form of a checkpoint. */
const checkpointForm = /^[1-9][0-9]{0,14}-[0-9a-f]{64}$/;
export const checkpointPattern = checkpointForm.source;

/** Reports whether a text has the form of a checkpoint. */
export function isCheckpoint(text: string): boolean {
  return checkpointForm.test(text);
}

export type CheckpointResult = 'confirmed' | 'contradicted' | 'no_longer_kept';

/** Compares a checkpoint with the chain. `contradicted`: this link is another one now, or is missing. */
export async function compareCheckpoint(scope: Scope, checkpoint: string): Promise<CheckpointResult> {
  const number = Number(checkpoint.split('-')[0]);
  const [link] = await queries.findLinks(scope, number, 1);
  if (link === undefined || link.number === number)
    return link !== undefined && checkpointOf(link) === checkpoint ? 'confirmed' : 'contradicted';
  const [oldest] = await queries.findLinks(scope, 1, 1);
  return oldest !== undefined && number < oldest.number ? 'no_longer_kept' : 'contradicted';
}
