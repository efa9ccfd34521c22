// Whether a photo is too dark or too blurred to be read, found on the phone before it is sent.
import { qualityOf } from '../../../src/platform/values/photo-quality.ts';
import { drawPhoto } from './shrink-photo.ts';

/** Large enough to see whether digits are sharp, small enough for any phone. */
const maxSide = 800;
const minBrightness = 0.12;
/** Photos whose reading succeeded were above 0.03; this leaves what is beyond doubt. */
const minSharpness = 0.005;

/** What is wrong with a photo. Undefined: nothing, or the browser cannot decode it. */
export async function findPhotoFault(photo: File): Promise<'photo_dark' | 'photo_blurred' | undefined> {
  const canvas = await drawPhoto(photo, maxSide);
  const pixels = canvas?.getContext('2d')?.getImageData(0, 0, canvas.width, canvas.height);
  if (pixels === undefined) return undefined;
  const { brightness, sharpness } = qualityOf(pixels, 4);
  if (brightness < minBrightness) return 'photo_dark';
  return sharpness < minSharpness ? 'photo_blurred' : undefined;
}
