// Latvian words of invoices that go out on paper.
import { messagesIn } from '../../../src/platform/messages.ts';
import type { Words } from '../words.ts';

const message = messagesIn('lv');

export const paper: Words['paper'] = {
  title: 'Uz papīra',
  pageTitle: 'Rēķini uz papīra',
  lead: 'Rēķini, kurus pa e-pastu nesaņem neviens. Izdrukājiet tos, ielieciet pastkastītēs un atzīmējiet kā nodotus: tad tie ir nosūtīti.',
  none: 'Nav rēķinu, kas jānodod uz papīra.',
  for: 'Kam',
  why: 'Kāpēc uz papīra',
  reasons: {
    nobody_receives: 'Tur rēķinus nesaņem neviens',
    no_address: 'Nav e-pasta adreses',
    failed: 'E-pastu neizdevās nosūtīt',
  },
  print: 'PDF',
  printOf: message('Rēķina {number} PDF'),
  printAll: message('{count, plural, =1 {Drukāt} zero {Drukāt visus #} one {Drukāt visus #} other {Drukāt visus #}}'),
  printPart: message('Drukāt {from}–{to}'),
  handOver: 'Nodots',
  handOverOf: message('Nodots: {number}'),
  handOverAll: message(
    '{count, plural, =1 {Atzīmēt kā nodotu} zero {Atzīmēt visus # kā nodotus} one {Atzīmēt visus # kā nodotus} other {Atzīmēt visus # kā nodotus}}',
  ),
  handOverLead: 'Nodots rēķins skaitās nosūtīts. To nevar atsaukt.',
  done: message('{count, plural, zero {Nosūtīti # rēķini.} one {Nosūtīts # rēķins.} other {Nosūtīti # rēķini.}}'),
  progress: 'Atzīmē kā nodotus',
};
