// Two managers of a simulated life at once, each in a building of their own: their requests meet in the same organization, and neither may disturb the other.
import { makeDice } from '../fuzz/dice.ts';
import { enterPayment, markPaid } from './accountant.ts';
import { importStatement } from './bank.ts';
import { correctMonth } from './correct-month.ts';
import type { Life } from './life.ts';
import { addOneOff, changePrice, generate, handOver } from './managers.ts';
import { readMeters, replaceMeter } from './metering.ts';
import type { ModelBuilding } from './model.ts';

/** What takes no invoice numbers. Of two that take them, the model would not know which comes first. */
const withoutNumbers = [
  importStatement,
  enterPayment,
  markPaid,
  readMeters,
  replaceMeter,
  addOneOff,
  changePrice,
  handOver,
];
const withNumbers = [generate, correctMonth];
/** More than a step counts. */
const countsOfStep = 1000;

/** Two different things happen at once in the two buildings. */
export async function actAtOnce(life: Life): Promise<void> {
  const { dice, model } = life;
  const [first, second] = dice.chance(50) ? model.buildings : model.buildings.toReversed();
  if (first === undefined || second === undefined) return;
  const act = dice.pick(withoutNumbers);
  const other = dice.pick([...withoutNumbers, ...withNumbers, ...withNumbers]);
  // Each has dice and numbers of its own, so that a seed does not depend on which request is faster.
  const seeds = [dice.number(2 ** 30), dice.number(2 ** 30)] as const;
  const viewOf = (building: ModelBuilding, place: 0 | 1): Life => ({
    ...life,
    dice: makeDice(seeds[place]),
    count: life.count + place * countsOfStep,
    model: { ...model, buildings: [building] },
  });
  await Promise.all([act(viewOf(first, 0)), other(viewOf(second, 1))]);
  life.count += 2 * countsOfStep;
}
