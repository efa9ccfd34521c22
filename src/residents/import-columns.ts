// Columns and cells of a residents file, in English, Estonian, Latvian, Lithuanian and Russian. Case, spaces, accents
// and punctuation are ignored; ambiguous values are rejected.

import {
  type ColumnChoice,
  columnForHeading,
  parseImportTable,
  type TableFile,
  type TableKind,
} from '../platform/files/import-table.ts';
import {
  type CellReader,
  foldText,
  maxLengthReader,
  quoteForMessage,
  readWord,
  wordsOf,
} from '../platform/files/table-cells.ts';
import type { TableColumn } from '../platform/values/column-meanings.ts';
import type { Day } from '../platform/values/dates.ts';
import type { Language } from '../platform/values/languages.ts';
import { mailAddressProblem } from '../platform/values/mail-address.ts';
import { apartmentHeadings } from '../properties/apartment-table.ts';
import type { ResidencyRole } from './resident-queries.ts';

/** The values of one row. An empty cell means no value. */
export type ResidentRow = {
  readonly line: number;
  readonly building?: string | undefined;
  readonly apartment: string;
  readonly name: string;
  readonly email?: string | undefined;
  readonly phone?: string | undefined;
  readonly language?: Language | undefined;
  readonly role?: ResidencyRole | undefined;
  readonly since?: Day | undefined;
  readonly until?: Day | undefined;
  readonly receivesInvoice?: boolean | undefined;
};

/** The accepted names of each column, folded by `fold`. */
const columnSynonyms = {
  building: `building house address buildingname buildingaddress
    maja hoone aadress majaaadress hooneaadress majanimi hoonenimi
    eka maja majas adrese ekasadrese majasadrese
    namas pastatas adresas namoadresas pastatoadresas
    дом здание адрес адресдома`,
  apartment: apartmentHeadings,
  name: `name fullname resident residentname owner ownername
    nimi taisnimi nimijaperekonnanimi eesjaperekonnanimi eesnimijaperekonnanimi elanik elanikunimi omanik omanikunimi korteriomanik
    vardsuzvards vardsunuzvards pilnsvards iedzivotajs ipasnieks dzivoklaipasnieks
    vardaspavarde vardasirpavarde pilnasvardas gyventojas savininkas butosavininkas
    фио имяифамилия фамилияиимя фамилияимя имяфамилия полноеимя жилец житель собственник владелец`,
  firstName: 'firstname givenname forename eesnimi vards vardas имя',
  lastName: 'lastname surname familyname perekonnanimi perenimi uzvards pavarde фамилия',
  email: `email emailaddress mail epost epostiaadress meil meiliaadress
    epasts epastaadrese elpastas elpastoadresas
    почта электроннаяпочта элпочта адресэлектронноипочты`,
  phone: `phone phonenumber telephone telephonenumber tel telno telnr mobile mobilephone
    telefon telefoninumber telefoninr mobiil mobiiltelefon
    talrunis talrunanumurs telefons mobilais mobilaistalrunis
    telefonas telefononumeris telefononr mobilusis mobilusistelefonas
    телефон номертелефона мобильныи мобильныителефон`,
  language:
    'language lang preferredlanguage keel suhtluskeel valoda sazinasvaloda kalba bendravimokalba язык языкобщения',
  role: 'role type status roll liik tuup staatus loma veids statuss vaidmuo tipas statusas роль статус',
  since: `since from start startdate movein moveindate validfrom
    alates algus alguskuupaev sissekolimine sissekolimisekuupaev kehtibalates
    sakot sakums sakumadatums nodatuma ievaksanasdatums
    nuo pradzia pradziosdata isikelimodata
    с начало датаначала датавъезда`,
  until: `until to end enddate moveout moveoutdate validto
    kuni lopp loppkuupaev valjakolimine valjakolimisekuupaev kehtibkuni
    lidz beigas beigudatums lidzdatumam izvaksanasdatums
    iki pabaiga pabaigosdata issikelimodata
    по до конец датаокончания датавыезда`,
  receivesInvoice: `receivesinvoice receivesinvoices invoice invoices sendinvoice sendinvoices
    arve arved saabarve saabarved arvesaaja saadaarve
    rekins rekini sanemrekinu sanemrekinus sutitrekinu
    saskaita saskaitos gaunasaskaita gaunasaskaitas siustisaskaita
    счет счета получаетсчет получаетсчета`,
} as const satisfies Record<TableColumn<'residents'>, string>;
type ImportColumn = TableColumn<'residents'>;

