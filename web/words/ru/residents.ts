// Russian words of residents and invitations.
import { messagesIn } from '../../../src/platform/values/messages.ts';
import type { Words } from '../words.ts';

const message = messagesIn('ru');

export const residents: Words['residents'] = {
  title: 'Жильцы',
  tabs: { residents: 'Жильцы', invitations: 'Приглашения', import: 'Импорт' },
  add: 'Добавить жильца',
  edit: 'Изменить данные жильца',
  none: 'Жильцы не найдены.',
  search: 'Поиск по имени или почте',
  name: 'Имя',
  apartments: 'Квартиры',
  email: 'Адрес электронной почты',
  phone: 'Телефон',
  account: 'Доступ',
  hasAccount: 'Есть',
  role: 'Роль',
  since: 'С даты',
  personalCode: 'Личный код (необязательно)',
  personalCodeLead:
    'Вместе со страной, например EE38001085718. Тогда приглашение сможет принять только этот человек со своим э-удостоверением. Сам код не хранится.',
  roles: { owner: 'собственник', tenant: 'арендатор' },
  saved: 'Данные жильца сохранены.',
  remove: 'Удалить жильца',
  removeLead: message('{name} больше не появится ни в одном списке и не сможет войти.'),
  removed: 'Жилец удалён.',
  invite: 'Пригласить',
  invited: 'Приглашение отправлено.',
  noInvitations: 'Ожидающих приглашений нет.',
  invitationStatuses: { pending: 'Ожидает', accepted: 'Принято', cancelled: 'Отозвано', expired: 'Истекло' },
  expires: 'Действует до',
  revoke: 'Отозвать',
  invitationRevoked: 'Приглашение отозвано.',
  importSince: 'Жители с',
  importSinceHint:
    'Для строк без даты. Выберите первый день, за который выставляете счета: более поздние жители за него счёта не получат.',
  line: message('Строка {line}'),
};
