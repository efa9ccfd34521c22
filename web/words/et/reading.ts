// Estonian words of entering a reading.
import type { Words } from '../words.ts';

export const reading: Words['reading'] = {
  title: (meter) => `Näit: ${meter}`,
  number: (serial) => `Arvesti ${serial}`,
  last: (value, day) => `Viimane näit: ${value}, ${day}`,
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
  otherMeter: (serial) => `Fotol on number ${serial}. Kas see on sama arvesti?`,
  digits: 'Arvesti numbrid',
  digit: (place, of) => `${place}. number ${of}-st`,
  decimal: (place) => `${place}. komakoht`,
  value: 'Näit',
  used: (amount) => `${amount} viimasest näidust alates`,
  less: 'See on väiksem kui viimane näit. Kontrolli numbreid.',
  incomplete: 'Täida kõik numbrid.',
  send: 'Saada näit',
  sent: 'Aitäh! Näit on saadetud; haldur kinnitab selle.',
};
