// ocr: the accuracy of reading meters, on a folder of your own labelled photos, as none may be shipped. The floor is
// guessing without the photo.
import { readdir, readFile } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { makeReader, type Reader } from '../src/metering/ocr/reader.ts';
import { type MeterContext, type Resolution, resolveReading } from '../src/metering/ocr/resolve-reading.ts';
import { OperatorError } from '../src/platform/errors.ts';
import { normalisePicture } from '../src/platform/files/pictures.ts';
import type { About, Figure } from './figures.ts';

/** A labelled photo. `digits` is the whole register, including leading zeros and decimals. */
type PhotoLabel = { readonly file: string; readonly digits: string; readonly decimals: number; readonly unit: string };
type PhotoReadResult = {
  readonly label: PhotoLabel;
  readonly evidence: Parameters<typeof resolveReading>[0];
  readonly ms: number;
};
type LabelComparison = {
  readonly confidence: number;
  readonly wholeConfidence: number;
  readonly exact: boolean;
  readonly whole: boolean;
  readonly sure: boolean;
};

/** Paths: a folder of photos; a tab-separated file of labels. */
export type Photos = { readonly photos?: string; readonly labels?: string };

export const aboutOcr: About = {
  does: 'See [Meters read from photos](#meters-read-from-photos).',
};

/**
 * Reads the labelled photos of a folder, prints how many were correct, and returns the main figures. Labels have the
 * columns file, digits, decimals, unit; by default they are labels.tsv beside the folder. Throws OperatorError for an
 * invalid label file, and when no photo has a label.
 */
export async function ocr({ photos, labels }: Photos): Promise<readonly Figure[]> {
  if (photos === undefined) {
    console.log('  Name a folder of labelled photos with --photos (see docs/benchmarks.md).');
    return [];
  }
  const labelled = await findLabelledPhotos(photos, labels ?? join(dirname(photos), 'labels.tsv'));
  const reader = makeReader({ deadline: 60_000, maxMemory: Number.MAX_SAFE_INTEGER });
  const reads: PhotoReadResult[] = [];
  try {
    const memory = watchMemory(reader);
    await readTimed(reader, join(photos, labelled[0]?.file ?? '')); // The first photo also starts the process.
    for (const label of labelled) {
      const { evidence, ms } = await readTimed(reader, join(photos, label.file));
      reads.push({ label, evidence, ms });
    }
    printReport(reads, await memory());
  } finally {
    await reader.stop();
  }
  return figuresOf(reads);
}

/** The labels with existing photos; the others are counted in the output. */
async function findLabelledPhotos(folder: string, path: string): Promise<PhotoLabel[]> {
  const missing = (error: NodeJS.ErrnoException) => {
    throw new OperatorError(`${error.path} cannot be read (${error.code}). Name --photos DIR and --labels FILE.`);
  };
  const present = new Set(await readdir(folder).catch(missing));
  const all = parseLabels(await readFile(path, 'utf8').catch(missing), path);
  const labelled = all.filter(({ file }) => present.has(file));
  if (labelled.length === 0) throw new OperatorError(`${path} describes no photo that is in ${folder}.`);
  if (labelled.length < all.length)
    console.log(`  ${all.length - labelled.length} of ${all.length} labels have no photo in ${folder}.`);
  return labelled;
}

function parseLabels(text: string, path: string): PhotoLabel[] {
  const [head = '', ...lines] = text.trim().split(/\r?\n/);
  const names = head.split('\t');
  return lines.map((line, index) => {
    const row = Object.fromEntries(line.split('\t').map((cell, at) => [names[at], cell]));
    const { file = '', digits = '', decimals = '0', unit = 'm3' } = row;
    if (basename(file) !== file || file === '' || !/^\d+$/.test(digits) || !/^\d$/.test(decimals))
      throw new OperatorError(`Line ${index + 2} of ${path} is no label: it needs file, digits, decimals and unit.`);
    return { file, digits, decimals: Number(decimals), unit };
  });
}

/** As in the service: the picture is re-encoded, then read. */
async function readTimed(reader: Reader, path: string) {
  const bytes = await readFile(path);
  const began = performance.now();
  const { bytes: jpeg } = await normalisePicture(bytes);
  const evidence = await reader.ask(jpeg);
  return { evidence, ms: performance.now() - began };
}

function printReport(reads: readonly PhotoReadResult[], memory: number): void {
  const informed = compareAll(reads, contextOfLabel);
  printRiskCoverage(informed);
  printReliability(
    'all digits',
    informed.map(({ confidence, exact }) => [confidence, exact]),
  );
  printReliability(
    'whole units',
    informed.map(({ wholeConfidence, whole }) => [wholeConfidence, whole]),
  );
  console.log(`  ${reads.length} photos; the reading process took at most ${memory.toFixed(0)} MB`);
}

/**
 * Of the readings above each threshold of *sure*: how many there are, and how many of them are wrong in whole units,
 * with the 95 % bound.
 */
function printRiskCoverage(informed: readonly LabelComparison[]): void {
  for (const threshold of [0.8, 0.9, 0.92, 0.94, 0.96, 0.98]) {
    const above = informed.filter(({ wholeConfidence }) => wholeConfidence >= threshold);
    const covered = ((100 * above.length) / informed.length).toFixed(0).padStart(3);
    console.log(`  sure from ${threshold.toFixed(2)}    ${covered} % of the photos, ${riskOf(above)}`);
  }
}

