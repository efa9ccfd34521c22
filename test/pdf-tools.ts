// Reads PDF files: their text and their picture, with poppler as an independent reader. Tests that need it are skipped
// where it is not installed.
import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import jsQR from 'jsqr';
import sharp from 'sharp';

const run = promisify(execFile);

/** Why a test that reads PDF files cannot run here; false where it can. */
export const withoutPoppler: string | false = await run('pdftotext', ['-v']).then(
  () => false,
  () => 'poppler-utils is not installed: pages cannot be looked at.',
);

/** The text of all pages. */
export function textOf(pdf: Uint8Array): Promise<string> {
  return inFolder(pdf, async (path) => (await run('pdftotext', ['-layout', path, '-'])).stdout);
}

/** The output of a program of poppler for a file. */
export function poppler(program: 'pdfinfo' | 'pdffonts' | 'pdfdetach', options: readonly string[], pdf: Uint8Array) {
  return inFolder(pdf, async (path) => (await run(program, [...options, path])).stdout);
}

/** The text of the QR code on a page, from an independent reader; undefined when there is none. */
export function codeOn(pdf: Uint8Array, page = 1): Promise<string | undefined> {
  return inFolder(pdf, async (path) => {
    const out = `${path}-page`;
    await run('pdftoppm', ['-r', '150', '-f', String(page), '-l', String(page), '-png', '-singlefile', path, out]);
    const { data, info } = await sharp(await readFile(`${out}.png`))
      .ensureAlpha()
      .raw()
      .toBuffer({ resolveWithObject: true });
    return jsQR.default(new Uint8ClampedArray(data), info.width, info.height)?.data;
  });
}

async function inFolder<T>(pdf: Uint8Array, work: (path: string) => Promise<T>): Promise<T> {
  const folder = await mkdtemp(join(tmpdir(), 'haldur-pdf-'));
  try {
    const path = join(folder, 'invoice.pdf');
    await writeFile(path, pdf);
    return await work(path);
  } finally {
    await rm(folder, { recursive: true });
  }
}
