// Latvian words of entering a reading.
import { messagesIn } from '../../../src/platform/values/messages.ts';
import type { Words } from '../words.ts';

const message = messagesIn('lv');

export const enterReading: Words['enterReading'] = {
  title: message('Rādījums: {meter}'),
  number: message('Skaitītājs {serial}'),
  last: message('Pēdējais rādījums: {value}, {day}'),
  takePhoto: 'Nofotografēt',
  otherPhoto: 'Nofotografēt vēlreiz',
  photoLead: 'Ciparus nolasa no fotoattēla. Jūs tos pārbaudāt.',
  looking: 'Nolasa fotoattēlu',
  lookAgain: 'Nolasīt fotoattēlu vēlreiz',
  lookAnyway: 'Tomēr nolasīt',
  photo: 'Skaitītāja fotoattēls',
  notFound:
    'Ciparus neizdevās nolasīt. Fotoattēls ir saglabāts: ievadiet ciparus ar roku, un tas tiks nosūtīts kopā ar tiem. Vai nofotografējiet vēlreiz, tuvāk un tieši no priekšas.',
  readingFailed:
    'Fotoattēlu pašlaik nevarēja nolasīt. Tas ir saglabāts: ievadiet ciparus ar roku, un tas tiks nosūtīts kopā ar tiem.',
  removePhoto: 'Noņemt fotoattēlu',
  check: 'Pārbaudiet šos ciparus',
  unsure: 'Iezīmētie cipari nav droši. Salīdziniet tos ar skaitītāju.',
  odd: 'Tas neizskatās pēc parastā patēriņa. Salīdziniet ar skaitītāju.',
  otherMeter: message('Fotoattēlā ir numurs {serial}. Vai tas ir šis skaitītājs?'),
  digits: 'Skaitītāja cipari',
  digit: message('{place}. cipars no {of}'),
  decimal: message('{place}. cipars aiz komata'),
  value: 'Rādījums',
  used: message('{amount} kopš pēdējā rādījuma'),
  less: 'Tas ir mazāk par pēdējo rādījumu. Pārbaudiet ciparus.',
  checkIt: 'Pārbaudiet un saglabājiet vēlreiz vai izlabojiet.',
  saveAnyway: 'Tomēr saglabāt',
  correct: 'Labot',
  correctOf: message('Labot rādījumu {value}'),
  correctLead:
    'Nepareizais rādījums paliek sarakstā kā noraidīts. Rēķini, kuros tas izmantots, nemainās: starpību iekļauj nākamajā rēķinā.',
  corrected: 'Rādījums izlabots.',
  justEntered: 'Tikko ievadīts',
  incomplete: 'Aizpildiet visus ciparus.',
  send: 'Nodot rādījumu',
  sent: 'Paldies. Rādījums ir nodots; pārvaldnieks to apstiprinās.',
};
