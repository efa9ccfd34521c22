// Estonian words of one's own sessions.
import type { Words } from '../words.ts';

export const sessions: Words['sessions'] = {
  title: 'Seansid',
  device: 'Seade',
  unknownDevice: 'Tundmatu seade',
  here: 'See seanss',
  signedIn: 'Sisse logitud',
  end: 'Lõpeta',
  ended: 'Seanss on lõpetatud.',
  endOthers: 'Lõpeta kõik teised seansid',
  endOthersLead: 'Sind logitakse kõikjal mujal kohe välja.',
  othersEnded: 'Kõik teised seansid on lõpetatud.',
};
