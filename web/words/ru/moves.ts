// Russian words of moving in and moving out.
import { messagesIn } from '../../../src/platform/values/messages.ts';
import type { Words } from '../words.ts';

const message = messagesIn('ru');

export const moves: Words['moves'] = {
  moveIn: 'Въезд',
  moveOut: 'Дни / выезд',
  title: message('{name}, квартира {number}'),
  firstDay: 'Первый день',
  lastDay: 'Последний день',
  lastDayHint: 'Пусто: бессрочно. Квартира принадлежит человеку до конца этого дня.',
  receives: 'Получает счета квартиры',
  person: 'Человек',
  newPerson: 'Новый человек',
  saved: 'Дни сохранены.',
  payersHint: 'Счета составляются по этим дням: каждый платит за свои. Существующие счета не меняются.',
  delete: 'Записано по ошибке',
  deleteLead: message(
    'Будет так, как если бы квартира {number} никогда не относилась к этому человеку ({name}): он больше не увидит её счетов, а за его дни заплатят другие. Если он действительно там жил, укажите последний день.',
  ),
  deleted: 'Удалено.',
  residencies: 'Квартиры',
  stillThere: message(
    '{name}: квартира {number} ещё за этим человеком. Сначала укажите последний день; затем жильца можно удалить.',
  ),
};
