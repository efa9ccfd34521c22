// The process that renders PDF files: loads Typst, the fonts and the template once, then renders one file after the
// other for render-pdf.ts.
import { runChildWorker } from '../../platform/processes/child-process-main.ts';
import type { PdfJob } from './render-pdf.ts';

runChildWorker<PdfJob, Uint8Array>(async () => {
  const { loadTypst } = await import('./typst.ts');
  return loadTypst();
});
