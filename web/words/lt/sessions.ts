// Lithuanian words of a person’s sessions.
import type { Words } from '../words.ts';

export const sessions: Words['sessions'] = {
  title: 'Seansai',
  device: 'Įrenginys',
  unknownDevice: 'Nežinomas įrenginys',
  current: 'Šis seansas',
  signedIn: 'Prisijungta',
  end: 'Atsijungti',
  ended: 'Seansas nutrauktas.',
  endOthers: 'Atsijungti nuo visų kitų seansų',
  endOthersLead: 'Visur kitur iškart būsite atjungti.',
  othersEnded: 'Visi kiti seansai nutraukti.',
};
