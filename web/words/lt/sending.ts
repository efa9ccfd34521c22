// Lithuanian words of sending invoices.
import { messagesIn } from '../../../src/platform/values/messages.ts';
import type { Words } from '../words.ts';

const message = messagesIn('lt');

export const sending: Words['sending'] = {
  title: 'Siųsti juodraščius',
  send: 'Siųsti',
  sendAll: message('{count, plural, one {Siųsti # sąskaitą} few {Siųsti # sąskaitas} other {Siųsti # sąskaitų}}'),
  lead: 'Kiekviena su savo PDF siunčiama el. paštu visiems, kas gauna to buto sąskaitas. Išsiųstų laiškų susigrąžinti negalima.',
  byEmail: message('El. paštu: {count}.'),
  onPaper: message('Popieriuje: {count}, bt. {apartments}.'),
  toNobody: message('Be gavėjo: {count}, bt. {apartments}.'),
  queued: message(
    '{count, plural, one {# sąskaita siunčiama} few {# sąskaitos siunčiamos} other {# sąskaitų siunčiama}}{unreachable, plural, =0 {} one {; # neturi gavėjo} few {; # neturi gavėjo} other {; # neturi gavėjo}}.',
  ),
  emails: message(
    '{count, plural, one {# laiškas siunčiamas.} few {# laiškai siunčiami.} other {# laiškų siunčiama.}}',
  ),
  sending: 'Siunčiama',
  emailsTitle: 'Laiškai',
  noEmails: 'El. laiškų dar neišsiųsta.',
  sendToMissed: 'Siųsti likusiems gavėjams',
  kind: 'Rūšis',
  kinds: { invoice: 'Sąskaita', 'payment-reminder': 'Priminimas apmokėti' },
  statuses: {
    pending: 'Siunčiama',
    sent: 'Išsiųsta',
    refused: 'Atmesta',
    failed: 'Nepavyko',
    expired: 'Nebesiunčiama',
  },
  reminder: 'Priminimas apmokėti',
  reminderNone: 'Šiame name apie neapmokėtas sąskaitas niekam neprimenama.',
  reminderLead: message(
    'Praėjus {days, plural, one {# dienai} few {# dienoms} other {# dienų}} po termino, neapmokėtos sąskaitos gavėjai gauna vieną el. laišką.',
  ),
  reminderDays: 'Kiek dienų po termino',
  reminderStart: 'Įjungti',
};
