// The process that makes pages: loads Typst, the fonts and the template once and sets one page after the other, for pages.ts.
import { runChildWorker } from '../../platform/processes/child-process-main.ts';
import type { PdfJob } from './render-pdf.ts';

runChildWorker<PdfJob, Uint8Array>(async () => {
  const { loadTypst } = await import('./typst.ts');
  return loadTypst();
});
