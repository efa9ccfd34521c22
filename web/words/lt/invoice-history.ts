// Lithuanian words of supplier bills, history and credit notes.
import { messagesIn } from '../../../src/platform/values/messages.ts';
import type { Words } from '../words.ts';

const message = messagesIn('lt');

export const invoiceHistory: Words['invoiceHistory'] = {
  bills: message('Tiekėjų sąskaitos, {month}'),
  noBills: 'Nė vienam šio namo mokesčiui tiekėjo sąskaita nedalijama.',
  closed: 'Šio mėnesio sąskaitos išsiųstos, todėl tiekėjų sąskaitų keisti nebegalima.',
  history: 'Istorija',
  actions: {
    generated: 'Parengta',
    sent: 'Išsiųsta',
    paid: 'Apmokėta',
    payment_date_changed: 'Pakeista mokėjimo diena',
    reference_changed: 'Pakeistas įmokos kodas',
    cancelled: 'Anuliuota',
    credited: 'Parengta kreditinė sąskaita',
    corrected: 'Pataisyta',
    payment_allocated: 'Priskirtas mokėjimas',
    payment_undone: 'Mokėjimo priskyrimas atšauktas',
    reopened: 'Vėl neapmokėta',
  },
  creditInvoice: 'Kreditinė sąskaita',
  credit: 'Išrašyti kreditinę',
  creditLead:
    'Bus parengtas kreditinės sąskaitos juodraštis, jis siunčiamas kaip ir kitos sąskaitos. Iš jos pirmiausia padengiama tai, kas neapmokėta pagal šią sąskaitą, paskui – kitos buto skolos.',
  creditWhole: 'Visas likutis',
  creditLines: 'Atskiros eilutės',
  creditRemaining: message('liko {amount}'),
  creditGross: 'Kredituojama su PVM',
  corrects: 'Pradinė sąskaita',
  credited: 'Kreditinė sąskaita parengta.',
};
