// Digit search: which numbers a row may show, and how likely each is. A beam search over the steps of the recognition
// model (connectionist temporal classification) that allows for typical misreadings: a frame between wheels read as a
// 1, a missed wheel, a wheel between two digits.
import type { OcrFrame } from './evidence.ts';

/** The number of digits (undefined: 4 to 9) and the bounds of a number, in whole steps of the last digit. */
export type NumberConstraints = { readonly length: number | undefined; readonly low?: number; readonly high?: number };

/** A number as on the register, with leading zeros, and the likelihood that the row shows it. */
type FoundNumber = { readonly text: string; readonly likelihood: number };

const beamWidth = 28;
const lengthBounds = { shortest: 4, longest: 9 };
/**
 * The share that is skipped of a sign that is not a digit, of one after the last digit (a unit), of a digit (a speck),
 * and of a 1 (the frame between two wheels).
 */
const skipLikelihood = { other: 0.35, after: 0.9, digit: 0.004, one: 0.06 };
/** The likelihood of a digit where nothing was seen: inside the row, and at its ends, which are cut off more often. */
const missedLikelihood = { inside: 0.00002, ends: 0.002 };
/** The likelihood that a digit was mistaken for another; a rolling wheel shows the neighbour. */
const confusionLikelihood = { any: 0.0006, neighbour: 0.006 };
const emptyFrame: OcrFrame = { at: 0, digits: new Array<number>(10).fill(0), blank: 1, other: 0 };

/**
 * A prefix of a number, with its likelihood when the last step showed its last digit (`shown`) or a blank (`rested`).
 */
type NumberPrefix = { readonly value: number; readonly length: number; shown: number; rested: number };
/** A step as the search sees it. */
type SearchStep = { readonly digits: readonly number[]; readonly nothing: number };

/**
 * The likeliest numbers that a row shows, best first. Likelihoods are not normalised to 1: a row that shows none of
 * them has low ones.
 */
export function searchNumbers(frames: readonly OcrFrame[], constraints: NumberConstraints, max = 12): FoundNumber[] {
  const maxLength = constraints.length ?? lengthBounds.longest;
  const minLength = constraints.length ?? lengthBounds.shortest;
  let starts: NumberPrefix[] = [{ value: 0, length: 0, shown: 0, rested: 1 }];
  for (const step of buildSteps(frames)) starts = extendPrefixes(starts, step, constraints, maxLength);
  return starts
    .filter(({ length, value }) => length >= minLength && canFit(value, length, length, constraints))
    .slice(0, max)
    .map(({ value, length, shown, rested }) => ({
      text: String(value).padStart(length, '0'),
      likelihood: shown + rested,
    }));
}

/**
 * The position of each digit of a number on a row, in fractions of its length: the likeliest alignment. Empty for a row
 * that cannot show it.
 */
export function locateDigits(frames: readonly OcrFrame[], text: string): number[] {
  type Path = { readonly likelihood: number; readonly at: readonly number[] };
  const steps = buildSteps(frames);
  const positions = [0, 0, ...frames.map((frame) => frame.at), 1, 1];
  let paths: (Path | undefined)[] = [{ likelihood: 1, at: [] }];
  for (const [index, { digits, nothing }] of steps.entries()) {
    const next: (Path | undefined)[] = [];
    const offer = (shown: number, path: Path) => {
      if (path.likelihood > (next[shown]?.likelihood ?? 0)) next[shown] = path;
    };
    for (const [shown, path] of paths.entries()) {
      if (path === undefined) continue;
      const last = Number(text[shown - 1]);
      const stay = Math.max(nothing, shown > 0 ? (digits[last] ?? 0) : 0);
      offer(shown, { ...path, likelihood: path.likelihood * stay });
      const digit = digits[Number(text[shown])];
      if (shown < text.length && digit !== undefined)
        offer(shown + 1, { likelihood: path.likelihood * digit, at: [...path.at, positions[index] ?? 1] });
    }
    paths = next;
  }
  return [...(paths[text.length]?.at ?? [])];
}

function extendPrefixes(
  starts: readonly NumberPrefix[],
  { digits, nothing }: SearchStep,
  constraints: NumberConstraints,
  longest: number,
): NumberPrefix[] {
  const next = new Map<number, NumberPrefix>();
  const at = (value: number, length: number): NumberPrefix => {
    const key = value * 16 + length;
    const existing = next.get(key);
    if (existing !== undefined) return existing;
    const state = { value, length, shown: 0, rested: 0 };
    next.set(key, state);
    return state;
  };
  for (const { value, length, shown, rested } of starts) {
    const same = at(value, length);
    const last = length > 0 ? value % 10 : -1;
    same.rested += (shown + rested) * nothing;
    if (last >= 0) same.shown += shown * (digits[last] ?? 0);
    if (length >= longest) continue;
    for (let digit = 0; digit < 10; digit += 1) {
      const gain = (digit === last ? rested : shown + rested) * (digits[digit] ?? 0);
      if (gain < 1e-30 || !canFit(value * 10 + digit, length + 1, constraints.length ?? length + 1, constraints))
        continue;
      at(value * 10 + digit, length + 1).shown += gain;
    }
  }
  return [...next.values()].sort((a, b) => b.shown + b.rested - a.shown - a.rested).slice(0, beamWidth);
}

/** Whether a prefix can still become a number within the bounds. */
function canFit(
  value: number,
  length: number,
  whole: number,
  { low = 0, high = Infinity }: NumberConstraints,
): boolean {
  const rest = 10 ** (whole - length);
  return (value + 1) * rest > low && value * rest <= high;
}

function buildSteps(frames: readonly OcrFrame[]): SearchStep[] {
  const padded = [emptyFrame, emptyFrame, ...frames, emptyFrame, emptyFrame];
  const last = padded.findLastIndex(({ digits }) => Math.max(...digits) > 0.3);
  return padded.map(({ digits, blank, other }, index) => {
    const end = index < 3 || index >= padded.length - 3;
    const seen = digits.reduce((sum, n) => sum + n, 0);
    const floor =
      confusionLikelihood.any * (seen + other) + (end ? missedLikelihood.ends : missedLikelihood.inside) * blank;
    const widened = digits.map((own, digit) => {
      const neighbours = (digits[(digit + 1) % 10] ?? 0) + (digits[(digit + 9) % 10] ?? 0);
      return own * 0.97 + neighbours * confusionLikelihood.neighbour + floor;
    });
    const ones = digits[1] ?? 0;
    const nothing =
      blank +
      (index > last ? skipLikelihood.after : skipLikelihood.other) * other +
      skipLikelihood.digit * (seen - ones) +
      skipLikelihood.one * ones;
    return { digits: widened, nothing };
  });
}
