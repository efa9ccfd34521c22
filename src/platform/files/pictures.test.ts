// Tests of pictures: what is stored shows the picture and no metadata, and no file exceeds its resource limits.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { crc32, deflateSync } from 'node:zlib';
import sharp, { type Sharp } from 'sharp';
import { Invalid, Unavailable } from '../errors.ts';
import { detectPictureType, normalisePicture } from './pictures.ts';

const red = { r: 255, g: 0, b: 0 };
const blank = (width: number, height: number): Sharp =>
  sharp({ create: { width, height, channels: 3, background: red } });
const jpeg = await blank(60, 40).jpeg().toBuffer();
const png = await blank(60, 40).png().toBuffer();

async function codeOf(bytes: Buffer): Promise<string | undefined> {
  try {
    await normalisePicture(bytes);
    return undefined;
  } catch (error) {
    assert.ok(error instanceof Invalid, String(error));
    assert.deepEqual([error.problems[0]?.in, error.problems[0]?.field], ['body', 'file']);
    return error.problems[0]?.code;
  }
}

test('JPEG, PNG and WebP become a JPEG of the same size and colour', async () => {
  const files = [
    jpeg,
    png,
    await blank(60, 40).webp().toBuffer(),
    await blank(60, 40).png({ progressive: true }).toBuffer(),
  ];
  for (const [nth, file] of files.entries()) {
    const { bytes, mediaType, width, height } = await normalisePicture(file);
    assert.deepEqual([mediaType, width, height], ['image/jpeg', 60, 40], `file ${nth}`);
    const { dominant } = await sharp(bytes).stats();
    assert.ok(dominant.r > 240 && dominant.g < 20 && dominant.b < 20, JSON.stringify(dominant));
  }
});

test('only visible content is stored: no location, camera, profile, comment or thumbnail', async () => {
  const exif = {
    IFD0: { Make: 'Telltale', Copyright: 'Mari Tamm' },
    IFD3: { GPSLatitude: '59/1 26/1 0/1', GPSLatitudeRef: 'N' },
  };
  const xmp = '<?xpacket?><x:xmpmeta xmlns:x="adobe:ns:meta/">Telltale</x:xmpmeta>';
  for (const [nth, made] of [blank(60, 40).jpeg(), blank(60, 40).png(), blank(60, 40).webp()].entries()) {
    const file = await made.withIccProfile('p3').withExif(exif).withXmp(xmp).toBuffer();
    assert.match(file.toString('latin1'), /Telltale/, `made ${nth}`);
    const { bytes } = await normalisePicture(file);
    assert.doesNotMatch(bytes.toString('latin1'), /Telltale|Mari|Exif|ICC_PROFILE|http/, `made ${nth}`);
    const { exif: kept, icc, xmp: keptXmp, orientation, space } = await sharp(bytes).metadata();
    assert.deepEqual(
      [kept, icc, keptXmp, orientation, space],
      [undefined, undefined, undefined, undefined, 'srgb'],
      `made ${nth}`,
    );
  }
});

test('a picture is stored upright, for all eight orientations', async () => {
  const half = await blank(30, 40).png().toBuffer();
  const upright = blank(60, 40).composite([{ input: await sharp(half).negate().toBuffer(), left: 30, top: 0 }]);
  const raw = await upright.png().toBuffer();
  const held: Record<number, [turnedBy: number, mirrored: boolean]> = {
    1: [0, false],
    2: [0, true],
    3: [180, false],
    4: [180, true],
    5: [90, true],
    6: [270, false],
    7: [270, true],
    8: [90, false],
  };
  for (const [orientation, [by, mirrored]] of Object.entries(held)) {
    const lying = await sharp(raw).rotate(by).png().toBuffer();
    const turned = await sharp(lying).flop(mirrored).png().toBuffer();
    const file = await sharp(turned)
      .withMetadata({ orientation: Number(orientation) })
      .jpeg({ quality: 95 })
      .toBuffer();
    const { bytes, width, height } = await normalisePicture(file);
    assert.deepEqual([width, height], [60, 40], orientation);
    const { data, info } = await sharp(bytes).raw().toBuffer({ resolveWithObject: true });
    const at = (x: number) => data[(20 * info.width + x) * info.channels] ?? 0;
    assert.deepEqual([at(10) > 200, at(50) < 50], [true, true], orientation);
  }
});

