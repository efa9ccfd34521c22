// Typesetting with Typst: only the template and the fonts are within its reach. The same page gives the same bytes.
import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { NodeCompiler } from '@myriaddreamin/typst-ts-node-compiler';
import { readLetters, withLettersOf } from './font-letters.ts';
import type { PdfJob } from './render-pdf.ts';

const fontFiles = ['400Regular/Inter_400Regular', '500Medium/Inter_500Medium', '600SemiBold/Inter_600SemiBold'];
/** A folder that does not exist: the template can read the logo of its page and nothing else. */
const workspace = '/nowhere';
const logoPath = `${workspace}/logo.png`;
/**
 * What an older Typst cannot render. Checked at the start, so that such a machine reports it then, not on every page.
 */
const probeDocument = `#set document(title: "x", date: datetime(year: 2026, month: 1, day: 1))
#set text(font: "Inter", lang: "en")
#pdf.attach("x.xml", bytes("<x/>"), relationship: "alternative", mime-type: "application/xml", description: "x")
x`;
/**
 * Cache entries that this many later pages did not use are evicted: every page has new text, so the cache would only
 * grow.
 */
const cachedPages = 2;

/**
 * Loads the fonts and the template. Fails if Typst has no binary for the machine, or one that is too old for tagged
 * PDF/A.
 */
export async function loadTypst(): Promise<(sheet: PdfJob) => Uint8Array> {
  const font = (name: string) => readFile(fileURLToPath(import.meta.resolve(`@expo-google-fonts/inter/${name}.ttf`)));
  const fonts = await Promise.all(fontFiles.map(font));
  const invoiceTemplate = await readFile(new URL('./invoice.typ', import.meta.url), 'utf8');
  const compiler = NodeCompiler.create({ workspace, fontArgs: [{ fontBlobs: fonts }] });
  renderPage(compiler, probeDocument, {});
  const [regular = Buffer.of()] = fonts;
  const hasLetter = readLetters(regular);
  return ({ pages, logo, template = invoiceTemplate }) => {
    compiler.resetShadow();
    if (logo !== undefined) compiler.mapShadow(logoPath, Buffer.from(logo));
    const pdf = renderReadable(compiler, template, pages, hasLetter);
    compiler.evictCache(cachedPages);
    return pdf;
  };
}

/**
 * PDF/A allows no letter without a shape. A page with such a letter, as in a name with an emoji, is rendered with boxes
 * in their places.
 */
function renderReadable(
  compiler: NodeCompiler,
  template: string,
  pages: PdfJob['pages'],
  hasLetter: (codePoint: number) => boolean,
): Buffer {
  const text = JSON.stringify(pages);
  try {
    return renderPage(compiler, template, { pages: text });
  } catch (error) {
    const readable = JSON.stringify(pages, (key, value: unknown) =>
      typeof value === 'string' && key !== 'xml' ? withLettersOf(hasLetter, value) : value,
    );
    if (readable === text) throw error;
    return renderPage(compiler, template, { pages: readable });
  }
}

function renderPage(compiler: NodeCompiler, template: string, inputs: Record<string, string>): Buffer {
  const compiled = compiler.compile({ mainFileContent: template, inputs });
  const { result } = compiled;
  if (result === null || compiled.hasError()) {
    const diagnostics = compiled.takeDiagnostics()?.shortDiagnostics ?? [];
    throw new Error(`Typst rejected the page: ${JSON.stringify(diagnostics)}`);
  }
  return compiler.pdf(result, { pdfStandard: 'a-3a' });
}
