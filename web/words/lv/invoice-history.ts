// Latvian words of supplier bills, history and credit notes.
import { messagesIn } from '../../../src/platform/values/messages.ts';
import type { Words } from '../words.ts';

const message = messagesIn('lv');

export const invoiceHistory: Words['invoiceHistory'] = {
  bills: message('Piegādātāju rēķini, {month}'),
  noBills: 'Šajā mājā nav pakalpojuma, kuram dala piegādātāja rēķinu.',
  closed: 'Šī mēneša rēķini ir nosūtīti, tāpēc piegādātāju rēķinus vairs nevar mainīt.',
  history: 'Vēsture',
  actions: {
    generated: 'Sagatavots',
    sent: 'Nosūtīts',
    paid: 'Apmaksāts',
    payment_date_changed: 'Mainīts apmaksas datums',
    reference_changed: 'Mainīta atsauce',
    cancelled: 'Anulēts',
    credited: 'Izrakstīts kredītrēķins',
    corrected: 'Labots',
    payment_allocated: 'Piesaistīts maksājums',
    payment_undone: 'Maksājums atsaistīts',
    reopened: 'Atkal neapmaksāts',
  },
  creditInvoice: 'Kredītrēķins',
  credit: 'Izrakstīt kredītrēķinu',
  creditLead:
    'Kredītrēķinu izveido kā melnrakstu un nosūta tāpat kā citus rēķinus. Tas sedz šī rēķina neapmaksāto daļu un pēc tam pārējos dzīvokļa parādus.',
  creditWhole: 'Viss atlikušais',
  creditLines: 'Atsevišķas rindas',
  creditRemaining: message('atlicis {amount}'),
  creditGross: 'Kredītrēķinā, ar PVN',
  corrects: 'Sākotnējais rēķins',
  credited: 'Kredītrēķins ir izveidots.',
};
