// Estonian words of entering a reading.
import { messagesIn } from '../../../src/platform/values/messages.ts';
import type { Words } from '../words.ts';

const message = messagesIn('et');

export const enterReading: Words['enterReading'] = {
  title: message('Näit: {meter}'),
  number: message('Arvesti {serial}'),
  last: message('Viimane näit: {value}, {day}'),
  takePhoto: 'Tee foto',
  otherPhoto: 'Tee uus foto',
  photoLead: 'Numbrid loetakse fotolt ja teie kontrollite need üle.',
  looking: 'Foto lugemine',
  lookAgain: 'Loe foto uuesti',
  lookAnyway: 'Loe siiski',
  photo: 'Foto arvestist',
  notFound:
    'Numbreid ei õnnestunud lugeda. Foto jääb alles: sisestage numbrid käsitsi ja see saadetakse koos nendega. Või tehke uus, lähemalt ja otse eest.',
  readingFailed:
    'Fotot ei saanud praegu lugeda. See jääb alles: sisestage numbrid käsitsi ja foto saadetakse koos nendega.',
  removePhoto: 'Eemalda foto',
  check: 'Kontrollige neid numbreid',
  unsure: 'Märgitud numbrid ei ole kindlad. Võrrelge neid arvestiga.',
  odd: 'See erineb tavalisest tarbimisest. Võrrelge arvestiga.',
  otherMeter: message('Fotol on number {serial}. Kas see on sama arvesti?'),
  digits: 'Arvesti numbrid',
  digit: message('{place}. number {of}-st'),
  decimal: message('{place}. komakoht'),
  value: 'Näit',
  used: message('{amount} viimasest näidust alates'),
  less: 'See on väiksem kui viimane näit. Kontrollige numbreid.',
  checkIt: 'Kontrollige ja salvestage uuesti või parandage.',
  saveAnyway: 'Salvesta siiski',
  correct: 'Paranda',
  correctOf: message('Paranda näit {value}'),
  correctLead:
    'Vale näit jääb loetellu tagasilükatuna. Selle järgi tehtud arved ei muutu: vahe arvestatakse järgmisel arvel.',
  corrected: 'Näit parandatud.',
  justEntered: 'Äsja sisestatud',
  incomplete: 'Sisestage kõik numbrid.',
  send: 'Esita näit',
  sent: 'Näit on esitatud. Haldaja kinnitab selle.',
};
