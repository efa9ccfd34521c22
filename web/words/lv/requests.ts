// Latvian words of maintenance requests.
import type { Words } from '../words.ts';

export const requests: Words['requests'] = {
  title: 'Bojājumu pieteikumi',
  request: 'Bojājuma pieteikums',
  add: 'Jauns pieteikums',
  none: 'Neviens nav ziņojis par bojājumiem.',
  statuses: { new: 'Jauns', in_progress: 'Darbā', resolved: 'Novērsts', closed: 'Slēgts', cancelled: 'Atcelts' },
  photo: 'Pieteikuma foto',
  comments: 'Sarakste',
  comment: 'Atbilde',
  internal: 'iekšēji',
  internalHint: 'Tikai tiem, kas pārvalda māju',
  send: 'Nosūtīt',
  moved: 'Pieteikuma statuss ir mainīts.',
  added: 'Pieteikums ir pierakstīts.',
  shared: 'Mājas koplietošanas daļa',
  what: 'Kas noticis',
  description: 'Apraksts',
};
