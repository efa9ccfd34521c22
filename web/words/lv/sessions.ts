// Latvian words of a person’s sessions.
import type { Words } from '../words.ts';

export const sessions: Words['sessions'] = {
  title: 'Sesijas',
  device: 'Ierīce',
  unknownDevice: 'Nezināma ierīce',
  current: 'Šī sesija',
  signedIn: 'Pieteicās',
  end: 'Iziet',
  ended: 'Sesija ir beigta.',
  endOthers: 'Iziet no visām pārējām sesijām',
  endOthersLead: 'Visur citur piekļuve tiks uzreiz pārtraukta.',
  othersEnded: 'Visas pārējās sesijas ir beigtas.',
};
