// How good a photo is for reading: measured by the service, and by the phone before it sends one.

/**
 * The quality of a photo, from 0 to 1: `sharpness` of edges, `brightness`, and the share of overexposed pixels
 * (`glare`).
 */
export type PhotoQuality = { readonly sharpness: number; readonly brightness: number; readonly glare: number };

/** Pixels row by row, `channels` bytes each, the second of which is green. */
type ImagePixels = { readonly width: number; readonly height: number; readonly data: ArrayLike<number> };

/** Measures the green channel, at every second pixel of every second row. */
export function qualityOf({ width, height, data }: ImagePixels, channels = 3): PhotoQuality {
  let [edges, light, glare, count] = [0, 0, 0, 0];
  const green = (x: number, y: number) => data[(y * width + x) * channels + 1] ?? 0;
  for (let y = 2; y < height - 2; y += 2)
    for (let x = 2; x < width - 2; x += 2) {
      const here = green(x, y);
      const curve = 4 * here - green(x - 2, y) - green(x + 2, y) - green(x, y - 2) - green(x, y + 2);
      edges += curve * curve;
      light += here;
      glare += here > 250 ? 1 : 0;
      count += 1;
    }
  const all = Math.max(1, count);
  return { sharpness: Math.min(1, edges / all / 1000), brightness: light / all / 255, glare: glare / all };
}
