// Meters as rows of a table, pasted or from a file: headings and words in English, Estonian, Latvian, Lithuanian and
// Russian, or no heading and the columns in the default order.

import type { FileProblem, TableRow } from '../platform/files/csv.ts';
import {
  type ColumnChoice,
  type Columns,
  findRowsBeyond,
  type ImportTable,
  makeRowReader,
  readImportTable,
  type TableFile,
  type TableKind,
} from '../platform/files/import-table.ts';
import {
  detectSlashOrder,
  foldText,
  integerReader,
  maxLengthReader,
  readDay,
  readNumber,
  readWord,
  type SlashOrder,
  wordsOf,
} from '../platform/files/table-cells.ts';
import { mapInSteps, runInTurns } from '../platform/processes/steps.ts';
import type { TableColumn } from '../platform/values/column-meanings.ts';
import type { Day } from '../platform/values/dates.ts';
import { apartmentHeadings } from '../properties/apartment-table.ts';
import type { MeterType } from '../properties/model.ts';
import type { MeterUnit } from './model.ts';

/** The maximum number of meters in a table. */
export const maxMeterRows = 5_000;

/** One row; an empty cell has no value. `apartment` is a number, or a word for a main meter (`isMainMeter`). */
export type MeterTableRow = {
  readonly line: number;
  readonly apartment: string;
  readonly type: MeterType;
  readonly unit?: MeterUnit | undefined;
  readonly serialNumber?: string | undefined;
  readonly initialValue?: number | undefined;
  readonly digits?: number | undefined;
  readonly decimals?: number | undefined;
  readonly installedOn?: Day | undefined;
  readonly verifiedUntil?: Day | undefined;
};

/** A parsed table; rows with problems are left out of `rows`. */
export type MeterTable = {
  readonly table: ImportTable<MeterColumn>;
  readonly rows: readonly MeterTableRow[];
  readonly problems: readonly FileProblem[];
};

/** The accepted headings of each column, to be folded by `foldText`. */
export const meterHeadings = {
  apartment: apartmentHeadings,
  type: `type metertype meter kind
    liik arvestiliik arvestitüüp tüüp arvesti
    veids skaitītājs skaitītājaveids
    rūšis tipas skaitiklis skaitikliorūšis
    тип вид счётчик типсчётчика видсчётчика`,
  serialNumber: `serialnumber serial serialno serialnr meternumber meterno meternr
    seerianumber seerianr arvestinumber arvestinr
    sērijasnumurs sērijasnr skaitītājanumurs skaitītājanr
    serijosnumeris serijosnr skaitiklionumeris skaitiklionr
    серийныйномер заводскойномер номерсчётчика`,
  initialValue: `initialvalue initialreading initial reading startreading
    algnäit algnäidud näit näidud
    sākumarādījums sākotnējaisrādījums rādījums
    pradinisrodmuo pradiniairodmenys rodmuo rodmenys
    начальноепоказание начальныепоказания показание показания`,
  digits: `digits numberofdigits
    numbrikohti kohti kohtadearv täisarvukohti
    cipari ciparuskaits
    skaitmenys skaitmenųskaičius
    цифр цифры числоцифр количествоцифр разряды`,
  decimals: `decimals decimalplaces
    kümnendkohti komakohti kümnendkohad
    decimālzīmes
    dešimtainiaiskaitmenys dešimtainiai
    десятичныезнаки знакипослезапятой`,
  unit: 'unit ühik mērvienība vienība vienetas matovienetas единица единицаизмерения',
  installedOn: `installedon installed installationdate
    paigaldatud paigaldamisekuupäev paigalduskuupäev
    uzstādīts uzstādīšanasdatums
    įrengtas įrengimodata
    установлен датаустановки`,
  verifiedUntil: `verifieduntil verificationuntil validuntil verification
    taadeldudkuni taatluskuni taatlus taatluskehtibkuni kehtibkuni
    verificētslīdz verifikācijalīdz verifikācija derīgslīdz
    patikraiki patikra patikrosgaliojimas galiojaiki
    поверендо поверкадо поверка срокповерки`,
} as const satisfies Record<TableColumn<'meters'>, string>;
type MeterColumn = TableColumn<'meters'>;
const columnOf = wordsOf<MeterColumn>(meterHeadings);

