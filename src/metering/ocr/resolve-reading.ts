// Resolves a reading from what was seen in a photo (evidence) and what is known of the meter (context), with its
// confidence and its contradictions. Context chooses among what the picture shows. Where context changed a digit, the
// reading says so and is never marked as certain.
import { formatDecimal, parseDecimal, unitsAt } from '../../platform/values/decimal.ts';
import { locateDigits, type NumberConstraints, searchNumbers } from './digit-search.ts';
import type { Evidence, TextBox, TextRow } from './evidence.ts';
import { scoreRegisterLikeness } from './register-likeness.ts';

/**
 * What is known of the meter; anything may be missing. `digits` counts all digits of the register, including decimals.
 * `last` is the last reading, `most` the maximum possible consumption since: decimal texts in the meter's unit.
 */
export type MeterContext = {
  readonly digits?: number;
  readonly decimals?: number;
  readonly last?: string;
  readonly most?: string;
  readonly serialNumber?: string;
};

/** What is odd about a reading, most serious first; only the most serious one is reported. */
export const oddities = [
  'other_meter',
  'changed_by_context',
  'below_last_reading',
  'above_usual',
  'rolled_over',
  'unclear',
  'decimals_unknown',
] as const;
type UncertaintyReason = (typeof oddities)[number];

/** One digit of the register. `confidence` is from 0 to 1; `box` is undefined for a digit that was not seen. */
export type ReadDigit = { readonly char: string; readonly confidence: number; readonly box: TextBox | undefined };

/**
 * A reading. `text` is the register as seen, `value` a decimal text. `confidence` is the likelihood, from 0 to 1, that
 * the value is correct to its last digit, `wholeConfidence` that what is before the decimal point is; `plausible` says
 * whether it fits what is known of the meter.
 */
export type Resolution = {
  readonly value: string;
  readonly text: string;
  readonly confidence: number;
  readonly wholeConfidence: number;
  readonly digits: readonly ReadDigit[];
  readonly candidates: readonly { readonly value: string; readonly confidence: number }[];
  readonly serialNumber: string | undefined;
  readonly plausible: boolean;
  readonly reason: UncertaintyReason | undefined;
};

/**
 * Scores are too low: this many times their odds are right, with the last reading and without. Fitted to 200 whole
 * faces that training/faces.py drew in typefaces that no classifier was trained with, and checked on photos
 * (docs/meter-photos.md).
 */
const calibratedOdds = { informed: 5, blind: 7 };
/** No confidence is higher: of those faces 167 are called sure, none wrong, which proves no more. */
const maxConfidence = 0.99;
/** A reading that context changed, or that does not fit, always stays below this. */
export const clearConfidence = 0.5;
/**
 * Below this a reading is reported as unclear. What counts is the confidence in its whole units, which are billed;
 * without a last reading, which excludes other numbers, that in all digits.
 */
const defaultSureConfidence = 0.94;
/** Below this there is no reading: it would be a guess from specks. */
const minConfidence = 0.015;
/** The prior weight of a number outside the expected range, relative to one in it. */
const unexpectedWeight = 1 / 100;
/** The weight of a number beside "imp/kWh", which is hardly the register. */
const constantWeight = 1 / 50;
/**
 * The exponent of the support: a number that one or all models hardly support is less certain, even when they support
 * no other.
 */
const supportWeight = 0.3;
/**
 * The exponent of how likely the line is a register at all. It does not count for a number that fits what is known of
 * the meter.
 */
const registerWeight = 0.5;
/**
 * When the number of digits is unknown, a longer number is likelier correct, because the ends of a row are easily cut
 * off.
 */
const longerWeight = 2.5;
const maxCandidates = 5;
const minCandidateConfidence = 0.01;

/** A number that is labelled as a serial number. */
const serialNumberPattern = /(?:^|[^a-z])(?:no|nr|s\/?n|№)[.:°\s]{0,10}(\d[\d ]{4,14}\d)$/i;

