// Estonian words of lists: their order, their selection, and their sums.
import { messagesIn } from '../../../src/platform/values/messages.ts';
import type { Words } from '../words.ts';

const message = messagesIn('et');

export const lists: Words['lists'] = {
  apartments: message('{count, plural, one {# korter} other {# korterit}}'),
  invoices: message('{count, plural, one {# arve} other {# arvet}}'),
  selection: 'Valik',
  select: message('Vali {name}'),
  selectLoaded: 'Vali kõik kuvatud read',
  sort: 'Järjesta',
  defaultOrder: 'Vaikimisi järjestus',
  ascending: message('{title}, kasvavalt'),
  descending: message('{title}, kahanevalt'),
  selected: message('{count, plural, one {# valitud} other {# valitud}}'),
  selectMatching: message('{count, plural, one {Vali kõik # filtrile vastavat} other {Vali kõik # filtrile vastavat}}'),
  clear: 'Tühista valik',
  actions: { send: 'Saada mustandid', remind: 'Saada meeldetuletused', print: 'Trüki', export: 'Ekspordi CSV' },
  noneOverdue: 'Ühegi valitud arve tähtaeg ei ole möödas.',
  notDrafts: message(
    '{count, plural, one {# valitud arve ei ole mustand või on juba saatmisel ning jääb välja.} other {# valitud arvet ei ole mustandid või on juba saatmisel ning jäävad välja.}}',
  ),
  notTried: message('{count, plural, one {# arve jäi saatmata} other {# arvet jäi saatmata}}'),
  unsent: 'Saatmata',
  printLead: message(
    '{count, plural, one {# arve} other {# arvet}}, {files, plural, one {# fail} other {# faili}}. Tühistatud arved jäävad välja.',
  ),
  printMax: message(
    '{count, plural, one {Trükkida saab ainult esimese. Ülejäänute jaoks kitsendage filtrit.} other {Trükkida saab ainult # esimest. Ülejäänute jaoks kitsendage filtrit.}}',
  ),
  periodStart: 'Periood alates',
  periodEnd: 'Periood kuni',
};
