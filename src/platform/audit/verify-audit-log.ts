// The verification of the audit log: compares its entries with the hashes in the chain, and the links of the chain with
// each other. It works in steps of a bounded size.
import { type AppContext, inTenant, type Scope, serviceCaller } from '../db/scope.ts';
import { readId } from '../values/ids.ts';
import {
  type CheckpointResult,
  checkpointOf,
  compareCheckpoint,
  entryHash,
  firstHash,
  hashedEntryBytes,
  linkHash,
} from './audit-chain.ts';
import * as queries from './audit-store.ts';

/**
 * What is wrong, at a link of the chain. changed, missing, added: an entry. link_changed: the link or its hash.
 * links_missing: links before it. `entryAt`: of an entry that is there.
 */
type AuditProblem = {
  readonly kind: 'changed' | 'missing' | 'added' | 'link_changed' | 'links_missing';
  readonly link: number;
  readonly entryId: string | null;
  readonly entryAt: string | null;
};

export const auditProblemKinds = [
  'changed',
  'missing',
  'added',
  'link_changed',
  'links_missing',
] as const satisfies readonly AuditProblem['kind'][];

type VerificationStep = {
  /** How many links and entries were compared. */
  readonly links: number;
  readonly entries: number;
  /** At most a hundred. */
  readonly problems: readonly AuditProblem[];
  /** The last link of this step, for the next; null: this was the last step. */
  readonly next: number | null;
};

const linksPerStep = 10;
const maxProblems = 100;
/** The database lets entries be deleted after a year at the earliest. */
const deletableAfterMs = 365 * 24 * 3_600_000;

/** Verifies the next links after one (0: from the beginning). */
export async function verifyAuditLog(scope: Scope, after = 0): Promise<VerificationStep> {
  const found = await queries.findLinks(scope, Math.max(after, 1), linksPerStep + (after > 0 ? 1 : 0));
  let previous = found[0]?.number === after ? found.shift() : undefined;
  const problems: AuditProblem[] = [];
  let entries = 0;
  for (const link of found) {
    const expected = listedEntries(link);
    problems.push(...linkProblems(link, previous), ...(await entryProblems(scope, link, previous, expected)));
    entries += expected.size;
    previous = link;
  }
  // More than a step's if the link before it is gone, which must not end the verification.
  const next = found.length >= linksPerStep ? (previous?.number ?? null) : null;
  return { links: found.length, entries, problems: problems.slice(0, maxProblems), next };
}

/** What came of a whole verification. */
type Verification = Pick<VerificationStep, 'links' | 'entries' | 'problems'> & {
  readonly newest: string | null;
  readonly checkpointResult?: CheckpointResult;
};

const maxReported = 1_000;

/** Verifies all of an organization's log, each step in a transaction of its own. It stops after a thousand problems. */
export async function verifyWholeAuditLog(
  app: AppContext,
  tenantId: string,
  checkpoint?: string,
): Promise<Verification> {
  const read = <T>(work: (scope: Scope) => Promise<T>) => inTenant(app, serviceCaller(tenantId), work, 'read only');
  const problems: AuditProblem[] = [];
  let [links, entries] = [0, 0];
  for (let after: number | null = 0; after !== null && problems.length < maxReported; ) {
    const from: number = after;
    const step = await read((scope) => verifyAuditLog(scope, from));
    problems.push(...step.problems);
    [links, entries, after] = [links + step.links, entries + step.entries, step.next];
  }
  const newest = await read(queries.findNewestLink);
  const end = { links, entries, problems, newest: newest === undefined ? null : checkpointOf(newest) };
  if (checkpoint === undefined) return end;
  return { ...end, checkpointResult: await read((scope) => compareCheckpoint(scope, checkpoint)) };
}

/** The hashes (hex) of a link's entries by their ids. */
function listedEntries({ entryHashes }: queries.AuditLink): Map<string, string> {
  const hashes = new Map<string, string>();
  for (let at = 0; at < entryHashes.length; at += hashedEntryBytes)
    hashes.set(readId(entryHashes, at), entryHashes.toString('hex', at + 16, at + hashedEntryBytes));
  return hashes;
}

function problemAt(
  { number: link }: queries.AuditLink,
  kind: AuditProblem['kind'],
  entry?: Partial<queries.AuditPosition>,
) {
  return { kind, link, entryId: entry?.id ?? null, entryAt: entry?.at ?? null };
}

/** A link against its own hash and the link before. */
function linkProblems(link: queries.AuditLink, previous: queries.AuditLink | undefined): AuditProblem[] {
  const isNext = previous === undefined || previous.number + 1 === link.number;
  if (!isNext) return [problemAt(link, 'links_missing')];
  const before = previous?.hash ?? (link.number === 1 ? firstHash : link.previousHash);
  const isRight = linkHash(link).equals(link.hash) && before.equals(link.previousHash);
  return isRight ? [] : [problemAt(link, 'link_changed')];
}

/**
 * The entries in the range of a link against the link. The entries of the oldest link may have been deleted because of
 * their age.
 */
async function entryProblems(
  scope: Scope,
  link: queries.AuditLink,
  previous: queries.AuditLink | undefined,
  listed: ReadonlyMap<string, string>,
): Promise<AuditProblem[]> {
  const range = { after: previous?.last, until: link.last };
  const entries = await queries.findAuditEntries(scope, range, listed.size + maxProblems);
  const isOld = Date.parse(link.last.at) < scope.realNow.getTime() - deletableAfterMs;
  if (previous === undefined && entries.length === 0 && isOld) return [];
  const isFirstKept = previous === undefined && link.number > 1;
  const hasGap = isFirstKept || (previous !== undefined && previous.number + 1 !== link.number);
  const present = new Map(entries.map((entry) => [entry.id, entry]));
  const problems = isFirstKept ? [problemAt(link, 'links_missing')] : [];
  for (const [id, hash] of listed) {
    const entry = present.get(id);
    if (entry === undefined) problems.push(problemAt(link, 'missing', { id }));
    else if (entryHash(entry).toString('hex') !== hash) problems.push(problemAt(link, 'changed', entry));
  }
  // Behind a gap, entries of the missing links are in this range too.
  if (!hasGap) for (const entry of entries) if (!listed.has(entry.id)) problems.push(problemAt(link, 'added', entry));
  return problems;
}
