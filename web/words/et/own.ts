// Estonian words of a resident's own pages.
import { messagesIn } from '../../../src/platform/messages.ts';
import type { Words } from '../words.ts';

const message = messagesIn('et');

export const own: Words['own'] = {
  title: 'Minu kodu',
  owed: 'Maksta',
  owedNothing: 'Kõik on makstud.',
  due: message('tähtaeg {day}'),
  pay: 'Maksa',
  payTitle: message('Maksa arve {number}'),
  bankOf: message('Maksa: {title}'),
  byTransfer: 'Või tavalise maksega',
  scan: 'Skaneeri oma panga äpiga.',
  codeOf: message('Maksekood summale {amount}'),
  beneficiary: 'Saaja',
  account: 'Konto',
  reference: 'Viitenumber',
  amount: 'Summa',
  copy: 'Kopeeri',
  copied: 'Kopeeritud',
  noWay: 'Ühistu ei ole veel öelnud, kuidas maksta. Küsi haldurilt.',
  paidNow: 'Sellel arvel ei ole enam midagi maksta.',
  latest: 'Arved',
  payments: 'Sinu maksed',
  noInvoices: 'Sulle ei ole veel arvet.',
  statuses: { draft: 'Mustand', sent: 'Maksmata', paid: 'Makstud', cancelled: 'Tühistatud' },
  overdue: 'Üle tähtaja',
  meters: 'Arvestid',
  noMeters: 'Sinu korteril ei ole siin arvesteid.',
  lastRead: message('{value}, {day}'),
  neverRead: 'Ei ole veel loetud',
  submit: 'Sisesta näit',
  waits: message('{value} ootab halduri kinnitust'),
  rejected: message('{value} lükati tagasi: {why}'),
  usage: message('{type}: kulu kuude kaupa'),
  mine: 'Minu',
  average: 'Maja keskmine',
  noHome: 'Sinu konto ei ole täna ühegi korteriga seotud. Küsi haldurilt.',
  apartment: message('Korter {number}'),
};
