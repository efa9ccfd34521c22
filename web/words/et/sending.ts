// Estonian words of sending invoices.
import { messagesIn } from '../../../src/platform/values/messages.ts';
import type { Words } from '../words.ts';

const message = messagesIn('et');

export const sending: Words['sending'] = {
  title: 'Saada mustandid',
  send: 'Saada',
  sendAll: message('{count, plural, one {Saada # arve} other {Saada # arvet}}'),
  lead: 'Iga arve saadetakse koos PDF-iga e-postiga korteri arvesaajatele. Seda ei saa tagasi võtta.',
  byEmail: message('E-postiga: {count}.'),
  onPaper: message('Paberil: {count}, krt {apartments}.'),
  toNobody: message('Saajata: {count}, krt {apartments}.'),
  queued: message(
    '{count, plural, one {# arvet saadetakse} other {# arvet saadetakse}}{unreachable, plural, =0 {} one {; # arvel ei ole saajat} other {; # arvel ei ole saajat}}.',
  ),
  emails: message('{count, plural, one {# e-kirja saadetakse.} other {# e-kirja saadetakse.}}'),
  sending: 'Saatmisel',
  emailsTitle: 'E-kirjad',
  noEmails: 'E-kirju ei ole veel saadetud.',
  sendToMissed: 'Saada puuduvatele saajatele',
  kind: 'Liik',
  kinds: { invoice: 'Arve', 'payment-reminder': 'Maksemeeldetuletus' },
  statuses: {
    pending: 'Saatmisel',
    sent: 'Saadetud',
    refused: 'Tagasi lükatud',
    failed: 'Ebaõnnestunud',
    expired: 'Aegunud',
  },
  reminder: 'Maksemeeldetuletused',
  reminderNone: 'Selles majas maksemeeldetuletusi ei saadeta.',
  reminderLead: message(
    'Maksmata arve saajad saavad ühe e-kirja {days, plural, one {# päev} other {# päeva}} pärast maksetähtaega.',
  ),
  reminderDays: 'Päevi pärast tähtaega',
  reminderStart: 'Lülita sisse',
};
