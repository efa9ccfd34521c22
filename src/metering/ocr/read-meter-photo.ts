// Reads a photo of a meter: finds its lines, straightens them, and reads the likely registers in several ways. It
// decides nothing: it returns the evidence.

import { qualityOf } from '../../platform/values/photo-quality.ts';
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
  type RotatedRect,
  wholeRect,
} from './pixels.ts';
import { isWheelScale, scoreRegisterLikeness } from './register-likeness.ts';
import { findWheelGrid, gridMargin, gridRect, recomposeRow } from './wheels.ts';

const maxPhotoSize = 2048;
const maxSearchSize = 1280;
/** The second search of the whole photo, in colour, is coarser: it finds only text that differs by its colour. */
const maxColourSearchSize = 960;
const rowHeight = 48;
const maxRowWidth = 640;
const maxLinesRead = 16;
const maxCloserLooks = 3;
/** Lines with a lower score are not looked at closer. */
const minScore = -4;
const maxRegisterLength = 9;
/** Lines read with a lower likelihood are print or scratches: recomposed, they would look like digits. */
const minLikelihood = 0.05;
/** A letter after the digits: the unit that is printed after a register. */
const endsWithLetter = /[a-zA-CE-NPR-Z]$/;
/**
 * How much likelier a digit than none must be at each end of a row: the last wheel is often between two digits, the
 * first one hardly ever.
 */
const minLikelihoodRatio = { before: 2, after: 1 / 4 };
const narrowFactor = 0.7;
const softenFactor = 0.46;
/** A line is a register above this likelihood and score: nothing else is searched for. */
const foundLikelihood = 0.5;
const minRegisterScore = 4;
const minDigits = 4;
/** A line that is less likely a register on its head is not read from the other side. */
const minTurned = 0.1;
const maxRegisterHints = 2;
/** The minimum height of a register, as a share of the photo's longer side. */
const minLineHeight = 0.008;

type OcrSession = { readonly image: PixelImage; readonly models: OcrModels; readonly reader: RowDecoder };
/** A line as it was read in one way; `turned` is how likely it is a register on its head. */
type LineReading = Omit<TextRow, 'lineIndex' | 'register'> & {
  readonly rect: RotatedRect;
  readonly registerFrames: readonly OcrFrame[];
  readonly turned: number;
};

/** Reads a JPEG. Throws for other data; a photo without digits gives evidence without rows. */
export async function readMeterPhoto(models: OcrModels, jpeg: Uint8Array): Promise<Evidence> {
  const image = await decodeJpeg(jpeg, maxPhotoSize);
  const session = { image, models, reader: makeRowDecoder(models.signs) };
  const lines = await readUprightFace(session);
  if (!hasRegister(lines)) for (const hint of findRegisterHints(lines)) lines.push(await readAtHint(session, hint));
  const looks = lines.map((line) => [line]);
  for (const line of lines.toSorted(likeliestFirst).slice(0, maxCloserLooks)) {
    const views = looks[lines.indexOf(line)];
    if (views === undefined || scoreRegisterLikeness(line) < minScore) continue;
    views.push(...(await readCloser(session, line, lines)));
    views.push(...(await readByWheel(session, views)));
  }
  const rows = looks.flatMap((views, index) => views.flatMap((view) => toTextRows(view, index)));
  return { rows, quality: qualityOf(image) };
}

/** The rows of a view of a line, one from each model: the general one, and the one for registers. */
function toTextRows({ rect: _, turned: __, registerFrames, ...view }: LineReading, lineIndex: number): TextRow[] {
  return [
    { lineIndex, ...view },
    { lineIndex, ...view, view: `${view.view}, as a register`, frames: registerFrames, register: true },
  ];
}

/**
 * The lines of the face. It is turned so that most of its lines lie level, and read; where it then is on its head, it
 * is turned over and read again, so that all of it is upright.
 */
async function readUprightFace(session: OcrSession): Promise<LineReading[]> {
  const asTaken = await findFaceLines(session, 0, 'green');
  let quarters = runDown(asTaken) ? 1 : 0;
  const level = (quarters === 0 ? asTaken : await findFaceLines(session, 1, 'green')).filter(isLevel(quarters));
  let lines = await readLines(session, level, 'green');
  if (!hasRegister(lines) && (await areOnHead(session, lines))) {
    quarters += 2;
    lines = await readFace(session, quarters, 'green');
  }
  if (!hasRegister(lines)) lines.push(...(await readFace(session, quarters, 'colour', lines)));
  // Wheels that are not found in level lines are sometimes found in the face on its side.
  if (!hasRegister(lines))
    lines.push(...(await readLines(session, await findFaceLines(session, (quarters + 1) % 2, 'green'), 'green')));
  const [best] = lines.filter(isRegister).toSorted(likeliestFirst);
  const upright = quartersOf(best?.rect.angle ?? 0);
  if (best === undefined || upright === quarters) return lines;
  const turned = await readFace(session, upright, 'green');
  const [bestTurned] = turned.filter(isRegister).toSorted(likeliestFirst);
  return bestTurned !== undefined && likeliestFirst(best, bestTurned) > -1 ? turned : lines;
}

