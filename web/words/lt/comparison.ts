// Lithuanian words of comparing an invoice, and of who would get it.
import { messagesIn } from '../../../src/platform/values/messages.ts';
import type { Words } from '../words.ts';

const message = messagesIn('lt');

export const comparison: Words['comparison'] = {
  title: 'Palyginimas',
  lead: 'Palyginta be PVM su ankstesniu laikotarpiu ir namo vidurkiu: mokesčiai pagal plotą už m², kiti už butą.',
  current: 'Ši sąskaita',
  previous: 'Ankstesnis laikotarpis',
  change: 'Pokytis',
  average: 'Namo vidurkis',
  perArea: message('{amount}/m²'),
  intended: 'Būtų išsiųsta',
  byEmail: message('{name}, el. paštu {email}'),
  onPaper: message('{name}, popieriuje: nėra el. pašto adreso'),
  nobody: 'Niekam: nė vienas gyventojas negauna sąskaitų',
};
