// Estonian words of receivables and accounts.
import { messagesIn } from '../../../src/platform/values/messages.ts';
import type { Words } from '../words.ts';

const message = messagesIn('et');

export const receivables: Words['receivables'] = {
  title: 'Nõuded',
  lead: 'Tasumata arved tähtaja ületamise järgi ja ettemaksud.',
  building: 'Maja',
  allBuildings: 'Kõik majad',
  apartment: 'Korter',
  columns: {
    notDue: 'Tähtaeg saabumata',
    to30: '1–30 päeva',
    to60: '31–60 päeva',
    to90: '61–90 päeva',
    over90: 'Üle 90 päeva',
    total: 'Kokku',
    credit: 'Ettemaks',
  },
  allApartments: 'Kõik korterid',
  nothingOpen: 'Kõik saadetud arved on tasutud.',
  exportCsv: 'Ekspordi CSV',
  statement: message('Korteri {number} saldoväljavõte'),
  from: 'Alates',
  to: 'Kuni',
  opening: 'Algsaldo',
  closing: 'Lõppsaldo',
  date: 'Kuupäev',
  transaction: 'Tehing',
  invoice: message('Arve {number}'),
  payment: message('Makse: {payer}'),
  paymentWithoutPayer: 'Makse',
  refund: message('Tagasimakse: {note}'),
  refundWithoutNote: 'Tagasimakse',
  invoiced: 'Arveldatud',
  received: 'Laekunud',
  balance: 'Saldo',
  noEntries: 'Sel perioodil ei ole tehinguid.',
  balanceHint: 'Positiivne saldo on võlg, negatiivne ettemaks.',
};