/** The unit of a meter's constant: impulses or turns per kWh. */
const meterConstantPattern = /(imp|umdr|rev|[ru])\W{0,2}\/\s?kw/i;

type ExpectedRange = { readonly low: number; readonly high: number };
/** A line with all its views; `upright` is how likely it is a register. */
type RegisterCandidate = { readonly rows: readonly TextRow[]; readonly weight: number; readonly upright: number };
type NumberGuess = {
  readonly text: string;
  readonly likelihood: number;
  readonly support: number;
  readonly candidate: RegisterCandidate;
};

/**
 * Resolves a reading, which is unclear below a confidence of `sureFrom` in its whole units. Undefined when the evidence
 * shows none.
 */
export function resolveReading(
  evidence: Evidence,
  context: MeterContext = {},
  sureFrom = defaultSureConfidence,
): Resolution | undefined {
  const expected = expectedRanges(context);
  const candidates = findRegisterCandidates(evidence.rows, context);
  const guesses = candidates
    .flatMap((candidate) => guessNumbers(candidate, context, expected))
    .toSorted((a, b) => b.likelihood - a.likelihood);
  const best = guesses[0];
  if (best === undefined) return undefined;
  const sum = guesses.reduce((all, { likelihood }) => all + likelihood, 0);
  const shares = new Map<string, number>();
  for (const { text, likelihood } of guesses) shares.set(text, (shares.get(text) ?? 0) + likelihood / sum);
  const bestLook = findBestRow(best);
  const text = readPicture(best, bestLook, context);
  const changed = Number(text) !== Number(best.text);
  const fit = findRangeOddity(Number(best.text), expected);
  const trusted = !changed && (fit === undefined || fit === 'rolled_over');
  const isRegister = expected !== undefined && fit === undefined ? 1 : best.candidate.upright ** registerWeight;
  const maximum = trusted ? maxConfidence : clearConfidence - minCandidateConfidence;
  const bounded = (confidence: number) => Math.min(maximum, confidence);
  const odds = expected === undefined ? calibratedOdds.blind : calibratedOdds.informed;
  const chance = trusted ? chanceToFit(expected, best.text) : 1;
  const shown = howShown(best, [Number(best.text), Number(best.text)]);
  const share = shares.get(best.text) ?? 0;
  if (bounded(share * isRegister * scoreSupport(shown, 1)) < minConfidence) return undefined;
  const supported = isRegister * scoreSupport(shown, chance);
  const confidence = rounded(bounded(calibrate(share * supported, odds)));
  const whole = wholeRange(best.text, context);
  const wholeShare = shareWithin(shares, best.text, whole) * isRegister * scoreSupport(howShown(best, whole), chance);
  const wholeConfidence = Math.max(confidence, rounded(bounded(calibrate(wholeShare, odds))));
  const serial = serialIn(evidence.rows, best.candidate, context.serialNumber);
  return {
    value: valueFrom(best.text, context),
    text,
    confidence,
    wholeConfidence,
    digits: digitsOf(best.text, bestLook, shares, (part) => bounded(part * supported)),
    candidates: candidatesOf(shares, share, confidence, context),
    serialNumber: serial.found,
    plausible: !serial.other && (fit === undefined || fit === 'rolled_over'),
    reason: serial.other
      ? 'other_meter'
      : changed
        ? 'changed_by_context'
        : (fit ?? findConfidenceOddity(expected === undefined ? confidence : wholeConfidence, sureFrom, context)),
  };
}

/**
 * The ranges of the next number, in steps of the register's last digit; the second one after a roll-over. Undefined
 * when unknown.
 */
function expectedRanges({ digits, decimals, last, most }: MeterContext): ExpectedRange[] | undefined {
  if (digits === undefined || decimals === undefined || last === undefined) return undefined;
  const end = 10 ** digits;
  const low = toSteps(last, decimals);
  const high = most === undefined ? end - 1 : low + toSteps(most, decimals);
  return high < end
    ? [{ low, high }]
    : [
        { low, high: end - 1 },
        { low: 0, high: Math.min(high - end, low - 1) },
      ];
}

