// Estonian words of sending invoices.
import { messagesIn } from '../../../src/platform/messages.ts';
import type { Words } from '../words.ts';

const message = messagesIn('et');

export const sending: Words['sending'] = {
  title: 'Saada mustandid',
  send: 'Saada',
  sendAll: message('{count, plural, one {Saada # arve} other {Saada # arvet}}'),
  lead: 'Igaüks läheb koos PDF-iga e-kirjaga kõigile, kes selle korteri arveid saavad. Saadetud kirju ei saa tagasi kutsuda.',
  queued: message(
    '{count, plural, one {# arvet saadetakse} other {# arvet saadetakse}}{unreachable, plural, =0 {} one {; # arvel ei ole saajat} other {; # arvel ei ole saajat}}.',
  ),
  letters: message('{count, plural, one {# kiri on teel.} other {# kirja on teel.}}'),
  onItsWay: 'Teel',
  lettersTitle: 'Kirjad',
  noLetters: 'Selle arve kohta ei ole veel kellelegi kirjutatud.',
  missing: 'Saada neile, kelleni see ei jõudnud',
  kind: 'Mille kohta',
  kinds: { invoice: 'Arve', 'payment-reminder': 'Maksemeeldetuletus' },
  statuses: {
    pending: 'Teel',
    sent: 'Saadetud',
    refused: 'Tagasi lükatud',
    failed: 'Ebaõnnestus',
    expired: 'Loobutud',
  },
  reminder: 'Maksemeeldetuletus',
  reminderNone: 'Selles majas ei tuletata kellelegi maksmata arveid meelde.',
  reminderLead: message(
    'Maksmata arve saajad saavad ühe e-kirja {days, plural, one {# päev} other {# päeva}} pärast maksetähtaega.',
  ),
  reminderDays: 'Päevi pärast tähtaega',
  reminderStart: 'Tuleta meelde',
};
