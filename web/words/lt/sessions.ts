// Lithuanian words of one's own sessions.
import type { Words } from '../words.ts';

export const sessions: Words['sessions'] = {
  title: 'Seansai',
  device: 'Įrenginys',
  unknownDevice: 'Nežinomas įrenginys',
  here: 'Šis seansas',
  signedIn: 'Prisijungta',
  end: 'Nutraukti',
  ended: 'Seansas nutrauktas.',
  endOthers: 'Nutraukti visus kitus seansus',
  endOthersLead: 'Visur kitur iškart būsite atjungti.',
  othersEnded: 'Visi kiti seansai nutraukti.',
};
