// Russian words of the accounts that money goes to.
import { messagesIn } from '../../../src/platform/messages.ts';
import type { Words } from '../words.ts';

const message = messagesIn('ru');

export const accounts: Words['accounts'] = {
  title: 'Счёт для платежей',
  lead: 'На этот счёт оплачивают начисления. Об изменении каждый главный пользователь получает письмо со ссылкой, которая семь дней позволяет его отменить.',
  none: 'счёта нет',
  password: 'Ваш пароль',
  passwordLead: 'Нужен ещё раз, чтобы изменить, куда идут деньги.',
  changed: 'Счёт изменён.',
  unconfirmed: 'Этот счёт не подтверждён',
  changedBy: message('Изменено: {who}, {at}.'),
  before: message('Раньше: {account}.'),
  ownerConfirms: 'Подтвердить его может главный пользователь организации.',
  confirm: 'Подтвердить этот счёт',
  confirmed: 'Счёт подтверждён.',
  key: message('Ключ API «{name}»'),
  rule: 'Программы и счета',
  ruleLead: 'Программы работают с ключами API. Если это включено, счета, на которые платят, могут менять только люди.',
  ruleSwitch: 'Счета могут менять только люди',
  programs: { allowed: 'разрешено', refused: 'запрещено' },
  fields: {
    iban: 'Счёт (IBAN)',
    beneficiary: 'Получатель',
    role: 'Роль',
    name: 'Название',
    keyHint: 'Ключ',
    expiresAt: 'Действует до',
    events: 'События',
    secret: 'Секрет',
    activatesAt: 'Вступает в силу',
    status: 'Состояние',
    programs: 'Программы меняют счета',
    title: 'Что видят жильцы',
    provider: 'Вид',
    url: 'Адрес',
    merchant: 'Продавец',
    bankId: 'Код банка',
    version: 'Версия',
    service: 'Услуга',
    lengths: 'Единица длины',
    key: 'Наш ключ',
    bankKey: 'Ключ банка',
  },
};
