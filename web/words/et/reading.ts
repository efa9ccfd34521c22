// Estonian words of entering a reading.
import { messagesIn } from '../../../src/platform/messages.ts';
import type { Words } from '../words.ts';

const message = messagesIn('et');

export const reading: Words['reading'] = {
  title: message('Näit: {meter}'),
  number: message('Arvesti {serial}'),
  last: message('Viimane näit: {value}, {day}'),
  takePhoto: 'Tee foto',
  otherPhoto: 'Tee uus foto',
  photoLead: 'Numbrid loetakse fotolt. Sina kontrollid.',
  looking: 'Loen fotot',
  lookAgain: 'Loe foto uuesti',
  photo: 'Foto arvestist',
  notFound:
    'Sellelt fotolt ei õnnestunud numbreid lugeda. Sisesta need käsitsi või tee uus foto, lähemalt ja otse eest.',
  check: 'Kontrolli neid numbreid',
  unsure: 'Märgitud numbrid ei ole kindlad. Võrdle neid arvestiga.',
  odd: 'See ei ole tavalise kulu moodi. Võrdle arvestiga.',
  otherMeter: message('Fotol on number {serial}. Kas see on sama arvesti?'),
  digits: 'Arvesti numbrid',
  digit: message('{place}. number {of}-st'),
  decimal: message('{place}. komakoht'),
  value: 'Näit',
  used: message('{amount} viimasest näidust alates'),
  less: 'See on väiksem kui viimane näit. Kontrolli numbreid.',
  incomplete: 'Täida kõik numbrid.',
  send: 'Saada näit',
  sent: 'Aitäh! Näit on saadetud; haldur kinnitab selle.',
};
