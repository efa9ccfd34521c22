// Chapter: the invoice as its recipient gets it, saved as a PDF file that stays when the demo ends.
import { mkdtemp, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Chapter, type DemoInvoice, type DemoState, getFact } from '../demo-state.ts';
import { UnexpectedAnswer } from '../http-client.ts';
import { detail, highlight, prose, requestLine } from '../print.ts';

export const invoicePdf: Chapter = {
  title: 'The invoice as a PDF',
  async play(stage) {
    const as = getFact(stage, 'accessToken');
    const sent = await stage.api.ask<DemoInvoice[]>('GET', '/invoices?status=sent&limit=1', { as, expect: 200 });
    const invoice = sent.data[0] ?? getFact(stage, 'shown');
    const first = await fetchPage(stage, invoice, as);
    if (first === undefined)
      return prose('This machine has no binary of Typst, so it renders no PDF; everything else works.');
    const again = await fetchPage(stage, invoice, as, first.tag);
    if (again?.status !== 304) throw new UnexpectedAnswer('status 304 for the same page', String(again?.status));
    // New and this user's alone: nobody has put a file or a link there before.
    const folder = await mkdtemp(join(tmpdir(), 'haldur-demo-'));
    const path = join(folder, 'invoice.pdf');
    await writeFile(path, first.bytes);
    prose(`Invoice ${invoice.number} is saved as`);
    detail(path);
    highlight(
      'A PDF in the language of its recipient, with a payment QR code once it is sent, and a second page that explains each amount. ' +
        'The file is the same every time, so nobody needs to fetch it twice.',
    );
  },
};

type FetchedPage = { readonly status: number; readonly bytes: Buffer; readonly tag: string };

/** The PDF; undefined where the machine cannot render any. Throws UnexpectedAnswer. */
async function fetchPage(
  { api }: DemoState,
  { id }: DemoInvoice,
  as: string,
  tag?: string,
): Promise<FetchedPage | undefined> {
  const path = `/invoices/${id}/pdf`;
  const began = performance.now();
  const headers = { authorization: `Bearer ${as}`, ...(tag === undefined ? {} : { 'if-none-match': tag }) };
  const response = await fetch(api.base + path, { headers, signal: AbortSignal.timeout(60_000) });
  const bytes = Buffer.from(await response.arrayBuffer());
  const { status } = response;
  requestLine({ method: 'GET', path, status, ms: performance.now() - began, note: `${bytes.length} bytes` });
  if (status === 503) return undefined;
  if (status !== 304 && bytes.subarray(0, 5).toString() !== '%PDF-')
    throw new UnexpectedAnswer('a PDF', `${status} ${bytes}`);
  return { status, bytes, tag: response.headers.get('etag') ?? '' };
}
