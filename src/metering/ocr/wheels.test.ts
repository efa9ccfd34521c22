// Tests of wheel rows: images are normalised only where digits are evenly spaced, and then all wheels look alike,
// whatever their colours.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { OcrFrame } from './evidence.ts';
import type { PixelImage, RotatedRect } from './pixels.ts';
import { findWheelGrid, gridRect, recomposeRow } from './wheels.ts';

const nothing = new Array<number>(10).fill(0);

/** The frames of a view that shows digits at these places. */
function look(digits: string, at: readonly number[]): OcrFrame[] {
  const frames: OcrFrame[] = [{ at: 0, digits: nothing, blank: 1, other: 0 }];
  for (const [index, place] of at.entries()) {
    const shown = nothing.map((_, digit) => (digit === Number(digits[index]) ? 0.98 : 0.001));
    frames.push({ at: place, digits: shown, blank: 0.01, other: 0 });
    frames.push({ at: place + 0.03, digits: nothing, blank: 1, other: 0 });
  }
  return frames;
}

test('evenly spaced digits are a grid, also where one between them was not detected', () => {
  const even = findWheelGrid(look('01357', [0.1, 0.3, 0.5, 0.7, 0.9]));
  assert.equal(even?.count, 5);
  assert.ok(Math.abs((even?.step ?? 0) - 0.2) < 0.01 && Math.abs((even?.first ?? 0) - 0.1) < 0.01);
  assert.equal(findWheelGrid(look('01257', [0.1, 0.25, 0.4, 0.7, 0.85]))?.count, 6);
});

test('digits that are unevenly spaced or too few are no wheels', () => {
  assert.equal(findWheelGrid(look('01357', [0.1, 0.17, 0.5, 0.62, 0.9])), undefined);
  assert.equal(findWheelGrid(look('013', [0.2, 0.5, 0.8])), undefined);
  assert.equal(findWheelGrid([]), undefined);
});

test('a grid is extended by whole wheels, along the slope of the row', () => {
  const row: RotatedRect = { cx: 100, cy: 100, length: 100, height: 20, angle: Math.PI / 2 };
  const rect = gridRect(row, { first: 0.1, step: 0.2, count: 5 }, 0, 1);
  assert.ok(Math.abs(rect.length - 120) < 1e-9);
  assert.ok(Math.abs(rect.cx - 100) < 1e-9 && Math.abs(rect.cy - 110) < 1e-9);
});

test('light digits on black, on red and dark ones on white all become dark digits on white', () => {
  const [size, bar] = [40, 8];
  const grounds = [
    [10, 10, 10],
    [170, 30, 30],
    [250, 250, 250],
  ];
  const inks = [
    [240, 240, 240],
    [230, 210, 210],
    [60, 50, 50],
  ];
  const image = { width: size * 3, height: size, data: new Uint8Array(size * size * 9) } satisfies PixelImage;
  for (let at = 0; at < image.width * image.height; at += 1) {
    const [x, y] = [at % image.width, Math.floor(at / image.width)];
    const isInk = Math.abs((x % size) - size / 2) < bar / 2 && y > 6 && y < size - 6;
    image.data.set((isInk ? inks : grounds)[Math.floor(x / size)] ?? [], at * 3);
  }
  const row = recomposeRow(
    image,
    { cx: image.width / 2, cy: size / 2, length: image.width, height: size, angle: 0 },
    3,
  );
  const cell = row.width / 4;
  const at = (x: number) => row.data[(24 * row.width + Math.round(x)) * 3] ?? Number.NaN;
  for (const place of [0, 1, 2]) {
    assert.ok(at((place + 1) * cell) < 30, `the digit of wheel ${place} is ${at((place + 1) * cell)}`);
    assert.ok(at((place + 0.65) * cell) > 225, `the ground of wheel ${place} is ${at((place + 0.65) * cell)}`);
  }
});
