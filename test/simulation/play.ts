// Plays a simulated life: draws its steps from a seed, compares the service with the model after each, and shortens a
// history that fails.
import { makeDice } from '../dice.ts';
import { shorten } from '../fuzz/shorten.ts';
import type { TestService } from '../service-fixture.ts';
import * as accountant from './accountant.ts';
import * as bank from './bank.ts';
import { compareAll, compareStep } from './compare.ts';
import { correctMonth } from './correct-month.ts';
import { beginLife, type Life, Violation } from './life.ts';
import * as managers from './managers.ts';
import * as metering from './metering.ts';
import { type OutsideWorld, passTime } from './outside.ts';
import { sendByMail } from './post-office.ts';
import { actAtOnce } from './two-at-once.ts';

type Actor = (life: Life) => Promise<void>;

/** What can happen, and how often: the weights are relative. */
const actors: readonly { readonly name: string; readonly weight: number; readonly act: Actor }[] = [
  { name: 'time passes', weight: 20, act: passTime },
  { name: 'read meters', weight: 10, act: metering.readMeters },
  { name: 'read as resident', weight: 4, act: metering.readAsResident },
  { name: 'read today', weight: 3, act: metering.readToday },
  { name: 'read wrongly', weight: 3, act: metering.readWrongly },
  { name: 'correct a reading', weight: 4, act: metering.correctReading },
  { name: 'replace a meter', weight: 2, act: metering.replaceMeter },
  { name: 'add a meter', weight: 2, act: metering.addFurtherMeter },
  { name: 'generate', weight: 16, act: managers.generate },
  { name: 'deliver', weight: 8, act: managers.deliver },
  { name: 'send by e-mail', weight: 3, act: sendByMail },
  { name: 'cancel', weight: 4, act: managers.cancelInvoice },
  { name: 'credit', weight: 3, act: managers.creditPosition },
  { name: 'correct a month', weight: 3, act: correctMonth },
  { name: 'charge once', weight: 2, act: managers.addOneOff },
  { name: 'change a price', weight: 4, act: managers.changePrice },
  { name: 'hand over', weight: 3, act: managers.handOver },
  { name: 'import a statement', weight: 14, act: bank.importStatement },
  { name: 'return money', weight: 2, act: bank.returnMoney },
  { name: 'mark as paid', weight: 3, act: accountant.markPaid },
  { name: 'note a payment', weight: 4, act: accountant.enterPayment },
  { name: 'match', weight: 5, act: accountant.matchPayment },
  { name: 'undo a match', weight: 2, act: accountant.unmatchPayment },
  { name: 'reverse', weight: 2, act: accountant.reversePayment },
  { name: 'refund', weight: 3, act: accountant.refundPayment },
  { name: 'refund and match', weight: 2, act: accountant.refundAndMatch },
  { name: 'try what is forbidden', weight: 2, act: accountant.tryForbidden },
  { name: 'two at once', weight: 5, act: actAtOnce },
  { name: 'compare everything', weight: 3, act: compareAll },
];
/** Every life begins with the first month, so that there is something to pay and to change. */
const beginning: readonly Actor[] = [
  ...[metering.readMeters, metering.readMeters, managers.generate, managers.generate, managers.generate],
  ...[managers.deliver, bank.importStatement],
];
const allWeights = actors.reduce((sum, { weight }) => sum + weight, 0);

/** The dice of a step: the same whatever happened before it. */
const diceOf = (seed: number, step: number) => makeDice((seed * 2_654_435_761 + step * 40_503) % 2 ** 31);

function actorOf(seed: number, step: number) {
  const dice = diceOf(seed, step);
  let drawn = dice.number(allWeights);
  const actor = actors.find(({ weight }) => {
    drawn -= weight;
    return drawn < 0;
  });
  return { name: actor?.name ?? 'time passes', act: actor?.act ?? passTime, dice };
}

/** A step that failed: which check, what it found, and what had happened. */
export type Failure = {
  readonly seed: number;
  readonly step: number;
  readonly check: string;
  readonly text: string;
  readonly history: readonly string[];
};

/** The steps of a life, counted from 1. */
export const stepsUpTo = (count: number): number[] => Array.from({ length: count }, (_, index) => index + 1);

/** How often each kind of step did something. */
export type Happened = Map<string, number>;

/** Every kind of step. */
export const stepNames: readonly string[] = actors.map(({ name }) => name);

/**
 * Plays these steps of a life. `isOver` ends it early; `happened` counts what they did. Returns how many were played,
 * and the failure if there was one.
 */
export async function playLife(
  g: TestService,
  outside: OutsideWorld,
  {
    seed,
    steps,
    isOver = () => false,
    happened = new Map(),
  }: { seed: number; steps: readonly number[]; isOver?: () => boolean; happened?: Happened },
): Promise<{ readonly played: number; readonly failure: Failure | undefined }> {
  const life = await beginLife(g, outside, diceOf(seed, 0));
  let played = 0;
  for (const step of [0, ...steps]) {
    if (isOver()) break;
    const { name, act, dice } = actorOf(seed, step);
    life.dice = dice;
    const before = life.history.length;
    try {
      for (const first of step === 0 ? beginning : [act]) await first(life);
      // A step for which there was nothing to do has changed nothing.
      if (step === 0 || life.history.length > before) await compareStep(life);
      if (step === steps.at(-1)) await compareAll(life);
    } catch (error) {
      const check = error instanceof Violation ? error.check : 'error';
      const text = error instanceof Violation ? error.message : String(error instanceof Error ? error.stack : error);
      return { played, failure: { seed, step, check, text, history: life.history } };
    }
    if (step > 0) played += 1;
    if (life.history.length > before) happened.set(name, (happened.get(name) ?? 0) + 1);
  }
  return { played, failure: undefined };
}

/** For how long a history is shortened. */
const maxShorteningMs = 180_000;

/**
 * Leaves out steps while the life still fails with the same check, in at most `maxReplays` tries. Returns the shortest
 * history found, as steps and as what happened.
 */
export async function shortenLife(
  g: TestService,
  outside: OutsideWorld,
  { seed, step, check }: Failure,
  maxReplays = 80,
): Promise<{ readonly steps: readonly number[]; readonly failure: Failure | undefined }> {
  const end = performance.now() + maxShorteningMs;
  const isOver = () => performance.now() > end;
  const fails = async (steps: readonly number[]) =>
    (await playLife(g, outside, { seed, steps, isOver })).failure?.check === check;
  const steps = await shorten(stepsUpTo(step), fails, maxReplays);
  return { steps, failure: (await playLife(g, outside, { seed, steps })).failure };
}
