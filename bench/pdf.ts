// pdf: invoices become PDF files as in the service, against a plain loop of Typst over the same pages.
import { readFileSync } from 'node:fs';
import { writePdfPage } from '../src/invoicing/documents/pdf-page.ts';
import { makePdfRenderer, type PdfRenderer } from '../src/invoicing/documents/render-pdf.ts';
import { loadTypst } from '../src/invoicing/documents/typst.ts';
import { heating, makeInvoiceDocument, makePosition } from '../test/document-fixture.ts';
import { median } from './bench-data.ts';
import type { About, Figure } from './figures.ts';
import { measureSeconds } from './measure.ts';

const invoicesPerRound = 100;
const rounds = 5;
const inFlight = 4;
const manyInvoices = 5000;
const megabyte = 1024 * 1024;

export const aboutPdf: About = {
  does: 'Invoices of 12 positions as tagged PDF/A-3a of two pages, four at a time. The median of five rounds of 100.',
  floor: 'A bare loop of Typst over the same pages.',
  note: 'Memory is the most in the last fifth of 5,000 files.',
};

/** Compares files per second, and watches the memory of many files. */
export async function pdf(): Promise<readonly Figure[]> {
  const pages = makePdfRenderer({ deadline: 120_000, startDeadline: 120_000 });
  try {
    await pages.render(makeBenchDocument(0)); // The first page starts the process.
    const set = await loadTypst();
    set({ pages: [writePdfPage(makeBenchDocument(0))] });
    const [own, bare]: [number[], number[]] = [[], []];
    for (let round = 0; round < rounds; round += 1) {
      const documents = Array.from({ length: invoicesPerRound }, (_, index) =>
        makeBenchDocument(round * invoicesPerRound + index + 1),
      );
      const sheets = documents.map((document) => [writePdfPage(document)] as const);
      own.push(invoicesPerRound / (await measureSeconds(() => renderAll(pages, documents))));
      bare.push(invoicesPerRound / (await measureSeconds(async () => sheets.forEach((pages) => void set({ pages })))));
    }
    const ratio = median(own.map((rate, round) => rate / (bare[round] ?? 1)));
    return [
      {
        what: 'files',
        figure: median(own),
        unit: '/s',
        floor: median(bare),
        ratio,
        aim: { of: 'ratio', min: 0.85 },
      },
      await measureManyInvoices(pages),
    ];
  } finally {
    await pages.stop();
  }
}

function makeBenchDocument(number: number) {
  const positions = [
    heating,
    ...Array.from({ length: 11 }, (_, nth) => makePosition({ description: `Teenus ${nth + 1}`, code: `c${nth}` })),
  ];
  return makeInvoiceDocument({ invoice: { positions, number: `K12-2026-${String(number).padStart(6, '0')}` } });
}

/** A few at a time, so that one is composed while another is rendered. */
async function renderAll(
  pages: PdfRenderer,
  documents: readonly ReturnType<typeof makeBenchDocument>[],
): Promise<void> {
  const left = documents[Symbol.iterator]();
  const worker = async () => {
    for (const document of left) await pages.render(document);
  };
  await Promise.all(Array.from({ length: inFlight }, worker));
}

/** Many files one after the other: the memory of the rendering process, and how often it is replaced. */
async function measureManyInvoices(pages: PdfRenderer): Promise<Figure> {
  const most: number[] = [];
  const processes = new Set<number | undefined>();
  const took = await measureSeconds(async () => {
    for (let done = 0; done < manyInvoices; done += invoicesPerRound) {
      await renderAll(
        pages,
        Array.from({ length: invoicesPerRound }, (_, index) => makeBenchDocument(10_000 + done + index)),
      );
      processes.add(pages.pid());
      most.push(memoryOf(pages.pid()));
    }
  });
  const fifth = Math.ceil(most.length / 5);
  const parts = Array.from({ length: 5 }, (_, part) => Math.max(...most.slice(part * fifth, (part + 1) * fifth)));
  console.log(
    `    ${manyInvoices} files one after the other: ${(manyInvoices / took).toFixed(1)} files/s by ${processes.size} processes; most memory in each fifth ${parts.map((part) => `${part.toFixed(0)} MB`).join(', ')}`,
  );
  return {
    what: 'memory, 5,000 files',
    figure: parts.at(-1) ?? 0,
    unit: 'MB',
    floor: parts[0] ?? 0,
    aim: { of: 'ratio', max: 1.1 },
  };
}

/** The memory of a process, in MB; 0 where it is unavailable (other than Linux). */
function memoryOf(pid: number | undefined): number {
  try {
    const pages = Number(readFileSync(`/proc/${pid}/statm`, 'utf8').split(' ')[1]);
    return (pages * 4096) / megabyte;
  } catch {
    return 0;
  }
}
