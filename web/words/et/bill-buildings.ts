// Estonian words of the invoices of many buildings.
import { messagesIn } from '../../../src/platform/values/messages.ts';

const message = messagesIn('et');

export const billBuildings = {
  title: 'Kõigi majade arved',
  lead: 'Üks eelvaade kõigi majade kohta. Mis on valmis, luuakse ja saadetakse koos; ülejäänute juures on põhjus.',
  find: 'Otsi maja',
  preview: message('{count, plural, one {Vaata eelvaadet: # maja} other {Vaata eelvaadet: # maja}}'),
  progress: message('{done, number} maja {all, number}-st'),
  working: 'Loon ja saadan…',
  newInvoices: 'Uued arved',
  ready: 'Valmis',
  sent: message('{count, plural, one {# saadetud} other {# saadetud}}'),
  createAndSend: message('{count, plural, one {Loo ja saada # arve} other {Loo ja saada # arvet}}'),
  sumOf: message('{buildings, plural, one {# maja} other {# maja}}, {sum}.'),
  notTried: message('{count, plural, one {# maja jäi proovimata} other {# maja jäi proovimata}}'),
  noneReady: 'Ükski maja ei ole valmis. Vali need, mille arved siiski luua; leitu parandamiseks ava maja.',
};
