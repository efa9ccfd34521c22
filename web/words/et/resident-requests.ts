// Estonian words of a resident’s maintenance requests.
import type { Words } from '../words.ts';

export const residentRequests: Words['residentRequests'] = {
  title: 'Pöördumised',
  lead: 'Teatage probleemist oma korteris või majas.',
  add: 'Teata probleemist',
  none: 'Pöördumisi ei ole veel.',
  what: 'Teema',
  where: 'Asukoht',
  common: 'Üldkasutatav pind',
  description: 'Kirjeldus',
  photo: 'Foto',
  addPhoto: 'Lisa foto',
  send: 'Saada',
  sent: 'Pöördumine on saadetud. Haldaja sai teate.',
  statuses: { new: 'Uus', in_progress: 'Töös', resolved: 'Lahendatud', closed: 'Suletud', cancelled: 'Tühistatud' },
  reply: 'Kommentaar',
  replySend: 'Saada',
  manager: 'Haldaja',
};
