// The schedule of a nemesis: which faults come when, drawn from a seed before anything runs.

/** Everything that can go wrong, and what it befalls: of each such part only one fault at a time. */
export const faultKinds = {
  'a process is killed': 'process',
  'a process is stopped in order': 'process',
  'a process is frozen': 'process',
  'a clock jumps': 'clock',
  'a line to the database is cut': 'line',
  'a line to the database stalls': 'line',
  'a database connection is killed': 'database',
  'a database connection is frozen': 'database',
  'the database restarts in order': 'database',
  'the database restarts as after a crash': 'database',
  'the disk is full': 'database',
  'the disk is slow': 'database',
  'the disk becomes read-only': 'database',
  'the power fails': 'database',
  'the mail server refuses': 'mail',
  'the mail server is silent': 'mail',
  'the mail server hangs up': 'mail',
  'a receiver answers 500': 'receiver',
  'a receiver is silent': 'receiver',
  'a receiver refuses connections': 'receiver',
  'a receiver answers by halves': 'receiver',
  'Redis is killed': 'redis',
} as const;

export type FaultKind = keyof typeof faultKinds;
export const allKinds = Object.keys(faultKinds) as FaultKind[];

/** One fault: how long after the one before, how long it lasts, which part it befalls, and how much, from 0 to 1. */
export type Fault = {
  readonly kind: FaultKind;
  readonly pauseMs: number;
  readonly lastsMs: number;
  readonly place: number;
  readonly amount: number;
};

const pausesMs = { min: 100, max: 900 };
const lastingsMs = { min: 300, max: 2500 };

/** Draws faults without end. Every kind comes once before any comes again. */
export function* drawFaults(random: () => number, kinds: readonly FaultKind[]): Generator<Fault> {
  const between = ({ min, max }: { min: number; max: number }) => Math.round(min + random() * (max - min));
  for (;;) {
    const inRandomOrder = kinds.map((kind) => ({ kind, at: random() })).sort((a, b) => a.at - b.at);
    for (const { kind } of inRandomOrder)
      yield { kind, pauseMs: between(pausesMs), lastsMs: between(lastingsMs), place: random(), amount: random() };
  }
}

/** A fault in a line of the protocol. */
export function describeFault({ kind, pauseMs, lastsMs, place, amount }: Fault): string {
  return `after ${pauseMs} ms: ${kind}, for ${lastsMs} ms (place ${place.toFixed(3)}, amount ${amount.toFixed(3)})`;
}
