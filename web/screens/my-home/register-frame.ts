// Where the register was found on a photo: the frame around its digits.

/** A part of a photo: its left upper corner and its size, as shares of the photo's width and height. */
export type Frame = { readonly x: number; readonly y: number; readonly width: number; readonly height: number };

/** Room around the digits, as a share of their height. */
const marginShare = 0.25;

/** The frame around the digits that were seen, with some room; undefined if none was. */
export function findRegister(digits: readonly { readonly box?: Frame | undefined }[]): Frame | undefined {
  const boxes = digits.flatMap(({ box }) => box ?? []);
  if (boxes.length === 0) return undefined;
  const margin = marginShare * Math.max(...boxes.map(({ height }) => height));
  const left = Math.max(0, Math.min(...boxes.map(({ x }) => x)) - margin);
  const top = Math.max(0, Math.min(...boxes.map(({ y }) => y)) - margin);
  const right = Math.min(1, Math.max(...boxes.map(({ x, width }) => x + width)) + margin);
  const bottom = Math.min(1, Math.max(...boxes.map(({ y, height }) => y + height)) + margin);
  return { x: left, y: top, width: right - left, height: bottom - top };
}

/** The frame as the place of an element over the photo. */
export function inPercent({ x, y, width, height }: Frame) {
  const percent = (share: number) => `${100 * share}%`;
  return { left: percent(x), top: percent(y), width: percent(width), height: percent(height) };
}
