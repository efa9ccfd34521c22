// Random choices that a seed repeats: plain ones are even, values come from fast-check and so prefer edges.
import fc from 'fast-check';

export type Dice = {
  /** A whole number from 0 up to, but not including, `below`. */
  readonly number: (below: number) => number;
  readonly chance: (percent: number) => boolean;
  /** An item of a list. Throws if it is empty. */
  readonly pick: <T>(items: readonly T[]) => T;
  readonly value: <T>(arbitrary: fc.Arbitrary<T>) => T;
};

/** Dice that always fall the same way for a seed. */
export function makeDice(seed: number): Dice {
  const [draw] = fc.sample(fc.gen(), { seed, numRuns: 1 });
  if (draw === undefined) throw new Error('fast-check has drawn nothing.');
  const number = (below: number) => draw(() => fc.noBias(fc.nat({ max: below - 1 })));
  return {
    number,
    chance: (percent) => number(100) < percent,
    pick: (items) => {
      if (items.length === 0) throw new Error('There is nothing to pick from.');
      return items[number(items.length)] as (typeof items)[number];
    },
    value: (arbitrary) => draw(() => arbitrary),
  };
}
