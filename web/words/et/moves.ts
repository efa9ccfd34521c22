// Estonian words of moving in and moving out.
import { messagesIn } from '../../../src/platform/values/messages.ts';
import type { Words } from '../words.ts';

const message = messagesIn('et');

export const moves: Words['moves'] = {
  moveIn: 'Sissekolimine',
  moveOut: 'Päevad / väljakolimine',
  title: message('{name}, korter {number}'),
  firstDay: 'Esimene päev',
  lastDay: 'Viimane päev',
  lastDayHint: 'Tühi: tähtajatult. Korter on inimese oma selle päeva lõpuni.',
  receives: 'Saab korteri arved',
  person: 'Inimene',
  newPerson: 'Uus inimene',
  saved: 'Päevad on salvestatud.',
  payersHint: 'Arved koostatakse nende päevade järgi: igaüks maksab oma päevade eest. Olemasolevad arved ei muutu.',
  delete: 'Kirjas ekslikult',
  deleteLead: message(
    'Siis on nii, nagu ei oleks korter {number} kunagi olnud selle inimese oma ({name}): ta ei näe enam korteri arveid ja tema päevade eest maksavad teised. Kui ta seal tegelikult elas, sisestage hoopis viimane päev.',
  ),
  deleted: 'Kustutatud.',
  residencies: 'Korterid',
  stillThere: message(
    '{name}: korter {number} on veel tema oma. Sisestage enne viimane päev; seejärel saab elaniku kustutada.',
  ),
};
