// Estonian words of invoices that go out on paper.
import type { Words } from '../words.ts';

export const paper: Words['paper'] = {
  title: 'Paberil',
  pageTitle: 'Arved paberil',
  lead: 'Arved, mida e-post kellelegi ei vii. Trüki need, pane postkasti ja märgi üleantuks: siis on need saadetud.',
  none: 'Ükski arve ei oota paberil üleandmist.',
  for: 'Kellele',
  why: 'Miks paberil',
  reasons: {
    nobody_receives: 'Keegi ei saa seal arveid',
    no_address: 'E-posti aadressi ei ole',
    failed: 'E-kiri ei jõudnud kohale',
  },
  print: 'PDF',
  printOf: (number) => `Arve ${number} PDF`,
  printAll: (count) => (count === 1 ? 'Trüki see' : `Trüki kõik ${count}`),
  printPart: (from, to) => `Trüki ${from}–${to}`,
  handOver: 'Üle antud',
  handOverOf: (number) => `Üle antud: ${number}`,
  handOverAll: (count) => (count === 1 ? '1 arve on üle antud' : `Kõik ${count} on üle antud`),
  handOverLead: 'Üle antud arve on saadetud. Seda ei saa tagasi võtta.',
  done: (count) => (count === 1 ? '1 arve on saadetud.' : `${count} arvet on saadetud.`),
  progress: 'Märgin üleantuks',
};
