// Russian words of residents and invitations.
import { plural, type Words } from '../words.ts';

const residentForms = { one: 'жилец', few: 'жильца', many: 'жильцов', other: 'жильца' };

export const people: Words['people'] = {
  title: 'Жильцы',
  tabs: { residents: 'Жильцы', invitations: 'Приглашения', import: 'Из файла' },
  add: 'Добавить жильца',
  change: 'Изменить данные жильца',
  none: 'Жильцов здесь нет.',
  search: 'Поиск по имени или адресу',
  name: 'Имя',
  apartments: 'Квартиры',
  email: 'Адрес электронной почты',
  phone: 'Телефон',
  account: 'Доступ',
  hasAccount: 'Есть',
  as: 'Роль',
  since: 'С даты',
  roles: { owner: 'собственник', tenant: 'арендатор' },
  saved: 'Данные жильца сохранены.',
  remove: 'Удалить жильца',
  removeLead: (name) => `${name} больше не появится ни в одном списке и не сможет войти.`,
  removed: 'Жилец удалён.',
  invite: 'Пригласить',
  invited: 'Приглашение отправляется.',
  noInvitations: 'Нет приглашений, которые ждут ответа.',
  invitationStatuses: { pending: 'Ожидает', accepted: 'Принято', cancelled: 'Отозвано', expired: 'Истекло' },
  expires: 'Действует до',
  withdraw: 'Отозвать',
  invitationCancelled: 'Приглашение отозвано.',
  importLead:
    'Файл CSV со столбцами «квартира», «фамилия и имя», «почта», «телефон», «роль» (собственник или арендатор) и «с» (с какой даты), в любом порядке. Сначала будет проба; ничего не запишется, пока вы не увидите, что получится.',
  importFound: (rows, created, changed) => {
    const forms = { one: 'строка', few: 'строки', many: 'строк', other: 'строки' };
    return `${rows}\u00a0${plural('ru', rows, forms)}: новых жильцов ${created}, изменённых ${changed}.`;
  },
  imported: (created, changed) => {
    const added = plural('ru', created, { one: 'Добавлен', other: 'Добавлено' });
    return `${added} ${created}\u00a0${plural('ru', created, residentForms)}, изменено ${changed}.`;
  },
  line: (line) => `Строка ${line}`,
  bring: 'Загрузить',
};
