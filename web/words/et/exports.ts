// Estonian words of files for bookkeeping.
import { messagesIn } from '../../../src/platform/messages.ts';
import type { Words } from '../words.ts';

const message = messagesIn('et');

export const exports: Words['exports'] = {
  title: 'Failid raamatupidamisele',
  lead: 'Maja saadetud ja makstud arvete kohta.',
  month: 'Kuu',
  download: 'Laadi alla',
  save: message('Laadi alla: {name}'),
  names: { ledger: 'Arvete read (CSV)', 'e-arve': 'E-arved (e-arve 1.2)', ubl: 'E-arved (UBL)' },
  leads: {
    ledger: 'Selle kuu eest esitatud arved, iga arverida eraldi, koos kulurea kontoga.',
    'e-arve': 'Sel kuul väljastatud arved ühes failis, nagu Eesti operaatorid neid võtavad.',
    ubl: 'Sel kuul väljastatud arved standardi EN 16931 järgi, igaüks eraldi failis, kokku ZIP-is.',
  },
};
