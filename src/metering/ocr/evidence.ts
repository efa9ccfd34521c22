// Evidence: what a reader saw in a photo, as plain data; resolveReading makes the decision. Small enough to be sent
// between processes and kept in a test.

import type { PhotoQuality } from '../../platform/values/photo-quality.ts';

/** A rectangle in the upright photo, in fractions of its width and height: x to the right, y down. */
export type TextBox = { readonly x: number; readonly y: number; readonly width: number; readonly height: number };

/**
 * One step along a row: the likelihood of each digit, of nothing new (`blank`), and of a sign that is not a digit
 * (`other`). They add up to 1. `at` is the middle of the step, in fractions of the row's length. Consecutive blank
 * steps are merged into one.
 */
export type OcrFrame = {
  readonly at: number;
  readonly digits: readonly number[];
  readonly blank: number;
  readonly other: number;
};

/**
 * One view of a line of signs. Rows with the same `lineIndex` are views of the same line. `text` is the output of the
 * general model; `size` is the height in fractions of the photo's larger side, `angle` the direction in degrees
 * clockwise (0 = to the right). `asRegister` is the text that the line classifier reads (x for a sign that is no
 * digit), `upright` how likely the row is a register.
 */
export type TextRow = {
  readonly lineIndex: number;
  readonly view: string;
  readonly text: string;
  readonly asRegister: string;
  readonly frames: readonly OcrFrame[];
  readonly box: TextBox;
  readonly size: number;
  readonly angle: number;
  readonly upright: number;
  /** Whether the row comes from the register model, which knows wheels and displays but no text. */
  readonly register?: boolean;
};

/** What a reader saw. */
export type Evidence = {
  readonly rows: readonly TextRow[];
  readonly quality: PhotoQuality;
};
