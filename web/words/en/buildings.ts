// English words of buildings and their apartments.
import { messagesIn } from '../../../src/platform/messages.ts';

const message = messagesIn('en');

export const apartments = {
  title: 'Apartments',
  add: 'Add an apartment',
  change: 'Change the apartment',
  paste: 'Paste from a spreadsheet',
  none: 'No apartments yet. Add them one by one, or paste them from a spreadsheet.',
  number: 'Number',
  floor: 'Floor',
  area: 'Area, m²',
  heatedArea: 'Heated area, m²',
  shares: 'Share',
  residentCount: 'Residents',
  reference: 'Payment reference',
  people: 'People',
  meters: 'Meters',
  balance: 'Still to pay',
  total: 'Total',
  saved: 'The apartment is saved.',
  removed: 'The apartment is removed.',
  remove: 'Remove the apartment',
  removeLead: message<{ number: string }>('Apartment {number} disappears from every list; its invoices stay.'),
  pasteLead:
    'Copy rows from your spreadsheet and paste them here. The columns are: number, floor, area, heated area, share, residents. A heading row may name them in another order.',
  pasteHere: 'Rows',
  pasteRows: message<{ count: number }>('{count, plural, one {# apartment is ready} other {# apartments are ready}}'),
  pasteExists: 'exists already, and is changed',
  pasteProblem: message<{ line: number; what: string }>('Line {line}: {what}'),
  pasteNoNumber: 'there is no apartment number',
  pasteTwice: 'the number stands here twice',
  pasteNoFigure: message<{ text: string }>('“{text}” is no number'),
  pasteSave: 'Bring in',
  pasteDone: message<{ count: number }>(
    '{count, plural, one {# apartment was brought in.} other {# apartments were brought in.}}',
  ),
};

export const buildings = {
  title: 'Buildings',
  add: 'Add a building',
  name: 'Name',
  address: 'Address',
  charges: 'Charges',
  iban: 'Account (IBAN)',
  beneficiary: 'Beneficiary',
  prefix: 'Invoice numbers begin with',
  paymentTerm: 'Days to pay',
  lateInterest: 'Late interest, % per day (empty: none)',
  invoiceLanguage: 'Language of invoices',
  timeZone: 'Time zone',
  saved: 'Saved.',
  delete: 'Delete the building',
  deleteLead:
    'The building, its apartments and meters disappear from every list. Invoices stay in the books. It cannot be taken back.',
  deleted: 'The building is deleted.',
  tabs: {
    apartments: 'Apartments',
    charges: 'Charges',
    bills: 'Periods and bills',
    oneOffs: 'One-offs',
    settings: 'Settings',
  },
};
