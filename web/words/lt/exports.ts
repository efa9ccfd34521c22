// Lithuanian words of the exports for bookkeeping.
import { messagesIn } from '../../../src/platform/values/messages.ts';
import type { Words } from '../words.ts';

const message = messagesIn('lt');

export const exports: Words['exports'] = {
  title: 'Eksportas buhalterijai',
  lead: 'Išsiųstos ir apmokėtos namo sąskaitos.',
  month: 'Mėnuo',
  download: 'Atsisiųsti',
  save: message('Atsisiųsti: {name}'),
  names: { ledger: 'Sąskaitų eilutės (CSV)', 'e-arve': 'E. sąskaitos (e-arve 1.2)', ubl: 'E. sąskaitos (UBL)' },
  leads: {
    ledger: 'Sąskaitos už šį mėnesį, kiekviena eilutė atskirai, su jos mokesčio buhalterine sąskaita.',
    'e-arve': 'Šį mėnesį išrašytos sąskaitos viename faile, kaip jas priima Estijos operatoriai.',
    ubl: 'Šį mėnesį išrašytos sąskaitos pagal EN 16931, kiekviena atskirame faile, visos ZIP archyve.',
  },
};
