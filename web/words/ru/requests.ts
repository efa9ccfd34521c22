// Russian words of maintenance requests.
import type { Words } from '../words.ts';

export const requests: Words['requests'] = {
  title: 'Заявки о неисправностях',
  request: 'Заявка о неисправности',
  add: 'Новая заявка',
  none: 'О неисправностях никто не сообщал.',
  statuses: { new: 'Новая', in_progress: 'В работе', resolved: 'Выполнена', closed: 'Закрыта', cancelled: 'Отменена' },
  photo: 'Фото к заявке',
  comments: 'Переписка',
  comment: 'Ответ',
  internal: 'внутренний',
  internalHint: 'Только для тех, кто управляет домом',
  send: 'Отправить',
  moved: 'Статус заявки изменён.',
  added: 'Заявка записана.',
  shared: 'Общие части дома',
  what: 'О чём заявка',
  description: 'Описание',
};
