// Two managers of a simulated life at once, each in a building of their own: their requests meet in the same
// organization, and neither may disturb the other.
import { makeDice } from '../dice.ts';
import { enterPayment, markPaid } from './accountant.ts';
import { importStatement } from './bank.ts';
import { failOnDifference } from './compare.ts';
import { correctMonth } from './correct-month.ts';
import { type Life, todayOf } from './life.ts';
import { addOneOff, cancelInvoice, changePrice, creditPosition, deliver, generate, handOver } from './managers.ts';
import { readMeters, replaceMeter } from './metering.ts';
import { type ModelBuilding, takeNumber } from './model.ts';

const acts = [
  ...[generate, generate, correctMonth, correctMonth, creditPosition, creditPosition, cancelInvoice, deliver],
  ...[importStatement, enterPayment, markPaid, readMeters, replaceMeter, addOneOff, changePrice, handOver],
];
/** More than a step counts. */
const countsOfStep = 1000;

/** Two different things happen at once in the two buildings. */
export async function actAtOnce(life: Life): Promise<void> {
  const { dice, model } = life;
  const [first, second] = dice.chance(50) ? model.buildings : model.buildings.toReversed();
  if (first === undefined || second === undefined) return;
  // Each has dice, keys and a model of its own, so that a seed does not depend on which request is faster.
  const numbersAtOnce: string[] = [];
  const viewOf = (building: ModelBuilding, place: 0 | 1): Life => ({
    ...{ ...life, numbersAtOnce, dice: makeDice(dice.number(2 ** 30)), count: life.count + place * countsOfStep },
    model: {
      ...{ ...model, buildings: [building], events: [] },
      ...{ invoices: [...model.invoices], payments: [...model.payments], oneOffs: [...model.oneOffs] },
    },
  });
  const views = [viewOf(first, 0), viewOf(second, 1)] as const;
  const [act, other] = [dice.pick(acts), dice.pick(acts)];
  await Promise.all([act(views[0]), other(views[1])]);
  for (const list of ['invoices', 'payments', 'oneOffs', 'events'] as const) {
    const known = model[list].length;
    const added: unknown[] = views.flatMap((view) =>
      (view.model[list] as unknown[]).slice(list === 'events' ? 0 : known),
    );
    (model[list] as unknown[]).push(...added);
  }
  verifyNumbers(life, numbersAtOnce);
  life.count += 2 * countsOfStep;
}

/** Whoever came first: the invoices of both have the next numbers, each once. */
function verifyNumbers(life: Life, found: readonly string[]): void {
  const { model } = life;
  const [building] = model.buildings;
  if (building === undefined) return;
  const withoutPrefix = (number: string) => number.replace(/^[AB]-/, '');
  const expected = found.map(() => withoutPrefix(takeNumber(model, building, todayOf(life))));
  failOnDifference('numbers', expected, found.map(withoutPrefix));
}
