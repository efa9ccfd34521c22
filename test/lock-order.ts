// The order of locks (src/platform/db/locks.ts), checked on the statements that the service sends in tests: a
// transaction that takes a lock after one that comes later could wait for another transaction that waits for it.
import { lockOrder } from '../src/platform/db/locks.ts';
import type { ComposedQuery } from '../src/platform/db/sql.ts';

type Lock = (typeof lockOrder)[number];

/** Of each statement that was sent, as tests send the same ones a thousand times. */
const knownLocks = new Map<string, readonly Lock[]>();

/** The locks that a statement waits for. One that skips locked rows waits for none. */
export function locksOf(text: string): readonly Lock[] {
  const known = knownLocks.get(text) ?? findLocks(text);
  knownLocks.set(text, known);
  return known;
}

function findLocks(text: string): Lock[] {
  const bare = text.replace(/--[^\n]*/g, ' ').replace(/\s+/g, ' ');
  const tables = new Set<string>();
  for (const { index, groups = {} } of bare.matchAll(
    /\bfor (?:no key update|update|key share|share)(?: of (?<alias>\w+))?(?<skip> skip locked)?/g,
  )) {
    if (groups.skip !== undefined) continue;
    const before = bare.slice(0, index);
    tables.add(groups.alias === undefined ? lastMatch(before, /\bfrom (\w+)/g) : tableOf(before, groups.alias));
  }
  for (const [, table = ''] of bare.matchAll(/(?<!for |key |do )\bupdate (\w+)/g)) tables.add(table);
  if (bare.includes("hashtextextended('money'")) tables.add('money');
  return lockOrder.filter((lock) => tables.has(lock));
}

function lastMatch(text: string, pattern: RegExp): string {
  return [...text.matchAll(pattern)].at(-1)?.[1] ?? '';
}

function tableOf(text: string, alias: string): string {
  return lastMatch(text, new RegExp(`\\b(?:from|join|update) (\\w+) (?:as )?${alias}\\b`, 'g')) || alias;
}

/** Whether a statement changes what only the holder of the organization's money may change. */
function needsMoney({ text, values = [] }: ComposedQuery): boolean {
  if (/^\s*insert into counters/.test(text)) return values.some((value) => /^invoice \d/.test(String(value)));
  return /^\s*(insert into (payments|allocations|refunds)\b|update payments\b[\s\S]*\ballocated =|update (allocations|refunds)\b[\s\S]*\bundone_at =)/.test(
    text,
  );
}

/** Watches the transactions of one connection; `report` gets what is wrong with a statement. */
export function watchLocks(report: (problem: string) => void): (query: ComposedQuery) => void {
  let held = new Map<Lock, boolean>();
  let sent = new Set<string>();
  return (query) => {
    const { text, values = [] } = query;
    if (/^\s*(begin|commit|rollback$)/.test(text)) {
      held = new Map();
      sent = new Set();
      return;
    }
    if (needsMoney(query) && !held.has('money')) report(`it is sent without the lock of the money: ${text}`);
    const locks = locksOf(text);
    if (locks.length === 0) return;
    const key = `${text} ${values.map(String).join()}`;
    if (sent.has(key)) return; // A lock that is held is taken again.
    for (const lock of locks) {
      const isUpdate = /\bfor update/.test(text);
      const isCovered =
        (/^\s*update/.test(text) && held.has(lock)) ||
        (lock === 'buildings' && held.get(lock) === true) ||
        (/^(apartments|meters)$/.test(lock) && held.get('buildings') === true);
      const later = isCovered
        ? undefined
        : lockOrder.slice(lockOrder.indexOf(lock) + 1).find((other) => held.has(other));
      if (later !== undefined) report(`${lock} is locked after ${later}: ${text}`);
      held.set(lock, (held.get(lock) ?? false) || isUpdate);
      sent.add(key);
    }
  };
}