/** Whether the longest lines have more signs when they are read from the other side. */
async function areOnHead(session: OcrSession, lines: readonly LineReading[]): Promise<boolean> {
  let more = 0;
  for (const { rect, text } of lines.toSorted((a, b) => b.rect.length - a.rect.length).slice(0, maxCloserLooks)) {
    const turned = await readRow(session, turnedOver(rect), 'green', 'turned over');
    more += turned.text.length - text.length;
  }
  return more > 0;
}

function turnedOver(rect: RotatedRect): RotatedRect {
  return { ...rect, angle: rect.angle + Math.PI };
}

/** Whether most of the text runs down or up the photo. */
function runDown(rects: readonly RotatedRect[]): boolean {
  let down = 0;
  for (const { length, height, angle } of rects) down += (quartersOf(angle) % 2 === 1 ? 1 : -1) * (length - height);
  return down > 0;
}

function hasRegister(lines: readonly LineReading[]): boolean {
  return lines.some(isRegister);
}

function isRegister(line: LineReading): boolean {
  const digits = line.asRegister.replaceAll('x', '').length;
  return line.upright > foundLikelihood && digits >= minDigits && scoreRegisterLikeness(line) > minRegisterScore;
}

function likeliestFirst(a: LineReading, b: LineReading): number {
  return scoreRegisterLikeness(b) - scoreRegisterLikeness(a);
}

/** An angle in radians as quarters of a turn, from 0 to 3. */
function quartersOf(angle: number): number {
  return ((Math.round(angle / (Math.PI / 2)) % 4) + 4) % 4;
}

/** Tells lines that lie level on a face turned by `quarters` of a turn, or on their head. */
function isLevel(quarters: number): (rect: RotatedRect) => boolean {
  return ({ angle }) => (quartersOf(angle) - quarters) % 2 === 0;
}

/** Finds the level lines of the face, turned by `quarters` of a turn, and reads the largest that are not `known`. */
async function readFace(
  session: OcrSession,
  quarters: number,
  how: 'green' | 'colour',
  known: readonly LineReading[] = [],
): Promise<LineReading[]> {
  const found = (await findFaceLines(session, quarters, how)).filter(isLevel(quarters));
  const isNew = (rect: RotatedRect) => !known.some((line) => isSameLine(line.rect, rect));
  return readLines(session, found.filter(isNew), how);
}

async function findFaceLines(session: OcrSession, quarters: number, how: 'green' | 'colour'): Promise<RotatedRect[]> {
  const { width, height } = session.image;
  const least = minLineHeight * Math.max(width, height);
  const maxSize = Math.min(how === 'green' ? maxSearchSize : maxColourSearchSize, 2 * Math.max(width, height));
  const found = await findLinesWithin(session, wholeRect(session.image, quarters), maxSize, how);
  return found.filter((rect) => rect.length > 1.2 * rect.height && rect.height > least);
}

/** Reads the largest lines; one that is on its head is read upright. */
async function readLines(session: OcrSession, rects: readonly RotatedRect[], how: ColourMode): Promise<LineReading[]> {
  const lines: LineReading[] = [];
  for (const rect of rects.toSorted((a, b) => b.height - a.height).slice(0, maxLinesRead)) {
    const line = await readRow(session, rect, how, `whole, ${how}`);
    const isOnHead = line.turned > Math.max(line.upright, minTurned);
    const upright = isOnHead ? await readRow(session, turnedOver(rect), how, 'on its head') : line;
    lines.push(upright.upright > line.upright ? upright : line);
  }
  return lines;
}

/** Whether two rectangles contain roughly the same line. */
function isSameLine(rotatedRect: RotatedRect, other: RotatedRect): boolean {
  const apart = Math.hypot(rotatedRect.cx - other.cx, rotatedRect.cy - other.cy);
  const ratio = rotatedRect.length / other.length;
  return apart < Math.min(rotatedRect.length, other.length) / 4 + rotatedRect.height / 4 && ratio > 0.6 && ratio < 1.6;
}

/**
 * Reads a line again: in colour, with a wider margin, joined with its continuation, and as the line found in an
 * enlarged view of its surroundings.
 */
async function readCloser(
  session: OcrSession,
  { rect }: LineReading,
  lines: readonly LineReading[],
): Promise<LineReading[]> {
  const wider = growRect(rect, { before: 0.06, after: 0.22, above: 0.08, below: 0.08 });
  const views = [
    await readRow(session, rect, 'colour', 'colour'),
    await readRow(session, wider, 'even', 'wider'),
    await readRow(session, rect, 'green', 'narrow', true),
    await readRow(session, wider, 'even', 'wider, narrow', true),
  ];
  const around = growRect(rect, { before: 0.2, after: 0.35, above: 0.4, below: 0.4 });
  const nearer = longestAlongside(rect, await findLinesWithin(session, around, 640, 'even'));
  if (nearer !== undefined)
    views.push(
      await readRow(session, nearer, 'even', 'nearer'),
      await readRow(session, nearer, 'colour', 'nearer, colour'),
    );
  const joined = joinWithNext(rect, lines);
  if (joined !== undefined)
    views.push(
      await readRow(session, joined, 'green', 'joined'),
      await readRow(session, joined, 'colour', 'joined, colour'),
    );
  return views;
}

