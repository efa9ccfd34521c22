// Estonian words of invoices that go out on paper.
import { messagesIn } from '../../../src/platform/messages.ts';
import type { Words } from '../words.ts';

const message = messagesIn('et');

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
  printOf: message('Arve {number} PDF'),
  printAll: message('{count, plural, =1 {Trüki} one {Trüki kõik #} other {Trüki kõik #}}'),
  printPart: message('Trüki {from}–{to}'),
  handOver: 'Üle antud',
  handOverOf: message('Üle antud: {number}'),
  handOverAll: message(
    '{count, plural, =1 {Märgi üleantuks} one {Märgi kõik # üleantuks} other {Märgi kõik # üleantuks}}',
  ),
  handOverLead: 'Üle antud arve on saadetud. Seda ei saa tagasi võtta.',
  done: message('{count, plural, one {# arve on saadetud.} other {# arvet on saadetud.}}'),
  progress: 'Märgin üleantuks',
};
