// Latvian words of the invoices of many buildings.
import { messagesIn } from '../../../src/platform/values/messages.ts';

const message = messagesIn('lv');

export const billBuildings = {
  title: 'Visu māju rēķini',
  lead: 'Viens priekšskatījums visām mājām. Kas ir gatavs, tiek izveidots un nosūtīts kopā; pārējām norādīts iemesls.',
  find: 'Meklēt māju',
  preview: message(
    '{count, plural, zero {Priekšskatīt # mājas} one {Priekšskatīt # māju} other {Priekšskatīt # mājas}}',
  ),
  progress: message('{done, number} no {all, number} mājām'),
  working: 'Izveido un sūta…',
  newInvoices: 'Jauni rēķini',
  ready: 'Gatavs',
  sent: message('{count, plural, zero {# nosūtīti} one {# nosūtīts} other {# nosūtīti}}'),
  createAndSend: message(
    '{count, plural, zero {Izveidot un nosūtīt # rēķinu} one {Izveidot un nosūtīt # rēķinu} other {Izveidot un nosūtīt # rēķinus}}',
  ),
  sumOf: message('{buildings, plural, zero {# mājas} one {# māja} other {# mājas}}, {sum}.'),
  notTried: message(
    '{count, plural, zero {# mājas netika mēģinātas} one {# māja netika mēģināta} other {# mājas netika mēģinātas}}',
  ),
  noneReady: 'Neviena māja nav gatava. Atlasiet tās, kuru rēķinus tomēr izveidot; lai novērstu atrasto, atveriet māju.',
};
