// Pixels: an upright photo in memory, and straightened cut-outs of it.
import sharp from 'sharp';

/** Red, green, blue, a byte each, row by row. */
export type PixelImage = { readonly width: number; readonly height: number; readonly data: Uint8Array };

/**
 * A rectangle that may be tilted: its centre, its length along the text and its height in pixels, and the text's
 * direction in radians (0 = to the right).
 */
export type RotatedRect = {
  readonly cx: number;
  readonly cy: number;
  readonly length: number;
  readonly height: number;
  readonly angle: number;
};

/**
 * How colours are used: all channels, or the green channel alone, in which red wheels are as dark as black ones; `even`
 * stretches its contrast.
 */
export type ColourMode = 'colour' | 'green' | 'even';

/** Decodes a JPEG to at most `maxSide` pixels on its longer side. Throws for other data. */
export async function decodeJpeg(jpeg: Uint8Array, maxSide: number): Promise<PixelImage> {
  const { data, info } = await sharp(jpeg, { failOn: 'error', limitInputPixels: 50_000_000 })
    .resize({ width: maxSide, height: maxSide, fit: 'inside', withoutEnlargement: true })
    .toColourspace('srgb')
    .removeAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true });
  if (info.channels !== 3) throw new Error(`An image with ${info.channels} channels cannot be read.`);
  return { width: info.width, height: info.height, data };
}

/** The whole image as a rectangle, rotated by `quarters` of a turn. */
export function wholeRect({ width, height }: PixelImage, quarters = 0): RotatedRect {
  const lies = quarters % 2 === 1;
  return {
    cx: width / 2,
    cy: height / 2,
    length: lies ? height : width,
    height: lies ? width : height,
    angle: (quarters * Math.PI) / 2,
  };
}

/** A rectangle extended by fractions of its length and height. */
export function growRect(
  rect: RotatedRect,
  by: { before: number; after: number; above: number; below: number },
): RotatedRect {
  const along = ((by.after - by.before) / 2) * rect.length;
  const down = ((by.below - by.above) / 2) * rect.height;
  const [cos, sin] = [Math.cos(rect.angle), Math.sin(rect.angle)];
  return {
    cx: rect.cx + along * cos - down * sin,
    cy: rect.cy + along * sin + down * cos,
    length: rect.length * (1 + by.before + by.after),
    height: rect.height * (1 + by.above + by.below),
    angle: rect.angle,
  };
}

/** Cuts out a rectangle, straightened and scaled to `width` × `height`. Outside the photo its edge pixels continue. */
export function cutOut(image: PixelImage, rect: RotatedRect, width: number, height: number): PixelImage {
  const data = new Uint8Array(width * height * 3);
  const [cos, sin] = [Math.cos(rect.angle), Math.sin(rect.angle)];
  const [stepX, stepY] = [rect.length / width, rect.height / height];
  // Samples per pixel and direction, when scaling down.
  const fine = Math.max(1, Math.min(4, Math.round(Math.max(stepX, stepY))));
  for (let row = 0, to = 0; row < height; row += 1)
    for (let column = 0; column < width; column += 1, to += 3) {
      let red = 0;
      let green = 0;
      let blue = 0;
      for (let part = 0; part < fine * fine; part += 1) {
        const u = (column + ((part % fine) + 0.5) / fine) * stepX - rect.length / 2;
        const v = (row + (Math.floor(part / fine) + 0.5) / fine) * stepY - rect.height / 2;
        const x = Math.max(0, Math.min(image.width - 1, rect.cx + u * cos - v * sin - 0.5));
        const y = Math.max(0, Math.min(image.height - 1, rect.cy + u * sin + v * cos - 0.5));
        red += colourAt(image, 0, x, y);
        green += colourAt(image, 1, x, y);
        blue += colourAt(image, 2, x, y);
      }
      data[to] = red / (fine * fine);
      data[to + 1] = green / (fine * fine);
      data[to + 2] = blue / (fine * fine);
    }
  return { width, height, data };
}

/** The interpolated value of a channel at a point between pixels. */
function colourAt({ width, height, data }: PixelImage, channel: number, x: number, y: number): number {
  const x0 = Math.floor(x);
  const y0 = Math.floor(y);
  const fx = x - x0;
  const right = x0 + 1 < width ? 3 : 0;
  const down = y0 + 1 < height ? width * 3 : 0;
  const at = (y0 * width + x0) * 3 + channel;
  const above = (data[at] ?? 0) * (1 - fx) + (data[at + right] ?? 0) * fx;
  const below = (data[at + down] ?? 0) * (1 - fx) + (data[at + down + right] ?? 0) * fx;
  return above * (1 - (y - y0)) + below * (y - y0);
}

/**
 * An image as model input: three planes, each channel minus its mean and divided by its deviation (both from 0 to 1).
 */
export function toPlanes(
  image: PixelImage,
  look: ColourMode,
  mean: readonly number[],
  deviation: readonly number[],
): Float32Array {
  const size = image.width * image.height;
  const planes = new Float32Array(size * 3);
  const [low, high] = look === 'even' ? brightnessRange(image) : [0, 255];
  for (let channel = 0; channel < 3; channel += 1) {
    const from = look === 'colour' ? 2 - channel : 1; // The models were trained on blue, green, red.
    const [m, d] = [mean[channel] ?? 0, deviation[channel] ?? 1];
    for (let i = 0; i < size; i += 1) {
      const value = Math.max(0, Math.min(1, ((image.data[i * 3 + from] ?? 0) - low) / (high - low)));
      planes[channel * size + i] = (value - m) / d;
    }
  }
  return planes;
}

/** The range of the green channel of nearly all pixels: 2 % are cut off at each end. */
function brightnessRange({ data }: PixelImage): [number, number] {
  const counts = new Uint32Array(256);
  for (let i = 1; i < data.length; i += 3) counts[data[i] ?? 0] = (counts[data[i] ?? 0] ?? 0) + 1;
  const cutOff = data.length / 3 / 50;
  const edge = (step: 1 | -1, from: number) => {
    for (let at = from, seen = 0; ; at += step) {
      seen += counts[at] ?? 0;
      if (seen > cutOff || at === 255 - from) return at;
    }
  };
  const [low, high] = [edge(1, 0), edge(-1, 255)];
  return high - low < 16 ? [0, 255] : [low, high];
}
