// Lithuanian words of a resident’s maintenance requests.
import type { Words } from '../words.ts';

export const residentRequests: Words['residentRequests'] = {
  title: 'Gedimai',
  lead: 'Kas nors sugedo jūsų bute ar name? Praneškite administratoriui.',
  add: 'Pranešti apie gedimą',
  none: 'Pranešimų dar nesiuntėte.',
  what: 'Kas sugedo?',
  where: 'Kur',
  common: 'Bendrosios patalpos',
  description: 'Aprašymas',
  photo: 'Nuotrauka',
  addPhoto: 'Pridėti nuotrauką',
  send: 'Siųsti',
  sent: 'Išsiųsta. Administratoriui pranešta.',
  statuses: {
    new: 'Naujas',
    in_progress: 'Tvarkomas',
    resolved: 'Sutvarkytas',
    closed: 'Uždarytas',
    cancelled: 'Atšauktas',
  },
  reply: 'Komentaras',
  replySend: 'Siųsti',
  manager: 'Administratorius',
};
