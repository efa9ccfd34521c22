// Reads a photo of a meter in several ways and collects the evidence: first the lines of the whole face, then the lines of digits again, closer and with a
// wider margin, because the first view often cuts off a red wheel.

import { makeRowDecoder, type RowDecoder } from './decode-rows.ts';
import { searchNumbers } from './digit-search.ts';
import type { Evidence, OcrFrame, TextBox, TextRow } from './evidence.ts';
import { findTextLines } from './find-text-lines.ts';
import type { OcrModels, RowOutput } from './models.ts';
import {
  type ColourMode,
  cutOut,
  decodeJpeg,
  growRect,
  type PixelImage,
  qualityOf,
  type RotatedRect,
  wholeRect,
} from './pixels.ts';
import { isWheelScale, scoreRegisterLikeness } from './register-likeness.ts';
import { findWheelGrid, gridMargin, gridRect, recomposeRow } from './wheels.ts';

const maxPhotoSize = 2048;
const maxSearchSize = 1280;
/** The second view of the whole photo, in colour, is coarser: it finds only text that differs by its colour. */
const maxColourSearchSize = 960;
const rowHeight = 48;
const maxRowWidth = 640;
const maxLinesRead = 16;
const maxMissedLines = 6;
const maxCloserLooks = 3;
const maxRegisterHints = 2;
const maxRegisterLength = 9;
/** Lines read with a lower likelihood are print or scratches: recomposed, they would look like digits. */
const minLikelihood = 0.05;
const maxWheelReadings = 3;
/** A letter after the digits: the unit that is printed after a register. */
const endsWithLetter = /[a-zA-CE-NPR-Z]$/;
/** How much likelier a digit than none must be at each end of a row: the last wheel is often between two digits, the first one hardly ever. */
const minLikelihoodRatio = { before: 2, after: 1 / 4 };
const narrowFactor = 0.7;
const softenFactor = 0.46;
/** A line of digits read with a lower likelihood may be upside down. */
const clearLikelihood = 0.2;
/** The minimum height of a register, as a share of the photo's longer side. */
const minLineHeight = 0.008;

type OcrSession = { readonly image: PixelImage; readonly models: OcrModels; readonly reader: RowDecoder };
type LineReading = Omit<TextRow, 'lineIndex' | 'register'> & {
  readonly rect: RotatedRect;
  readonly asRegister: readonly OcrFrame[];
};

/** Reads a JPEG. Throws for other data; a photo without digits gives evidence without rows. */
export async function readMeterPhoto(models: OcrModels, jpeg: Uint8Array): Promise<Evidence> {
  const image = await decodeJpeg(jpeg, maxPhotoSize);
  const session = { image, models, reader: makeRowDecoder(models.signs) };
  const lines = await readWholeFace(session, 0);
  lines.push(...(await readMissedInColour(session, lines)));
  for (const quarters of [1, 3]) {
    if (lines.some((line) => scoreRegisterLikeness(line) > 4)) break;
    lines.push(...(await readWholeFace(session, quarters)));
  }
  const viewsOfLines = lines.map((line) => [line]);
  for (const hint of findRegisterHints(lines)) {
    const lineInHint = lines.findIndex((line) => fillsHint(line, hint));
    if (lineInHint >= 0)
      viewsOfLines[lineInHint] = (viewsOfLines[lineInHint] ?? []).map((line) => ({ ...line, expected: true }));
    else if (viewsOfLines.length < lines.length + maxRegisterHints) viewsOfLines.push(await readAtHint(session, hint));
  }
  const interesting = (index: number) => Math.max(...(viewsOfLines[index] ?? []).map(scoreRegisterLikeness));
  const likely = [...lines.keys()]
    .filter((index) => interesting(index) > 2)
    .sort((a, b) => interesting(b) - interesting(a));
  for (const index of likely.slice(0, maxCloserLooks)) {
    const [line] = viewsOfLines[index] ?? [];
    if (line === undefined) continue;
    viewsOfLines[index]?.push(...(await readCloser(session, line)));
    const joined = joinWithNext(line, lines);
    if (joined !== undefined)
      viewsOfLines[index]?.push(
        await readRow(session, joined, 'green', 'joined'),
        await readRow(session, joined, 'colour', 'joined, colour'),
      );
    if (likelihoodOf(line) < clearLikelihood) viewsOfLines.push(await readUpsideDown(session, line));
  }
  const byInterest = [...viewsOfLines.keys()].sort((a, b) => interesting(b) - interesting(a));
  for (const index of byInterest.slice(0, maxWheelReadings).filter((n) => interesting(n) > 4))
    viewsOfLines[index]?.push(...(await readByWheel(session, viewsOfLines[index] ?? [])));
  const rows = viewsOfLines.flatMap((views, index) => views.flatMap((view) => toTextRows(view, index)));
  return { engine: 'pp-ocrv4', rows, quality: qualityOf(image) };
}

