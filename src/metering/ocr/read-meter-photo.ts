// Looking: reads a photo of a meter in several ways and gathers what was seen. First the whole face for lines; then the lines of digits again, from
// nearer and with more around them, as the first look often cuts a red wheel off.
import { numbersIn } from './digit-search.ts';
import type { Box, Evidence, Frame, Row } from './evidence.ts';
import { interestOf, isScale } from './register-likeness.ts';
import { linesOf } from './find-text-lines.ts';
import type { Models, Said } from './models.ts';
import { cut, decode, grown, type Image, type Look, qualityOf, type Rect, whole } from './pixels.ts';
import { type Reader, readerOf } from './decode-rows.ts';
import { gridOf, gridRect, margin, setAnew } from './wheels.ts';

const longestKept = 2048;
const longestLooked = 1280;
/** The second look at the whole, in colour, is coarser: it is for what stands out by it. */
const longestColoured = 960;
const rowHeight = 48;
const longestRow = 640;
const mostRead = 16;
const mostMissed = 6;
const mostNearer = 3;
const mostClues = 2;
const longestRegister = 9;
/** What is read less clearly than this is print or scratches: set anew, it would look like digits. */
const leastSure = 0.05;
const mostAnew = 3;
/** Behind a register stands its unit. */
const endsWithLetter = /[a-zA-CE-NPR-Z]$/;
/** How much likelier a place at an end must have a digit than none: the last wheel is often between two, the first one hardly ever. */
const likelier = { before: 2, after: 1 / 4 };
const narrowed = 0.7;
const softened = 0.46;
/** A line of digits that is read less clearly than this may stand on its head. */
const clearlyRead = 0.2;
/** Lines lower than this share of the photo's longer side are too small for a register. */
const lowest = 0.008;

type Eye = { readonly image: Image; readonly models: Models; readonly reader: Reader };
type Line = Omit<Row, 'place' | 'register'> & { readonly rect: Rect; readonly asRegister: readonly Frame[] };

/** Looks at a JPEG. Fails for what is none; a photo without any digits is evidence without rows. */
export async function look(models: Models, jpeg: Uint8Array): Promise<Evidence> {
  const image = await decode(jpeg, longestKept);
  const eye = { image, models, reader: readerOf(models.signs) };
  const lines = await atTheWhole(eye, 0);
  lines.push(...(await inColour(eye, lines)));
  for (const quarters of [1, 3]) {
    if (lines.some((line) => interestOf(line) > 4)) break;
    lines.push(...(await atTheWhole(eye, quarters)));
  }
  const places = lines.map((line) => [line]);
  for (const clue of cluesIn(lines)) {
    const known = lines.findIndex((line) => covers(line, clue));
    if (known >= 0) places[known] = (places[known] ?? []).map((line) => ({ ...line, expected: true }));
    else if (places.length < lines.length + mostClues) places.push(await atClue(eye, clue));
  }
  const interesting = (index: number) => Math.max(...(places[index] ?? []).map(interestOf));
  const likely = [...lines.keys()]
    .filter((index) => interesting(index) > 2)
    .sort((a, b) => interesting(b) - interesting(a));
  for (const index of likely.slice(0, mostNearer)) {
    const [line] = places[index] ?? [];
    if (line === undefined) continue;
    places[index]?.push(...(await fromNearer(eye, line)));
    const joined = joinedWith(line, lines);
    if (joined !== undefined)
      places[index]?.push(
        await read(eye, joined, 'green', 'joined'),
        await read(eye, joined, 'colour', 'joined, colour'),
      );
    if (surenessOf(line) < clearlyRead) places.push(await upsideDown(eye, line));
  }
  const byInterest = [...places.keys()].sort((a, b) => interesting(b) - interesting(a));
  for (const index of byInterest.slice(0, mostAnew).filter((one) => interesting(one) > 4))
    places[index]?.push(...(await wheelByWheel(eye, places[index] ?? [])));
  const rows = places.flatMap((views, place) => views.flatMap((view) => rowsOf(view, place)));
  return { engine: 'pp-ocrv4', rows, quality: qualityOf(image) };
}

