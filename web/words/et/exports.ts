// Estonian words of the exports for bookkeeping.
import { messagesIn } from '../../../src/platform/values/messages.ts';
import type { Words } from '../words.ts';

const message = messagesIn('et');

export const exports: Words['exports'] = {
  title: 'Raamatupidamise eksport',
  lead: 'Ühe maja saadetud ja tasutud arved.',
  month: 'Kuu',
  download: 'Laadi alla',
  save: message('Laadi alla: {name}'),
  names: { ledger: 'Arvete read (CSV)', 'e-arve': 'E-arved (e-arve 1.2)', ubl: 'E-arved (UBL)' },
  leads: {
    ledger: 'Selle kuu eest esitatud arved ridade kaupa, koos pearaamatu kontoga.',
    'e-arve': 'Sel kuul väljastatud arved ühes failis, Eesti operaatoritele sobival kujul.',
    ubl: 'Sel kuul väljastatud arved standardi EN 16931 järgi ZIP-arhiivis.',
  },
};
