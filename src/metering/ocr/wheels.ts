// Wheels: where the digits of a row have equal distances, cuts each one out and recomposes the row: dark on light,
// close together, each with full contrast. So a red wheel counts as much as a black one, and the frames between wheels
// are gone.
import { locateDigits, searchNumbers } from './digit-search.ts';
import type { OcrFrame } from './evidence.ts';
import { cutOut, type PixelImage, type RotatedRect } from './pixels.ts';

/**
 * Digits at equal distances along a row: the centre of the first and the step from one to the next, in fractions of the
 * row's length.
 */
type WheelGrid = { readonly first: number; readonly step: number; readonly count: number };

const minWheels = 4;
/** How far a digit may be off its place, in steps. */
const maxDeviation = 0.22;
/** The margin before the first and after the last wheel of a recomposed row, in steps. */
export const gridMargin = 0.5;
const cellHeight = 48;
const cellWidth = 30;
/** The share of a step that is cut out for a digit: without the frame between two wheels. */
const cellContent = 0.86;

/** The wheel grid of a view of a row. Undefined where the distances between its digits are too uneven for wheels. */
export function findWheelGrid(frames: readonly OcrFrame[]): WheelGrid | undefined {
  const [best] = searchNumbers(frames, { length: undefined }, 1);
  if (best === undefined) return undefined;
  const at = locateDigits(frames, best.text).filter((position) => position > 0 && position < 1);
  const gaps = at.slice(1).map((position, index) => position - (at[index] ?? 0));
  const usual = gaps.toSorted((a, b) => a - b)[gaps.length >> 1] ?? 0;
  if (at.length < minWheels || usual <= 0) return undefined;
  const wheelIndexes = at.map((position) => Math.round((position - (at[0] ?? 0)) / usual));
  const { first, step } = lineThrough(wheelIndexes, at);
  const off = at.map((position, index) => Math.abs(position - first - step * (wheelIndexes[index] ?? 0)) / step);
  if (Math.max(...off) > maxDeviation) return undefined;
  return { first, step, count: (wheelIndexes.at(-1) ?? 0) + 1 };
}

/** Fits a line by least squares. */
function lineThrough(wheels: readonly number[], at: readonly number[]): { first: number; step: number } {
  const mean = (list: readonly number[]) => list.reduce((sum, n) => sum + n, 0) / list.length;
  const [meanWheel, meanAt] = [mean(wheels), mean(at)];
  const over = wheels.reduce((sum, wheel, index) => sum + (wheel - meanWheel) * ((at[index] ?? 0) - meanAt), 0);
  const under = wheels.reduce((sum, wheel) => sum + (wheel - meanWheel) ** 2, 0);
  const step = over / under;
  return { first: meanAt - step * meanWheel, step };
}

/** A grid as a rectangle of the photo, extended by places before and after it. */
export function gridRect(
  row: RotatedRect,
  { first, step, count }: WheelGrid,
  before: number,
  after: number,
): RotatedRect {
  const [from, to] = [first - (before + 0.5) * step, first + (count - 0.5 + after) * step];
  const along = ((from + to) / 2 - 0.5) * row.length;
  const [cos, sin] = [Math.cos(row.angle), Math.sin(row.angle)];
  return { ...row, cx: row.cx + along * cos, cy: row.cy + along * sin, length: (to - from) * row.length };
}

/** Recomposes a row of places, with margins. */
export function recomposeRow(image: PixelImage, rect: RotatedRect, count: number): PixelImage {
  const width = (count + 2 * gridMargin) * cellWidth;
  const data = new Uint8Array(width * cellHeight * 3).fill(255);
  for (let wheel = 0; wheel < count; wheel += 1) {
    const along = ((wheel + 0.5) / count - 0.5) * rect.length;
    const [cos, sin] = [Math.cos(rect.angle), Math.sin(rect.angle)];
    const middle = { cx: rect.cx + along * cos, cy: rect.cy + along * sin };
    const cell = cutOut(
      image,
      { ...rect, ...middle, length: (cellContent * rect.length) / count },
      cellWidth,
      cellHeight,
    );
    const values = darkOnLight(cell);
    for (const [index, value] of values.entries()) {
      const [x, y] = [index % cellWidth, Math.floor(index / cellWidth)];
      data.fill(
        value,
        (y * width + x + (wheel + gridMargin) * cellWidth) * 3,
        (y * width + x + (wheel + gridMargin) * cellWidth + 1) * 3,
      );
    }
  }
  return { width, height: cellHeight, data };
}

/** The green channel of a cell with full contrast, dark on light. The pixels along its sides are the background. */
function darkOnLight({ width, height, data }: PixelImage): number[] {
  const green = Array.from({ length: width * height }, (_, index) => data[index * 3 + 1] ?? 0);
  const sorted = green.toSorted((a, b) => a - b);
  const [low, high] = [sorted[Math.floor(sorted.length * 0.03)] ?? 0, sorted[Math.floor(sorted.length * 0.97)] ?? 255];
  const sides = green.filter((_, index) => index % width < 4 || index % width >= width - 4).sort((a, b) => a - b);
  const ground = sides[sides.length >> 1] ?? 255;
  const isDark = ground - low < high - ground;
  const range = Math.max(24, high - low);
  return green.map((value) => {
    const share = Math.max(0, Math.min(1, isDark ? (high - value) / range : (value - low) / range));
    return Math.round(255 * share);
  });
}