/**
 * A decimal text as a number of steps of the last decimal. Throws RangeError for other text: it comes from our own
 * tables.
 */
function toSteps(text: string, decimals: number): number {
  const value = parseDecimal(text, { decimals: 6, min: 0, max: 1e12 });
  if (value === undefined) throw new RangeError(`${text} is not a meter value.`);
  const scale = Math.max(decimals, value.scale);
  return Math.floor(Number(unitsAt(value, scale)) / 10 ** (scale - decimals));
}

/** The lines that may be the register, each with all its views, and a weight by its appearance. */
function findRegisterCandidates(rows: readonly TextRow[], { serialNumber }: MeterContext): RegisterCandidate[] {
  const byLine = Map.groupBy(rows, (row) => row.lineIndex);
  const serial = onlyDigits(serialNumber ?? '');
  return [...byLine.values()]
    .map((views) => {
      const isSerial = serial.length >= 5 && views.some(({ text }) => onlyDigits(text).includes(serial));
      const interest = Math.max(...views.map(scoreRegisterLikeness));
      const isNumbered = views.some(({ text }) => serialNumberPattern.test(text));
      const isConstant = rows.some(
        (row) =>
          meterConstantPattern.test(row.text) &&
          views.some((view) => view.size < 2 * row.size && isBeside(view.box, row.box)),
      );
      const share = isSerial || isNumbered ? 0 : isConstant ? constantWeight : 1;
      const upright = views.reduce((sum, view) => sum + view.upright, 0) / views.length;
      return { rows: views, weight: share * Math.exp(1.2 * interest), upright };
    })
    .filter(({ weight }) => weight > 0.2);
}

/** Whether two boxes nearly touch, one above the other or side by side. True for the same box. */
function isBeside(textBox: TextBox, other: TextBox): boolean {
  const apart = (a: number, b: number, from: number, to: number) => Math.max(a - to, from - b);
  const across = apart(textBox.x, textBox.x + textBox.width, other.x, other.x + other.width);
  const above = apart(textBox.y, textBox.y + textBox.height, other.y, other.y + other.height);
  const near = Math.min(textBox.height, other.height);
  return across < near && above < near / 2;
}

/** The numbers that a line may show, from all its views together. */
function guessNumbers(
  candidate: RegisterCandidate,
  context: MeterContext,
  expected: ExpectedRange[] | undefined,
): NumberGuess[] {
  const constraints: NumberConstraints[] = [
    { length: context.digits },
    ...(expected ?? []).map((expectedRange) => ({ length: context.digits, ...expectedRange })),
  ];
  const together = new Map<string, number>();
  for (const { frames } of candidate.rows) {
    const scores = new Map<string, number>();
    for (const numberConstraints of constraints)
      for (const { text, likelihood } of searchNumbers(frames, numberConstraints))
        scores.set(text, Math.max(scores.get(text) ?? 0, likelihood));
    for (const [text, likelihood] of scores)
      together.set(text, (together.get(text) ?? 0) + likelihood / candidate.rows.length);
  }
  if (context.digits === undefined) preferLonger(together);
  return [...together].map(([text, support]) => {
    const within = expected === undefined || isWithin(Number(text), expected);
    return { text, support, candidate, likelihood: support * candidate.weight * (within ? 1 : unexpectedWeight) };
  });
}

/** Moves likelihood to longer numbers, for a meter whose number of digits is unknown. */
function preferLonger(together: Map<string, number>): void {
  const most = Math.max(...together.values());
  for (const [text, support] of together) together.set(text, support * longerWeight ** Math.min(text.length, 8));
  const now = Math.max(...together.values());
  for (const [text, support] of together) together.set(text, (support * most) / now);
}

