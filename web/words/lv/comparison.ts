// Latvian words of comparing an invoice, and of who would get it.
import { messagesIn } from '../../../src/platform/values/messages.ts';
import type { Words } from '../words.ts';

const message = messagesIn('lv');

export const comparison: Words['comparison'] = {
  title: 'Salīdzinājums',
  lead: 'Bez PVN salīdzināts ar iepriekšējo periodu un mājas vidējo: maksas pēc platības uz m², pārējās uz dzīvokli.',
  current: 'Šis rēķins',
  previous: 'Iepriekšējais periods',
  change: 'Izmaiņa',
  average: 'Mājas vidējais',
  perArea: message('{amount}/m²'),
  intended: 'Tiktu nosūtīts',
  byEmail: message('{name}, pa e-pastu uz {email}'),
  onPaper: message('{name}, uz papīra: nav e-pasta adreses'),
  nobody: 'Nevienam: neviens iedzīvotājs nesaņem rēķinus',
};
