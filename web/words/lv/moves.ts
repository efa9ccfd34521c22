// Latvian words of moving in and moving out.
import { messagesIn } from '../../../src/platform/values/messages.ts';
import type { Words } from '../words.ts';

const message = messagesIn('lv');

export const moves: Words['moves'] = {
  moveIn: 'Ievākšanās',
  moveOut: 'Dienas / izvākšanās',
  title: message('{name}, dzīvoklis {number}'),
  firstDay: 'Pirmā diena',
  lastDay: 'Pēdējā diena',
  lastDayHint: 'Tukšs: bez termiņa. Dzīvoklis pieder šai personai līdz šīs dienas beigām.',
  receives: 'Saņem dzīvokļa rēķinus',
  person: 'Persona',
  newPerson: 'Jauna persona',
  saved: 'Dienas ir saglabātas.',
  payersHint: 'Rēķini tiek sagatavoti pēc šīm dienām: katrs maksā par savējām. Esošie rēķini nemainās.',
  delete: 'Ierakstīts kļūdas pēc',
  deleteLead: message(
    'Būs tā, it kā {name} nekad nebūtu bijis saistīts ar dzīvokli {number}: šī persona vairs neredzēs tā rēķinus, un par šīm dienām maksās citi. Ja persona tur tiešām dzīvoja, ievadiet pēdējo dienu.',
  ),
  deleted: 'Izdzēsts.',
  residencies: 'Dzīvokļi',
  stillThere: message(
    '{name} vēl ir saistīts ar dzīvokli {number}. Vispirms ievadiet pēdējo dienu tur; pēc tam iedzīvotāju varēs dzēst.',
  ),
};
