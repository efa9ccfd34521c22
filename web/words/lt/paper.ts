// Lithuanian words of invoices that go out on paper.
import { messagesIn } from '../../../src/platform/messages.ts';
import type { Words } from '../words.ts';

const message = messagesIn('lt');

export const paper: Words['paper'] = {
  title: 'Popieriuje',
  pageTitle: 'Popierinės sąskaitos',
  lead: 'Sąskaitos, kurių niekas negauna el. paštu. Atspausdinkite jas, įmeskite į pašto dėžutes ir pažymėkite kaip įteiktas: tada jos bus laikomos išsiųstomis.',
  none: 'Nėra sąskaitų, kurias reikėtų įteikti popieriuje.',
  for: 'Kam',
  why: 'Kodėl popieriuje',
  reasons: {
    nobody_receives: 'Ten sąskaitų niekas negauna',
    no_address: 'Nėra el. pašto adreso',
    failed: 'El. laiškas nepristatytas',
  },
  print: 'PDF',
  printOf: message('Sąskaitos {number} PDF'),
  printAll: message(
    '{count, plural, =1 {Spausdinti} one {Spausdinti visas (#)} few {Spausdinti visas (#)} other {Spausdinti visas (#)}}',
  ),
  printPart: message('Spausdinti {from}–{to}'),
  handOver: 'Įteikta',
  handOverOf: message('Įteikta: {number}'),
  handOverAll: message(
    '{count, plural, =1 {Pažymėti įteikta} one {Pažymėti visas (#) įteiktas} few {Pažymėti visas (#) įteiktas} other {Pažymėti visas (#) įteiktas}}',
  ),
  handOverLead: 'Įteikta sąskaita laikoma išsiųsta. Atšaukti to nebus galima.',
  done: message(
    '{count, plural, one {# sąskaita išsiųsta.} few {# sąskaitos išsiųstos.} other {# sąskaitų išsiųsta.}}',
  ),
  progress: 'Pažymima, kad įteikta',
};