/** The columns of a table without a heading. */
const defaultOrder = ['apartment', 'type', 'serialNumber', 'initialValue', 'digits', 'verifiedUntil'] as const;

/** The words for each type of meter. */
export const typeNames = {
  cold_water: 'coldwater cold külmvesi külm aukstaisūdens auksts šaltasvanduo šaltas холоднаявода холодная хвс',
  hot_water: 'hotwater hot soevesi soe soojvesi karstaisūdens karsts karštasvanduo karštas горячаявода горячая гвс',
  heating: 'heating heat küte soojus soojusenergia apkure siltums šildymas šiluma отопление тепло',
  electricity: 'electricity power elekter elektrienergia elektrība elektra электричество электроэнергия',
  gas: 'gas gaas maagaas gāze dujos газ',
} as const satisfies Record<MeterType, string>;
/** The type of meter that a word means, folded. */
export const typeWords = wordsOf<MeterType>(typeNames);
const unitWords = wordsOf<MeterUnit>({ m3: 'm3 м3', kWh: 'kwh квтч', MWh: 'mwh мвтч' });
const mainMeterWords = wordsOf<'main'>({
  main: `main mainmeter building
    peaarvesti üldarvesti majaarvesti maja
    galvenaisskaitītājs galvenais ēka
    pagrindinisskaitiklis pagrindinis įvadinisskaitiklis įvadinis namas
    общийсчётчик общий общедомовой общедомовойсчётчик главный дом`,
});

/** What reading a row costs of the budget of a turn. */
const costOfRow = 50;

/** A table of meters. */
const meterTable: TableKind<MeterColumn> = { columnOf, order: defaultOrder, needed: [['apartment'], ['type']] };

/** Parses a table of meters: slow, and outside a transaction. Problems are returned, not thrown. */
export async function readMeterTable(file: TableFile, choice?: ColumnChoice): Promise<MeterTable> {
  const table = await readImportTable(file, meterTable, choice);
  const { rows, columns } = table;
  const problems = [...table.problems, ...findRowsBeyond(rows, maxMeterRows, 'meters')];
  if (problems.length > 0) return { table, rows: [], problems };
  const days = (['installedOn', 'verifiedUntil'] as const).flatMap((column) =>
    rows.map(({ cells }) => cells[columns.get(column) ?? -1] ?? ''),
  );
  const order = detectSlashOrder(days);
  const parsed = await runInTurns(
    mapInSteps(
      rows,
      () => costOfRow,
      (row) => parseRow(row, columns, order),
    ),
  );
  return {
    table,
    rows: parsed.flatMap((item) => ('flaws' in item ? [] : [item])),
    problems: parsed.flatMap((item) => ('flaws' in item ? item.flaws : [])),
  };
}

function parseRow(
  tableRow: TableRow,
  columns: Columns<MeterColumn>,
  order: SlashOrder,
): MeterTableRow | { readonly flaws: readonly FileProblem[] } {
  const { read, problems } = makeRowReader(tableRow, columns);
  const day = (text: string) => readDay(text, order);
  const apartment = read('apartment', maxLengthReader(50), 'The apartment is missing. For a main meter write “main”.');
  const type = read('type', (text) => readWord(foldText(text), typeWords, text), 'The type is missing.');
  const row = {
    line: tableRow.line,
    unit: read('unit', (text) => readWord(foldText(text), unitWords, text)),
    serialNumber: read('serialNumber', maxLengthReader(50)),
    initialValue: read('initialValue', readNumber),
    digits: read('digits', integerReader(1, 9)),
    decimals: read('decimals', integerReader(0, 6)),
    installedOn: read('installedOn', day),
    verifiedUntil: read('verifiedUntil', day),
  };
  if (problems.length > 0 || apartment === undefined || type === undefined) return { flaws: problems };
  return { ...row, apartment, type };
}

/** Whether the text of an apartment's cell says that the meter is a main meter. */
export function isMainMeter(apartment: string): boolean {
  return mainMeterWords.has(foldText(apartment));
}
