// Tests of what is said to be wrong with a photo.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type PhotoQuality, qualityOf } from '../../platform/values/photo-quality.ts';
import type { TextRow } from './evidence.ts';
import { findPhotoProblem } from './photo-problems.ts';

const good: PhotoQuality = { sharpness: 0.8, brightness: 0.5, glare: 0.01 };
const box = { x: 0.3, y: 0.4, width: 0.4, height: 0.1 };

function row(more: Partial<TextRow> = {}): TextRow {
  return {
    lineIndex: 0,
    view: '',
    text: '',
    asRegister: '',
    frames: [],
    box,
    size: 0.1,
    angle: 0,
    upright: 0.9,
    ...more,
  };
}

const problemOf = (rows: readonly TextRow[], quality: Partial<PhotoQuality> = {}) =>
  findPhotoProblem({ rows, quality: { ...good, ...quality } });

test('a photo in the dark, with glare, or blurred is said to be so, whatever is on it', () => {
  assert.equal(problemOf([row()], { brightness: 0.05, sharpness: 0 }), 'photo_dark');
  assert.equal(problemOf([row()], { glare: 0.4 }), 'photo_glare');
  assert.equal(problemOf([], { sharpness: 0.01 }), 'photo_blurred');
});

test('a photo without a line that may be a register shows no meter; with one that is whole, nothing is wrong', () => {
  assert.equal(problemOf([]), 'no_meter');
  assert.equal(problemOf([row({ upright: 0.02 })]), 'no_meter');
  assert.equal(problemOf([row({ upright: 0.02 }), row()]), undefined);
});

test('a register that ends at the edge of the photo is cut off, in the direction of its digits', () => {
  assert.equal(problemOf([row({ box: { ...box, x: 0 } })]), 'photo_cut');
  assert.equal(problemOf([row({ box: { ...box, x: 0.6 } })]), 'photo_cut');
  assert.equal(problemOf([row({ box: { ...box, y: 0 } })]), undefined);
  assert.equal(problemOf([row({ box: { ...box, y: 0 }, angle: 90 })]), 'photo_cut');
});

test('edges are sharp, soft changes are not, and the light is that of all pixels, however many channels there are', () => {
  const measure = (brightness: (x: number) => number, channels: number) => {
    const pixels = Array.from({ length: 1600 }, (_, at) => new Array<number>(channels).fill(brightness(at % 40)));
    return qualityOf({ width: 40, height: 40, data: pixels.flat() }, channels);
  };
  const stripes = measure((x) => (x % 8 < 4 ? 20 : 220), 4);
  assert.deepEqual(
    measure((x) => (x % 8 < 4 ? 20 : 220), 3),
    stripes,
  );
  assert.ok(stripes.sharpness > 0.5 && Math.abs(stripes.brightness - 120 / 255) < 0.05);
  assert.ok(measure((x) => 100 + x, 3).sharpness < 0.005);
});
