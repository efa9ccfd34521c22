// Estonian words of month-end, for bookkeeping.
import { messagesIn } from '../../../src/platform/values/messages.ts';
import type { Words } from '../words.ts';

const message = messagesIn('et');

export const monthEnd: Words['monthEnd'] = {
  title: 'Kuu kokkuvõte',
  lead: 'Kõik, mida maja raamatupidamine ühe kuu kohta vajab.',
  meaning: message(
    'Dokument kuulub oma kuupäeva järgi: {from} kuni {to} väljastatud arved ja tehtud maksed ning saldod seisuga {to}.',
  ),
  month: 'Kuu',
  notEnded: 'Kuu ei ole veel lõppenud. Summad võivad muutuda.',
  unmatched: message(
    '{count, plural, one {# selle kuu laekumine} other {# selle kuu laekumist}} ({amount}) on veel sidumata ega kajastu ühegi maja andmetes.',
  ),
  figures: {
    opening: 'Algsaldo',
    invoiced: 'Arveldatud',
    received: 'Laekunud',
    refunded: 'Tagastatud',
    closing: 'Lõppsaldo',
  },
  unassigned: {
    unmatched: message('{count, plural, one {Sidumata: # makse} other {Sidumata: # makset}}'),
    set_aside: message(
      '{count, plural, one {Kõrvale jäetud, mitte teie oma: # makse} other {Kõrvale jäetud, mitte teie oma: # makset}}',
    ),
    refund: message('{count, plural, one {Sellest tagasi makstud: # makse} other {Sellest tagasi makstud: # makset}}'),
    returned: message('{count, plural, one {Panga tagastatud: # makse} other {Panga tagastatud: # makset}}'),
  },
  unassignedLead: 'Kogu organisatsiooni kohta: nii on siin nimetatud kõik, mis pangas laekus.',
  files: 'Failid',
  file: 'Fail',
  lines: 'Dokumente',
  total: 'Kokku',
  download: 'Laadi alla',
  save: message('Laadi alla: {name}, {format}'),
  names: {
    ledger: 'Arvete kanded',
    eInvoices: 'E-arved',
    payments: 'Laekumised',
    unassigned: 'Korterita raha',
    balances: 'Nõuded',
  },
  leads: {
    ledger: 'Arved ridade kaupa, koos pearaamatu konto ja käibemaksuga.',
    eInvoices: 'Saadetud ja tasutud arved raamatupidamisprogrammile või e-arvete operaatorile.',
    payments: 'Laekumised ja tagasimaksed koos maksja ja korteriga.',
    unassigned: 'Kogu organisatsiooni sidumata ja kõrvale jäetud raha ning selle tagasimaksed.',
    balances: 'Iga korteri algsaldo, käive ja lõppsaldo.',
  },
  uncounted: message(
    '{count, plural, one {# selle kuu mustand, {amount}, ei ole} other {# selle kuu mustandit, {amount}, ei ole}} enne saatmist üheski summas.',
  ),
  drafts: message(
    '{count, plural, one {# kreeditarve mustand on} other {# kreeditarve mustandit on}} kannetes, kuid mitte e-arvetes.',
  ),
};
