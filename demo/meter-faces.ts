// Meter faces, drawn for the demo and for tests, as photos of real meters belong to somebody. Wheels or a display,
// rotated, blurred, noisy, as requested.
import sharp from 'sharp';
// Which blocks every reader of files but three; drawing needs the one for SVG.
import '../src/platform/files/pictures.ts';

/**
 * What is drawn. `digits` has all digits of the register, the last `decimals` of them red. `turned` is in degrees,
 * `blur` in pixels.
 */
export type MeterFace = {
  readonly digits: string;
  readonly decimals?: number;
  readonly unit?: string;
  readonly serialNumber?: string;
  readonly kind?: 'wheels' | 'display' | 'blank';
  readonly turned?: number;
  readonly blur?: number;
  readonly noise?: number;
  /** The distance between wheels, in pixels; 72 by default. */
  readonly step?: number;
  /** Amber digits on a green ground of the same brightness: they differ in colour only. For displays. */
  readonly lit?: boolean;
  /** How far the last wheel has turned to the next digit, from 0 to 1. */
  readonly turning?: number;
  /** Text printed on the face. */
  readonly print?: string;
};

const [width, height] = [1200, 900];

/** Draws a face as a JPEG of 1200 × 900 pixels, or of what remains after a rotation. */
export async function drawFace(face: MeterFace): Promise<Buffer> {
  sharp.unblock({ operation: ['VipsForeignLoadSvgBuffer'] });
  try {
    const drawn = await sharp(Buffer.from(drawSvg(face)))
      .flatten({ background: '#888' })
      .png()
      .toBuffer();
    const turned = await sharp(drawn)
      .rotate(face.turned ?? 0, { background: '#888' })
      .png()
      .toBuffer();
    let picture = sharp(turned);
    if (face.blur !== undefined) picture = sharp(await picture.blur(face.blur).png().toBuffer());
    if (face.noise !== undefined)
      picture = picture.composite([{ input: await makeNoise(turned, face.noise), blend: 'over' }]);
    return await picture.jpeg({ quality: 88 }).toBuffer();
  } finally {
    sharp.block({ operation: ['VipsForeignLoadSvgBuffer'] });
  }
}

async function makeNoise(png: Buffer, sigma: number): Promise<Buffer> {
  const { width, height } = await sharp(png).metadata();
  const noise = { type: 'gaussian', mean: 128, sigma } as const;
  return sharp({ create: { width, height, channels: 3, background: '#000', noise } })
    .ensureAlpha(0.18)
    .png()
    .toBuffer();
}

