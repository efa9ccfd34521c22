// Estonian words of supplier bills, history and credit notes.
import { messagesIn } from '../../../src/platform/values/messages.ts';
import type { Words } from '../words.ts';

const message = messagesIn('et');

export const invoiceHistory: Words['invoiceHistory'] = {
  bills: message('Ostuarved, {month}'),
  noBills: 'Ükski selle maja kululiik ei põhine ostuarvel.',
  closed: 'Selle kuu arved on saadetud, seega ostuarveid enam muuta ei saa.',
  history: 'Ajalugu',
  actions: {
    generated: 'Koostatud',
    sent: 'Saadetud',
    paid: 'Makstud',
    payment_date_changed: 'Maksepäev muudetud',
    reference_changed: 'Viitenumber muudetud',
    cancelled: 'Tühistatud',
    credited: 'Krediteeritud',
    corrected: 'Parandatud',
    payment_allocated: 'Makse seotud',
    payment_undone: 'Makse sidumine tühistatud',
    reopened: 'Taasavatud',
  },
  creditInvoice: 'Kreeditarve',
  credit: 'Koosta kreeditarve',
  creditLead:
    'Kreeditarve koostatakse mustandina ja saadetakse nagu arve. Kõigepealt tasaarveldatakse see selle arve jäägiga, seejärel korteri muude võlgadega.',
  creditWhole: 'Kogu jääk',
  creditLines: 'Valitud read',
  creditRemaining: message('jääk {amount}'),
  creditGross: 'Kokku käibemaksuga',
  corrects: 'Algne arve',
  credited: 'Kreeditarve on koostatud.',
};
