// English words of tables that are imported: apartments, residents, meters and readings.
import { messagesIn } from '../../../src/platform/values/messages.ts';

const message = messagesIn('en');

export const tables = {
  rows: 'Rows',
  lead: 'Copy rows from your spreadsheet and paste them here, or choose a CSV or Excel (xlsx) file. You see every row before anything is imported.',
  leads: {
    apartments: 'For example with the columns Apartment, Floor, Area m², Heated area, Ownership share, Residents.',
    residents: 'For example with the columns Apartment, Owner, E-mail, Phone, Since.',
    meters:
      'For example with the columns Apartment, Type, Serial number, Initial reading. Or one row for each apartment with its initial readings: Apartment, Cold water, Hot water. For a main meter, write “main” instead of an apartment.',
    readings:
      'For example with the columns Apartment, Cold water, Hot water. For a main meter, write “main” instead of an apartment.',
  },
  columns: 'Columns',
  hasHeadings: 'The first row has headings',
  row: 'Row',
  outcomes: { created: 'New', changed: 'Changed', unchanged: 'Unchanged' },
  found: message<{ created: number; changed: number; unchanged: number }>(
    '{created, plural, =0 {Nothing new} one {# new} other {# new}}{changed, plural, =0 {} one {, # changed} other {, # changed}}{unchanged, plural, =0 {.} one {, # is there already.} other {, # are there already.}}',
  ),
  rejected: message<{ count: number }>(
    '{count, plural, one {# problem. Nothing is imported until it is corrected.} other {# problems. Nothing is imported until they are corrected.}}',
  ),
  moreProblems: message<{ count: number }>('{count, plural, one {and # more problem} other {and # more problems}}'),
  importRows: message<{ count: number }>('{count, plural, one {Import # row} other {Import # rows}}'),
  imported: message<{ created: number; changed: number }>('{created, number} added, {changed, number} updated.'),
  residentsNext: message<{ columns: string }>(
    'The columns about residents ({columns}) are imported in the next step, from the same table.',
  ),
  importResidents: 'Import residents',
  importReadings: 'Import readings',
  readOn: 'Read on',
  readOnHint: 'For rows without a date.',
  moreRows: 'Show more rows',
  names: {
    number: 'Apartment number',
    floor: 'Floor',
    area: 'Area, m²',
    heatedArea: 'Heated area, m²',
    shares: 'Ownership share',
    residentCount: 'Number of residents',
    building: 'Building',
    apartment: 'Apartment',
    name: 'Name',
    firstName: 'First name',
    lastName: 'Last name',
    email: 'E-mail',
    phone: 'Phone',
    language: 'Language',
    role: 'Role',
    since: 'Since',
    until: 'Until',
    receivesInvoice: 'Receives invoices',
    type: 'Type of meter',
    serialNumber: 'Serial number',
    initialValue: 'Initial reading',
    digits: 'Digits',
    decimals: 'Decimals',
    unit: 'Unit',
    installedOn: 'Installed on',
    verifiedUntil: 'Verified until',
    value: 'Reading',
    readOn: 'Date',
  },
  problems: {
    noApartment: 'Enter the apartment. For a main meter, write “main”.',
    unknownApartment: message<{ value: string }>(
      'The building has no apartment “{value}”. Correct the number, or add the apartment first.',
    ),
    noType: 'Enter the type: cold water, hot water, heating, electricity or gas.',
    unknownType: message<{ value: string }>(
      '“{value}” is not a type. Use cold water, hot water, heating, electricity or gas.',
    ),
    noSerial: 'The apartment has several such meters. Enter their serial numbers.',
    repeatedSerial: message<{ value: string }>('The serial number {value} is listed twice. Correct or remove a row.'),
    usedSerial: message<{ value: string }>(
      'Another meter in the building has the serial number {value}. Correct it, or remove the row.',
    ),
    digits: 'Enter a whole number from 1 to 9.',
    noDay: message<{ value: string }>('“{value}” is not a date. Write it as 31.12.2030.'),
    notANumber: message<{ value: string }>('“{value}” is not a number'),
    repeated: message<{ value: string }>('“{value}” is listed twice. Correct or remove a row.'),
    missing: 'No column is chosen for this.',
    twice: 'Two columns are chosen for this. Choose the one that counts.',
    noMeter: 'The apartment has no such meter in use.',
    which: 'Several meters are meant. Add the type or the serial number.',
  },
};