function drawSvg(face: MeterFace): string {
  const { unit = 'm³', serialNumber = '24118903', print = 'R160  30 °C  1,6 MPa' } = face;
  const register = { wheels: drawWheels, display: drawDisplay, blank: () => '' }[face.kind ?? 'wheels'](face);
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}">
    <rect width="${width}" height="${height}" fill="#9aa3a8"/>
    <circle cx="600" cy="450" r="430" fill="#f4f3ee" stroke="#444" stroke-width="14"/>
    <g font-family="DejaVu Sans, Liberation Sans, sans-serif" fill="#222" text-anchor="middle">
      <text x="600" y="190" font-size="54" font-weight="bold">Haldur</text>
      <text x="480" y="620" font-size="30">No.</text>
      <text x="600" y="690" font-size="26">${print}</text>
      ${face.kind === 'blank' ? '' : `<text x="930" y="452" font-size="44">${unit}</text>`}
    </g>
    ${[...serialNumber].map((digit, index) => drawDigit(digit, 514 + index * 19, 597, 0.24, '#222')).join('')}
    ${register}
  </svg>`;
}

function drawWheels({ digits, decimals = 0, step = 72, turning = 0 }: MeterFace): string {
  const left = 600 - (digits.length * step) / 2 - 20;
  const window = `<rect x="${left - 12}" y="360" width="${digits.length * step + 20}" height="128" rx="8" fill="#111"/>`;
  const each = [...digits].map((digit, index) => {
    const x = left + index * step;
    const fill = index >= digits.length - decimals ? '#b3201c' : '#262626';
    const wheel = `<rect x="${x}" y="370" width="${step - 6}" height="108" fill="${fill}"/>`;
    const isLast = index === digits.length - 1;
    const at = 390 - (isLast ? turning * 96 : 0);
    const next =
      isLast && turning > 0
        ? drawDigit(String((Number(digit) + 1) % 10), x + step / 2 - 21, at + 96, 0.68, '#f5f5f0')
        : '';
    return `${wheel}<svg x="0" y="370" width="1200" height="108" viewBox="0 370 1200 108">${drawDigit(digit, x + step / 2 - 21, at, 0.68, '#f5f5f0')}${next}</svg>`;
  });
  return window + each.join('');
}

/** A digit of strokes, 50 by 100 before scaling: the same on every machine, unlike fonts. */
function drawDigit(digit: string, x: number, y: number, scale: number, colour: string): string {
  const path = strokes[Number(digit)] ?? '';
  const pen = `stroke="${colour}" stroke-width="13" stroke-linejoin="round" fill="none"`;
  return `<path transform="translate(${x} ${y}) scale(${scale})" d="${path}" ${pen}/>`;
}

const strokes = [
  'M25 0C8 0 0 22 0 50S8 100 25 100 50 78 50 50 42 0 25 0Z',
  'M8 20L28 2V100',
  'M2 28C2 8 14 0 26 0C40 0 50 10 50 26C50 50 10 72 2 98H50',
  'M4 18C8 6 16 0 26 0C40 0 48 10 48 25C48 40 38 48 22 48C40 48 50 58 50 74C50 90 40 100 25 100C13 100 5 93 2 82',
  'M36 100V2L0 68H50',
  'M46 2H10L6 46C12 40 20 37 27 37C42 37 50 50 50 68C50 88 40 100 24 100C12 100 5 94 2 84',
  'M44 2C20 10 2 36 2 66C2 88 12 100 26 100C40 100 50 88 50 70C50 52 40 42 27 42C14 42 5 52 2 66',
  'M0 2H50C36 30 24 60 20 100',
  'M25 48C12 48 4 38 4 25C4 10 12 0 25 0C38 0 46 10 46 25C46 38 38 48 25 48C10 48 0 58 0 74C0 90 10 100 25 100C40 100 50 90 50 74C50 58 40 48 25 48Z',
  'M6 98C30 90 48 64 48 34C48 12 38 0 24 0C10 0 0 12 0 30C0 48 10 58 23 58C36 58 45 48 48 34',
];

/** Seven segments a digit, slanted as on displays; a dot before the decimals. */
function drawDisplay({ digits, decimals = 0, lit = false }: MeterFace): string {
  const [ground, ink, pen] = lit ? ['#2f9a2a', '#c09a50', 9] : ['#b9c7ac', '#1b221b', 12];
  const on: Readonly<Record<string, string>> = {
    0: 'abcdef',
    1: 'bc',
    2: 'abged',
    3: 'abgcd',
    4: 'fgbc',
    5: 'afgcd',
    6: 'afgedc',
    7: 'abc',
    8: 'abcdefg',
    9: 'abcdfg',
  };
  const lines: Readonly<Record<string, string>> = {
    a: 'M6 0H44',
    b: 'M50 6V44',
    c: 'M50 56V94',
    d: 'M6 100H44',
    e: 'M0 56V94',
    f: 'M0 6V44',
    g: 'M6 50H44',
  };
  const left = 600 - digits.length * 38;
  const shown = [...digits].map((digit, index) => {
    const path = [...(on[digit] ?? '')].map((segment) => lines[segment]).join('');
    const dot =
      decimals > 0 && index === digits.length - decimals - 1 ? `<circle cx="63" cy="102" r="6" fill="${ink}"/>` : '';
    const transform = `translate(${left + index * 76} 375) skewX(-4)`;
    return `<g transform="${transform}"><path d="${path}" stroke="${ink}" stroke-width="${pen}" stroke-linecap="round" fill="none"/>${dot}</g>`;
  });
  return `<rect x="${left - 40}" y="350" width="${digits.length * 76 + 60}" height="155" rx="10" fill="${ground}"/>${shown.join('')}`;
}