test('a large picture is scaled to 2048 pixels, a small one stays, a long thin one keeps at least one pixel', async () => {
  const sizes: [number, number, number, number][] = [
    [4000, 3000, 2048, 1536],
    [1000, 5000, 410, 2048],
    [2048, 10, 2048, 10],
    [1, 1, 1, 1],
    [16_000, 2, 2048, 1],
  ];
  for (const [width, height, toWidth, toHeight] of sizes) {
    const kept = await normalisePicture(await blank(width, height).jpeg().toBuffer());
    assert.deepEqual([kept.width, kept.height], [toWidth, toHeight], String(width));
  }
});

test('every colour format is supported: CMYK, 16 bits, palette, grey; transparent becomes white', async () => {
  const clear = sharp({ create: { width: 60, height: 40, channels: 4, background: { r: 0, g: 0, b: 0, alpha: 0 } } });
  const files = [
    await blank(60, 40).toColourspace('cmyk').jpeg().toBuffer(),
    await blank(60, 40).toColourspace('rgb16').png().toBuffer(),
    await blank(60, 40).png({ palette: true }).toBuffer(),
    await blank(60, 40).toColourspace('b-w').jpeg().toBuffer(),
    await clear.png().toBuffer(),
  ];
  for (const [nth, file] of files.entries()) {
    const { bytes, width } = await normalisePicture(file);
    const { space, channels, depth } = await sharp(bytes).metadata();
    assert.deepEqual([width, space, channels, depth], [60, 'srgb', 3, 'uchar'], `file ${nth}`);
  }
  const { dominant } = await sharp((await normalisePicture(files.at(-1) ?? png)).bytes).stats();
  assert.ok(dominant.r > 240 && dominant.b > 240);
});

test('data hidden after or inside a picture is dropped', async () => {
  const payload = '<script>alert(1)</script>PK\x03\x04MZ';
  const comment = Buffer.concat([
    jpeg.subarray(0, 2),
    Buffer.from([0xff, 0xfe, 0, payload.length + 2]),
    Buffer.from(payload),
    jpeg.subarray(2),
  ]);
  for (const [nth, file] of [
    Buffer.concat([jpeg, Buffer.from(payload)]),
    Buffer.concat([png, Buffer.from(payload)]),
    comment,
  ].entries())
    assert.doesNotMatch((await normalisePicture(file)).bytes.toString('latin1'), /script|PK|alert/, `file ${nth}`);
});

const frames = await sharp([png, await blank(60, 40).negate().png().toBuffer()], { join: { animated: true } })
  .webp()
  .toBuffer();