/**
 * Recomposes the row from its wheels, by the view that shows most of them at equal distances, and extends it in both
 * directions as long as there are digits: wheels at the ends are missed most often.
 */
async function readByWheel(session: OcrSession, views: readonly LineReading[]): Promise<LineReading[]> {
  const grids = views.flatMap((line) => {
    const likelihood = searchNumbers(line.frames, { length: undefined }, 1)[0]?.likelihood ?? 0;
    const grid = likelihood < minLikelihood ? undefined : findWheelGrid(line.frames);
    return grid === undefined ? [] : [{ line, grid, weight: grid.count + 2 * likelihood }];
  });
  const [best] = grids.toSorted((a, b) => b.weight - a.weight);
  if (best === undefined) return [];
  const { line, grid } = best;
  const readWith = async (before: number, after: number): Promise<LineReading> => {
    const cells = gridRect(line.rect, grid, before, after);
    const output = await session.models.say(recomposeRow(session.image, cells, grid.count + before + after), 'green');
    const rect = gridRect(line.rect, grid, before + gridMargin, after + gridMargin);
    return { ...toLineReading(session, rect, output, 'wheels'), upright: line.upright };
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
  return readings;
}

/** Reads the rectangle of a hint, and the line that is found in it: what is likelier a register. */
async function readAtHint(session: OcrSession, hint: RotatedRect): Promise<LineReading> {
  const around = growRect(hint, { before: 0.1, after: 0.1, above: 0.3, below: 0.3 });
  const found = longestAlongside(hint, await findLinesWithin(session, around, 640, 'green'));
  const views = [await readRow(session, hint, 'even', 'clue'), await readRow(session, hint, 'colour', 'clue, colour')];
  if (found !== undefined) views.push(await readRow(session, found, 'green', 'near the clue'));
  return views.reduce((a, b) => (b.upright > a.upright ? b : a));
}

/**
 * Where a register must be, if none was found: below or above the scale printed along its wheels (10000 1000 100 10 1),
 * and before a unit. Likeliest first.
 */
function findRegisterHints(lines: readonly LineReading[]): RotatedRect[] {
  const along = { before: 0.08, after: 0.6, above: 0.7, below: 0.7 };
  const scales = lines.filter(({ text }) => isWheelScale(text)).map(({ rect }) => growRect(rect, along));
  const units = lines
    .filter(({ text }) => /^[^\da-z]{0,2}(kwh?|kvh|m3|m³|mwh|gj)\W?$/i.test(text))
    .map(({ rect }) =>
      growRect(rect, { before: 5.8 * (rect.height / rect.length), after: -1, above: 0.1, below: 0.15 }),
    );
  const below = scales.map((rect) => shiftDown(rect, 0.7));
  const above = scales.map((rect) => shiftDown(rect, -0.7));
  return [...below, ...units, ...above].slice(0, maxRegisterHints);
}

/** A rectangle moved down by a multiple of its height. */
function shiftDown(rect: RotatedRect, heights: number): RotatedRect {
  const down = heights * rect.height;
  return { ...rect, cx: rect.cx - down * Math.sin(rect.angle), cy: rect.cy + down * Math.cos(rect.angle) };
}

/** Whether each of `count` places, except one with a comma, has a digit: `times` likelier than one digit fewer. */
function isFilled({ frames, text }: LineReading, count: number, times: number): boolean {
  const places = /\d[.,]\d/.test(text) ? count - 1 : count;
  const all = searchNumbers(frames, { length: places }, 1)[0]?.likelihood ?? 0;
  const fewer = searchNumbers(frames, { length: places - 1 }, 1)[0]?.likelihood ?? 0;
  return all > fewer * times;
}

/** A line joined with the next one, if that continues it: red wheels are often found as a separate line. */
function joinWithNext(rect: RotatedRect, lines: readonly LineReading[]): RotatedRect | undefined {
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

/** The longest line that continues or replaces another one. */
function longestAlongside(rect: RotatedRect, lines: readonly RotatedRect[]): RotatedRect | undefined {
  return lines
    .filter((near) => Math.abs(verticalOffset(rect, near)) < rect.height / 2 && near.height > rect.height / 2)
    .toSorted((a, b) => b.length - a.length)[0];
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
  const { text, frames, asRegister, register: registerFrames } = session.reader(output);
  const size = rect.height / Math.max(session.image.width, session.image.height);
  const angle = Math.round((rect.angle * 180) / Math.PI);
  const [upright = 0, turned = 0] = [...output.kind].map((likelihood) => Number(likelihood.toFixed(4)));
  const box = boxOf(rect, session.image);
  return { view, text, frames, asRegister, registerFrames, box, size, angle, upright, turned, rect };
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
