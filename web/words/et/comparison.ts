// Estonian words of comparing an invoice, and of who would get it.
import { messagesIn } from '../../../src/platform/values/messages.ts';
import type { Words } from '../words.ts';

const message = messagesIn('et');

export const comparison: Words['comparison'] = {
  title: 'Võrdlus',
  lead: 'Võrreldud käibemaksuta eelmise perioodi ja maja keskmisega: pinna järgi jaotatud kulud ruutmeetri, muud korteri kohta.',
  current: 'See arve',
  previous: 'Eelmine periood',
  change: 'Muutus',
  average: 'Maja keskmine',
  perArea: message('{amount}/m²'),
  intended: 'Kellele saadetaks',
  byEmail: message('{name}, e-postiga aadressile {email}'),
  onPaper: message('{name}, paberil: e-posti aadress puudub'),
  nobody: 'Mitte kellelegi: ükski elanik ei saa arveid',
};