const broken: Record<string, [file: Buffer, code: string]> = {
  nothing: [Buffer.alloc(0), 'not_a_picture'],
  text: [Buffer.from('hello'), 'not_a_picture'],
  'a drawing': [Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"/>'), 'not_a_picture'],
  'a drawing that reads a file': [
    Buffer.from('<?xml version="1.0"?><!DOCTYPE svg [<!ENTITY x SYSTEM "file:///etc/passwd">]><svg>&x;</svg>'),
    'not_a_picture',
  ],
  'a GIF': [await blank(6, 4).gif().toBuffer(), 'not_a_picture'],
  'a TIFF': [await blank(6, 4).tiff().toBuffer(), 'not_a_picture'],
  'an AVIF': [await blank(16, 16).avif().toBuffer(), 'not_a_picture'],
  'the first bytes of a JPEG alone': [jpeg.subarray(0, 4), 'unreadable'],
  'the first bytes of a PNG alone': [png.subarray(0, 8), 'unreadable'],
  'a drawing behind the first bytes of a JPEG': [
    Buffer.concat([jpeg.subarray(0, 3), Buffer.from('<svg/>')]),
    'unreadable',
  ],
  'a JPEG cut in the middle': [
    (
      await sharp({
        create: {
          width: 300,
          height: 300,
          channels: 3,
          background: red,
          noise: { type: 'gaussian', mean: 128, sigma: 50 },
        },
      })
        .jpeg()
        .toBuffer()
    ).subarray(0, 9000),
    'unreadable',
  ],
  'a PNG cut in the middle': [png.subarray(0, png.length >> 1), 'unreadable'],
  'a PNG with a flipped bit': [flipped(png, png.indexOf('IDAT') + 12), 'unreadable'],
  'an animation': [frames, 'animated'],
  'a PNG of 51 megapixels': [aPng(8000, 6376), 'too_many_pixels'],
  'a PNG that claims four thousand million pixels': [aPng(65_535, 65_535), 'too_many_pixels'],
  'a PNG that claims more than any can have': [aPng(0x7fffffff, 0x7fffffff), 'unreadable'],
  'a PNG without pixels': [aPng(0, 5), 'unreadable'],
  'a JPEG that claims 60000 times 60000': [withSize(jpeg, 60_000, 60_000), 'too_many_pixels'],
  'a JPEG that claims 65535 times 65535': [withSize(jpeg, 65_535, 65_535), 'unreadable'],
  'a PNG that claims more than it has': [aPng(5000, 5000), 'unreadable'],
};

for (const [what, [file, code]] of Object.entries(broken)) {
  test(`${what} is rejected as ${code}`, async () => {
    assert.equal(await codeOf(file), code);
  });
}

test('a file is recognised by its content only, and unsupported formats are named', () => {
  const begins = (text: string) => detectPictureType(Buffer.from(text, 'latin1'));
  assert.deepEqual(detectPictureType(jpeg), { mediaType: 'image/jpeg' });
  assert.deepEqual(detectPictureType(png), { mediaType: 'image/png' });
  for (const [text, name] of [
    ['\0\0\0\x18ftypheic', /HEIC.*Send the picture as JPEG/],
    ['\0\0\0\x18ftypmif1', /HEIC/],
    ['\0\0\0\x18ftypavif', /AVIF/],
    ['\xef\xbb\xbf <svg>', /SVG/],
    ['%PDF-1.7', /PDF/],
    ['', /not a readable picture/],
    ['RIFF1234WAVE', /not a readable picture/],
  ] as const) {
    const kind = begins(text);
    assert.ok('advice' in kind, text);
    assert.match(kind.advice, name, text);
  }
});

test('pictures beyond the queue are rejected with a time to retry, and the event loop is not blocked', async () => {
  const large = await blank(3000, 3000).png().toBuffer();
  let turns = 0;
  const turning = setInterval(() => (turns += 1), 1);
  const settled = await Promise.allSettled(Array.from({ length: 40 }, () => normalisePicture(large)));
  clearInterval(turning);
  const refused = settled.filter((promiseSettledResult) => promiseSettledResult.status === 'rejected');
  assert.equal(refused.length, 40 - 22);
  for (const [nth, { reason }] of refused.entries()) assert.ok(reason instanceof Unavailable, `case ${nth}`);
  assert.ok(turns > 10, `${turns} turns`);
  assert.equal((await normalisePicture(jpeg)).width, 60);
});

/** A PNG whose header claims a size that its data does not have. */
function aPng(width: number, height: number): Buffer {
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header.set([8, 2, 0, 0, 0], 8);
  const chunk = (type: string, data: Buffer) => {
    const body = Buffer.concat([Buffer.from(type), data]);
    const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)];
    length.writeUInt32BE(data.length);
    sum.writeUInt32BE(crc32(body));
    return Buffer.concat([length, body, sum]);
  };
  const data = deflateSync(Buffer.alloc(100_000));
  return Buffer.concat([
    png.subarray(0, 8),
    chunk('IHDR', header),
    chunk('IDAT', data),
    chunk('IEND', Buffer.alloc(0)),
  ]);
}

function flipped(file: Buffer, at: number): Buffer {
  const changed = Buffer.from(file);
  changed[at] = (changed[at] ?? 0) ^ 0x10;
  return changed;
}

/** A JPEG with another size in its frame header. */
function withSize(file: Buffer, width: number, height: number): Buffer {
  const changed = Buffer.from(file);
  const at = changed.indexOf(Buffer.from([0xff, 0xc0]));
  changed.writeUInt16BE(height, at + 5);
  changed.writeUInt16BE(width, at + 7);
  return changed;
}
