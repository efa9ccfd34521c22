// Latvian words of a resident's requests for repairs.
import type { Words } from '../words.ts';

export const repairs: Words['repairs'] = {
  title: 'Bojājumi',
  lead: 'Dzīvoklī vai mājā kaut kas ir bojāts? Ziņojiet pārvaldniekam.',
  add: 'Ziņot par bojājumu',
  none: 'Jums nav neviena pieteikuma.',
  what: 'Kas ir bojāts?',
  where: 'Kur',
  common: 'Mājas koplietošanas daļa',
  describe: 'Pastāstiet vairāk',
  photo: 'Foto',
  addPhoto: 'Pievienot foto',
  send: 'Nosūtīt',
  sent: 'Nosūtīts. Pārvaldniekam ir paziņots.',
  statuses: { new: 'Jauns', in_progress: 'Darbā', resolved: 'Novērsts', closed: 'Slēgts', cancelled: 'Atcelts' },
  reply: 'Jūsu ziņa',
  replySend: 'Nosūtīt',
  someone: 'Pārvaldnieks',
};
