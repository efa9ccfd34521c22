// Latvian words of lists: their order, their selection, and their sums.
import { messagesIn } from '../../../src/platform/values/messages.ts';
import type { Words } from '../words.ts';

const message = messagesIn('lv');

export const lists: Words['lists'] = {
  apartments: message('{count, plural, zero {# dzīvokļu} one {# dzīvoklis} other {# dzīvokļi}}'),
  invoices: message('{count, plural, zero {# rēķinu} one {# rēķins} other {# rēķini}}'),
  selection: 'Atlase',
  select: message('Atlasīt {name}'),
  selectLoaded: 'Atlasīt visas redzamās rindas',
  sort: 'Kārtot pēc',
  defaultOrder: 'Noklusējuma secība',
  ascending: message('{title}, augoši'),
  descending: message('{title}, dilstoši'),
  selected: message('{count, plural, zero {Atlasīti #} one {Atlasīts #} other {Atlasīti #}}'),
  selectMatching: message(
    '{count, plural, zero {Atlasīt visus # filtram atbilstošos} one {Atlasīt visus # filtram atbilstošos} other {Atlasīt visus # filtram atbilstošos}}',
  ),
  clear: 'Noņemt atlasi',
  actions: { send: 'Nosūtīt melnrakstus', remind: 'Sūtīt atgādinājumus', print: 'Drukāt', export: 'Eksportēt CSV' },
  noneOverdue: 'Nevienam no atlasītajiem rēķiniem termiņš nav nokavēts.',
  notDrafts: message(
    '{count, plural, zero {# atlasīto rēķinu nav melnraksti vai jau tiek nosūtīti, un tos izlaiž.} one {# atlasītais rēķins nav melnraksts vai jau tiek nosūtīts, un to izlaiž.} other {# atlasītie rēķini nav melnraksti vai jau tiek nosūtīti, un tos izlaiž.}}',
  ),
  notTried: message(
    '{count, plural, zero {# rēķinu nav nosūtīti} one {# rēķins nav nosūtīts} other {# rēķini nav nosūtīti}}',
  ),
  unsent: 'Nav nosūtīti',
  printLead: message(
    '{count, plural, zero {# rēķinu} one {# rēķins} other {# rēķini}}, {files, plural, zero {# failu} one {# fails} other {# faili}}. Anulētos rēķinus izlaiž.',
  ),
  printMax: message(
    '{count, plural, zero {Var izdrukāt tikai pirmos #. Pārējiem sašauriniet filtru.} one {Var izdrukāt tikai pirmo #. Pārējiem sašauriniet filtru.} other {Var izdrukāt tikai pirmos #. Pārējiem sašauriniet filtru.}}',
  ),
  periodStart: 'Periods no',
  periodEnd: 'Periods līdz',
};
