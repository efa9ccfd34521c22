// Russian words of the home page.
import { messagesIn } from '../../../src/platform/values/messages.ts';
import type { Words } from '../words.ts';

const message = messagesIn('ru');

export const home: Words['home'] = {
  title: 'Главная',
  greeting: message('Здравствуйте, {name}'),
  buildings: 'Дома',
  noBuildings: 'Домов пока нет.',
  accounts: message(
    '{count, plural, one {изменённый счёт без подтверждения} few {изменённых счёта без подтверждения} many {изменённых счетов без подтверждения} other {изменённого счёта без подтверждения}}',
  ),
  readings: message(
    '{count, plural, one {показание на подтверждение} few {показания на подтверждение} many {показаний на подтверждение} other {показания на подтверждение}}',
  ),
  payments: message(
    '{count, plural, one {незачтённый платёж} few {незачтённых платежа} many {незачтённых платежей} other {незачтённого платежа}}',
  ),
  drafts: message(
    '{count, plural, one {черновик к отправке} few {черновика к отправке} many {черновиков к отправке} other {черновика к отправке}}',
  ),
  overdue: message(
    '{count, plural, one {просроченный счёт} few {просроченных счёта} many {просроченных счетов} other {просроченного счёта}}',
  ),
  requests: message('{count, plural, one {новая заявка} few {новые заявки} many {новых заявок} other {новой заявки}}'),
  webhooks: message(
    '{count, plural, one {конечная точка webhook со сбоями} few {конечные точки webhook со сбоями} many {конечных точек webhook со сбоями} other {конечной точки webhook со сбоями}}',
  ),
  nothingWaits: 'Всё сделано.',
  building: 'Дом',
  readingsIn: 'Показания получены',
  bills: 'Счета поставщиков внесены',
  sent: 'Счета отправлены',
  paidShare: 'Оплачено',
  overdueAmount: 'Просрочено',
  unmatched: 'Незачтённые платежи',
  next: 'Следующий шаг',
  ofAll: message('{done, number} из {all, number}'),
  andDrafts: message('{count, plural, one {# черновик} few {# черновика} many {# черновиков} other {# черновика}}'),
  monthOf: message('Данные за {month}. Черновики, просрочка и незачтённые платежи — за все месяцы.'),
  nextSteps: {
    set_up: 'Настроить дом',
    enter_readings: 'Внести показания',
    record_bills: 'Внести счета поставщиков',
    generate: 'Создать счета',
    send: 'Отправить счета',
    match: 'Зачесть платежи',
    remind: 'Отправить напоминания',
    import_statement: 'Загрузить выписку',
    done: 'Всё сделано',
  },
  stepOf: message('{step}: {building}'),
  outlier: message('{name}, {month}: {amount} — необычно, как правило {usual}.'),
  steps: 'Начало работы',
  stepDone: 'сделано',
  stepNotNeeded: 'не требуется',
  hideSteps: 'Скрыть',
  allSteps: message('Выполнено шагов: {done, number} из {all, number}'),
  stepsHidden: 'Скрыто. Шаги можно снова открыть в вашем меню.',
  stepNames: {
    building: 'Добавьте дом',
    sender: 'Укажите данные отправителя',
    apartments: 'Внесите квартиры',
    charges: 'Настройте услуги',
    account: 'Укажите счёт в банке',
    meters: 'Внесите счётчики',
    residents: 'Добавьте жильцов',
    invoices: 'Отправьте первые счета',
  },
  stepHints: {
    building: 'Для начала хватит названия и адреса.',
    sender: 'Регистрационный номер и адрес на счетах. Э-счетам они нужны.',
    apartments: 'По одной или вставив из таблицы.',
    charges: 'У каждой услуги есть цена или счёт поставщика, который делится.',
    account: 'Он указывается в счетах вместе с кодом для банковского приложения.',
    meters: 'Только если что-то начисляется по показаниям.',
    residents: 'Вручную, приглашением или из файла. Им приходят счета.',
    invoices: 'Перед созданием вы увидите предварительный просмотр, а перед отправкой – черновики.',
  },
  money: 'Движение денег в этом месяце',
  noMoney: 'Начислений и платежей пока не было.',
  received: 'Поступило',
  invoiced: 'Начислено',
  supplierBills: 'Счета поставщиков',
};
