// Lithuanian words of maintenance requests.
import type { Words } from '../words.ts';

export const requests: Words['requests'] = {
  title: 'Pranešimai apie gedimus',
  request: 'Pranešimas apie gedimą',
  add: 'Naujas pranešimas',
  none: 'Apie gedimus niekas nepranešė.',
  statuses: {
    new: 'Naujas',
    in_progress: 'Tvarkomas',
    resolved: 'Sutvarkytas',
    closed: 'Uždarytas',
    cancelled: 'Atšauktas',
  },
  photo: 'Gedimo nuotrauka',
  comments: 'Pokalbis',
  comment: 'Atsakymas',
  internal: 'vidinis',
  internalHint: 'Tik tiems, kas tvarko namą',
  send: 'Siųsti',
  moved: 'Pranešimo būsena pakeista.',
  added: 'Pranešimas užregistruotas.',
  shared: 'Bendrosios namo dalys',
  what: 'Kas nutiko',
  description: 'Aprašymas',
};
