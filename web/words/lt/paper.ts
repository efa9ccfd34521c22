// Lithuanian words of invoices that go out on paper.
import { plural, type Words } from '../words.ts';

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
  printOf: (number) => `Sąskaitos ${number} PDF`,
  printAll: (count) => (count === 1 ? 'Spausdinti' : `Spausdinti visas (${count})`),
  printPart: (from, to) => `Spausdinti ${from}–${to}`,
  handOver: 'Įteikta',
  handOverOf: (number) => `Įteikta: ${number}`,
  handOverAll: (count) => (count === 1 ? '1 sąskaita įteikta' : `Įteiktos visos (${count})`),
  handOverLead: 'Įteikta sąskaita laikoma išsiųsta. Atšaukti to nebus galima.',
  done: (count) =>
    plural('lt', count, {
      one: `${count} sąskaita išsiųsta.`,
      few: `${count} sąskaitos išsiųstos.`,
      other: `${count} sąskaitų išsiųsta.`,
    }),
  progress: 'Pažymima, kad įteikta',
};
