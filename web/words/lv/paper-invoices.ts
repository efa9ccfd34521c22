// Latvian words of paper invoices.
import { messagesIn } from '../../../src/platform/values/messages.ts';
import type { Words } from '../words.ts';

const message = messagesIn('lv');

export const paperInvoices: Words['paperInvoices'] = {
  title: 'Papīra rēķini',
  pageTitle: 'Papīra rēķini',
  lead: 'Rēķini, kurus pa e-pastu nesaņem neviens. Izdrukājiet tos, ielieciet pastkastītēs un atzīmējiet kā nodotus: tad tie ir nosūtīti.',
  none: 'Nav rēķinu, kas jānodod uz papīra.',
  recipient: 'Saņēmējs',
  reason: 'Iemesls',
  reasons: {
    nobody_receives: 'Tur rēķinus nesaņem neviens',
    no_address: 'Nav e-pasta adreses',
    failed: 'E-pastu neizdevās nosūtīt',
  },
  print: 'PDF',
  printOf: message('Rēķina {number} PDF'),
  printAll: message('{count, plural, =1 {Drukāt} zero {Drukāt visus #} one {Drukāt visus #} other {Drukāt visus #}}'),
  printPart: message('Drukāt {part} no {parts}'),
  markDelivered: 'Atzīmēt kā nodotu',
  markInvoiceDelivered: message('Atzīmēt kā nodotu: {number}'),
  markAllDelivered: message(
    '{count, plural, =1 {Atzīmēt kā nodotu} zero {Atzīmēt visus # kā nodotus} one {Atzīmēt visus # kā nodotus} other {Atzīmēt visus # kā nodotus}}',
  ),
  markDeliveredLead: 'Nodots rēķins skaitās nosūtīts. To nevar atsaukt.',
  delivered: message('{count, plural, zero {Nosūtīti # rēķini.} one {Nosūtīts # rēķins.} other {Nosūtīti # rēķini.}}'),
  progress: 'Atzīmē kā nodotus',
};
