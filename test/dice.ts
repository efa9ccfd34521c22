// Random choices that a seed repeats: plain ones are even, values come from fast-check and so prefer edges.
import fc from 'fast-check';

export type Dice = {
  /** A number from 0 up to, but not including, 1. */
  readonly fraction: () => number;
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
  const fraction = seededRandom(seed);
  const number = (below: number) => Math.floor(fraction() * below);
  return {
    fraction,
    number,
    chance: (percent) => number(100) < percent,
    pick: (items) => {
      if (items.length === 0) throw new Error('There is nothing to pick from.');
      return items[number(items.length)] as (typeof items)[number];
    },
    value: (arbitrary) => draw(() => arbitrary),
  };
}

/** mulberry32: unlike fast-check it keeps nothing of what it has drawn, so that a night of draws needs no memory. */
function seededRandom(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}