/** The rows of a view of a line, one from each model: the general one, and the one for registers. */
function toTextRows({ rect: _, asRegister, ...view }: LineReading, lineIndex: number): TextRow[] {
  return [
    { lineIndex, ...view },
    { lineIndex, ...view, view: `${view.view}, as a register`, frames: asRegister, register: true },
  ];
}

/** Finds the lines of the whole face, rotated by `quarters` of a turn, and reads the largest. A vertical line is read in both directions. */
async function readWholeFace(session: OcrSession, quarters: number): Promise<LineReading[]> {
  const face = wholeRect(session.image, quarters);
  const least = minLineHeight * Math.max(session.image.width, session.image.height);
  const rects = (
    await findLinesWithin(
      session,
      face,
      Math.min(maxSearchSize, 2 * Math.max(session.image.width, session.image.height)),
      'green',
    )
  )
    .filter(({ length, height }) => length > 1.2 * height && height > least)
    .toSorted((a, b) => b.height - a.height)
    .slice(0, maxLinesRead);
  const lines: LineReading[] = [];
  for (const rect of rects) {
    lines.push(await readRow(session, rect, 'green', `whole ${quarters * 90}°`));
    if (quarters === 0 && Math.abs(Math.sin(rect.angle)) > 0.8 && rect.length > 2.5 * rect.height)
      lines.push(await readRow(session, { ...rect, angle: rect.angle + Math.PI }, 'green', 'upside down'));
  }
  return lines;
}

/** Finds lines that the view of the green channel has missed: displays lit in colours, large thin digits, red on grey. */
async function readMissedInColour(session: OcrSession, linesRead: readonly LineReading[]): Promise<LineReading[]> {
  const maxPixels = Math.min(maxColourSearchSize, 2 * Math.max(session.image.width, session.image.height));
  const candidates = await findLinesWithin(session, wholeRect(session.image), maxPixels, 'colour');
  const least = minLineHeight * Math.max(session.image.width, session.image.height);
  const missed = candidates
    .filter(({ length, height }) => length > 1.2 * height && height > least)
    .filter((rect) => !linesRead.some((line) => isSameLine(line.rect, rect)))
    .toSorted((a, b) => b.height - a.height)
    .slice(0, maxMissedLines);
  const lines: LineReading[] = [];
  for (const rect of missed) lines.push(await readRow(session, rect, 'colour', 'whole, colour'));
  return lines;
}

/** Whether two rectangles contain roughly the same line. */
function isSameLine(rotatedRect: RotatedRect, other: RotatedRect): boolean {
  const apart = Math.hypot(rotatedRect.cx - other.cx, rotatedRect.cy - other.cy);
  const ratio = rotatedRect.length / other.length;
  return apart < Math.min(rotatedRect.length, other.length) / 4 + rotatedRect.height / 4 && ratio > 0.6 && ratio < 1.6;
}

