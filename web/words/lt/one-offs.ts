// Lithuanian words of one-off charges.
import { messagesIn } from '../../../src/platform/values/messages.ts';
import type { Words } from '../words.ts';

const message = messagesIn('lt');

export const oneOffs: Words['oneOffs'] = {
  title: 'Vienkartiniai mokesčiai ir kreditai',
  lead: 'Kiekvienas vieną kartą įtraukiamas į artimiausią buto sąskaitą. Kreditas, dėl kurio sąskaita taptų neigiama, lieka laukti.',
  add: 'Pridėti vienkartinį',
  pending: 'Laukia artimiausios sąskaitos',
  nothingPending: 'Sąskaitos laukiančių vienkartinių nėra.',
  invoiced: 'Sąskaitose',
  nothingInvoiced: 'Į sąskaitas vienkartinių dar neįtraukta.',
  apartments: 'Butai',
  apartmentsHint: 'Kiekvienam tenka visa suma.',
  kind: 'Rūšis',
  charge: 'Mokestis',
  credit: 'Kreditas',
  description: 'Aprašymas',
  descriptionHint: 'Jį sąskaitoje perskaitys gyventojas.',
  vatRate: 'PVM %',
  dueFrom: 'Mokesčio data',
  dueFromHint: 'Į ankstesnio laikotarpio sąskaitą neįtraukiama. Moka tas, kas tą dieną turėjo butą.',
  invoice: 'Sąskaita',
  openInvoice: 'Atidaryti sąskaitą',
  save: message(
    '{count, plural, =0 {Pridėti} =1 {Pridėti} one {Pridėti # butui} few {Pridėti # butams} other {Pridėti # butų}}',
  ),
  saved: message(
    '{count, plural, =1 {Bus įtraukta į artimiausią sąskaitą.} one {# vienkartinis bus įtrauktas į artimiausias sąskaitas.} few {# vienkartiniai bus įtraukti į artimiausias sąskaitas.} other {# vienkartinių bus įtraukta į artimiausias sąskaitas.}}',
  ),
  remove: 'Ištrinti',
  removeLead: message('„{what}“ nebus įtraukta į jokią sąskaitą.'),
  removed: 'Ištrinta.',
};
