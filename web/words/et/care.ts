// Estonian words of what happens around invoices: bills, history, credit.
import { messagesIn } from '../../../src/platform/messages.ts';
import type { Words } from '../words.ts';

const message = messagesIn('et');

export const care: Words['care'] = {
  bills: message('Tarnijate arved, {month}'),
  noBills: 'Ükski selle maja kulurida ei jaga tarnija arvet.',
  closed: 'Selle kuu arved on saadetud: tarnijate arved jäävad nii, nagu on.',
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
    payment_allocated: 'Makse leidis selle',
    payment_undone: 'Makse võeti sellelt ära',
    reopened: 'Jälle maksmata',
  },
  creditInvoice: 'Kreeditarve',
  credit: 'Krediteeri arve',
  creditLead:
    'Koostatakse kreeditarve mustand, mis saadetakse nagu teised arved. See tasub arve maksmata osa ja siis korteri muud võlad.',
  creditWhole: 'Kõik, mis alles on',
  creditPart: 'Üksikud read',
  creditLeft: message('alles {amount}'),
  creditAmount: 'Krediteerida, käibemaksuta',
  toCredit: 'Kreedit käibemaksuga',
  corrects: 'Arve, mida see parandab',
  credited: 'Kreeditarve on koostatud.',
};