/** Reads a line again: in colour, with a wider margin, and as the line that is found in an enlarged view of its surroundings. */
async function readCloser(session: OcrSession, { rect, expected }: LineReading): Promise<LineReading[]> {
  const wider = growRect(rect, { before: 0.06, after: 0.22, above: 0.08, below: 0.08 });
  const lines = [
    await readRow(session, rect, 'colour', 'colour'),
    await readRow(session, wider, 'even', 'wider'),
    await readRow(session, rect, 'green', 'narrow', true),
    await readRow(session, wider, 'even', 'wider, narrow', true),
  ];
  const around = growRect(rect, { before: 0.2, after: 0.35, above: 0.4, below: 0.4 });
  const same = longestAlongside(rect, await findLinesWithin(session, around, 640, 'even'));
  if (same !== undefined)
    lines.push(
      await readRow(session, same, 'even', 'nearer'),
      await readRow(session, same, 'colour', 'nearer, colour'),
    );
  return lines.map((line) => ({ ...line, expected }));
}

/**
 * Recomposes the row from its wheels, by the view that shows most of them at equal distances, and extends it in both directions as long as there are digits:
 * wheels at the ends are missed most often.
 */
async function readByWheel(session: OcrSession, views: readonly LineReading[]): Promise<LineReading[]> {
  const grids = views.flatMap((line) => {
    const likelihood = likelihoodOf(line);
    const grid = likelihood < minLikelihood ? undefined : findWheelGrid(line.frames);
    return grid === undefined ? [] : [{ line, grid, weight: grid.count + 2 * likelihood }];
  });
  const [best] = grids.toSorted((a, b) => b.weight - a.weight);
  if (best === undefined) return [];
  const { line, grid } = best;
  const readWith = async (before: number, after: number): Promise<LineReading> => {
    const cells = gridRect(line.rect, grid, before, after);
    const output = await session.models.say(recomposeRow(session.image, cells, grid.count + before + after), 'green');
    return toLineReading(session, gridRect(line.rect, grid, before + gridMargin, after + gridMargin), output, 'wheels');
  };
  const readings = [await readWith(0, 0)];
  let [before, after] = [0, 0];
  for (let places = grid.count + 1; places <= maxRegisterLength; places += 1) {
    const longer = await readWith(0, after + 1);
    if (endsWithLetter.test(longer.text) || !isFilled(longer, places, minLikelihoodRatio.after)) break;
    readings.push(longer);
    after += 1;
  }
  for (let places = grid.count + after + 1; places <= maxRegisterLength; places += 1) {
    const longer = await readWith(before + 1, after);
    if (!isFilled(longer, places, minLikelihoodRatio.before)) break;
    readings.push(longer);
    before += 1;
  }
  const complete = gridRect(line.rect, grid, before + 0.15, after + 0.25);
  readings.push(
    await readRow(session, complete, 'even', 'complete'),
    await readRow(session, complete, 'colour', 'complete, colour'),
  );
  return readings.map((reading) => ({ ...reading, expected: line.expected }));
}

/** Whether each of `count` places, except one with a comma, has a digit: `times` likelier than one digit fewer. */
function isFilled({ frames, text }: LineReading, count: number, times: number): boolean {
  const places = /\d[.,]\d/.test(text) ? count - 1 : count;
  const all = searchNumbers(frames, { length: places }, 1)[0]?.likelihood ?? 0;
  const fewer = searchNumbers(frames, { length: places - 1 }, 1)[0]?.likelihood ?? 0;
  return all > fewer * times;
}

async function readUpsideDown(session: OcrSession, { rect }: LineReading): Promise<LineReading[]> {
  const turned = { ...rect, angle: rect.angle + Math.PI };
  return [
    await readRow(session, turned, 'green', 'upside down'),
    await readRow(session, turned, 'colour', 'upside down, colour'),
  ];
}

