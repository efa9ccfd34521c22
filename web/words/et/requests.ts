// Estonian words of maintenance requests.
import type { Words } from '../words.ts';

export const requests: Words['requests'] = {
  title: 'Pöördumised',
  request: 'Pöördumine',
  add: 'Uus pöördumine',
  none: 'Pöördumisi ei ole.',
  statuses: { new: 'Uus', in_progress: 'Töös', resolved: 'Lahendatud', closed: 'Suletud', cancelled: 'Tühistatud' },
  photo: 'Foto',
  comments: 'Kommentaarid',
  comment: 'Kommentaar',
  internal: 'Sisemine',
  internalHint: 'Nähtav ainult haldajatele',
  send: 'Saada',
  statusChanged: 'Olek on muudetud.',
  added: 'Pöördumine on loodud.',
  commonAreas: 'Üldkasutatav pind',
  subject: 'Teema',
  description: 'Kirjeldus',
};
