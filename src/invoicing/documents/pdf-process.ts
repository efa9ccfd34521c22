// The process that makes pages: loads Typst, the fonts and the template once and sets one page after the other, for pages.ts.
import { serveAside } from '../../platform/processes/child-process-main.ts';
import type { Sheet } from './render-pdf.ts';

serveAside<Sheet, Uint8Array>(async () => {
  const { loadTypst } = await import('./typst.ts');
  return loadTypst();
});
