// growth: one organization with 100,000 invoices and then with a million, beside 1,000 small ones: how much longer each
// request and command takes. What grows is the history: its apartments, its unpaid invoices and its current month stay
// as they are. The floor of each is the time with 100,000. Compared is PostgreSQL's processor time, which depends
// little on what else the machine does; where it is not known, the time by the clock.
import { OperatorError } from '../src/platform/errors.ts';
import { type BenchContext, withBenchData } from './bench-data.ts';
import type { About, Figure } from './figures.ts';
import {
  countScannedRows,
  insertHistory,
  insertOrganizations,
  monthlyInvoices,
  requireSpace,
  requireValidBooks,
} from './growth-data.ts';
import { type GrowthCase, openCases } from './growth-requests.ts';
import { connectionsTime, measureSeconds, postmasterOf } from './measure.ts';

const baseInvoices = 100_000;
const warmUps = 6;
const rounds = 3;
const maxRatio = 1.5;
/** A difference below this many milliseconds is the noise of a machine, and nobody notices it. */
const noticeableMs = 3;

/** How many invoices to grow to. */
export type Growth = { readonly invoices?: string };

export const aboutGrowth: About = { does: 'See [Growth](#growth).', floor: 'The same with 100,000.' };

/** Milliseconds by the clock, and of the database's processor time, which is NaN for a database on another machine. */
type Times = { readonly clockMs: number; readonly processorMs: number };

/** A case with what it takes, and took with fewer invoices: milliseconds of the processor, or by the clock. */
type GrowthFigure = Times & {
  readonly name: string;
  readonly ms: number;
  readonly floorMs: number;
  readonly ratio: number;
};

/**
 * Prints hundreds of figures, and returns none to keep. Throws OperatorError for an impossible size, or one that the
 * disk has no room for.
 */
export async function growth({ invoices: written = '1000000' }: Growth): Promise<readonly Figure[]> {
  const invoices = Number(written);
  if (!(Number.isInteger(invoices / monthlyInvoices) && invoices > baseInvoices))
    throw new OperatorError(
      `--invoices ${written} must be a multiple of ${monthlyInvoices}, and more than ${baseInvoices}.`,
    );
  await requireSpace(invoices);
  await withBenchData(0, async (context) => {
    await insertOrganizations(context);
    await writeHistory(context, 0, baseInvoices);
    const floors = await measureCases(context);
    await writeHistory(context, baseInvoices, invoices);
    const scannedBefore = await countScannedRows(context);
    const figures = compare(floors, await measureCases(context));
    print(figures, invoices);
    const scanned = [...(await countScannedRows(context))].filter(
      ([table, rows]) => rows > (scannedBefore.get(table) ?? 0),
    );
    console.log(`  tables read from end to end: ${scanned.map(([table]) => table).join(', ') || 'none'} (aim: none)`);
  });
  return [];
}

async function writeHistory(context: BenchContext, from: number, to: number): Promise<void> {
  const seconds = await measureSeconds(() => insertHistory(context, from, to));
  await requireValidBooks(context);
  const [size] = await context.database.asOwner(
    (owner) => owner<{ bytes: number }[]>`select pg_database_size(current_database())::float8 as bytes`,
  );
  console.log(
    `  ${to} invoices: written in ${seconds.toFixed(0)} s, the database has ${((size?.bytes ?? 0) / 1e9).toFixed(1)} GB; sums and numbers are right`,
  );
}

/** The times of all cases by name. */
async function measureCases(context: BenchContext): Promise<Map<string, Times>> {
  const { cases, close } = await openCases(context);
  const postmaster = await context.database.asOwner(postmasterOf);
  try {
    const times = new Map<string, Times>();
    for (const item of cases) times.set(item.name, await measureCase(item, postmaster));
    return times;
  } finally {
    await close();
  }
}

/**
 * The least of several rounds: others on the machine only make a round slower. Six come first, after which PostgreSQL
 * keeps the plan of a statement.
 */
async function measureCase({ run }: GrowthCase, postmaster: number): Promise<Times> {
  let least = { clockMs: Number.POSITIVE_INFINITY, processorMs: Number.POSITIVE_INFINITY };
  for (let round = -warmUps; round < rounds; round += 1) {
    const before = connectionsTime(postmaster);
    const clockMs = (await measureSeconds(() => run(round + warmUps))) * 1000;
    const processorMs = (connectionsTime(postmaster) - before) / 1000;
    if (round < 0) continue;
    least = {
      clockMs: Math.min(least.clockMs, clockMs),
      processorMs: Math.min(least.processorMs, processorMs),
    };
  }
  return least;
}

function compare(floors: ReadonlyMap<string, Times>, times: ReadonlyMap<string, Times>): GrowthFigure[] {
  const decisive = (taken?: Times) =>
    (Number.isNaN(taken?.processorMs) ? taken?.clockMs : taken?.processorMs) ?? Number.NaN;
  return [...times].map(([name, taken]) => {
    const [ms, floorMs] = [decisive(taken), decisive(floors.get(name))];
    return { name, ...taken, ms, floorMs, ratio: ms / floorMs };
  });
}

function print(figures: readonly GrowthFigure[], invoices: number): void {
  const slower = figures.filter(({ ms, floorMs, ratio }) => ratio > maxRatio && ms - floorMs > noticeableMs);
  const line = ({ name, clockMs, ms, floorMs, ratio }: GrowthFigure) =>
    `  ${name.padEnd(72)} ${ms.toFixed(1).padStart(9)} ${floorMs.toFixed(1).padStart(9)} ${ratio.toFixed(2).padStart(6)} ${clockMs.toFixed(1).padStart(9)}${slower.some((figure) => figure.name === name) ? '  over' : ''}`;
  console.log(
    `  ${'milliseconds of the processor with'.padEnd(72)} ${String(invoices).padStart(9)} ${String(baseInvoices).padStart(9)}  ratio  by clock`,
  );
  for (const figure of figures) console.log(line(figure));
  console.log(
    `  ${figures.length} measured, ${slower.length} take more than ${maxRatio} times as long and ${noticeableMs} ms longer (aim: none)`,
  );
}
