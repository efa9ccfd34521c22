// Estonian words of a resident's requests for repairs.
import type { Words } from '../words.ts';

export const repairs: Words['repairs'] = {
  title: 'Rikked',
  lead: 'Kas korteris või majas on midagi katki? Anna haldurile teada.',
  add: 'Teata rikkest',
  none: 'Sa ei ole millestki teatanud.',
  what: 'Mis on katki?',
  where: 'Kus',
  common: 'Maja ühisosa',
  describe: 'Kirjelda lähemalt',
  photo: 'Foto',
  addPhoto: 'Lisa foto',
  send: 'Saada',
  sent: 'Saadetud. Haldur sai teate.',
  statuses: { new: 'Uus', in_progress: 'Töös', resolved: 'Tehtud', closed: 'Suletud', cancelled: 'Tagasi võetud' },
  reply: 'Kirjuta midagi',
  replySend: 'Saada',
  someone: 'Haldur',
};
