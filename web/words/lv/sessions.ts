// Latvian words of one's own sessions.
import type { Words } from '../words.ts';

export const sessions: Words['sessions'] = {
  title: 'Sesijas',
  device: 'Ierīce',
  unknownDevice: 'Nezināma ierīce',
  here: 'Šī sesija',
  signedIn: 'Pieteicās',
  end: 'Beigt',
  ended: 'Sesija ir beigta.',
  endOthers: 'Beigt visas pārējās sesijas',
  endOthersLead: 'Visur citur piekļuve tiks uzreiz pārtraukta.',
  othersEnded: 'Visas pārējās sesijas ir beigtas.',
};