function likelihoodOf({ frames }: LineReading): number {
  return searchNumbers(frames, { length: undefined }, 1)[0]?.likelihood ?? 0;
}

/** A line joined with the next one, if that continues it: red wheels are often found as a separate line. */
function joinWithNext({ rect }: LineReading, lines: readonly LineReading[]): RotatedRect | undefined {
  const [cos, sin] = [Math.cos(rect.angle), Math.sin(rect.angle)];
  const distanceAlong = (other: RotatedRect) => (other.cx - rect.cx) * cos + (other.cy - rect.cy) * sin;
  const gap = (other: RotatedRect) => distanceAlong(other) - (rect.length + other.length) / 2;
  const next = lines
    .filter(({ rect: other, text }) => {
      const similar = other.height / rect.height > 0.6 && other.height / rect.height < 1.6 && /\d/.test(text);
      const level = Math.abs(verticalOffset(rect, other)) < rect.height / 2;
      return similar && level && gap(other) > -rect.height / 2 && gap(other) < 1.2 * rect.height;
    })
    .toSorted((a, b) => distanceAlong(a.rect) - distanceAlong(b.rect))[0]?.rect;
  return (
    next && growRect(rect, { before: 0, after: (gap(next) + next.length) / rect.length, above: 0.05, below: 0.05 })
  );
}

/** Reads the rectangle of a hint, and the line that is found in it. */
async function readAtHint(session: OcrSession, hint: RotatedRect): Promise<LineReading[]> {
  const lines = [await readRow(session, hint, 'even', 'clue'), await readRow(session, hint, 'colour', 'clue, colour')];
  const around = growRect(hint, { before: 0.1, after: 0.1, above: 0.3, below: 0.3 });
  const register = longestAlongside(hint, await findLinesWithin(session, around, 640, 'green'));
  if (register !== undefined) lines.push(await readRow(session, register, 'green', 'near the clue'));
  return lines.map((line) => ({ ...line, expected: true }));
}

/** The longest line that continues or replaces another one. */
function longestAlongside(rect: RotatedRect, lines: readonly RotatedRect[]): RotatedRect | undefined {
  return lines
    .filter((near) => Math.abs(verticalOffset(rect, near)) < rect.height / 2 && near.height > rect.height / 2)
    .toSorted((a, b) => b.length - a.length)[0];
}

/**
 * Where a register must be: below or above the scale printed along its wheels (10000 1000 100 10 1), and before a unit. Likeliest first.
 */
function findRegisterHints(lines: readonly LineReading[]): RotatedRect[] {
  const along = { before: 0.08, after: 0.6, above: 0.7, below: 0.7 };
  const scales = lines.filter(({ text }) => isWheelScale(text)).map(({ rect }) => growRect(rect, along));
  const units = lines
    .filter(({ text }) => /^[^\da-z]{0,2}(kwh?|kvh|m3|m³|mwh|gj)\W?$/i.test(text))
    .map(({ rect }) => ({
      ...shiftRect(rect, 0, -rect.length / 2 - 2.9 * rect.height),
      length: 5.8 * rect.height,
      height: rect.height * 1.25,
    }));
  const below = scales.map((rect) => shiftRect(rect, 0.7));
  const above = scales.map((rect) => shiftRect(rect, -0.7));
  return [...below, ...units, ...above];
}

/** Whether a line of digits fills the rectangle of a hint. */
function fillsHint(line: LineReading, hint: RotatedRect): boolean {
  const off = Math.hypot(line.rect.cx - hint.cx, line.rect.cy - hint.cy);
  const fills = line.rect.length > hint.length * 0.6 && off < hint.length / 2;
  return scoreRegisterLikeness(line) > 4 && fills && Math.abs(verticalOffset(hint, line.rect)) < hint.height / 2;
}

