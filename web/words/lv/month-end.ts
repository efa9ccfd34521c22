// Latvian words of month-end, for bookkeeping.
import { messagesIn } from '../../../src/platform/values/messages.ts';
import type { Words } from '../words.ts';

const message = messagesIn('lv');

export const monthEnd: Words['monthEnd'] = {
  title: 'Mēneša pārskats',
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
  unassigned: {
    unmatched: message(
      '{count, plural, zero {Nepiesaistīti: # maksājumi} one {Nepiesaistīts: # maksājums} other {Nepiesaistīti: # maksājumi}}',
    ),
    set_aside: message(
      '{count, plural, zero {Atlikti malā, nav jūsu: # maksājumi} one {Atlikts malā, nav jūsu: # maksājums} other {Atlikti malā, nav jūsu: # maksājumi}}',
    ),
    refund: message(
      '{count, plural, zero {No tā atmaksāts: # maksājumi} one {No tā atmaksāts: # maksājums} other {No tā atmaksāts: # maksājumi}}',
    ),
    returned: message(
      '{count, plural, zero {Bankas atgriezti: # maksājumi} one {Bankas atgriezts: # maksājums} other {Bankas atgriezti: # maksājumi}}',
    ),
  },
  unassignedLead: 'Par visu organizāciju: tā šeit ir nosaukts viss, ko banka saņēma.',
  files: 'Faili',
  file: 'Fails',
  lines: 'Dokumenti',
  total: 'Kopā',
  download: 'Lejupielādēt',
  save: message('Lejupielādēt: {name}, {format}'),
  names: {
    ledger: 'Rēķinu grāmatojumi',
    eInvoices: 'E-rēķini',
    payments: 'Maksājumi',
    unassigned: 'Nauda bez dzīvokļa',
    balances: 'Debitoru parādi',
  },
  leads: {
    ledger: 'Rēķini pa rindām, ar grāmatvedības kontu un PVN.',
    eInvoices: 'Nosūtītie un apmaksātie rēķini grāmatvedības programmai vai e-rēķinu operatoram.',
    payments: 'Maksājumi un atmaksas, katrs ar maksātāju un dzīvokli.',
    unassigned: 'Visas organizācijas nepiesaistītā un malā atliktā nauda un tās atmaksas.',
    balances: 'Katra dzīvokļa sākuma atlikums, apgrozījums un beigu atlikums.',
  },
  uncounted: message(
    '{count, plural, zero {# šī mēneša melnraksti, {amount}, līdz nosūtīšanai nav iekļauti} one {# šī mēneša melnraksts, {amount}, līdz nosūtīšanai nav iekļauts} other {# šī mēneša melnraksti, {amount}, līdz nosūtīšanai nav iekļauti}} nevienā summā.',
  ),
  drafts: message(
    '{count, plural, zero {# kredītrēķinu melnraksti} one {# kredītrēķina melnraksts} other {# kredītrēķinu melnraksti}} ir grāmatojumos, bet nav e-rēķinos.',
  ),
};
