// How each fault is caused, and healed again after its time. What a machine's supervisor does is done here too: what
// has ended is started again.
import assert from 'node:assert/strict';
import { readFileSync, writeFileSync } from 'node:fs';
import { setTimeout as delay } from 'node:timers/promises';
import type { Member } from '../cluster/cluster-fixture.ts';
import { eventually } from '../embedded-servers.ts';
import type { PostgresServer } from '../own-postgres-server.ts';
import { allKinds, type Fault, type FaultKind, faultKinds } from './schedule.ts';
import type { World } from './world.ts';

const maxStarts = 60;
const betweenStartsMs = 500;
/** Clocks should agree to a second (docs/operating.md); these are wrong by up to this. */
const maxJumpMs = 60_000;
/**
 * After so many writes of a full disk the database is made to begin a new file of its log, for which there is no room.
 */
const newLogFrom = 0.5;

type Cause = (world: World, fault: Fault, ended: AbortSignal) => Promise<unknown>;

/** Causes each kind of fault, and resolves when it is healed. */
const causes: Readonly<Record<FaultKind, Cause>> = {
  'a process is killed': (world, fault, ended) => restart(memberOf(world, fault), 'SIGKILL', ended),
  'a process is stopped in order': (world, fault, ended) => restart(memberOf(world, fault), 'SIGTERM', ended),
  'a process is frozen': async (world, fault) => {
    const member = memberOf(world, fault);
    member.send('SIGSTOP');
    await delay(fault.lastsMs);
    member.send('SIGCONT');
  },
  'a clock jumps': async (world, fault) => {
    const member = memberOf(world, fault);
    setClock(world, member, Math.round((fault.amount * 2 - 1) * maxJumpMs));
    await delay(fault.lastsMs);
    setClock(world, member, 0);
  },
  'a line to the database is cut': async (world, fault) => {
    const line = world.lines.get(memberOf(world, fault).name);
    line?.silence();
    await delay(fault.lastsMs);
    line?.restore();
  },
  'a line to the database stalls': async (world, fault) => {
    const line = world.lines.get(memberOf(world, fault).name);
    line?.stall();
    await delay(fault.lastsMs);
    line?.restore();
  },
  'a database connection is killed': async (world, fault) => {
    const pid = await findConnection(world, fault);
    if (pid !== undefined) process.kill(pid, 'SIGKILL'); // The server then restarts all of its processes.
  },
  'a database connection is frozen': async (world, fault) => {
    const pid = await findConnection(world, fault);
    if (pid === undefined) return;
    process.kill(pid, 'SIGSTOP');
    await delay(fault.lastsMs);
    process.kill(pid, 'SIGCONT');
  },
  'the database restarts in order': ({ postgres }) => postgres.halt('fast'),
  'the database restarts as after a crash': ({ postgres }) => postgres.halt('immediate'),
  'the disk is full': async ({ disk, cluster }, { lastsMs, amount }) => {
    disk?.fill();
    if (amount > newLogFrom) await cluster.owner`select pg_switch_wal()`.catch(() => {}); // The server may die of it.
    await delay(lastsMs);
    disk?.free();
  },
  'the disk is slow': ({ disk }, { lastsMs }) => disk?.slowDown(lastsMs) ?? Promise.resolve(),
  'the disk becomes read-only': async ({ disk, postgres }, { lastsMs }) => {
    disk?.breakDown();
    await delay(lastsMs);
    await endDatabase(postgres);
    await disk?.repair();
  },
  'the power fails': async ({ disk, postgres }, { lastsMs }) => {
    disk?.losePower();
    await endDatabase(postgres);
    await delay(lastsMs);
    await disk?.repair();
  },
  'the mail server refuses': async ({ mail }, { lastsMs }) => {
    mail.refuses = true;
    await delay(lastsMs);
    mail.refuses = false;
  },
  'the mail server is silent': ({ mail }, { lastsMs }) => interrupt(mail.line, 'silence', lastsMs),
  'the mail server hangs up': ({ mail }, { lastsMs }) => interrupt(mail.line, 'refuse', lastsMs),
  'a receiver answers 500': (world, fault) => answerBadly(world, fault, 500),
  'a receiver answers by halves': (world, fault) => answerBadly(world, fault, 'half'),
  'a receiver is silent': (world, fault) => interrupt(receiverOf(world, fault).line, 'silence', fault.lastsMs),
  'a receiver refuses connections': (world, fault) => interrupt(receiverOf(world, fault).line, 'refuse', fault.lastsMs),
  'Redis is killed': async ({ cluster: { redis } }, { lastsMs }) => {
    await redis?.kill();
    await delay(lastsMs);
    await redis?.start();
  },
};

