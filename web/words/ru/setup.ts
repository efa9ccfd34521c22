// Russian words of the first start.
import type { Words } from '../words.ts';

export const setup: Words['setup'] = {
  title: 'Создание организации',
  lead: 'Эта система только что установлена. Вы станете её первым главным пользователем.',
  organization: 'Название организации',
  organizationHint: 'Например, KÜ Kase 12',
  name: 'Ваше имя',
  email: 'Ваш адрес электронной почты',
  password: 'Пароль',
  passwordHint: 'Не менее 8 знаков; лучше всего несколько слов.',
  submit: 'Создать организацию',
  noToken: 'Чтобы открыть эту страницу, нужна вся ссылка, которую система вывела при запуске.',
  toSignIn: 'Войти',
};
