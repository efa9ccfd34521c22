// Russian words of a resident’s maintenance requests.
import type { Words } from '../words.ts';

export const residentRequests: Words['residentRequests'] = {
  title: 'Заявки о неисправностях',
  lead: 'Что-то сломалось в квартире или в доме? Сообщите управляющему.',
  add: 'Новая заявка',
  none: 'Вы ещё ни о чём не сообщали.',
  what: 'Что случилось?',
  where: 'Где',
  common: 'Общие помещения',
  description: 'Описание',
  photo: 'Фото',
  addPhoto: 'Добавить фото',
  send: 'Отправить',
  sent: 'Отправлено. Управляющий получил сообщение.',
  statuses: { new: 'Новая', in_progress: 'В работе', resolved: 'Выполнена', closed: 'Закрыта', cancelled: 'Отменена' },
  reply: 'Комментарий',
  replySend: 'Отправить',
  manager: 'Управляющий',
};