/** The faults that can be caused here. */
export function possibleKinds({ disk, cluster }: Pick<World, 'disk' | 'cluster'>): FaultKind[] {
  const needsDisk = /^the (disk|power)/;
  return allKinds.filter((kind) =>
    needsDisk.test(kind) ? disk !== undefined : !kind.startsWith('Redis') || cluster.redis !== undefined,
  );
}

/**
 * Causes a fault, waits until its time is over, and heals it. A database that has ended is started again, as a
 * supervisor does.
 */
export async function causeFault(world: World, fault: Fault, ended: AbortSignal): Promise<void> {
  await causes[fault.kind](world, fault, ended);
  if (faultKinds[fault.kind] !== 'database') return;
  for (let starts = 1; world.postgres.pid() === undefined && !ended.aborted; starts += 1) {
    assert.ok(starts <= maxStarts, 'the database does not start any more');
    if (!(await world.postgres.start())) await delay(betweenStartsMs);
  }
}

/** Ends a process and starts it until it is ready, as a supervisor does: it does not start without its database. */
async function restart(member: Member, signal: NodeJS.Signals, ended: AbortSignal): Promise<void> {
  await member.end(signal);
  for (let starts = 1; ; starts += 1) {
    const isStarted = await member.start().then(
      () => true,
      () => false,
    );
    if (isStarted || ended.aborted) return;
    assert.ok(starts < maxStarts, `${member.name} does not start any more`);
    await delay(betweenStartsMs);
  }
}

function memberOf({ cluster }: World, { place }: Fault): Member {
  const members = [...cluster.apis, ...cluster.workers];
  return members[Math.trunc(place * members.length)] as Member;
}

function receiverOf({ receivers }: World, { place }: Fault) {
  return receivers[Math.trunc(place * receivers.length)] as World['receivers'][number];
}

async function answerBadly(
  world: World,
  fault: Fault,
  how: World['receivers'][number]['receiver']['response'],
): Promise<void> {
  const { receiver } = receiverOf(world, fault);
  receiver.response = how;
  await delay(fault.lastsMs);
  receiver.response = 204;
}

async function interrupt(line: World['mail']['line'], how: 'silence' | 'refuse', lastsMs: number): Promise<void> {
  line[how]();
  await delay(lastsMs);
  line.restore();
}

function setClock(world: World, member: Member, shiftMs: number): void {
  writeFileSync(world.clockFile(member.name), String(shiftMs));
  member.send('SIGUSR2');
}

/** A connection of the service that does something, or if there is none an idle one. */
async function findConnection({ cluster }: World, { place }: Fault): Promise<number | undefined> {
  const rows = await eventually(
    () => cluster.owner<{ pid: number; busy: boolean }[]>`
      select pid, state <> 'idle' as busy from pg_stat_activity where usename = 'haldur_service' order by pid`,
  );
  const busy = rows.filter((row) => row.busy);
  const choice = busy.length > 0 ? busy : rows;
  return choice[Math.trunc(place * choice.length)]?.pid;
}

/** Ends the server and all its processes at once, as its disk takes nothing any more. */
async function endDatabase(postgres: PostgresServer): Promise<void> {
  const pid = postgres.pid();
  if (pid === undefined) return;
  const others = readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').split(' ').filter(Boolean).map(Number);
  await postgres.halt('kill');
  for (const other of others) {
    try {
      process.kill(other, 'SIGKILL');
    } catch {
      // It has ended with its server.
    }
  }
}