/** The view of a line that shows a number best. */
function findBestRow({ candidate, text }: NumberGuess): TextRow {
  const [length, steps] = [text.length, Number(text)];
  const looks = candidate.rows.map((row) => ({ row, likelihood: likelihoodWithin(row, length, steps, steps) }));
  return looks.reduce((a, b) => (b.likelihood > a.likelihood ? b : a)).row;
}

/**
 * The number that the picture shows without the last reading: all views of the line together, with as many digits as
 * the register has. Where no single view reads its whole units, what the best view reads.
 */
function readPicture({ candidate, text }: NumberGuess, look: TextRow, context: MeterContext): string {
  const guesses = guessNumbers(candidate, context, undefined);
  const shown = guesses.toSorted((a, b) => b.support - a.support)[0]?.text ?? text;
  const ofSameUnits = (read: string) => shareWithin(new Map([[read, 1]]), shown, wholeRange(shown, context)) > 0;
  return candidate.rows.some((row) => ofSameUnits(readRowText(row, ''))) ? shown : readRowText(look, text);
}

/** The number that a view shows, without any context. */
function readRowText({ frames }: TextRow, otherwise: string): string {
  return searchNumbers(frames, { length: undefined }, 1)[0]?.text ?? otherwise;
}

function isWithin(steps: number, expected: readonly ExpectedRange[]): boolean {
  return expected.some(({ low, high }) => steps >= low && steps <= high);
}

function findRangeOddity(steps: number, expected: readonly ExpectedRange[] | undefined): UncertaintyReason | undefined {
  if (expected === undefined) return undefined;
  const [first, second] = expected;
  if (first !== undefined && isWithin(steps, [first])) return undefined;
  if (second !== undefined && isWithin(steps, [second])) return 'rolled_over';
  return steps < (first?.low ?? 0) ? 'below_last_reading' : 'above_usual';
}

/** The likeliest values. What the first one leaves is divided among the others. */
function candidatesOf(shares: ReadonlyMap<string, number>, first: number, confidence: number, context: MeterContext) {
  const left = Math.min(1, (1 - confidence) / Math.max(1 - first, 1e-9));
  return [...shares]
    .toSorted(([, a], [, b]) => b - a)
    .slice(0, maxCandidates)
    .map(([text, share], index) => ({
      value: valueFrom(text, context),
      confidence: index === 0 ? confidence : rounded(Math.min(confidence, share * left)),
    }))
    .filter((item, index) => index === 0 || item.confidence >= minCandidateConfidence);
}

/** A score as a probability, whose odds are `times` those of the score. */
function calibrate(score: number, times: number): number {
  const right = times * Math.min(1, score);
  return right / (right + 1 - Math.min(1, score));
}

/** The numbers with the same whole units, in steps of the last digit. */
function wholeRange(text: string, { decimals = 0 }: MeterContext): [low: number, high: number] {
  const unit = 10 ** decimals;
  const low = Math.floor(Number(text) / unit) * unit;
  return [low, low + unit - 1];
}

/** The share of all numbers as long as one that are within a range. */
function shareWithin(shares: ReadonlyMap<string, number>, { length }: string, [low, high]: [number, number]): number {
  let sum = 0;
  for (const [text, share] of shares)
    if (text.length === length && Number(text) >= low && Number(text) <= high) sum += share;
  return sum;
}

function findConfidenceOddity(
  confidence: number,
  sureFrom: number,
  { digits, decimals }: MeterContext,
): UncertaintyReason | undefined {
  const isWholeRegister = digits !== undefined; // Otherwise one of which a digit is hidden looks like a whole one.
  if (confidence < (isWholeRegister ? sureFrom : (1 + sureFrom) / 2)) return 'unclear';
  return decimals === undefined ? 'decimals_unknown' : undefined;
}

/**
 * Each digit of the chosen number: its confidence from all guesses of that length, and its box from the view that shows
 * it best.
 */
