// Photos before upload: upright, without camera metadata, and no larger than necessary.

const maxSide = 2400;

/**
 * The photo as a JPEG of at most 2,400 pixels a side. A picture that the browser cannot decode is sent unchanged: the
 * service reports the problem.
 */
export async function shrinkPhoto(photo: File): Promise<Blob> {
  const canvas = await drawPhoto(photo, maxSide);
  if (canvas === undefined) return photo;
  const made = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, 'image/jpeg', 0.9));
  return made ?? photo;
}

/** The photo on a canvas, of at most `maxSide` pixels a side. Undefined where the browser cannot decode it. */
export async function drawPhoto(photo: File, maxSide: number): Promise<HTMLCanvasElement | undefined> {
  const drawn = await createImageBitmap(photo).catch(() => undefined);
  if (drawn === undefined) return undefined;
  const scale = Math.min(1, maxSide / Math.max(drawn.width, drawn.height));
  const canvas = document.createElement('canvas');
  canvas.width = Math.max(1, Math.round(drawn.width * scale));
  canvas.height = Math.max(1, Math.round(drawn.height * scale));
  canvas.getContext('2d')?.drawImage(drawn, 0, 0, canvas.width, canvas.height);
  drawn.close();
  return canvas;
}
