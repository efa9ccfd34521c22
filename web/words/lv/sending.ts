// Latvian words of sending invoices.
import { plural, type Words } from '../words.ts';

export const sending: Words['sending'] = {
  title: 'Nosūtīt melnrakstus',
  send: 'Nosūtīt',
  sendAll: (count) =>
    plural('lv', count, {
      zero: `Nosūtīt ${count} rēķinu`,
      one: `Nosūtīt ${count} rēķinu`,
      other: `Nosūtīt ${count} rēķinus`,
    }),
  lead: 'Katru rēķinu kopā ar PDF nosūta pa e-pastu visiem, kas saņem šī dzīvokļa rēķinus. Nosūtītas vēstules vairs nevar atsaukt.',
  queued: (queued, nobody) => {
    const sent = plural('lv', queued, { zero: 'rēķinu', one: 'rēķins', other: 'rēķini' });
    const left = plural('lv', nobody, { one: 'rēķinam', other: 'rēķiniem' });
    return `${queued} ${sent} ir ceļā${nobody > 0 ? `; ${nobody} ${left} nav saņēmēja` : ''}.`;
  },
  letters: (count) =>
    plural('lv', count, {
      zero: `${count} vēstuļu ir ceļā.`,
      one: `${count} vēstule ir ceļā.`,
      other: `${count} vēstules ir ceļā.`,
    }),
  onItsWay: 'Ceļā',
  lettersTitle: 'Vēstules',
  noLetters: 'Par šo rēķinu vēl nevienam nav rakstīts.',
  missing: 'Nosūtīt tiem, kurus tas nav sasniedzis',
  kind: 'Par ko',
  kinds: { invoice: 'Rēķins', 'payment-reminder': 'Maksājuma atgādinājums' },
  statuses: {
    pending: 'Ceļā',
    sent: 'Nosūtīta',
    refused: 'Noraidīta',
    failed: 'Neizdevās',
    expired: 'Vairs nemēģina',
  },
  reminder: 'Maksājuma atgādinājums',
  reminderNone: 'Šajā mājā par neapmaksātiem rēķiniem neatgādina.',
  reminderLead: (days) => {
    const after = plural('lv', days, { one: 'dienu', other: 'dienas' });
    return `Neapmaksāta rēķina saņēmēji saņem vienu e-pasta vēstuli ${days} ${after} pēc termiņa.`;
  },
  reminderDays: 'Dienas pēc termiņa',
  reminderStart: 'Atgādināt',
};
