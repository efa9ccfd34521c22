// English words of buildings and their apartments.
import { messagesIn } from '../../../src/platform/values/messages.ts';

const message = messagesIn('en');

export const apartments = {
  title: 'Apartments',
  add: 'Add apartment',
  edit: 'Edit apartment',
  paste: 'Paste from a spreadsheet',
  none: 'No apartments yet. Add them one by one, or paste them from a spreadsheet.',
  number: 'Number',
  floor: 'Floor',
  area: 'Area, m²',
  heatedArea: 'Heated area, m²',
  shares: 'Ownership share',
  residentCount: 'Number of residents',
  reference: 'Payment reference',
  residents: 'Residents',
  meters: 'Meters',
  saved: 'Apartment saved.',
  removed: 'Apartment deleted.',
  remove: 'Delete apartment',
  removeLead: message<{ number: string }>('Apartment {number} is removed from all lists. Its invoices are kept.'),
};

export const buildings = {
  title: 'Buildings',
  add: 'Add building',
  name: 'Name',
  address: 'Address',
  charges: 'Charges',
  iban: 'Account (IBAN)',
  beneficiary: 'Beneficiary',
  prefix: 'Invoice number prefix',
  paymentTerm: 'Payment term, days',
  lateInterest: 'Late interest, % per day (optional)',
  billedFrom: 'Billed from (optional)',
  invoiceLanguage: 'Invoice language',
  timeZone: 'Time zone',
  saved: 'Saved.',
  delete: 'Delete building',
  deleteLead:
    'The building, its apartments and meters are removed from all lists. Invoices stay in your accounts. This can’t be undone.',
  deleted: 'Building deleted.',
  tabs: {
    apartments: 'Apartments',
    charges: 'Charges',
    bills: 'Periods and bills',
    oneOffs: 'One-off items',
    settings: 'Settings',
  },
};
