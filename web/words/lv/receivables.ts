// Latvian words of receivables and accounts.
import { messagesIn } from '../../../src/platform/values/messages.ts';
import type { Words } from '../words.ts';

const message = messagesIn('lv');

export const receivables: Words['receivables'] = {
  title: 'Debitoru parādi',
  lead: 'Neapmaksātie rēķini pēc tā, cik sen ir pagājis termiņš, un avansi.',
  building: 'Māja',
  allBuildings: 'Visas mājas',
  apartment: 'Dzīvoklis',
  columns: {
    notDue: 'Vēl termiņā',
    to30: '1–30 dienas',
    to60: '31–60 dienas',
    to90: '61–90 dienas',
    over90: 'Virs 90 dienām',
    total: 'Kopā',
    credit: 'Avanss',
  },
  allApartments: 'Visi dzīvokļi kopā',
  nothingOpen: 'Parādu nav: visi nosūtītie rēķini ir apmaksāti.',
  exportCsv: 'Eksportēt CSV',
  statement: message('Dzīvokļa {number} konts'),
  from: 'No',
  to: 'Līdz',
  opening: 'Sākuma atlikums',
  closing: 'Beigu atlikums',
  date: 'Datums',
  transaction: 'Darījums',
  invoice: message('Rēķins {number}'),
  payment: message('Maksājums: {payer}'),
  paymentWithoutPayer: 'Maksājums',
  refund: message('Atgriezta nauda: {note}'),
  refundWithoutNote: 'Atgriezta nauda',
  invoiced: 'Rēķini',
  received: 'Saņemts',
  balance: 'Atlikums',
  noEntries: 'Šajā periodā darījumu nav.',
  balanceHint: 'Pozitīvs atlikums: dzīvoklim ir parāds. Negatīvs: avanss.',
};