/** What a look at a line says to both readers: to the one of any text, and to the one that knows registers. */
function rowsOf({ rect: _, asRegister, ...view }: Line, place: number): Row[] {
  return [
    { place, ...view },
    { place, ...view, view: `${view.view}, as a register`, frames: asRegister, register: true },
  ];
}

/** Finds lines on the whole face, turned by so many quarters, and reads the largest. One that stands upright is read both ways. */
async function atTheWhole(eye: Eye, quarters: number): Promise<Line[]> {
  const face = whole(eye.image, quarters);
  const least = lowest * Math.max(eye.image.width, eye.image.height);
  const rects = (
    await linesWithin(eye, face, Math.min(longestLooked, 2 * Math.max(eye.image.width, eye.image.height)), 'green')
  )
    .filter(({ length, height }) => length > 1.2 * height && height > least)
    .toSorted((a, b) => b.height - a.height)
    .slice(0, mostRead);
  const lines: Line[] = [];
  for (const rect of rects) {
    lines.push(await read(eye, rect, 'green', `whole ${quarters * 90}°`));
    if (quarters === 0 && Math.abs(Math.sin(rect.angle)) > 0.8 && rect.length > 2.5 * rect.height)
      lines.push(await read(eye, { ...rect, angle: rect.angle + Math.PI }, 'green', 'upside down'));
  }
  return lines;
}

/** Finds what the look at the green part has missed: displays that are lit in colours, large thin digits, red on grey. */
async function inColour(eye: Eye, known: readonly Line[]): Promise<Line[]> {
  const found = await linesWithin(eye, whole(eye.image), longestColoured, 'colour');
  const least = lowest * Math.max(eye.image.width, eye.image.height);
  const missed = found
    .filter(({ length, height }) => length > 1.2 * height && height > least)
    .filter((rect) => !known.some((line) => isSame(line.rect, rect)))
    .toSorted((a, b) => b.height - a.height)
    .slice(0, mostMissed);
  const lines: Line[] = [];
  for (const rect of missed) lines.push(await read(eye, rect, 'colour', 'whole, colour'));
  return lines;
}

/** Whether two rectangles hold about the same line. */
function isSame(one: Rect, other: Rect): boolean {
  const apart = Math.hypot(one.cx - other.cx, one.cy - other.cy);
  const ratio = one.length / other.length;
  return apart < Math.min(one.length, other.length) / 4 + one.height / 4 && ratio > 0.6 && ratio < 1.6;
}

/** Reads a line again: in colour, with more around it, and as what is found there when its neighbourhood fills the view. */
async function fromNearer(eye: Eye, { rect, expected }: Line): Promise<Line[]> {
  const wider = grown(rect, { before: 0.06, after: 0.22, above: 0.08, below: 0.08 });
  const lines = [
    await read(eye, rect, 'colour', 'colour'),
    await read(eye, wider, 'even', 'wider'),
    await read(eye, rect, 'green', 'narrow', true),
    await read(eye, wider, 'even', 'wider, narrow', true),
  ];
  const around = grown(rect, { before: 0.2, after: 0.35, above: 0.4, below: 0.4 });
  const same = longestBeside(rect, await linesWithin(eye, around, 640, 'even'));
  if (same !== undefined)
    lines.push(await read(eye, same, 'even', 'nearer'), await read(eye, same, 'colour', 'nearer, colour'));
  return lines.map((line) => ({ ...line, expected }));
}

/**
 * Sets the row anew of its wheels, by the look that shows most of them at equal distances, and goes on in both directions as long as there are digits:
 * wheels at the ends are missed most often.
 */
