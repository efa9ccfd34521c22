// Evidence: what a reader saw in a photo, as numbers and nothing else. It decides nothing; resolveReading does. Small enough to be sent between
// processes and kept in a test.

/** A rectangle in the upright photo, in fractions of its width and height: axes are right and down. */
export type TextBox = { readonly x: number; readonly y: number; readonly width: number; readonly height: number };

/**
 * One step along a row: how likely it shows each digit, nothing new (`blank`), or a sign that is no digit (`other`). They add up to 1. `at` is its
 * middle, in fractions of the row's length. Steps that show nothing are joined into one.
 */
export type OcrFrame = {
  readonly at: number;
  readonly digits: readonly number[];
  readonly blank: number;
  readonly other: number;
};

/**
 * A line of signs, seen once. Rows of one `place` are the same line seen in several ways. `text` is what it says to a reader of any text;
 * `size` its height in fractions of the photo's larger side, `angle` where it runs, in degrees
 * clockwise (0 = to the right), `expected` whether something else
 * on the face says that a register stands there.
 */
export type TextRow = {
  readonly place: number;
  readonly view: string;
  readonly text: string;
  readonly frames: readonly OcrFrame[];
  readonly box: TextBox;
  readonly size: number;
  readonly angle: number;
  readonly expected: boolean;
  /** Whether a reader says so that knows wheels and displays, but no text. */
  readonly register?: boolean;
  /** False: who saw it cannot say where. */
  readonly placed?: boolean;
};

/** How good the photo is, 0 to 1: `sharpness` of edges, `brightness`, and the share of blown-out points (`glare`). */
export type PhotoQuality = { readonly sharpness: number; readonly brightness: number; readonly glare: number };

/** What a reader saw: `engine` names it. */
export type Evidence = {
  readonly engine: string;
  readonly rows: readonly TextRow[];
  readonly quality: PhotoQuality;
};
