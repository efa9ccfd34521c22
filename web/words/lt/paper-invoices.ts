// Lithuanian words of paper invoices.
import { messagesIn } from '../../../src/platform/values/messages.ts';
import type { Words } from '../words.ts';

const message = messagesIn('lt');

export const paperInvoices: Words['paperInvoices'] = {
  title: 'Popierinės sąskaitos',
  pageTitle: 'Popierinės sąskaitos',
  lead: 'Sąskaitos, kurių niekas negauna el. paštu. Atspausdinkite jas, įmeskite į pašto dėžutes ir pažymėkite kaip įteiktas: tada jos bus laikomos išsiųstomis.',
  none: 'Nėra sąskaitų, kurias reikėtų įteikti popieriuje.',
  recipient: 'Gavėjas',
  reason: 'Priežastis',
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
  printPart: message('Spausdinti {part} iš {parts}'),
  markDelivered: 'Pažymėti įteikta',
  markInvoiceDelivered: message('Pažymėti įteikta: {number}'),
  markAllDelivered: message(
    '{count, plural, =1 {Pažymėti įteikta} one {Pažymėti visas (#) įteiktas} few {Pažymėti visas (#) įteiktas} other {Pažymėti visas (#) įteiktas}}',
  ),
  markDeliveredLead: 'Įteikta sąskaita laikoma išsiųsta. Atšaukti to nebus galima.',
  delivered: message(
    '{count, plural, one {# sąskaita išsiųsta.} few {# sąskaitos išsiųstos.} other {# sąskaitų išsiųsta.}}',
  ),
  progress: 'Pažymima, kad įteikta',
};
