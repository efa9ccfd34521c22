// Renders PDF files from documents, one at a time, in a separate process. The service is healthy with and without that
// process.
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { type ChildWorkerSettings, makeChildWorker } from '../../platform/processes/child-process.ts';
import type { InvoiceDocument } from './invoice-document.ts';
import { writePdfPage } from './pdf-page.ts';

/**
 * Renders PDF files (PDF/A-3a). `render` throws Unavailable when too many wait, when a file takes too long, or when
 * this machine cannot render.
 */
export type PdfRenderer = {
  render(document: InvoiceDocument): Promise<Uint8Array>;
  /** Several documents of one organization in one file for printing, without e-invoices. */
  renderTogether(documents: readonly InvoiceDocument[]): Promise<Uint8Array>;
  /** Pages of another kind, with their template: the source of a Typst document that reads `pages`. */
  renderPages(template: string, pages: readonly object[]): Promise<Uint8Array>;
  stop(): Promise<void>;
  /** The id of the rendering process, while one is running. */
  pid(): number | undefined;
};

/** One rendering job: the pages of one file, their logo, and their template, by default that of invoices. */
export type PdfJob = {
  readonly pages: readonly object[];
  readonly template?: string;
  readonly logo?: Uint8Array | undefined;
};

const defaultSettings: ChildWorkerSettings = {
  program: fileURLToPath(new URL('./pdf-process.ts', import.meta.url)),
  maxWaiting: 32,
  deadline: 20_000,
  startDeadline: 40_000,
  idle: 300_000,
  maxMemory: 400 * 1024 * 1024,
  maxPieces: 5_000,
  rest: 60_000,
};

/** Creates a renderer; the process starts on first use. */
export function makePdfRenderer(settings: Partial<ChildWorkerSettings> = {}): PdfRenderer {
  const { ask, stop, pid } = makeChildWorker<PdfJob, Uint8Array>(
    { ...defaultSettings, ...settings },
    {
      name: 'PDF rendering process',
      full: 'Too many PDF files are waiting to be rendered.',
      broken: 'PDF files cannot be rendered at the moment. The invoice itself can be read as JSON.',
      tooHard: 'The PDF file could not be rendered in time.',
    },
  );
  const renderTogether = (documents: readonly InvoiceDocument[]) =>
    ask({ pages: documents.map(writePdfPage), logo: documents[0]?.logo?.bytes });
  const renderPages = (template: string, pages: readonly object[]) => ask({ template, pages });
  return { render: (document) => renderTogether([document]), renderTogether, renderPages, stop, pid };
}

/**
 * The renderer of this process. There is only one, because Typst with its fonts needs much memory and processors are
 * few.
 */
export const pdfRenderer: PdfRenderer = makePdfRenderer();

/**
 * A hash of the bytes that a document renders to, without rendering it: the same document, texts, template and Typst
 * give the same bytes. Lowercase hex.
 */
export function fingerprint(document: InvoiceDocument): string {
  return createHash('sha256')
    .update(rendererVersion())
    .update(JSON.stringify(writePdfPage(document)))
    .digest('hex');
}

let cachedVersion: string | undefined;

/** What determines the output: the template, and the exact versions of Typst and of the fonts. */
function rendererVersion(): string {
  if (cachedVersion !== undefined) return cachedVersion;
  const read = (path: string) => readFileSync(new URL(path, import.meta.url), 'utf8');
  const { dependencies } = JSON.parse(read('../../../package.json'));
  const versions = ['@myriaddreamin/typst-ts-node-compiler', '@expo-google-fonts/inter'].map(
    (name) => dependencies[name],
  );
  cachedVersion = JSON.stringify([versions, read('./invoice.typ')]);
  return cachedVersion;
}
