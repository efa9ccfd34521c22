// Latvian words of the accountant's books.
import { messagesIn } from '../../../src/platform/messages.ts';
import type { Words } from '../words.ts';

const message = messagesIn('lv');

export const books: Words['books'] = {
  title: 'Parādi',
  lead: 'Neapmaksātie rēķini pēc tā, cik sen ir pagājis termiņš, un avansi.',
  building: 'Māja',
  all: 'Visas mājas',
  apartment: 'Dzīvoklis',
  notDue: 'Vēl termiņā',
  to30: '1–30 dienas',
  to60: '31–60 dienas',
  to90: '61–90 dienas',
  over90: 'Virs 90 dienām',
  total: 'Kopā',
  credit: 'Avanss',
  together: 'Visi dzīvokļi kopā',
  nothingOpen: 'Parādu nav: visi nosūtītie rēķini ir apmaksāti.',
  exportCsv: 'Lejupielādēt CSV',
  statement: message('Dzīvokļa {number} konts'),
  from: 'No',
  to: 'Līdz',
  opening: 'Sākuma atlikums',
  closing: 'Beigu atlikums',
  day: 'Datums',
  what: 'Darījums',
  invoice: message('Rēķins {number}'),
  payment: message('Maksājums: {payer}'),
  paymentOfNobody: 'Maksājums',
  refund: message('Atgriezta nauda: {note}'),
  refundWithoutNote: 'Atgriezta nauda',
  billed: 'Rēķini',
  paid: 'Maksājumi',
  balance: 'Atlikums',
  noEntries: 'Šajās dienās nav ne rēķinu, ne maksājumu.',
  owes: 'Pozitīvs atlikums: dzīvoklim ir parāds. Negatīvs: avanss.',
};
