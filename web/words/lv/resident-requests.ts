// Latvian words of a resident’s maintenance requests.
import type { Words } from '../words.ts';

export const residentRequests: Words['residentRequests'] = {
  title: 'Bojājumi',
  lead: 'Dzīvoklī vai mājā kaut kas ir bojāts? Ziņojiet pārvaldniekam.',
  add: 'Ziņot par bojājumu',
  none: 'Jums nav neviena pieteikuma.',
  what: 'Kas ir bojāts?',
  where: 'Kur',
  common: 'Koplietošanas telpas',
  description: 'Apraksts',
  photo: 'Foto',
  addPhoto: 'Pievienot foto',
  send: 'Nosūtīt',
  sent: 'Nosūtīts. Pārvaldniekam ir paziņots.',
  statuses: { new: 'Jauns', in_progress: 'Darbā', resolved: 'Novērsts', closed: 'Slēgts', cancelled: 'Atcelts' },
  reply: 'Komentārs',
  replySend: 'Nosūtīt',
  manager: 'Pārvaldnieks',
};
