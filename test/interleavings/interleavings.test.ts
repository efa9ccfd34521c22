// Tests of commands that run at once: whatever the order of their transactions, no rule of the books is broken, and it
// comes to what one after the other would come to. Without a setting only a few pairs are played.
// HALDUR_INTERLEAVINGS=0 stops each command of every pair once at each boundary; HALDUR_INTERLEAVINGS=500 plays every
// order of two commands, and 500 random orders of more. HALDUR_ORDER=0110 plays one order, as a failure prints it.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import type { Choose } from './gate.ts';
import { type Played, play } from './play.ts';
import { startWorld } from './processes.ts';
import { crowds, furtherPairs, moneyPairs, pairs, type Scenario } from './scenarios.ts';

const { HALDUR_INTERLEAVINGS: asked, HALDUR_ORDER: oneOrder } = process.env;
const isShort = asked === undefined && oneOrder === undefined;
const isLong = Number(asked ?? 0) > 0;
const randomOrders = isLong ? Number(asked) : crowds.length;
/** What `npm test` plays: one pair for each kind of lock, and what could give back money twice. */
const everyday = [
  'generate × generate',
  'generate × delete endpoint',
  'send mails × send mails',
  'match × refund',
  'enter cash × the same again',
  'correct × import',
  'correct a bill × credit',
];

const world = await startWorld();

/** The first of these that waits goes on. */
const inSequence =
  (places: readonly number[]): Choose =>
  (waiting) =>
    places.find((place) => waiting.includes(place)) ?? (waiting[0] as number);

/** The first command stops at a boundary, the other goes on as far as it gets, then the first. */
const stoppedAt =
  (first: number, boundary: number): Choose =>
  (waiting, passed) =>
    inSequence(passed[first] === boundary ? [1 - first, first] : [first])(waiting, passed);

/** These commands go on, one after the other; where one cannot, and after them, the first that can. */
function inOrder(places: readonly number[]): Choose {
  const left = [...places];
  return (waiting, passed) => inSequence([left.shift() ?? 0])(waiting, passed);
}

/** Each number chooses one of those that wait. */
function byNumbers(numbers: readonly number[]): Choose {
  const left = [...numbers];
  return (waiting) => waiting[(left.shift() ?? 0) % waiting.length] as number;
}

const textOf = ({ order }: Played) => order.map(({ next }) => next).join('');

/** Fails when an order breaks a rule, or comes to what no order one after the other comes to. */
function verify(scenario: Scenario, played: Played, serial: readonly Played[]): void {
  const { problems, outcome, answers } = played;
  const isSerial =
    serial.length === 0 || scenario.mayDiffer !== undefined || serial.some((other) => other.outcome === outcome);
  if (problems.length === 0 && isSerial) return;
  const found = isSerial
    ? problems
    : [...problems, ...serial.map((other) => describeDifference(other.outcome, outcome))];
  assert.fail(
    `${scenario.name} in the order ${textOf(played)}, answered with ${answers.join(', ')}:\n${found.join('\n')}\nAgain: HALDUR_ORDER=${textOf(played)} npm test -- --test-name-pattern='^${scenario.name}$' test/interleavings/interleavings.test.ts`,
  );
}

function describeDifference(serial: string, outcome: string): string {
  const without = (lines: string, others: string) =>
    lines
      .split('\n')
      .filter((line) => !others.split('\n').includes(line))
      .join('; ');
  return `One after the other comes to: ${without(serial, outcome)}. This comes to: ${without(outcome, serial)}.`;
}

const namesOf = ({ name }: Scenario) => name.split(' × ');

/** Plays the commands one after the other, in every order. Each must succeed when it is the first. */
async function playSerially(scenario: Scenario): Promise<Played[]> {
  const played: Played[] = [];
  for (const sequence of permutations([...namesOf(scenario).keys()])) {
    const result = await play(world, scenario, inSequence(sequence));
    const status = result.answers[sequence[0] ?? 0];
    assert.ok(status === undefined || status < 300, `${scenario.name}: the first command is answered with ${status}`);
    verify(scenario, result, []);
    played.push(result);
  }
  return played;
}

function permutations(places: readonly number[]): number[][] {
  if (places.length <= 1) return [[...places]];
  return places.flatMap((first) =>
    permutations(places.filter((place) => place !== first)).map((rest) => [first, ...rest]),
  );
}

/** Each command is stopped once at each of its boundaries while the other runs. */
async function stopEverywhere(scenario: Scenario, serial: readonly Played[]): Promise<void> {
  const [name, otherName] = namesOf(scenario);
  for (const first of name === otherName ? [0] : [0, 1]) {
    const boundaries = serial[first]?.order.filter(({ next }) => next === first).length ?? 0;
    for (let boundary = 1; boundary < boundaries; boundary += 1)
      verify(scenario, await play(world, scenario, stoppedAt(first, boundary)), serial);
  }
}

/** Plays every order there is. Returns their number. */
async function playAllOrders(scenario: Scenario, serial: readonly Played[]): Promise<number> {
  let count = 0;
  for (let places: number[] | undefined = []; places !== undefined; count += 1) {
    const played: Played = await play(world, scenario, inOrder(places));
    verify(scenario, played, serial);
    places = nextOrder(played);
  }
  return count;
}

/** The next order in which the first differing choice is a later command; undefined after the last. */
function nextOrder({ order }: Played): number[] | undefined {
  const place = order.findLastIndex(({ of, next }) => of.at(-1) !== next);
  const choice = order[place];
  if (choice === undefined) return undefined;
  const next = choice.of[choice.of.indexOf(choice.next) + 1] as number;
  return [...order.slice(0, place).map((earlier) => earlier.next), next];
}

function chosenPairs(): readonly Scenario[] {
  if (isShort) return [...pairs, ...moneyPairs].filter(({ name }) => everyday.includes(name));
  return isLong || oneOrder !== undefined ? [...pairs, ...moneyPairs, ...furtherPairs] : [...pairs, ...moneyPairs];
}

for (const scenario of chosenPairs()) {
  test(scenario.name, async (t) => {
    const serial = await playSerially(scenario);
    if (oneOrder !== undefined)
      verify(scenario, await play(world, scenario, inOrder([...oneOrder].map(Number))), serial);
    else if (isLong) t.diagnostic(`${await playAllOrders(scenario, serial)} orders`);
    else await stopEverywhere(scenario, serial);
  });
}

for (const scenario of isShort ? crowds.slice(0, 1) : crowds) {
  test(scenario.name, async () => {
    const count = namesOf(scenario).length;
    const serial = isLong || oneOrder !== undefined ? await playSerially(scenario) : [];
    if (oneOrder !== undefined)
      return verify(scenario, await play(world, scenario, inOrder([...oneOrder].map(Number))), serial);
    const numbers = fc.array(fc.nat({ max: 11 }), { maxLength: 6 * count });
    const holds = fc.asyncProperty(numbers, async (choices) => {
      verify(scenario, await play(world, scenario, byNumbers(choices)), serial);
    });
    await fc.assert(holds, { numRuns: isShort ? 3 : Math.ceil(randomOrders / crowds.length) });
  });
}
