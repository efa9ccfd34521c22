// Russian words of a person’s account page.
import { messagesIn } from '../../../src/platform/values/messages.ts';
import type { Words } from '../words.ts';

const message = messagesIn('ru');

export const account: Words['account'] = {
  title: 'Ваша учётная запись',
  profile: 'Ваши данные',
  name: 'Имя',
  email: 'Адрес электронной почты',
  language: 'Язык писем',
  saved: 'Сохранено',
  password: 'Пароль',
  currentPassword: 'Текущий пароль',
  currentPasswordHint: 'Не нужен в первые 15 минут после входа по ссылке из письма.',
  newPassword: 'Новый пароль',
  changePassword: 'Сменить пароль',
  passwordChanged: 'Пароль изменён. На других устройствах нужно войти заново.',
  organizations: 'Организации',
  openOrganization: message('Открыть: {name}'),
  open: 'Открыть',
  current: 'Текущая',
  trySample: 'Попробовать на примере',
  trySampleLead:
    'Создаёт отдельную организацию с вымышленным домом и счетами за три месяца. Ваши данные остаются нетронутыми.',
  providers: {
    title: 'Службы входа',
    none: 'Ни одна учётная запись ещё не привязана.',
    link: message('Привязать {name}'),
    linkedAt: 'Привязано',
    lastUsed: 'Последнее использование',
    unlink: 'Отвязать',
    unlinkLead: message('Вы больше не сможете входить через {name}. Сеансы останутся.'),
    unlinked: 'Отвязано',
  },
};
