// Russian words of API keys.
import { messagesIn } from '../../../src/platform/values/messages.ts';
import type { Words } from '../words.ts';

const message = messagesIn('ru');

export const apiKeys: Words['apiKeys'] = {
  limits: 'Ограничения',
  noLimits: 'Нет',
  readOnly: 'Только чтение',
  readOnlyLead: 'Чтение, предпросмотр и пробные запуски. Ничего не изменяет.',
  buildings: 'Дома',
  buildingsLead: 'Пусто: вся организация. Иначе ключ видит и изменяет только эти дома.',
  buildingCount: message('{count, plural, one {# дом} few {# дома} many {# домов} other {# дома}}'),
  networks: 'Разрешённые сети',
  networksLead: 'Например, 192.0.2.0/24 или 2001:db8::/32, через запятую. Пусто: все сети.',
  usedFrom: message('с адреса {address}'),
  editTitle: 'Изменить ключ API',
  replace: 'Заменить',
  replaceTitle: 'Заменить ключ API',
  replaceLead: message('«{name}» получит новый ключ, он показывается один раз. Роль и ограничения сохраняются.'),
  overlap: 'Старый ключ действует ещё',
  overlaps: {
    hours0: '0 часов (сразу перестаёт)',
    hours1: '1 час',
    hours24: '24 часа',
    hours72: '3 дня',
    hours168: '7 дней',
  },
  previous: message('{hint} действует до {until}'),
};
