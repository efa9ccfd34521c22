// Meters as rows of a table, pasted or from a file: one meter a row, or one row for an apartment with a column for the
// initial values of each type. Headings and words are English, Estonian, Latvian, Lithuanian or Russian.
import { type ColumnChoice, parseImportTable, type TableFile, type TableKind } from '../platform/files/import-table.ts';
import {
  foldText,
  integerReader,
  maxLengthReader,
  readNumber,
  readWord,
  wordsOf,
} from '../platform/files/table-cells.ts';
import { type MeterUnit, meterTypes } from '../platform/values/bases.ts';
import type { TableColumn } from '../platform/values/column-meanings.ts';
import type { Day } from '../platform/values/dates.ts';
import { apartmentHeadings } from '../properties/apartment-table.ts';
import type { MeterType } from '../properties/model.ts';

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

/** Headings for the day of a reading. */
export const dayHeadings = `date day readon readat readingdate
    kuupäev näidukuupäev päev
    datums rādījumadatums
    data rodmensdata
    дата датапоказания`;

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
  // The day of the initial reading, too.
  installedOn: `installedon installed installationdate initialdate initialreadingdate ${dayHeadings}
    paigaldatud paigaldamisekuupäev paigalduskuupäev algnäidukuupäev
    uzstādīts uzstādīšanasdatums sākumarādījumadatums
    įrengtas įrengimodata pradiniorodmensdata
    установлен датаустановки датаначальногопоказания`,
  verifiedUntil: `verifieduntil verificationuntil validuntil verification
    taadeldudkuni taatluskuni taatlus taatluskehtibkuni kehtibkuni
    verificētslīdz verifikācijalīdz verifikācija derīgslīdz
    patikraiki patikra patikrosgaliojimas galiojaiki
    поверендо поверкадо поверка срокповерки`,
} as const satisfies Record<Exclude<TableColumn<'meters'>, MeterType>, string>;
type MeterColumn = TableColumn<'meters'>;

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

const meterTable: TableKind<MeterColumn, MeterTableRow> = {
  columnOf: wordsOf<MeterColumn>({ ...meterHeadings, ...typeNames }),
  order: ['apartment', 'type', 'serialNumber', 'initialValue', 'digits', 'verifiedUntil'],
  needed: [['apartment'], ['type', ...meterTypes]],
  days: ['installedOn', 'verifiedUntil'],
  limit: { rows: maxMeterRows, of: 'meters' },
  parseRow: ({ line, has, read, day }) => {
    const apartment = read(
      'apartment',
      maxLengthReader(50),
      'The apartment is missing. For a main meter write “main”.',
    );
    // An empty cell of a type is no meter.
    const byType = meterTypes.flatMap((type) => {
      const initialValue = read(type, readNumber);
      return initialValue === undefined ? [] : [{ type, initialValue }];
    });
    const missing = byType.length === 0 && has('type') ? 'The type is missing.' : undefined;
    const type = read('type', (text) => readWord(foldText(text), typeWords, text), missing);
    const row = {
      line,
      unit: read('unit', (text) => readWord(foldText(text), unitWords, text)),
      serialNumber: read('serialNumber', maxLengthReader(50)),
      initialValue: read('initialValue', readNumber),
      digits: read('digits', integerReader({ min: 1, max: 9 })),
      decimals: read('decimals', integerReader({ min: 0, max: 6 })),
      installedOn: read('installedOn', day),
      verifiedUntil: read('verifiedUntil', day),
    };
    const named = type === undefined ? byType : [{ type }, ...byType];
    return apartment === undefined ? [] : named.map((meter) => ({ ...row, ...meter, apartment }));
  },
};

/** Parses a table of meters. */
export const readMeterTable = (file: TableFile, choice?: ColumnChoice) => parseImportTable(file, meterTable, choice);

/** Whether the text of an apartment's cell says that the meter is a main meter. */
export function isMainMeter(apartment: string): boolean {
  return mainMeterWords.has(foldText(apartment));
}
