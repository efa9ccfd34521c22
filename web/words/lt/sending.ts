// Lithuanian words of sending invoices.
import { plural, type Words } from '../words.ts';

export const sending: Words['sending'] = {
  title: 'Siųsti juodraščius',
  send: 'Siųsti',
  sendAll: (count) =>
    `Siųsti ${count} ${plural('lt', count, { one: 'sąskaitą', few: 'sąskaitas', other: 'sąskaitų' })}`,
  lead: 'Kiekviena su savo PDF siunčiama el. paštu visiems, kas gauna to buto sąskaitas. Išsiųstų laiškų susigrąžinti negalima.',
  queued: (queued, nobody) =>
    `${queued} ${plural('lt', queued, { one: 'sąskaita siunčiama', few: 'sąskaitos siunčiamos', other: 'sąskaitų siunčiama' })}${nobody > 0 ? `; ${nobody} neturi gavėjo` : ''}.`,
  letters: (count) =>
    plural('lt', count, {
      one: `${count} laiškas siunčiamas.`,
      few: `${count} laiškai siunčiami.`,
      other: `${count} laiškų siunčiama.`,
    }),
  onItsWay: 'Siunčiama',
  lettersTitle: 'Laiškai',
  noLetters: 'Dėl šios sąskaitos dar niekam nerašyta.',
  missing: 'Siųsti tiems, kurių nepasiekė',
  kind: 'Dėl ko',
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
  reminderLead: (days) =>
    `Praėjus ${days} ${plural('lt', days, { one: 'dienai', few: 'dienoms', other: 'dienų' })} po termino, neapmokėtos sąskaitos gavėjai gauna vieną el. laišką.`,
  reminderDays: 'Kiek dienų po termino',
  reminderStart: 'Priminti',
};
