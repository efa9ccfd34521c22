// Parses rows of a spreadsheet into apartments: tabs, semicolons or commas between columns, a heading row or the default order, decimal commas.
import { apartmentFields } from '../../../src/platform/values/bases.ts';

const pasteFields = ['number', 'floor', ...apartmentFields] as const;
type PasteField = (typeof pasteFields)[number];
type PasteFigure = Exclude<PasteField, 'number'>;

/** Fields that the rows do not have are absent. */
export type PastedApartment = { readonly number: string } & { readonly [F in PasteFigure]?: number };
export type PasteProblem = {
  readonly line: number;
  readonly kind: 'no_number' | 'twice' | 'no_figure';
  readonly text: string;
};

/** Headings in the languages of the service; compared by their beginnings. */
const headings: Readonly<Record<PasteField, RegExp>> = {
  number: /^(numb|numm|nume|numu|nr|no\b|apartment|flat|korter|dzīvok|but|кварт|номер)/,
  floor: /^(floor|korrus|stāv|aukšt|этаж)/,
  area: /^(area|pind|üldpind|platīb|plot|площ|m2|m²)/,
  heatedArea: /^(heated|köetav|küttepind|apkurin|šildom|отап)/,
  shares: /^(share|osa|mõtteline|kaasomand|daļ|domāj|dal|доля)/,
  residentCount: /^(resident|people|elanik|inim|iedzīv|gyven|жил|persons)/,
};

/** Parses what was pasted. Empty rows are skipped; each problem names its line, counted from 1. */
export function parsePaste(text: string): {
  readonly apartments: readonly PastedApartment[];
  readonly problems: readonly PasteProblem[];
} {
  const lines = text.split(/\r?\n/);
  const separator = ['\t', ';'].find((item) => text.includes(item)) ?? (/,.*,/.test(lines[0] ?? '') ? ',' : '\t');
  const rows = lines
    .map((line, index) => ({ line: index + 1, cells: line.split(separator).map((cell) => cell.trim()) }))
    .filter(({ cells }) => cells.some((cell) => cell !== ''));
  const named = headingOf(rows[0]?.cells ?? []);
  const order = named ?? pasteFields;
  const problems: PasteProblem[] = [];
  const seen = new Set<string>();
  const apartments = rows.slice(named === undefined ? 0 : 1).flatMap(({ line, cells }) => {
    const report = (kind: PasteProblem['kind'], what: string) => void problems.push({ line, kind, text: what });
    const number = cells[order.indexOf('number')] ?? '';
    if (number === '') report('no_number', '');
    if (seen.has(number.toLowerCase())) report('twice', number);
    seen.add(number.toLowerCase());
    const figures = order.flatMap((field, index) => {
      const cell = cells[index] ?? '';
      if (field === undefined || field === 'number' || cell === '') return [];
      const value = figureIn(cell);
      if (value === undefined) report('no_figure', cell);
      return value === undefined ? [] : [[field, value] as const];
    });
    return [{ number, ...Object.fromEntries(figures) }];
  });
  return { apartments, problems };
}

/** The field of each column, when the row is a heading; undefined when it is a row of data. */
function headingOf(cells: readonly string[]): readonly (PasteField | undefined)[] | undefined {
  const fields = cells.map((cell) => pasteFields.find((field) => headings[field].test(cell.toLowerCase())));
  return fields.includes('number') && !cells.some((cell) => /^\d/.test(cell)) ? fields : undefined;
}

/** Accepts both 1 234,5 and 1234.5. */
function figureIn(cell: string): number | undefined {
  const plain = cell.replace(/[\s\u00a0]|m²|m2/g, '').replace(',', '.');
  return /^-?\d+(\.\d+)?$/.test(plain) ? Number(plain) : undefined;
}
