// Latvian words of sending invoices.
import { messagesIn } from '../../../src/platform/values/messages.ts';
import type { Words } from '../words.ts';

const message = messagesIn('lv');

export const sending: Words['sending'] = {
  title: 'Nosūtīt melnrakstus',
  send: 'Nosūtīt',
  sendAll: message('{count, plural, zero {Nosūtīt # rēķinu} one {Nosūtīt # rēķinu} other {Nosūtīt # rēķinus}}'),
  lead: 'Katru rēķinu kopā ar PDF nosūta pa e-pastu visiem, kas saņem šī dzīvokļa rēķinus. Nosūtītas vēstules vairs nevar atsaukt.',
  byEmail: message('Pa e-pastu: {count}.'),
  onPaper: message('Papīra formā: {count}, dz. {apartments}.'),
  toNobody: message('Bez saņēmēja: {count}, dz. {apartments}.'),
  queued: message(
    '{count, plural, zero {# rēķinu tiek nosūtīti} one {# rēķins tiek nosūtīts} other {# rēķini tiek nosūtīti}}{unreachable, plural, =0 {} zero {; # rēķiniem nav saņēmēja} one {; # rēķinam nav saņēmēja} other {; # rēķiniem nav saņēmēja}}.',
  ),
  emails: message('{count, plural, zero {# vēstuļu ir ceļā.} one {# vēstule ir ceļā.} other {# vēstules ir ceļā.}}'),
  sending: 'Tiek nosūtīts',
  emailsTitle: 'E-pasti',
  noEmails: 'E-pasti vēl nav nosūtīti.',
  sendToMissed: 'Nosūtīt pārējiem saņēmējiem',
  kind: 'Veids',
  kinds: { invoice: 'Rēķins', 'payment-reminder': 'Maksājuma atgādinājums' },
  statuses: { pending: 'Ceļā', sent: 'Nosūtīta', refused: 'Noraidīta', failed: 'Neizdevās', expired: 'Vairs nemēģina' },
  reminder: 'Maksājuma atgādinājums',
  reminderNone: 'Šajā mājā par neapmaksātiem rēķiniem neatgādina.',
  reminderLead: message(
    'Neapmaksāta rēķina saņēmēji saņem vienu e-pastu {days, plural, zero {# dienas} one {# dienu} other {# dienas}} pēc termiņa.',
  ),
  reminderDays: 'Dienas pēc termiņa',
  reminderStart: 'Ieslēgt',
};
