// Lithuanian words of maintenance requests.
import type { Words } from '../words.ts';

export const requests: Words['requests'] = {
  title: 'Pranešimai apie gedimus',
  request: 'Pranešimas apie gedimą',
  add: 'Naujas pranešimas',
  none: 'Pranešimų nėra.',
  statuses: {
    new: 'Naujas',
    in_progress: 'Tvarkomas',
    resolved: 'Sutvarkytas',
    closed: 'Uždarytas',
    cancelled: 'Atšauktas',
  },
  photo: 'Nuotrauka',
  comments: 'Komentarai',
  comment: 'Komentaras',
  internal: 'Vidinis',
  internalHint: 'Tik tiems, kas tvarko namą',
  send: 'Siųsti',
  statusChanged: 'Pranešimo būsena pakeista.',
  added: 'Pranešimas užregistruotas.',
  commonAreas: 'Bendrosios patalpos',
  subject: 'Tema',
  description: 'Aprašymas',
};
