// Latvian words of month-end, for bookkeeping.
import { messagesIn } from '../../../src/platform/values/messages.ts';
import type { Words } from '../words.ts';

const message = messagesIn('lv');

export const monthEnd: Words['monthEnd'] = {
  title: 'Mēneša noslēgums',
  lead: 'Viss, kas mājas grāmatvedībai vajadzīgs par mēnesi.',
  meaning: message(
    'Dokuments pieder savam datumam: no {from} līdz {to} izrakstītie rēķini un veiktie maksājumi, un atlikumi {to} beigās.',
  ),
  month: 'Mēnesis',
  notEnded: 'Mēnesis vēl nav beidzies. Summas var mainīties.',
  unmatched: message(
    '{count, plural, zero {# šī mēneša maksājumi ({amount}) vēl nav piesaistīti un nav iekļauti} one {# šī mēneša maksājums ({amount}) vēl nav piesaistīts un nav iekļauts} other {# šī mēneša maksājumi ({amount}) vēl nav piesaistīti un nav iekļauti}} nevienas mājas summās.',
  ),
  figures: {
    opening: 'Sākuma atlikums',
    invoiced: 'Aprēķināts',
    received: 'Saņemts',
    refunded: 'Atmaksāts',
    closing: 'Beigu atlikums',
  },
  files: 'Faili',
  file: 'Fails',
  lines: 'Dokumenti',
  total: 'Kopā',
  download: 'Lejupielādēt',
  save: message('Lejupielādēt: {name}, {format}'),
  names: { ledger: 'Rēķinu grāmatojumi', eInvoices: 'E-rēķini', payments: 'Maksājumi', balances: 'Debitoru parādi' },
  leads: {
    ledger: 'Rēķini pa rindām, ar grāmatvedības kontu un PVN.',
    eInvoices: 'Nosūtītie un apmaksātie rēķini grāmatvedības programmai vai e-rēķinu operatoram.',
    payments: 'Maksājumi un atmaksas, katrs ar maksātāju un dzīvokli.',
    balances: 'Katra dzīvokļa sākuma atlikums, apgrozījums un beigu atlikums.',
  },
  uncounted: message(
    '{count, plural, zero {# šī mēneša melnraksti, {amount}, līdz nosūtīšanai nav iekļauti} one {# šī mēneša melnraksts, {amount}, līdz nosūtīšanai nav iekļauts} other {# šī mēneša melnraksti, {amount}, līdz nosūtīšanai nav iekļauti}} nevienā summā.',
  ),
  drafts: message(
    '{count, plural, zero {# kredītrēķinu melnraksti} one {# kredītrēķina melnraksts} other {# kredītrēķinu melnraksti}} ir grāmatojumos, bet nav e-rēķinos.',
  ),
};