/** The accepted values of cells, folded. */
const roleWords = wordsOf<ResidencyRole>({
  owner: `owner coowner omanik kaasomanik korteriomanik ipasnieks ipasniece lidzipasnieks lidzipasniece
    savininkas savininke bendrasavininkas bendrasavininke
    собственник собственница сособственник владелец совладелец`,
  tenant: 'tenant renter lessee uurnik irnieks irniece nuomininkas nuomininke арендатор наниматель съемщик квартирант',
});
const yesNoWords = wordsOf<'yes' | 'no'>({
  yes: 'yes y true 1 x jah j ja taip да',
  no: 'no n false 0 ei ne нет',
});
const languageWords = wordsOf<Language>({
  et: 'et est ee estonian eesti igaunu estu эстонскии',
  en: 'en eng english inglise anglu англиискии',
  lv: 'lv lav latvian lati latviesu latviu латышскии латвиискии',
  lt: 'lt lit lithuanian leedu lietuviesu lietuviu литовскии',
  ru: 'ru rus russian vene krievu rusu русскии',
});

/** A table of residents. */
export const residentTable: TableKind<ImportColumn, ResidentRow> = {
  columnOf: wordsOf<ImportColumn>(columnSynonyms),
  order: [],
  needed: [['apartment'], ['name', 'firstName', 'lastName']],
  days: ['since', 'until'],
  parseRow: ({ line, textOf, read, day, problems }) => {
    const name = textOf('name') || `${textOf('firstName')} ${textOf('lastName')}`.trim();
    const row = {
      line,
      building: textOf('building') || undefined,
      apartment: read('apartment', maxLengthReader(50), 'The apartment is missing.') ?? '',
      name,
      email: read('email', readAddress),
      phone: read('phone', readPhone),
      language: read('language', (text) =>
        readWord(foldText(text).replace(/(keel|valoda|kalba|язык)$/, ''), languageWords, text),
      ),
      role: read('role', (text) => readWord(foldText(text), roleWords, text)),
      since: read('since', day),
      until: read('until', day),
    };
    const receivesInvoice = read('receivesInvoice', (text) => readWord(foldText(text), yesNoWords, text));
    if (name === '') problems.push({ line, column: 'name', code: 'required', message: 'The name is missing.' });
    if (name.length > 200)
      problems.push({ line, column: 'name', code: 'too_long', message: 'A name has at most 200 characters.' });
    return [{ ...row, receivesInvoice: receivesInvoice === undefined ? undefined : receivesInvoice === 'yes' }];
  },
};

/** Whether a column with this heading says who somebody is. */
export function namesPerson(heading: string): boolean {
  const column = columnForHeading(heading, residentTable.columnOf);
  return ['name', 'firstName', 'lastName', 'email', 'phone'].includes(column ?? '');
}

/** Parses a table of residents. */
export const readResidents = (file: TableFile, choice?: ColumnChoice) => parseImportTable(file, residentTable, choice);

const readAddress: CellReader<string> = (text) => {
  const why = mailAddressProblem(text);
  return why === undefined ? { value: text } : { code: 'invalid_email', message: why };
};

const readPhone: CellReader<string> = (text) => {
  if (/^\d+([.,]\d+)?e\+?\d+$/i.test(text))
    return {
      code: 'invalid_format',
      message: `The spreadsheet made the figure ${text} of the telephone number. Format the column as text and enter it again.`,
    };
  if (!/\d/.test(text)) return { code: 'invalid_format', message: `${quoteForMessage(text)} is no telephone number.` };
  return maxLengthReader(50)(text);
};
