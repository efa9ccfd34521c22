// Russian words of bank accounts of buildings.
import { messagesIn } from '../../../src/platform/values/messages.ts';
import type { Words } from '../words.ts';

const message = messagesIn('ru');

export const bankAccounts: Words['bankAccounts'] = {
  title: 'Счёт для платежей',
  lead: 'На этот счёт оплачивают начисления. Об изменении каждый главный пользователь получает письмо со ссылкой, которая семь дней позволяет его отменить.',
  none: 'счёта нет',
  password: 'Ваш пароль',
  passwordHint: 'Нужен ещё раз, чтобы изменить, куда идут деньги.',
  changed: 'Счёт изменён.',
  unconfirmed: 'Этот счёт не подтверждён',
  changedBy: message('Изменено: {who}, {at}.'),
  previous: message('Раньше: {account}.'),
  ownerConfirms: 'Подтвердить его может главный пользователь организации.',
  confirm: 'Подтвердить этот счёт',
  confirmed: 'Счёт подтверждён.',
  key: message('Ключ API «{name}»'),
  rule: 'Ключи API и счета',
  ruleLead: 'Программы работают с ключами API. Если это включено, счета, на которые платят, могут менять только люди.',
  ruleSwitch: 'Счета могут менять только люди',
  apiKeyRule: { allowed: 'разрешено', refused: 'запрещено' },
  fields: {
    iban: 'Счёт (IBAN)',
    beneficiary: 'Получатель',
    role: 'Роль',
    name: 'Название',
    keyHint: 'Ключ',
    expiresAt: 'Действует до',
    events: 'События',
    secret: 'Секрет подписи',
    activatesAt: 'Вступает в силу',
    status: 'Состояние',
    programs: 'Программы меняют счета',
    title: 'Название для жильцов',
    provider: 'Вид',
    url: 'URL',
    merchant: 'Продавец',
    bankId: 'Код банка',
    version: 'Версия',
    service: 'Услуга',
    lengths: 'Единица длины',
    key: 'Наш ключ',
    bankKey: 'Ключ банка',
  },
};
