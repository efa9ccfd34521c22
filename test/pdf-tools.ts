// Looking at PDF files: their text and their picture, by poppler, which is nothing of ours. Tests that need it are skipped where it is not installed.
import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import jsQR from 'jsqr';
import sharp from 'sharp';

const run = promisify(execFile);

/** Why a test that looks at pages cannot run here; false where it can. */
export const withoutPoppler: string | false = await run('pdftotext', ['-v']).then(
  () => false,
  () => 'poppler-utils is not installed: pages cannot be looked at.',
);

/** The text of all pages. */
export function textOf(pdf: Uint8Array): Promise<string> {
  return inFolder(pdf, async (path) => (await run('pdftotext', ['-layout', path, '-'])).stdout);
}

/** What a program of poppler says of a file. */
export function poppler(program: 'pdfinfo' | 'pdffonts' | 'pdfdetach', options: readonly string[], pdf: Uint8Array) {
  return inFolder(pdf, async (path) => (await run(program, [...options, path])).stdout);
}

/** The text of the code on a page, as a reader sees it that knows nothing of how it was made; undefined when there is none. */
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