async function wheelByWheel(eye: Eye, looks: readonly Line[]): Promise<Line[]> {
  const grids = looks.flatMap((line) => {
    const sureness = surenessOf(line);
    const grid = sureness < leastSure ? undefined : gridOf(line.frames);
    return grid === undefined ? [] : [{ line, grid, weight: grid.count + 2 * sureness }];
  });
  const [best] = grids.toSorted((a, b) => b.weight - a.weight);
  if (best === undefined) return [];
  const { line, grid } = best;
  const readWith = async (before: number, after: number): Promise<Line> => {
    const cells = gridRect(line.rect, grid, before, after);
    const said = await eye.models.say(setAnew(eye.image, cells, grid.count + before + after), 'green');
    return lineOf(eye, gridRect(line.rect, grid, before + margin, after + margin), said, 'wheels');
  };
  const readings = [await readWith(0, 0)];
  let [before, after] = [0, 0];
  for (let places = grid.count + 1; places <= longestRegister; places += 1) {
    const longer = await readWith(0, after + 1);
    if (endsWithLetter.test(longer.text) || !isFilled(longer, places, likelier.after)) break;
    readings.push(longer);
    after += 1;
  }
  for (let places = grid.count + after + 1; places <= longestRegister; places += 1) {
    const longer = await readWith(before + 1, after);
    if (!isFilled(longer, places, likelier.before)) break;
    readings.push(longer);
    before += 1;
  }
  const complete = gridRect(line.rect, grid, before + 0.15, after + 0.25);
  readings.push(await read(eye, complete, 'even', 'complete'), await read(eye, complete, 'colour', 'complete, colour'));
  return readings.map((one) => ({ ...one, expected: line.expected }));
}

/** Whether each of so many places, but for one with a comma, seems to have a digit: so many times likelier than that one of them has none. */
function isFilled({ frames, text }: Line, count: number, times: number): boolean {
  const places = /\d[.,]\d/.test(text) ? count - 1 : count;
  const all = numbersIn(frames, { length: places }, 1)[0]?.likelihood ?? 0;
  const fewer = numbersIn(frames, { length: places - 1 }, 1)[0]?.likelihood ?? 0;
  return all > fewer * times;
}

async function upsideDown(eye: Eye, { rect }: Line): Promise<Line[]> {
  const turned = { ...rect, angle: rect.angle + Math.PI };
  return [await read(eye, turned, 'green', 'upside down'), await read(eye, turned, 'colour', 'upside down, colour')];
}

function surenessOf({ frames }: Line): number {
  return numbersIn(frames, { length: undefined }, 1)[0]?.likelihood ?? 0;
}

/** A line together with the next one, where that goes on from it: red wheels are often found as a line of their own. */
function joinedWith({ rect }: Line, lines: readonly Line[]): Rect | undefined {
  const [cos, sin] = [Math.cos(rect.angle), Math.sin(rect.angle)];
  const ahead = (other: Rect) => (other.cx - rect.cx) * cos + (other.cy - rect.cy) * sin;
  const gap = (other: Rect) => ahead(other) - (rect.length + other.length) / 2;
  const next = lines
    .filter(({ rect: other, text }) => {
      const alike = other.height / rect.height > 0.6 && other.height / rect.height < 1.6 && /\d/.test(text);
      const level = Math.abs(across(rect, other)) < rect.height / 2;
      return alike && level && gap(other) > -rect.height / 2 && gap(other) < 1.2 * rect.height;
    })
    .toSorted((a, b) => ahead(a.rect) - ahead(b.rect))[0]?.rect;
  return next && grown(rect, { before: 0, after: (gap(next) + next.length) / rect.length, above: 0.05, below: 0.05 });
}

/** Reads the place that a clue points at, and the line that is found in it. */
async function atClue(eye: Eye, clue: Rect): Promise<Line[]> {
  const lines = [await read(eye, clue, 'even', 'clue'), await read(eye, clue, 'colour', 'clue, colour')];
  const around = grown(clue, { before: 0.1, after: 0.1, above: 0.3, below: 0.3 });
  const found = longestBeside(clue, await linesWithin(eye, around, 640, 'green'));
  if (found !== undefined) lines.push(await read(eye, found, 'green', 'near the clue'));
  return lines.map((line) => ({ ...line, expected: true }));
}

/** Of lines the longest that goes on from another one, or replaces it. */
function longestBeside(rect: Rect, lines: readonly Rect[]): Rect | undefined {
  return lines
    .filter((near) => Math.abs(across(rect, near)) < rect.height / 2 && near.height > rect.height / 2)
    .toSorted((a, b) => b.length - a.length)[0];
}

