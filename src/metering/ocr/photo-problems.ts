// What is wrong with a photo, so that whoever holds the phone can take another at once.
import type { Evidence, TextRow } from './evidence.ts';

export const photoProblems = ['photo_dark', 'photo_glare', 'photo_blurred', 'photo_cut', 'no_meter'] as const;
export type PhotoProblem = (typeof photoProblems)[number];

const minBrightness = 0.15;
const maxGlare = 0.25;
const minSharpness = 0.04;
/** A row below this likelihood is no register. */
const minUpright = 0.3;
/** A register that comes so near to the edge, as a share of the photo, is cut off there. */
const edge = 0.004;

/** The most serious problem of a photo that is unclear or has no reading. Undefined: it looks as a photo should. */
export function findPhotoProblem({ quality, rows }: Evidence): PhotoProblem | undefined {
  if (quality.brightness < minBrightness) return 'photo_dark';
  if (quality.glare > maxGlare) return 'photo_glare';
  if (quality.sharpness < minSharpness) return 'photo_blurred';
  const [likeliest] = rows.toSorted((a, b) => b.upright - a.upright);
  if (likeliest === undefined || likeliest.upright < minUpright) return 'no_meter';
  return isCut(likeliest) ? 'photo_cut' : undefined;
}

/** Whether a row ends at the edge of the photo. */
function isCut({ box, angle }: TextRow): boolean {
  const lies = Math.abs(Math.cos((angle * Math.PI) / 180)) > Math.SQRT1_2;
  const [from, to] = lies ? [box.x, box.x + box.width] : [box.y, box.y + box.height];
  return from < edge || to > 1 - edge;
}
