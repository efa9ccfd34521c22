// Uploaded pictures: recognised by their first bytes, measured before they are decoded, and stored only as a new
// upright JPEG without metadata. The work is bounded and runs outside the event loop.

import type { Sharp, SharpConstructor } from 'sharp';
import { bodyProblem, Invalid, Unavailable } from '../errors.ts';
import type { ProblemCode } from '../problem-codes.ts';
import { makeConcurrencyLimit } from '../processes/concurrency-limit.ts';

/** A stored picture: a JPEG (a logo: a PNG) in sRGB without metadata; its displayed size in pixels. */
type Picture<Media extends string = 'image/jpeg'> = {
  readonly bytes: Buffer;
  readonly mediaType: Media;
  readonly width: number;
  readonly height: number;
};

/** The result of recognition: an accepted picture, or a sentence with the actual type and what to send instead. */
type PictureDetection = { readonly mediaType: string } | { readonly advice: string };

const maxSide = 2048;
const jpegQuality = 82;
const maxPixels = 50_000_000;
const timeoutSeconds = 20;
/** Two at a time leave two of libuv's four threads for files and passwords. */
const maxConcurrent = 2;
const maxWaiting = 20;

let opened: Promise<SharpConstructor> | undefined;

/**
 * The decoder, loaded with the first picture. Whatever a file claims to be, no other reader ever sees it: the ones for
 * SVG, PDF, TIFF and HEIF have the longer history of faults.
 */
function openSharp(): Promise<SharpConstructor> {
  opened ??= import('sharp').then(({ default: sharp }) => {
    sharp.concurrency(1);
    sharp.cache(false);
    sharp.block({ operation: ['VipsForeignLoad'] });
    sharp.unblock({
      operation: ['VipsForeignLoadJpegBuffer', 'VipsForeignLoadPngBuffer', 'VipsForeignLoadWebpBuffer'],
    });
    return sharp;
  });
  return opened;
}

const sendAdvice = 'Send the picture as JPEG, PNG or WebP.';
/** Other files that people mistake for pictures, by their first bytes. */
const otherFileTypes: readonly (readonly [begins: RegExp, name: string])[] = [
  [/^.{4}ftyp(hei[cxms]|hev[cxms]|mif1|msf1)/s, 'a HEIC picture, as iPhones make them'],
  [/^.{4}ftypavi[fs]/s, 'an AVIF picture'],
  [/^GIF8[79]a/, 'a GIF'],
  [/^(II[*+]|MM.[*+])/s, 'a TIFF picture'],
  [/^BM/, 'a BMP picture'],
  [/^%PDF-/, 'a PDF'],
  [/^(\xef\xbb\xbf)?\s*<(\?xml|svg|!--|!doctype)/i, 'a drawing or a text (SVG, XML or HTML)'],
];

/** Recognises a picture by its first bytes (32 are enough). Its name and its declared type do not matter. */
export function detectPictureType(head: Buffer): PictureDetection {
  const text = head.toString('latin1', 0, 32);
  if (text.startsWith('\xff\xd8\xff')) return { mediaType: 'image/jpeg' };
  if (text.startsWith('\x89PNG\r\n\x1a\n')) return { mediaType: 'image/png' };
  if (/^RIFF....WEBP/s.test(text)) return { mediaType: 'image/webp' };
  const fileType = otherFileTypes.find(([begins]) => begins.test(text));
  return {
    advice:
      fileType === undefined
        ? `The file is not a readable picture. ${sendAdvice}`
        : `The file is ${fileType[1]}. ${sendAdvice}`,
  };
}

/**
 * Converts a JPEG, PNG or WebP file to the stored picture: rotated by its EXIF orientation, in sRGB, on white instead
 * of transparency, at most 2048 pixels on the long side. Throws Invalid (field `file`) for anything but a complete
 * still picture, or for more than 50 megapixels, which the header shows before decoding; and Unavailable if too many
 * are waiting or one takes longer than 20 s.
 */
export async function normalisePicture(bytes: Buffer): Promise<Picture> {
  const { data, width, height } = await normaliseImage(bytes, (picture) =>
    picture
      .resize({ width: maxSide, height: maxSide, fit: 'inside', withoutEnlargement: true })
      .flatten({ background: '#fff' })
      .jpeg({ quality: jpegQuality }),
  );
  return { bytes: data, mediaType: 'image/jpeg', width, height };
}

/**
 * Converts a logo by the same rules: a PNG with transparency, at most 1200 × 400 pixels. Throws like normalisePicture.
 */
export async function normaliseLogo(bytes: Buffer): Promise<Picture<'image/png'>> {
  const { data, width, height } = await normaliseImage(bytes, (picture) =>
    picture.resize({ width: 1200, height: 400, fit: 'inside', withoutEnlargement: true }).png({ compressionLevel: 9 }),
  );
  return { bytes: data, mediaType: 'image/png', width, height };
}

async function normaliseImage(bytes: Buffer, finish: (picture: Sharp) => Sharp): Promise<EncodedImage> {
  const kind = detectPictureType(bytes);
  if ('advice' in kind) throw unusablePicture('not_a_picture', kind.advice);
  return limitConcurrency(async () => {
    await checkImageHeader(bytes, kind.mediaType);
    return encode(bytes, finish);
  });
}

type EncodedImage = { readonly data: Buffer; readonly width: number; readonly height: number };

async function checkImageHeader(bytes: Buffer, mediaType: string): Promise<void> {
  const sharp = await openSharp();
  const {
    format,
    width,
    height,
    pages = 1,
  } = await sharp(bytes, { limitInputPixels: false })
    .metadata()
    .catch(() => Promise.reject(unreadablePicture()));
  if (`image/${format}` !== mediaType) throw unreadablePicture();
  if (pages > 1) throw unusablePicture('animated', 'file must be a still picture, not an animation.');
  if (width * height > maxPixels) {
    const headerInfo = `It has ${width} × ${height} pixels.`;
    throw unusablePicture('too_many_pixels', `file must have at most ${maxPixels / 1e6} megapixels. ${headerInfo}`);
  }
}

async function encode(bytes: Buffer, finish: (picture: Sharp) => Sharp): Promise<EncodedImage> {
  const sharp = await openSharp();
  try {
    const picture = sharp(bytes, { limitInputPixels: maxPixels, failOn: 'error' })
      .timeout({ seconds: timeoutSeconds })
      .autoOrient()
      .toColourspace('srgb');
    const { data, info } = await finish(picture).toBuffer({ resolveWithObject: true });
    return { data, width: info.width, height: info.height };
  } catch (error) {
    if (error instanceof Error && /timeout/i.test(error.message)) throw tooManyPictures();
    throw unreadablePicture(); // All kinds of broken files end here; libvips has a different error for each.
  }
}

function unreadablePicture(): Invalid {
  return unusablePicture('unreadable', 'file is damaged or cut short: it cannot be read to its end as a picture.');
}

function unusablePicture(code: ProblemCode, message: string): Invalid {
  return new Invalid([bodyProblem(['file'], code, message)]);
}

function tooManyPictures(): Unavailable {
  return new Unavailable(5, 'Too many pictures at once.');
}

const limitConcurrency = makeConcurrencyLimit({ atOnce: maxConcurrent, maxWaiting, full: tooManyPictures });
