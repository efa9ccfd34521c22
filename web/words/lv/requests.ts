// Latvian words of maintenance requests.
import type { Words } from '../words.ts';

export const requests: Words['requests'] = {
  title: 'Bojājumu pieteikumi',
  request: 'Bojājuma pieteikums',
  add: 'Jauns pieteikums',
  none: 'Pieteikumu nav.',
  statuses: { new: 'Jauns', in_progress: 'Darbā', resolved: 'Novērsts', closed: 'Slēgts', cancelled: 'Atcelts' },
  photo: 'Foto',
  comments: 'Komentāri',
  comment: 'Komentārs',
  internal: 'Iekšējs',
  internalHint: 'Tikai tiem, kas pārvalda māju',
  send: 'Nosūtīt',
  statusChanged: 'Pieteikuma statuss ir mainīts.',
  added: 'Pieteikums ir pierakstīts.',
  commonAreas: 'Koplietošanas telpas',
  subject: 'Temats',
  description: 'Apraksts',
};