/** A rectangle moved down by a multiple of its height, and along the text by pixels. */
function shiftRect(rect: RotatedRect, heights: number, along = 0): RotatedRect {
  const [cos, sin, down] = [Math.cos(rect.angle), Math.sin(rect.angle), heights * rect.height];
  return { ...rect, cx: rect.cx + along * cos - down * sin, cy: rect.cy + along * sin + down * cos };
}

/** The distance in pixels of another line's centre above (negative) or below a line. */
function verticalOffset(line: RotatedRect, other: RotatedRect): number {
  return (other.cy - line.cy) * Math.cos(line.angle) - (other.cx - line.cx) * Math.sin(line.angle);
}

/** The lines inside a part of the photo, scaled to `maxPixels` on its longer side; as rectangles of the photo. */
async function findLinesWithin(
  session: OcrSession,
  part: RotatedRect,
  maxPixels: number,
  how: ColourMode,
): Promise<RotatedRect[]> {
  const scale = maxPixels / Math.max(part.length, part.height);
  const width = Math.max(32, Math.round((part.length * scale) / 32) * 32);
  const height = Math.max(32, Math.round((part.height * scale) / 32) * 32);
  const map = await session.models.find(cutOut(session.image, part, width, height), how);
  const [cos, sin] = [Math.cos(part.angle), Math.sin(part.angle)];
  const [perX, perY] = [part.length / width, part.height / height];
  return findTextLines(map).map((line) => {
    const [u, v] = [(line.cx - width / 2) * perX, (line.cy - height / 2) * perY];
    const [length, high] = [line.length * perX, line.height * perY];
    return {
      cx: part.cx + u * cos - v * sin,
      cy: part.cy + u * sin + v * cos,
      length,
      height: high,
      angle: part.angle + line.angle,
    };
  });
}

async function readRow(
  session: OcrSession,
  rect: RotatedRect,
  how: ColourMode,
  view: string,
  narrow = false,
): Promise<LineReading> {
  const targetWidth = (rect.length / rect.height) * rowHeight * (narrow ? narrowFactor : 1);
  const width = Math.max(rowHeight, Math.min(maxRowWidth, Math.round(targetWidth)));
  const output = await session.models.say(
    narrow ? softenRow(session, rect, width) : cutOut(session.image, rect, width, rowHeight),
    how,
  );
  return toLineReading(session, rect, output, view);
}

function toLineReading(session: OcrSession, rect: RotatedRect, output: RowOutput, view: string): LineReading {
  const { text, frames, register: asRegister } = session.reader(output);
  const size = rect.height / Math.max(session.image.width, session.image.height);
  const angle = Math.round((rect.angle * 180) / Math.PI);
  return { view, text, frames, asRegister, box: boxOf(rect, session.image), size, angle, expected: false, rect };
}

/** A row made narrower and coarser: wheels that are far apart come closer, and the frames between them fade. */
function softenRow(session: OcrSession, rect: RotatedRect, width: number): PixelImage {
  const coarse = cutOut(session.image, rect, Math.round(width * softenFactor), Math.round(rowHeight * softenFactor));
  return cutOut(coarse, wholeRect(coarse), width, rowHeight);
}

/** The upright box around a rectangle, inside the photo. */
function boxOf({ cx, cy, length, height, angle }: RotatedRect, image: PixelImage): TextBox {
  const [cos, sin] = [Math.abs(Math.cos(angle)), Math.abs(Math.sin(angle))];
  const [halfX, halfY] = [(length * cos + height * sin) / 2, (length * sin + height * cos) / 2];
  const part = (value: number, all: number) => Number(Math.max(0, Math.min(1, value / all)).toFixed(4));
  const [x, y] = [part(cx - halfX, image.width), part(cy - halfY, image.height)];
  return {
    x,
    y,
    width: Number((part(cx + halfX, image.width) - x).toFixed(4)),
    height: Number((part(cy + halfY, image.height) - y).toFixed(4)),
  };
}
