// Decodes the recognition model's output for a row into digits; signs that look like digits count in part as these
// digits.
import type { OcrFrame } from './evidence.ts';
import type { OcrModels, RowOutput } from './models.ts';

/**
 * Signs that a digit on a wheel or a display is mistaken for, and the share of their likelihood that goes to the digit.
 */
const similarSigns: readonly (readonly [signs: string, digit: number, share: number])[] = [
  ['OoDQ〇○', 0, 0.9],
  ['Il', 1, 0.7],
  ['|!i丨', 1, 0.3],
  ['Zz', 2, 0.8],
  ['Ss', 5, 0.8],
  ['b', 6, 0.7],
  ['B', 8, 0.9],
  ['gq', 9, 0.7],
  ['０', 0, 1],
  ['１', 1, 1],
  ['２', 2, 1],
  ['３', 3, 1],
  ['４', 4, 1],
  ['５', 5, 1],
  ['６', 6, 1],
  ['７', 7, 1],
  ['８', 8, 1],
  ['９', 9, 1],
];

/** Likelihoods are rounded to this many decimals. */
const likelihoodDecimals = 5;
const blankThreshold = 0.99;

/**
 * Decodes a row: the text and the digits of the general model, those of the line classifier, and the digits of the
 * register classifier.
 */
export type RowDecoder = (output: RowOutput) => {
  readonly text: string;
  readonly frames: OcrFrame[];
  readonly asRegister: string;
  readonly register: OcrFrame[];
};

/** Makes a decoder for the signs of a model. */
export function makeRowDecoder(signs: OcrModels['signs']): RowDecoder {
  const meant = signs.flatMap((sign, index) => {
    const sure = /^\d$/.test(sign)
      ? ([sign, Number(sign), 1] as const)
      : similarSigns.find(([all]) => all.includes(sign));
    return sign === '' || sure === undefined ? [] : [{ index, digit: sure[1], share: sure[2] }];
  });
  return ({ steps, data, register, line }) => {
    const frames: OcrFrame[] = [];
    let text = '';
    let before = 0;
    for (let step = 0; step < steps; step += 1) {
      const from = step * signs.length;
      const best = largestAt(data, from, signs.length);
      if (best !== before && best !== 0) text += signs[best] ?? '';
      before = best;
      const digits = new Array<number>(10).fill(0);
      for (const { index, digit, share } of meant)
        digits[digit] = (digits[digit] ?? 0) + share * (data[from + index] ?? 0);
      const blank = data[from] ?? 0;
      const other = Math.max(0, 1 - blank - digits.reduce((sum, n) => sum + n, 0));
      frames.push({
        at: (step + 0.5) / steps,
        digits: digits.map(roundShort),
        blank: roundShort(blank),
        other: roundShort(other),
      });
    }
    return {
      text: text.trim(),
      frames: mergeFrames(frames),
      asRegister: decodeFrames(registerFrames(line, steps)),
      register: mergeFrames(registerFrames(register, steps)),
    };
  };
}

/** "Nothing new", the ten digits, any other sign. */
const registerSigns = 12;

function registerFrames(register: Float32Array, steps: number): OcrFrame[] {
  return Array.from({ length: steps }, (_, step) => {
    const [blank = 0, ...rest] = [...register.subarray(step * registerSigns, (step + 1) * registerSigns)].map(
      roundShort,
    );
    return { at: (step + 0.5) / steps, digits: rest.slice(0, 10), blank, other: rest[10] ?? 0 };
  });
}

/** The likeliest signs of a row: digits, and x for each other sign. */
function decodeFrames(frames: readonly OcrFrame[]): string {
  let text = '';
  let before = '';
  for (const { digits, blank, other } of frames) {
    const best = Math.max(...digits, blank, other);
    const sign = best === blank ? '' : best === other ? 'x' : String(digits.indexOf(best));
    if (sign !== before) text += sign;
    before = sign;
  }
  return text;
}

function largestAt(data: Float32Array, from: number, count: number): number {
  let best = 0;
  for (let i = 1; i < count; i += 1) if ((data[from + i] ?? 0) > (data[from + best] ?? 0)) best = i;
  return best;
}

function roundShort(value: number): number {
  return Number(value.toFixed(likelihoodDecimals));
}

/** Merges each run of blank steps into its middle one. */
function mergeFrames(frames: readonly OcrFrame[]): OcrFrame[] {
  const rowFrames: OcrFrame[] = [];
  let run: OcrFrame[] = [];
  const end = () => {
    const middle = run[run.length >> 1];
    if (middle !== undefined) rowFrames.push(middle);
    run = [];
  };
  for (const frame of frames) {
    if (frame.blank >= blankThreshold) {
      run.push(frame);
      continue;
    }
    end();
    rowFrames.push(frame);
  }
  end();
  return rowFrames;
}
