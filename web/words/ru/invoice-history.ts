// Russian words of supplier bills, history and credit notes.
import { messagesIn } from '../../../src/platform/values/messages.ts';
import type { Words } from '../words.ts';

const message = messagesIn('ru');

export const invoiceHistory: Words['invoiceHistory'] = {
  bills: message('Счета поставщиков, {month}'),
  noBills: 'У этого дома нет услуг, по которым делится счёт поставщика.',
  closed: 'Счета за этот месяц отправлены: счета поставщиков больше не меняются.',
  history: 'История',
  actions: {
    generated: 'Создан',
    sent: 'Отправлен',
    paid: 'Оплачен',
    payment_date_changed: 'Изменена дата оплаты',
    reference_changed: 'Изменён номер ссылки',
    cancelled: 'Аннулирован',
    credited: 'Выставлен кредитовый счёт',
    corrected: 'Исправлен',
    payment_allocated: 'Зачтён платёж',
    payment_undone: 'Зачёт платежа отменён',
    reopened: 'Снова не оплачен',
  },
  creditInvoice: 'Кредитовый счёт',
  credit: 'Выставить кредитовый счёт',
  creditLead:
    'Кредитовый счёт создаётся как черновик и отправляется так же, как другие. Он гасит неоплаченный остаток этого счёта, а затем прочие долги квартиры.',
  creditWhole: 'Всё, что осталось',
  creditLines: 'Отдельные строки',
  creditRemaining: message('осталось {amount}'),
  creditGross: 'К зачёту с НДС',
  corrects: 'Исходный счёт',
  credited: 'Кредитовый счёт создан.',
};
