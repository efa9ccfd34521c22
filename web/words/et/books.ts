// Estonian words of the accountant's books.
import { messagesIn } from '../../../src/platform/messages.ts';
import type { Words } from '../words.ts';

const message = messagesIn('et');

export const books: Words['books'] = {
  title: 'Võlad',
  lead: 'Maksmata arved selle järgi, kui kaua tähtajast möödas on, ja ettemaksed.',
  building: 'Maja',
  all: 'Kõik majad',
  apartment: 'Korter',
  notDue: 'Tähtaeg ees',
  to30: '1–30 päeva',
  to60: '31–60 päeva',
  to90: '61–90 päeva',
  over90: 'Üle 90 päeva',
  total: 'Kokku',
  credit: 'Ettemaks',
  together: 'Kõik korterid kokku',
  nothingOpen: 'Võlgu ei ole: kõik saadetud arved on makstud.',
  exportCsv: 'Laadi CSV-na',
  statement: message('Korteri {number} konto'),
  from: 'Alates',
  to: 'Kuni',
  opening: 'Algsaldo',
  closing: 'Lõppsaldo',
  day: 'Päev',
  what: 'Mis',
  invoice: message('Arve {number}'),
  payment: message('Makse: {payer}'),
  paymentOfNobody: 'Makse',
  refund: message('Tagasi makstud: {note}'),
  refundWithoutNote: 'Tagasi makstud',
  billed: 'Arved',
  paid: 'Maksed',
  balance: 'Saldo',
  noEntries: 'Neil päevil ei ole arveid ega makseid.',
  owes: 'Positiivne: korter on võlgu. Negatiivne: ettemaks.',
};
