// Estonian words of paper invoices.
import { messagesIn } from '../../../src/platform/values/messages.ts';
import type { Words } from '../words.ts';

const message = messagesIn('et');

export const paperInvoices: Words['paperInvoices'] = {
  title: 'Paberarved',
  pageTitle: 'Paberarved',
  lead: 'Arved, mida e-postiga kellelegi ei saadeta. Trükkige need, toimetage kätte ja märkige üleantuks.',
  none: 'Üleandmist vajavaid paberarveid ei ole.',
  recipient: 'Saaja',
  reason: 'Põhjus',
  reasons: {
    nobody_receives: 'Saajaid ei ole',
    no_address: 'E-posti aadress puudub',
    failed: 'E-kiri ei jõudnud kohale',
  },
  print: 'PDF',
  printOf: message('Arve {number} PDF'),
  printAll: message('{count, plural, =1 {Trüki} one {Trüki kõik #} other {Trüki kõik #}}'),
  printPart: message('Trüki {part} / {parts}'),
  markDelivered: 'Märgi üleantuks',
  markInvoiceDelivered: message('Märgi üleantuks: {number}'),
  markAllDelivered: message(
    '{count, plural, =1 {Märgi üleantuks} one {Märgi kõik # üleantuks} other {Märgi kõik # üleantuks}}',
  ),
  markDeliveredLead: 'Üle antud arve loetakse saadetuks. Seda ei saa tagasi võtta.',
  delivered: message('{count, plural, one {# arve märgitud üleantuks.} other {# arvet märgitud üleantuks.}}'),
  progress: 'Märgitakse üleantuks',
};
