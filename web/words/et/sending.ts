// Estonian words of sending invoices.
import type { Words } from '../words.ts';

export const sending: Words['sending'] = {
  title: 'Saada mustandid',
  send: 'Saada',
  sendAll: (count) => (count === 1 ? 'Saada 1 arve' : `Saada ${count} arvet`),
  lead: 'Igaüks läheb koos PDF-iga e-kirjaga kõigile, kes selle korteri arveid saavad. Saadetud kirju ei saa tagasi kutsuda.',
  queued: (queued, nobody) => `${queued} arvet on teel${nobody > 0 ? `; ${nobody} arvel ei ole saajat` : ''}.`,
  letters: (count) => (count === 1 ? '1 kiri on teel.' : `${count} kirja on teel.`),
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
  reminderLead: (days) => `Maksmata arve saajad saavad ühe e-kirja ${days} päeva pärast tähtaega.`,
  reminderDays: 'Päevi pärast tähtaega',
  reminderStart: 'Tuleta meelde',
};