/**
 * Where a register must be: under or over the scale that is printed along its wheels (10000 1000 100 10 1), and before a unit. The likelier first.
 */
function cluesIn(lines: readonly Line[]): Rect[] {
  const along = { before: 0.08, after: 0.6, above: 0.7, below: 0.7 };
  const scales = lines.filter(({ text }) => isScale(text)).map(({ rect }) => grown(rect, along));
  const units = lines
    .filter(({ text }) => /^[^\da-z]{0,2}(kwh?|kvh|m3|m³|mwh|gj)\W?$/i.test(text))
    .map(({ rect }) => ({
      ...shifted(rect, 0, -rect.length / 2 - 2.9 * rect.height),
      length: 5.8 * rect.height,
      height: rect.height * 1.25,
    }));
  const below = scales.map((rect) => shifted(rect, 0.7));
  const above = scales.map((rect) => shifted(rect, -0.7));
  return [...below, ...units, ...above];
}

/** Whether a line of digits fills the place that a clue points at. */
function covers(line: Line, clue: Rect): boolean {
  const off = Math.hypot(line.rect.cx - clue.cx, line.rect.cy - clue.cy);
  const fills = line.rect.length > clue.length * 0.6 && off < clue.length / 2;
  return interestOf(line) > 4 && fills && Math.abs(across(clue, line.rect)) < clue.height / 2;
}

/** A rectangle moved down by so many of its heights, and along by so many pixels. */
function shifted(rect: Rect, heights: number, along = 0): Rect {
  const [cos, sin, down] = [Math.cos(rect.angle), Math.sin(rect.angle), heights * rect.height];
  return { ...rect, cx: rect.cx + along * cos - down * sin, cy: rect.cy + along * sin + down * cos };
}

/** How far, in pixels, another line's middle lies above or below a line. */
function across(line: Rect, other: Rect): number {
  return (other.cy - line.cy) * Math.cos(line.angle) - (other.cx - line.cx) * Math.sin(line.angle);
}

/** The lines inside a rectangle that is looked at with so many pixels, as rectangles of the photo. */
async function linesWithin(eye: Eye, part: Rect, longest: number, how: Look): Promise<Rect[]> {
  const scale = longest / Math.max(part.length, part.height);
  const width = Math.max(32, Math.round((part.length * scale) / 32) * 32);
  const height = Math.max(32, Math.round((part.height * scale) / 32) * 32);
  const map = await eye.models.find(cut(eye.image, part, width, height), how);
  const [cos, sin] = [Math.cos(part.angle), Math.sin(part.angle)];
  const [perX, perY] = [part.length / width, part.height / height];
  return linesOf(map).map((line) => {
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

async function read(eye: Eye, rect: Rect, how: Look, view: string, narrow = false): Promise<Line> {
  const wanted = (rect.length / rect.height) * rowHeight * (narrow ? narrowed : 1);
  const width = Math.max(rowHeight, Math.min(longestRow, Math.round(wanted)));
  const said = await eye.models.say(narrow ? soft(eye, rect, width) : cut(eye.image, rect, width, rowHeight), how);
  return lineOf(eye, rect, said, view);
}

function lineOf(eye: Eye, rect: Rect, said: Said, view: string): Line {
  const { text, frames, register: asRegister } = eye.reader(said);
  const size = rect.height / Math.max(eye.image.width, eye.image.height);
  const angle = Math.round((rect.angle * 180) / Math.PI);
  return { view, text, frames, asRegister, box: boxOf(rect, eye.image), size, angle, expected: false, rect };
}

/** A row made narrower and less fine: wheels that stand far apart come closer, and the frames between them fade. */
function soft(eye: Eye, rect: Rect, width: number): Image {
  const coarse = cut(eye.image, rect, Math.round(width * softened), Math.round(rowHeight * softened));
  return cut(coarse, whole(coarse), width, rowHeight);
}

/** The upright box around a rectangle, inside the photo. */
function boxOf({ cx, cy, length, height, angle }: Rect, image: Image): Box {
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
