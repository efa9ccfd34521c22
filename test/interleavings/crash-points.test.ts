// Tests of processes that are killed before and after each commit and each message: whoever goes on finds nothing half
// done, and a repeated request comes to what it would have come to. Without a setting only a few commands are played.
// HALDUR_INTERLEAVINGS=0 plays all; HALDUR_INTERLEAVINGS=1 also kills a real process at every point.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type PreparedBuilding, prepareBuilding } from './building.ts';
import { type Actor, begin, runInTurns } from './gate.ts';
import { killAt } from './killed-process.ts';
import { judge } from './play.ts';
import { type ServiceProcess, startWorld } from './processes.ts';
import { type Command, run, type Scenario, singles } from './scenarios.ts';

const asked = process.env.HALDUR_INTERLEAVINGS;
const isLong = Number(asked ?? 0) > 0;
/** What `npm test` plays: money in, a bank statement, an invoice, an e-mail, a delivery. */
const everyday = ['generate', 'import', 'enter cash', 'send mails', 'deliver'];
const chosen = asked === undefined ? singles.filter(({ name }) => everyday.includes(name)) : singles;
const world = await startWorld();
const key = 'once';

/** The first process builds the buildings and is never killed; the second one is. */
const places = { builder: 0, victim: 1 } as const;

type Prepared = { readonly building: PreparedBuilding; readonly command: Command };

async function prepare({ prepare: prepareCommands }: Scenario): Promise<Prepared> {
  const { g } = await world.process(places.builder);
  const building = await prepareBuilding(g, world.hookUrl);
  const [command] = await prepareCommands(g, building);
  assert.ok(command !== undefined);
  return { building, command };
}

/** Runs a command until it ends, or until it is killed at a point. */
async function runUntil(worker: ServiceProcess, command: Command, point?: string): Promise<Actor> {
  const crash = point === undefined ? undefined : { point, onReached: () => {} };
  const { actor, result } = begin(command.name, () => run(worker, command, key), crash);
  world.sender = actor;
  await runInTurns(world.owner, [actor], () => 0);
  if (point === undefined) await result;
  world.sender = undefined;
  return actor;
}

/** The backends of a killed process are gone: what it had not committed is undone. */
async function untilGone(actors: readonly Actor[]): Promise<void> {
  const pids = actors.flatMap(({ backends }) => [...backends]);
  for (let left = pids.length; left > 0; ) {
    const [row] = await world.owner<{ count: number }[]>`
      select count(*) as count from pg_stat_activity where pid = any (${pids}::int[])`;
    left = row?.count ?? 0;
  }
}

/** Another process goes on: the client or worker tries again, and everything is as if nothing had happened. */
async function goOn(
  scenario: Scenario,
  { building, command }: Prepared,
  point: string,
  outcome: string,
): Promise<void> {
  const successor = await world.process(places.victim);
  const answer = await run(successor, command, key);
  assert.ok(answer === undefined || answer.status < 300, `${scenario.name} again after ${point}: ${answer?.text}`);
  const judged = await judge(world, successor, building, { ...scenario, isUndisturbed: false });
  assert.deepEqual(judged.problems, [], `${scenario.name} was killed at: ${point}`);
  assert.equal(judged.outcome, outcome, `${scenario.name} was killed at: ${point}`);
}

/** What each command comes to when nothing happens, and the points on its way. */
const undisturbed = new Map<Scenario, { readonly points: readonly string[]; readonly outcome: string }>();

test('each command by itself passes a commit', async () => {
  for (const scenario of chosen) {
    const { building, command } = await prepare(scenario);
    const builder = await world.process(places.builder);
    const { passed } = await runUntil(builder, command);
    const { problems, outcome } = await judge(world, builder, building, { ...scenario, isUndisturbed: true });
    assert.deepEqual(problems, [], scenario.name);
    assert.ok(passed.includes('after commit 1'), scenario.name);
    undisturbed.set(scenario, { points: passed, outcome });
  }
});

test('a process that is killed before or after any commit or message leaves nothing half done', async (t) => {
  const rounds = Math.max(...[...undisturbed.values()].map(({ points }) => points.length));
  let kills = 0;
  // In each round one process has every command under way, each at its next point, when it is killed.
  for (let round = 0; round < rounds; round += 1) {
    const victim = await world.process(places.victim);
    const stopped: { scenario: Scenario; prepared: Prepared; actor: Actor; point: string }[] = [];
    for (const [scenario, { points }] of undisturbed) {
      const point = points[round];
      if (point === undefined) continue;
      const prepared = await prepare(scenario);
      const actor = await runUntil(victim, prepared.command, point);
      assert.ok(actor.isDead, `${scenario.name} did not come to: ${point}`);
      stopped.push({ scenario, prepared, actor, point });
    }
    await victim.kill();
    await untilGone(stopped.map(({ actor }) => actor));
    for (const { scenario, prepared, point } of stopped)
      await goOn(scenario, prepared, point, undisturbed.get(scenario)?.outcome ?? '');
    kills += stopped.length;
  }
  t.diagnostic(`${kills} points`);
});

test('the same holds for a process that gets SIGKILL there', async () => {
  const killedAt = new Map([
    ['import', ['commit 1']],
    ['enter cash', ['after commit 1']],
    ['send mails', ['mailed 1']],
    ['deliver', ['posted 1']],
  ]);
  for (const [scenario, { points, outcome }] of undisturbed) {
    for (const point of isLong ? points : (killedAt.get(scenario.name) ?? [])) {
      const prepared = await prepare(scenario);
      await killAt(world, prepared.command, point, key);
      await goOn(scenario, prepared, point, outcome);
    }
  }
});
