// Latvian words of invoices that go out on paper.
import { plural, type Words } from '../words.ts';

export const paper: Words['paper'] = {
  title: 'Uz papīra',
  pageTitle: 'Rēķini uz papīra',
  lead: 'Rēķini, kurus pa e-pastu nesaņem neviens. Izdrukājiet tos, ielieciet pastkastītēs un atzīmējiet kā nodotus: tad tie ir nosūtīti.',
  none: 'Nav rēķinu, kas jānodod uz papīra.',
  for: 'Kam',
  why: 'Kāpēc uz papīra',
  reasons: {
    nobody_receives: 'Tur rēķinus nesaņem neviens',
    no_address: 'Nav e-pasta adreses',
    failed: 'E-pastu neizdevās nosūtīt',
  },
  print: 'PDF',
  printOf: (number) => `Rēķina ${number} PDF`,
  printAll: (count) => (count === 1 ? 'Drukāt' : `Drukāt visus ${count}`),
  printPart: (from, to) => `Drukāt ${from}–${to}`,
  handOver: 'Nodots',
  handOverOf: (number) => `Nodots: ${number}`,
  handOverAll: (count) => (count === 1 ? '1 rēķins ir nodots' : `Visi ${count} ir nodoti`),
  handOverLead: 'Nodots rēķins skaitās nosūtīts. To nevar atsaukt.',
  done: (count) => plural('lv', count, { one: `Nosūtīts ${count} rēķins.`, other: `Nosūtīti ${count} rēķini.` }),
  progress: 'Atzīmē kā nodotus',
};