function riskOf(some: readonly LabelComparison[]): string {
  const wrong = some.filter(({ whole }) => !whole).length;
  const bound = (100 * upperBound(wrong, some.length)).toFixed(1);
  return `${wrong} wrong in whole units (${bound} % or fewer would be, with 95 % confidence)`;
}

/**
 * The largest share of wrong ones with which as few as `wrong` of `all` come with a probability of 5 % (Clopper and
 * Pearson).
 */
function upperBound(wrong: number, all: number): number {
  let [low, high] = [0, 1];
  for (let round = 0; round < 40; round += 1) {
    const middle = (low + high) / 2;
    let term = (1 - middle) ** all;
    let sum = term;
    for (let k = 1; k <= wrong; k += 1) {
      term *= ((all - k + 1) / k) * (middle / (1 - middle));
      sum += term;
    }
    if (sum > 0.05) low = middle;
    else high = middle;
  }
  return high;
}

/**
 * Whether a confidence means what it says: the readings in five bins, and the mean distance of confidence and truth
 * (expected calibration error).
 */
function printReliability(name: string, said: readonly (readonly [confidence: number, right: boolean])[]): void {
  const bins = [0, 1, 2, 3, 4].map((bin) =>
    said.filter(([confidence]) => Math.min(4, Math.floor(confidence * 5)) === bin),
  );
  const mean = (list: readonly number[]) => list.reduce((sum, n) => sum + n, 0) / Math.max(1, list.length);
  const both = bins.map((bin) => [mean(bin.map(([confidence]) => confidence)), mean(bin.map(([, right]) => +right))]);
  const error = bins.reduce((sum, { length }, bin) => {
    const [confidence = 0, right = 0] = both[bin] ?? [];
    return sum + (length / Math.max(1, said.length)) * Math.abs(confidence - right);
  }, 0);
  const shown = both.map(([confidence = 0, right = 0], bin) =>
    bins[bin]?.length ? `${confidence.toFixed(2)} → ${right.toFixed(2)} (${bins[bin].length})` : '–',
  );
  console.log(
    `  reliability of ${name.padEnd(11)} ${shown.join(', ')}; calibration error ${(100 * error).toFixed(1)} %`,
  );
}

function figuresOf(reads: readonly PhotoReadResult[]): readonly Figure[] {
  const [blind, informed] = [compareAll(reads, () => ({})), compareAll(reads, contextOfLabel)];
  const sure = informed.filter((comparison) => comparison.sure);
  const percent = (all: readonly LabelComparison[], kind: 'exact' | 'whole') =>
    (100 * all.filter((comparison) => comparison[kind]).length) / Math.max(1, all.length);
  const atLeast = (percents: number) => ({ of: 'figure', min: percents }) as const;
  const times = reads.map(({ ms }) => ms).sort((a, b) => a - b);
  return [
    { what: 'exact, nothing known', figure: percent(blind, 'exact'), unit: '%', aim: atLeast(45) },
    { what: 'exact, last reading known', figure: percent(informed, 'exact'), unit: '%', aim: atLeast(65) },
    { what: 'whole units, last reading known', figure: percent(informed, 'whole'), unit: '%', aim: atLeast(85) },
    {
      what: 'called sure, last reading known',
      figure: (100 * sure.length) / reads.length,
      unit: '%',
      aim: atLeast(90),
    },
    { what: 'whole units of those', figure: percent(sure, 'whole'), unit: '%', aim: atLeast(99) },
    {
      what: 'one photo, median',
      figure: (times[Math.floor((times.length - 1) / 2)] ?? Number.NaN) / 1000,
      unit: 's',
      aim: { of: 'figure', max: 1.5 },
    },
  ];
}

function compareAll(reads: readonly PhotoReadResult[], context: (label: PhotoLabel) => MeterContext) {
  return reads.map(({ label, evidence }) => compareWithLabel(label, resolveReading(evidence, context(label))));
}

function compareWithLabel({ digits, decimals }: PhotoLabel, resolution: Resolution | undefined): LabelComparison {
  const plain = (text: string) => text.replace(/^0+/, '');
  const read = resolution?.digits.map(({ char }) => char).join('') ?? '';
  const exact = plain(read) === plain(digits);
  const whole =
    exact || plain(read.slice(0, read.length - decimals)) === plain(digits.slice(0, digits.length - decimals));
  const sure =
    resolution !== undefined && (resolution.reason === undefined || resolution.reason === 'decimals_unknown');
  const { confidence = 0, wholeConfidence = 0 } = resolution ?? {};
  return { confidence, wholeConfidence, exact, whole: whole && read !== '', sure };
}

/** A plausible last reading below the register: always the same for the same photo, and not round. */
function contextOfLabel({ file, digits, decimals, unit }: PhotoLabel): MeterContext {
  const [typicalUsage, maxUsage] = unit === 'm3' ? [6, 30] : [200, 1000];
  const seed = [...file].reduce((sum, sign) => (sum * 31 + sign.charCodeAt(0)) % 9973, 7) / 9973;
  const used = Math.min(maxUsage, typicalUsage * Math.exp((seed - 0.5) * 3));
  const last = Math.max(0, Number(digits) / 10 ** decimals - used).toFixed(decimals);
  return { digits: digits.length, decimals, last, most: String(maxUsage) };
}

/** The peak memory of the reading process, in MB; available on Linux only. */
function watchMemory(reader: Reader): () => Promise<number> {
  return async () => {
    const status = await readFile(`/proc/${reader.pid()}/status`, 'utf8').catch(() => '');
    return Number(/VmHWM:\s*(\d+)/.exec(status)?.[1] ?? Number.NaN) / 1024;
  };
}
