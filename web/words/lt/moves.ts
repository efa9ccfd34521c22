// Lithuanian words of moving in and moving out.
import { messagesIn } from '../../../src/platform/values/messages.ts';
import type { Words } from '../words.ts';

const message = messagesIn('lt');

export const moves: Words['moves'] = {
  moveIn: 'Įsikraustymas',
  moveOut: 'Dienos / išsikraustymas',
  title: message('{name}, butas {number}'),
  firstDay: 'Pirmoji diena',
  lastDay: 'Paskutinė diena',
  lastDayHint: 'Tuščia: neribotai. Butas priklauso asmeniui iki šios dienos pabaigos.',
  receives: 'Gauna buto sąskaitas',
  person: 'Asmuo',
  newPerson: 'Naujas asmuo',
  saved: 'Dienos išsaugotos.',
  payersHint: 'Sąskaitos rengiamos pagal šias dienas: kiekvienas moka už savąsias. Esamos sąskaitos nesikeičia.',
  delete: 'Įrašyta per klaidą',
  deleteLead: message(
    'Bus taip, tarsi {name} niekada nebūtų turėjęs buto {number}: šis asmuo nebematys jo sąskaitų, o už jo dienas mokės kiti. Jei asmuo ten iš tiesų gyveno, įrašykite paskutinę dieną.',
  ),
  deleted: 'Pašalinta.',
  residencies: 'Butai',
  stillThere: message(
    '{name} dar turi butą {number}. Pirmiausia įrašykite paskutinę dieną jame; tada gyventoją bus galima pašalinti.',
  ),
};
