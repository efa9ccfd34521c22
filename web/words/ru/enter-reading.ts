// Russian words of entering a reading.
import { messagesIn } from '../../../src/platform/values/messages.ts';
import type { Words } from '../words.ts';

const message = messagesIn('ru');

export const enterReading: Words['enterReading'] = {
  title: message('Показание: {meter}'),
  number: message('Счётчик {serial}'),
  last: message('Последнее показание: {value}, {day}'),
  takePhoto: 'Сделать фото',
  otherPhoto: 'Сделать другое фото',
  photoLead: 'Цифры распознаются по фото, а вы их проверяете.',
  looking: 'Распознаём фото',
  lookAgain: 'Распознать ещё раз',
  lookAnyway: 'Всё равно распознать',
  photo: 'Фото счётчика',
  notFound:
    'Цифры распознать не удалось. Фото сохранено: введите цифры вручную, и оно будет отправлено вместе с ними. Или сделайте другое, ближе и прямо спереди.',
  readingFailed:
    'Фото сейчас не удалось распознать. Оно сохранено: введите цифры вручную, и фото будет отправлено вместе с ними.',
  removePhoto: 'Удалить фото',
  check: 'Проверьте цифры',
  unsure: 'Отмеченные цифры распознаны неуверенно. Сравните их со счётчиком.',
  odd: 'Это не похоже на обычный расход. Сравните со счётчиком.',
  otherMeter: message('На фото номер {serial}. Это тот же счётчик?'),
  digits: 'Цифры на счётчике',
  digit: message('Цифра {place} из {of}'),
  decimal: message('{place}-й знак после запятой'),
  value: 'Показание',
  used: message('{amount} с последнего показания'),
  less: 'Это меньше последнего показания. Проверьте цифры.',
  checkIt: 'Проверьте и сохраните ещё раз или исправьте.',
  saveAnyway: 'Всё равно сохранить',
  correct: 'Исправить',
  correctOf: message('Исправить показание {value}'),
  correctLead:
    'Неверное показание остаётся в списке как отклонённое. Счета по нему не меняются: разница войдёт в следующий счёт.',
  corrected: 'Показание исправлено.',
  justEntered: 'Только что введено',
  incomplete: 'Заполните все цифры.',
  send: 'Передать показание',
  sent: 'Спасибо. Показание передано; управляющий его подтвердит.',
};
