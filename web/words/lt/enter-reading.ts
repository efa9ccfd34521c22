// Lithuanian words of entering a reading.
import { messagesIn } from '../../../src/platform/values/messages.ts';
import type { Words } from '../words.ts';

const message = messagesIn('lt');

export const enterReading: Words['enterReading'] = {
  title: message('Rodmenys: {meter}'),
  number: message('Skaitiklis {serial}'),
  last: message('Paskutiniai rodmenys: {value}, {day}'),
  takePhoto: 'Fotografuoti',
  otherPhoto: 'Fotografuoti iš naujo',
  photoLead: 'Skaitmenys nuskaitomi iš nuotraukos. Jūs juos patikrinate.',
  looking: 'Nuotrauka skaitoma',
  lookAgain: 'Skaityti nuotrauką iš naujo',
  lookAnyway: 'Vis tiek skaityti',
  photo: 'Skaitiklio nuotrauka',
  notFound:
    'Skaitmenų nuskaityti nepavyko. Nuotrauka išsaugota: įveskite skaitmenis ranka, ir ji bus išsiųsta kartu. Arba nufotografuokite iš naujo, iš arčiau ir tiesiai iš priekio.',
  readingFailed:
    'Nuotraukos dabar nuskaityti nepavyko. Ji išsaugota: įveskite skaitmenis ranka, ir ji bus išsiųsta kartu.',
  removePhoto: 'Pašalinti nuotrauką',
  check: 'Patikrinkite šiuos skaitmenis',
  unsure: 'Pažymėti skaitmenys abejotini. Palyginkite juos su skaitikliu.',
  odd: 'Tai nepanašu į įprastą suvartojimą. Palyginkite su skaitikliu.',
  otherMeter: message('Nuotraukoje matomas numeris {serial}. Ar tai tas skaitiklis?'),
  digits: 'Skaitiklio skaitmenys',
  digit: message('Skaitmuo {place} iš {of}'),
  decimal: message('Skaitmuo {place} po kablelio'),
  value: 'Rodmenys',
  used: message('{amount} nuo paskutinių rodmenų'),
  less: 'Tai mažiau nei paskutiniai rodmenys. Patikrinkite skaitmenis.',
  checkIt: 'Patikrinkite ir išsaugokite dar kartą arba pataisykite.',
  saveAnyway: 'Vis tiek išsaugoti',
  correct: 'Taisyti',
  correctOf: message('Taisyti rodmenį {value}'),
  correctLead:
    'Neteisingas rodmuo lieka sąraše kaip atmestas. Pagal jį išrašytos sąskaitos nesikeičia: skirtumas įtraukiamas į kitą sąskaitą.',
  corrected: 'Rodmuo pataisytas.',
  justEntered: 'Ką tik įvesta',
  incomplete: 'Įveskite visus skaitmenis.',
  send: 'Pateikti rodmenis',
  sent: 'Ačiū. Rodmenys išsiųsti, juos patvirtins administratorius.',
};
