// Russian words of a resident's requests for repairs.
import type { Words } from '../words.ts';

export const repairs: Words['repairs'] = {
  title: 'Заявки о неисправностях',
  lead: 'Что-то сломалось в квартире или в доме? Сообщите управляющему.',
  add: 'Новая заявка',
  none: 'Вы ещё ни о чём не сообщали.',
  what: 'Что случилось?',
  where: 'Где',
  common: 'Общие части дома',
  describe: 'Расскажите подробнее',
  photo: 'Фото',
  addPhoto: 'Добавить фото',
  send: 'Отправить',
  sent: 'Отправлено. Управляющий получил сообщение.',
  statuses: { new: 'Новая', in_progress: 'В работе', resolved: 'Выполнена', closed: 'Закрыта', cancelled: 'Отменена' },
  reply: 'Напишите сообщение',
  replySend: 'Отправить',
  someone: 'Управляющий',
};
