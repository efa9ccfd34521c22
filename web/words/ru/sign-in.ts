// Russian words of signing in.
import { messagesIn } from '../../../src/platform/values/messages.ts';
import type { Words } from '../words.ts';

const message = messagesIn('ru');

export const signIn: Words['signIn'] = {
  title: 'Вход',
  lead: 'Дома, счета, счётчики и платежи в одном месте.',
  email: 'Адрес электронной почты',
  password: 'Пароль',
  submit: 'Войти',
  sendLink: 'Прислать ссылку для входа',
  linkSent:
    'Если у этого адреса есть учётная запись, письмо со ссылкой уже отправлено. Ссылка сработает один раз и действует десять минут.',
  emailFirst: 'Сначала введите адрес электронной почты.',
  or: 'или',
  withProvider: message('Продолжить с {name}'),
  finishing: 'Выполняется вход …',
  back: 'Назад',
};
