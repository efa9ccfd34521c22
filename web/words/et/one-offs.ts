// Estonian words of what single apartments are charged or credited once.
import { messagesIn } from '../../../src/platform/messages.ts';
import type { Words } from '../words.ts';

const message = messagesIn('et');

export const oneOffs: Words['oneOffs'] = {
  title: 'Ühekordsed kulud ja soodustused',
  lead: 'Korteri järgmine arve võtab igaühe ühe korra. Soodustus, mis teeks arve negatiivseks, jääb ootele.',
  add: 'Lisa ühekordne',
  waiting: 'Ootavad järgmist arvet',
  nothingWaits: 'Ükski ühekordne kulu ei oota arvet.',
  billed: 'Arvetel',
  nothingBilled: 'Ühelgi arvel ei ole veel ühekordset kulu.',
  apartments: 'Korterid',
  apartmentsHint: 'Igaühele läheb kogu summa.',
  kind: 'Mis see on',
  charge: 'Kulu',
  credit: 'Soodustus',
  description: 'Selgitus',
  descriptionHint: 'Elanik näeb seda arvel.',
  amount: 'Summa käibemaksuta',
  vatRate: 'KM %',
  dueFrom: 'Alates',
  dueFromHint: 'Varasema perioodi arve seda ei võta. Maksab see, kelle oma korter sel päeval oli.',
  invoice: 'Arve',
  open: 'Ava arve',
  save: message('{count, plural, =0 {Lisa} =1 {Lisa} one {Lisa # korterile} other {Lisa # korterile}}'),
  saved: message('{count, plural, one {Rida läheb järgmisele arvele.} other {# rida läheb järgmistele arvetele.}}'),
  remove: 'Võta tagasi',
  removeLead: message('„{what}” ei lähe ühelegi arvele.'),
  removed: 'See on tagasi võetud.',
};
