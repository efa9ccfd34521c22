// Russian words of one's own account.
import { messagesIn } from '../../../src/platform/messages.ts';
import type { Words } from '../words.ts';

const message = messagesIn('ru');

export const account: Words['account'] = {
  title: 'Ваша учётная запись',
  data: 'Ваши данные',
  name: 'Имя',
  email: 'Адрес электронной почты',
  emailLead: 'Чтобы сменить адрес, обратитесь к главному пользователю организации.',
  language: 'Язык писем',
  saved: 'Сохранено',
  password: 'Пароль',
  current: 'Текущий пароль',
  currentLead: 'Не нужен в первые 15 минут после входа по ссылке из письма.',
  next: 'Новый пароль',
  change: 'Сменить пароль',
  changed: 'Пароль изменён. На других устройствах нужно войти заново.',
  organizations: 'Организации',
  enter: message('Открыть: {name}'),
  open: 'Открыть',
  here: 'Вы здесь',
  sample: 'Пример',
  trySample: 'Попробовать на примере',
  tryLead:
    'Создаёт отдельную организацию с вымышленным домом и счетами за три месяца. Ваши данные остаются нетронутыми.',
  removeSample: 'Удалить пример',
  removeAsk: 'Организация-пример и всё, что в ней есть, будут удалены. Настоящие данные останутся нетронутыми.',
  removed: 'Пример удалён.',
  inSample: 'Это организация-пример: всё здесь вымышлено, и её можно удалить в любой момент.',
};
