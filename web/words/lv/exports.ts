// Latvian words of the exports for bookkeeping.
import { messagesIn } from '../../../src/platform/values/messages.ts';
import type { Words } from '../words.ts';

const message = messagesIn('lv');

export const exports: Words['exports'] = {
  title: 'Eksports grāmatvedībai',
  lead: 'Par mājas nosūtītajiem un apmaksātajiem rēķiniem.',
  month: 'Mēnesis',
  download: 'Lejupielādēt',
  save: message('Lejupielādēt: {name}'),
  names: { ledger: 'Rēķinu rindas (CSV)', 'e-arve': 'E-rēķini (e-arve 1.2)', ubl: 'E-rēķini (UBL)' },
  leads: {
    ledger: 'Rēķini par šo mēnesi, katra rinda atsevišķi, ar pakalpojuma grāmatvedības kontu.',
    'e-arve': 'Šajā mēnesī izrakstītie rēķini vienā failā, kā tos pieņem Igaunijas operatori.',
    ubl: 'Šajā mēnesī izrakstītie rēķini pēc standarta EN 16931, katrs savā failā, kopā ZIP arhīvā.',
  },
};
