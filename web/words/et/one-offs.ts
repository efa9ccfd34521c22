// Estonian words of one-off charges.
import { messagesIn } from '../../../src/platform/values/messages.ts';
import type { Words } from '../words.ts';

const message = messagesIn('et');

export const oneOffs: Words['oneOffs'] = {
  title: 'Ühekordsed kulud ja krediteeringud',
  lead: 'Iga rida lisatakse korteri järgmisele arvele. Krediteering, mis muudaks arve negatiivseks, kantakse edasi.',
  add: 'Lisa ühekordne kulu',
  pending: 'Järgmisele arvele',
  nothingPending: 'Järgmisele arvele ei ole ühekordseid kulusid.',
  invoiced: 'Arveldatud',
  nothingInvoiced: 'Ühekordseid kulusid ei ole veel arveldatud.',
  apartments: 'Korterid',
  apartmentsHint: 'Iga korter saab kogu summa.',
  kind: 'Liik',
  charge: 'Kulu',
  credit: 'Krediteering',
  description: 'Selgitus',
  descriptionHint: 'Näidatakse arvel.',
  vatRate: 'KM %',
  dueFrom: 'Kulu kuupäev',
  dueFromHint: 'Varasemate perioodide arvetele ei lisata. Tasub see, kelle oma on korter sel kuupäeval.',
  invoice: 'Arve',
  openInvoice: 'Ava arve',
  save: message('{count, plural, =0 {Lisa} =1 {Lisa} one {Lisa # korterile} other {Lisa # korterile}}'),
  saved: message('{count, plural, one {Rida läheb järgmisele arvele.} other {# rida läheb järgmistele arvetele.}}'),
  remove: 'Kustuta',
  removeLead: message('„{what}“ ei lähe arvele.'),
  removed: 'Rida on kustutatud.',
};
