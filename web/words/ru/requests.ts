// Russian words of maintenance requests.
import type { Words } from '../words.ts';

export const requests: Words['requests'] = {
  title: 'Заявки о неисправностях',
  request: 'Заявка о неисправности',
  add: 'Новая заявка',
  none: 'Заявок нет.',
  statuses: { new: 'Новая', in_progress: 'В работе', resolved: 'Выполнена', closed: 'Закрыта', cancelled: 'Отменена' },
  photo: 'Фото',
  comments: 'Комментарии',
  comment: 'Комментарий',
  internal: 'Внутренний',
  internalHint: 'Только для тех, кто управляет домом',
  send: 'Отправить',
  statusChanged: 'Статус заявки изменён.',
  added: 'Заявка записана.',
  commonAreas: 'Общие помещения',
  subject: 'Тема',
  description: 'Описание',
};