function digitsOf(
  chosen: string,
  look: TextRow,
  shares: ReadonlyMap<string, number>,
  sure: (share: number) => number,
): ReadDigit[] {
  const at = locateDigits(look.frames, chosen);
  return [...chosen].map((char, index) => {
    let share = 0;
    for (const [text, part] of shares) if (text.length === chosen.length && text[index] === char) share += part;
    return { char, confidence: rounded(sure(Math.min(1, share))), box: boxAt(look, at, index) };
  });
}

/** The share of all numbers of a register that fit what is known: a wrong one would fit as rarely. */
function chanceToFit(expected: readonly ExpectedRange[] | undefined, { length }: string): number {
  const count = expected?.reduce((sum, { low, high }) => sum + Math.max(0, high - low + 1), 0) ?? Infinity;
  return Math.min(1, count / 10 ** length);
}

/**
 * How clearly the photo shows the numbers of a range: the best view of each model, all models together. A model that
 * does not see them lowers it.
 */
function howShown({ text, candidate }: NumberGuess, [low, high]: [number, number]): number {
  const voices = Map.groupBy(candidate.rows, (row) => row.register ?? false);
  const best = [...voices.values()].map((rows) =>
    Math.max(...rows.map((row) => likelihoodWithin(row, text.length, low, high))),
  );
  return best.reduce((product, n) => product * Math.min(1, n), 1) ** (1 / best.length);
}

/** The support of a number that is `shown` so clearly, and that would fit by `chance` if it were wrong (Bayes). */
function scoreSupport(shown: number, chance: number): number {
  return shown === 0 ? 0 : (shown / (shown + (1 - shown) * chance)) ** supportWeight;
}

function likelihoodWithin({ frames }: TextRow, length: number, low: number, high: number): number {
  return searchNumbers(frames, { length, low, high }).reduce((sum, { likelihood }) => sum + likelihood, 0);
}

/** The part of a row around one digit, half-way to its neighbours. Tilted rows get an upright box too. */
function boxAt({ box, angle }: TextRow, at: readonly number[], index: number): TextBox | undefined {
  const position = at[index];
  if (position === undefined || position <= 0 || position >= 1) return undefined;
  const gap = Math.min(1, ...at.slice(1).map((end, i) => Math.max(end - (at[i] ?? 0), 0.02)));
  const [from, to] = [Math.max(0, position - gap / 2), Math.min(1, position + gap / 2)];
  const quarter = ((Math.round(angle / 90) % 4) + 4) % 4;
  const [low, high] = quarter > 1 ? [1 - to, 1 - from] : [from, to];
  return quarter % 2 === 0
    ? { ...box, x: rounded(box.x + low * box.width), width: rounded((high - low) * box.width) }
    : { ...box, y: rounded(box.y + low * box.height), height: rounded((high - low) * box.height) };
}

/** The meter's serial number: the known one where it was read, otherwise a number labelled as one (No., Nr., S/N). */
function serialIn(
  rows: readonly TextRow[],
  register: RegisterCandidate,
  serialNumber: string | undefined,
): { readonly found: string | undefined; readonly other: boolean } {
  const others = rows.filter(({ lineIndex }) => lineIndex !== register.rows[0]?.lineIndex);
  const knownDigits = onlyDigits(serialNumber ?? '');
  if (
    serialNumber !== undefined &&
    knownDigits.length >= 5 &&
    others.some(({ text }) => onlyDigits(text).includes(knownDigits))
  )
    return { found: serialNumber, other: false };
  const numbers = others.flatMap(({ text }) => {
    const [, number] = serialNumberPattern.exec(text) ?? [];
    return number === undefined ? [] : [onlyDigits(number)];
  });
  const repeated = numbers.find((number) => numbers.filter((text) => text === number).length > 1) ?? numbers[0];
  const other = repeated !== undefined && knownDigits.length === repeated.length;
  return { found: repeated, other };
}

function onlyDigits(text: string): string {
  return text.replace(/\D/g, '');
}

function valueFrom(text: string, { decimals = 0 }: MeterContext): string {
  return formatDecimal({ units: BigInt(text), scale: decimals });
}

function rounded(value: number): number {
  return Number(value.toFixed(4));
}
