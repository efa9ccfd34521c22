// Estonian words of a person’s sessions.
import type { Words } from '../words.ts';

export const sessions: Words['sessions'] = {
  title: 'Aktiivsed seansid',
  device: 'Seade',
  unknownDevice: 'Tundmatu seade',
  current: 'Praegune seanss',
  signedIn: 'Sisse logitud',
  end: 'Logi välja',
  ended: 'Seanss on lõpetatud.',
  endOthers: 'Logi kõik teised seansid välja',
  endOthersLead: 'Teid logitakse kõigis teistes seadmetes kohe välja.',
  othersEnded: 'Kõik teised seansid on lõpetatud.',
};
