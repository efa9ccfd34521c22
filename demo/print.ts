// Terminal output: headings, prose, request lines and tables, at most 100 columns wide; plain text where there is no
// terminal or NO_COLOR is set.
import { styleText } from 'node:util';

type Tone = Parameters<typeof styleText>[0];
type TableColumn = { readonly title: string; readonly align?: 'right' };
type RequestLine = {
  readonly method: string;
  readonly path: string;
  /** The number of requests that the line summarises. */
  readonly times?: number;
  readonly status: number;
  readonly ms: number;
  readonly note?: string | undefined;
};

const margin = '   ';

/** The width of the output. */
function columns(): number {
  return Math.max(60, Math.min(process.stdout.columns ?? 100, 100));
}

/** Text in a colour or weight, where the terminal supports it. */
export function paint(tone: Tone, text: string): string {
  return styleText(tone, text, { stream: process.stdout });
}

/** The heading of the demo, or of a part that is no chapter. */
export function title(text: string): void {
  console.log(`\n${paint('bold', text)}\n`);
}

/** The heading of a chapter. */
export function heading(number: number, text: string): void {
  console.log(`\n${paint(['bold', 'cyan'], `${number}  ${text}`)}`);
}

/** A paragraph, wrapped at spaces; words joined by `~` stay together. */
export function prose(text: string, tone: Tone = 'none'): void {
  for (const line of wrapText(text, columns() - margin.length)) console.log(margin + paint(tone, line));
}

/**
 * Method, path, status and milliseconds (of one request on average) in a line; the note beside it where there is room,
 * otherwise below.
 */
export function requestLine({ method, path, times = 1, status, ms, note }: RequestLine): void {
  const shown = (times === 1 ? shortenPath(path) : `${shortenPath(path)}  × ${times}`).padEnd(
    columns() < 100 ? 29 : 42,
  );
  const time = ms < 10 ? ms.toFixed(1) : ms.toFixed(0);
  const plain = `${margin}${method.padEnd(6)} ${shown} ${status} ${time.padStart(5)} ms`;
  const painted = [
    margin + paint('bold', method.padEnd(6)),
    shown,
    paint(status < 400 ? 'green' : 'yellow', String(status)),
    paint('dim', `${time.padStart(5)} ms`),
  ].join(' ');
  const fitsOnLine = note !== undefined && plain.length + 2 + note.length <= columns();
  console.log(fitsOnLine ? `${painted}  ${note}` : painted);
  if (note !== undefined && !fitsOnLine) detail(note);
}

/** Details of the line above. */
export function detail(text: string, tone: Tone = 'none'): void {
  for (const line of wrapText(text, columns() - 10)) console.log(`${' '.repeat(10)}${paint(tone, line)}`);
}

/** A table; `sums` are rows below a rule. */
export function table(
  head: readonly TableColumn[],
  rows: readonly (readonly string[])[],
  sums: readonly (readonly string[])[] = [],
): void {
  const widths = head.map(({ title }, index) =>
    Math.max(title.length, ...[...rows, ...sums].map((row) => row[index]?.length ?? 0)),
  );
  const laid = (row: readonly string[]) =>
    margin +
    row
      .map((cell, index) =>
        head[index]?.align === 'right' ? cell.padStart(widths[index] ?? 0) : cell.padEnd(widths[index] ?? 0),
      )
      .join('  ')
      .trimEnd();
  const line = laid(widths.map((width) => '─'.repeat(width)));
  console.log(paint('dim', laid(head.map(({ title }) => title))));
  for (const row of rows) console.log(laid(row));
  if (sums.length > 0) console.log(paint('dim', line));
  for (const row of sums) console.log(paint('bold', laid(row)));
}

/** A check that passed. */
export function highlight(text: string): void {
  const [first = '', ...rest] = wrapText(text, columns() - margin.length - 2);
  console.log(`${margin}${paint(['bold', 'green'], '✓')} ${first}`);
  for (const line of rest) console.log(`${margin}  ${line}`);
}

/** Money for readers: 5,291.25. */
export function money(cents: number): string {
  return (cents / 100).toLocaleString('en-US', { minimumFractionDigits: 2, maximumFractionDigits: 2 });
}

/** A price with all its decimals, and at least two: 0.2539, 0.80. */
export function price(exact: number | string): string {
  return String(exact)
    .replace(/^(-?\d+)$/, '$1.00')
    .replace(/^(-?\d+\.\d)$/, (short) => `${short}0`);
}

/** Ids are long and similar: their ends are enough to distinguish them. Cursors are opaque anyway. */
export function shortenPath(text: string): string {
  return text
    .replace(/[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{6}([0-9a-f]{6})/g, '…$2')
    .replace(/cursor=[^&]*/, 'cursor=…');
}

function wrapText(text: string, width: number): string[] {
  const lines: string[] = [];
  let line = '';
  for (const word of text.split(' ')) {
    if (line !== '' && line.length + 1 + word.length > width) {
      lines.push(line);
      line = word;
    } else line = line === '' ? word : `${line} ${word}`;
  }
  return [...lines, line].map((text) => text.replaceAll('~', ' '));
}
