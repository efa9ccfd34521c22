// `npm run simulate -- --planted-faults`: shows that the simulation finds faults. Plants each fault of the list in a
// process of its own, and reports in how many steps it is found.
import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { globalSetup, globalTeardown } from '../global-setup.ts';
import { type PlantedFault, startWith } from '../plant-fault.ts';
import { faults } from './faults.ts';

const program = fileURLToPath(new URL('faulty-life.ts', import.meta.url));
const atOnce = 2;

type Finding = {
  readonly check: string;
  readonly seed: number;
  readonly step: number;
  readonly played: number;
  readonly text: string;
};

/**
 * Plants every fault; with places, only these. Prints what found each. The process exits with 1 if one is not found.
 */
export async function findPlantedFaults(places: readonly number[] = []): Promise<void> {
  await globalSetup();
  const missed: PlantedFault[] = [];
  const waiting = [...faults.entries()].filter(([place]) => places.length === 0 || places.includes(place));
  const count = waiting.length;
  const plantNext = async () => {
    for (let next = waiting.shift(); next !== undefined; next = waiting.shift()) {
      const [place, fault] = next;
      const finding = await play(fault);
      if (finding === undefined) missed.push(fault);
      console.log(describe(place, fault, finding));
    }
  };
  try {
    await Promise.all(Array.from({ length: atOnce }, plantNext));
  } finally {
    await globalTeardown();
  }
  console.log(`${count - missed.length} of ${count} planted faults were found.`);
  if (missed.length > 0) process.exitCode = 1;
}

async function play(fault: PlantedFault): Promise<Finding | undefined> {
  const { option, env } = startWith(fault);
  const cache = fileURLToPath(new URL('../../node_modules/.cache/compiled', import.meta.url));
  const { stdout } = await promisify(execFile)(
    process.execPath,
    ['--disable-warning=ExperimentalWarning', option, program],
    { env: { ...env, NODE_COMPILE_CACHE: cache } },
  );
  const line = stdout.trim().split('\n').at(-1) ?? '';
  return line === '' ? undefined : (JSON.parse(line) as Finding);
}

function describe(place: number, { file, find, replace }: PlantedFault, finding: Finding | undefined): string {
  const short = (text: string) => (text.length > 120 ? `${text.slice(0, 120)}…` : text).replaceAll('\n', ' ');
  const edit = `${file}: ${short(find)} → ${short(replace) || '(nothing)'}`;
  if (finding === undefined) return `${place}. NOT FOUND: ${edit}`;
  const { text, played, seed } = finding;
  return `${place}. found after ${played} steps (seed ${seed}): ${edit}\n    ${short(text.replace(/\s+/g, ' '))}`;
}
