// Lithuanian words of entering a reading.
import type { Words } from '../words.ts';

export const reading: Words['reading'] = {
  title: (meter) => `Rodmenys: ${meter}`,
  number: (serial) => `Skaitiklis ${serial}`,
  last: (value, day) => `Paskutiniai rodmenys: ${value}, ${day}`,
  takePhoto: 'Fotografuoti',
  otherPhoto: 'Fotografuoti iš naujo',
  photoLead: 'Skaitmenys nuskaitomi iš nuotraukos. Jūs juos patikrinate.',
  looking: 'Nuotrauka skaitoma',
  lookAgain: 'Skaityti nuotrauką iš naujo',
  photo: 'Skaitiklio nuotrauka',
  notFound:
    'Šioje nuotraukoje skaitmenų įžiūrėti nepavyko. Įveskite juos ranka arba nufotografuokite iš naujo, iš arčiau ir tiesiai iš priekio.',
  check: 'Patikrinkite šiuos skaitmenis',
  unsure: 'Pažymėti skaitmenys abejotini. Palyginkite juos su skaitikliu.',
  odd: 'Tai nepanašu į įprastą suvartojimą. Palyginkite su skaitikliu.',
  otherMeter: (serial) => `Nuotraukoje matomas numeris ${serial}. Ar tai tas skaitiklis?`,
  digits: 'Skaitiklio skaitmenys',
  digit: (place, of) => `Skaitmuo ${place} iš ${of}`,
  decimal: (place) => `Skaitmuo ${place} po kablelio`,
  value: 'Rodmenys',
  used: (amount) => `${amount} nuo paskutinių rodmenų`,
  less: 'Tai mažiau nei paskutiniai rodmenys. Patikrinkite skaitmenis.',
  incomplete: 'Įveskite visus skaitmenis.',
  send: 'Pateikti rodmenis',
  sent: 'Ačiū. Rodmenys išsiųsti, juos patvirtins administratorius.',
};
