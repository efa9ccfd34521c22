// The page of a file of personal data: one HTML file in the person's language that needs nothing else. Pure.
import { mapInSteps, type Steps } from '../platform/processes/steps.ts';
import { escapeHtml } from '../platform/values/html.ts';
import { type Language, languages, locales } from '../platform/values/languages.ts';
import { type ServiceWords, serviceWords } from '../words/service-words.ts';
import { maxRows } from './model.ts';
import { type Cell, type ColumnName, type DataSection, type PersonPart, sectionColumns } from './person-data.ts';

export type PersonPage = {
  readonly language: Language;
  readonly name: string;
  readonly at: Date;
  /** Whether an organization made it for a resident; otherwise the person did, for everything. */
  readonly ofResident: boolean;
  readonly parts: readonly PersonPart[];
  /** Names of files that could not be made. */
  readonly missing: ReadonlySet<string>;
};

const style = `body{font:16px/1.5 system-ui,sans-serif;color:#222220;max-width:70rem;margin:2rem auto;padding:0 1rem}
h2{margin-top:3rem;border-bottom:2px solid #24735a}h3{margin-top:2rem}
.scroll{overflow-x:auto}table{border-collapse:collapse;font-size:.9rem}
th,td{text-align:left;vertical-align:top;padding:.3rem .75rem .3rem 0;border-bottom:1px solid #c3c3bd}
td.number{text-align:right;font-variant-numeric:tabular-nums}th{color:#5a5a55;font-weight:600}a{color:#24735a}`;

/** What a cell of a table costs of the budget of a turn. */
const costOfCell = 3;

/** Writes the page, in steps. */
export function* writePersonPage(page: PersonPage): Steps<string> {
  const { language, name, at, ofResident, parts } = page;
  const words = serviceWords[language].personalData;
  const title = escapeHtml(words.title({ name }));
  const paragraphs = [
    words.made({ moment: formatMoment(language, at) }),
    ofResident ? words.residentLead : words.lead,
    words.notHere,
  ];
  const written: string[] = [];
  for (const part of parts) written.push(...(yield* writePart(page, words, part)));
  return [
    `<!doctype html>\n<html lang="${language}">\n<head>\n<meta charset="utf-8">\n<meta name="viewport" content="width=device-width, initial-scale=1">`,
    `<title>${title}</title>\n<style>${style}</style>\n</head>\n<body>\n<h1>${title}</h1>`,
    ...paragraphs.map((text) => `<p>${escapeHtml(text)}</p>`),
    ...written,
    '</body>\n</html>\n',
  ].join('\n');
}

function* writePart(
  page: PersonPage,
  words: ServiceWords['personalData'],
  { organization, sections, files }: PersonPart,
): Steps<string[]> {
  const isEmpty = sections.length === 0 && files.length === 0;
  const heading = organization === null ? 'h2' : 'h3';
  const tables: string[] = [];
  for (const section of sections) tables.push(yield* writeSection(page, words, heading, section));
  return [
    ...(organization === null ? [] : [`<h2>${escapeHtml(organization)}</h2>`]),
    ...(isEmpty ? [`<p>${escapeHtml(words.nothing)}</p>`] : []),
    ...tables,
    ...(files.length === 0 ? [] : [`<h3>${escapeHtml(words.sections.files)}</h3>`, '<ul>']),
    ...files.map(({ name }) =>
      page.missing.has(name)
        ? `<li>${escapeHtml(name)}: ${escapeHtml(words.missing)}</li>`
        : `<li><a href="${escapeHtml(encodeURI(name))}">${escapeHtml(name)}</a></li>`,
    ),
    ...(files.length === 0 ? [] : ['</ul>']),
  ];
}

function* writeSection(
  { language }: PersonPage,
  words: ServiceWords['personalData'],
  heading: 'h2' | 'h3',
  { name, rows, isCut }: DataSection,
): Steps<string> {
  const columns: readonly ColumnName[] = sectionColumns[name];
  const headings = columns.map((column) => `<th scope="col">${escapeHtml(words.columns[column])}</th>`);
  const lines = yield* mapInSteps(
    rows,
    () => costOfCell * columns.length,
    (row) => {
      const cells = columns.map((column) => {
        const value = row[column] ?? null;
        const kind = typeof value === 'number' ? ' class="number"' : '';
        return `<td${kind}>${escapeHtml(cellText(language, words, column, value))}</td>`;
      });
      return `<tr>${cells.join('')}</tr>`;
    },
  );
  return [
    `<${heading}>${escapeHtml(words.sections[name])}</${heading}>`,
    ...(isCut ? [`<p>${escapeHtml(words.cut({ rows: maxRows }))}</p>`] : []),
    `<div class="scroll"><table>\n<thead><tr>${headings.join('')}</tr></thead>\n<tbody>`,
    ...lines,
    '</tbody>\n</table></div>',
  ].join('\n');
}

/** Columns whose values are codes of the service. */
const codeColumns: ReadonlySet<ColumnName> = new Set(['role', 'status', 'source', 'meter', 'author', 'kind', 'action']);
const dayPattern = /^\d{4}-\d{2}-\d{2}$/;
const anyDay = /\d{4}-\d{2}-\d{2}/g;

function cellText(language: Language, words: ServiceWords['personalData'], column: ColumnName, value: Cell): string {
  if (value === null) return '';
  if (typeof value === 'boolean') return words.values[value ? 'yes' : 'no'];
  if (typeof value === 'number') {
    const isAmount = column === 'amount' || column === 'paid';
    const { amount, code, figure } = formattersFor(language);
    return (isAmount ? amount : column === 'status' ? code : figure).format(value);
  }
  if (value instanceof Date) return formatMoment(language, value);
  if (column === 'language') return languageName(language, value);
  if (codeColumns.has(column)) return codeText(words, value);
  if (column === 'period') return value.replace(anyDay, (day) => formatDay(language, day));
  return dayPattern.test(value) ? formatDay(language, value) : value;
}

function codeText(words: ServiceWords['personalData'], code: string): string {
  return Object.hasOwn(words.values, code)
    ? words.values[code as keyof ServiceWords['personalData']['values']]
    : code.replaceAll(/[_-]/g, ' ');
}

function languageName(language: Language, code: string): string {
  const isLanguage = languages.some((each) => each === code);
  return (isLanguage ? formattersFor(language).languageName.of(code) : undefined) ?? code;
}

function formatDay(language: Language, day: string): string {
  return formattersFor(language).day.format(new Date(`${day}T00:00:00Z`));
}

function formatMoment(language: Language, moment: Date): string {
  return formattersFor(language).moment.format(moment);
}

const formatters = new Map<Language, ReturnType<typeof makeFormatters>>();

/** Formatters are slow to create. */
function formattersFor(language: Language) {
  const found = formatters.get(language) ?? makeFormatters(language);
  formatters.set(language, found);
  return found;
}

function makeFormatters(language: Language) {
  const locale = locales[language];
  const numbers = (options: Intl.NumberFormatOptions) =>
    new Intl.NumberFormat(locale, { maximumFractionDigits: 6, ...options });
  return {
    amount: numbers({ minimumFractionDigits: 2 }),
    code: numbers({ useGrouping: false }),
    figure: numbers({}),
    day: new Intl.DateTimeFormat(locale, { dateStyle: 'medium', timeZone: 'UTC' }),
    moment: new Intl.DateTimeFormat(locale, { dateStyle: 'medium', timeStyle: 'short', timeZone: 'Europe/Tallinn' }),
    languageName: new Intl.DisplayNames(locale, { type: 'language' }),
  };
}
