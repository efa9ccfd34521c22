// Lithuanian words of the invoices of many buildings.
import { messagesIn } from '../../../src/platform/values/messages.ts';

const message = messagesIn('lt');

export const billBuildings = {
  title: 'Visų namų sąskaitos',
  lead: 'Viena peržiūra visiems namams. Kas paruošta, sukuriama ir išsiunčiama kartu; prie kitų nurodyta priežastis.',
  find: 'Ieškoti namo',
  preview: message('{count, plural, one {Peržiūrėti # namą} few {Peržiūrėti # namus} other {Peržiūrėti # namų}}'),
  progress: message('{done, number} iš {all, number} namų'),
  working: 'Kuriama ir siunčiama…',
  newInvoices: 'Naujos sąskaitos',
  ready: 'Paruošta',
  sent: message('{count, plural, one {# išsiųsta} few {# išsiųstos} other {# išsiųstų}}'),
  createAndSend: message(
    '{count, plural, one {Sukurti ir išsiųsti # sąskaitą} few {Sukurti ir išsiųsti # sąskaitas} other {Sukurti ir išsiųsti # sąskaitų}}',
  ),
  sumOf: message('{buildings, plural, one {# namas} few {# namai} other {# namų}}, {sum}.'),
  notTried: message('{count, plural, one {# namas nebandytas} few {# namai nebandyti} other {# namų nebandyta}}'),
  noneReady:
    'Nė vienas namas neparuoštas. Pažymėkite tuos, kurių sąskaitas vis tiek sukurti; kad ištaisytumėte, kas rasta, atidarykite namą.',
};
