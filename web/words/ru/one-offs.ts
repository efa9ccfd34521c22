// Russian words of one-off charges.
import { messagesIn } from '../../../src/platform/values/messages.ts';
import type { Words } from '../words.ts';

const message = messagesIn('ru');

export const oneOffs: Words['oneOffs'] = {
  title: 'Разовые начисления и кредиты',
  lead: 'Каждая сумма войдёт один раз в следующий счёт квартиры. Кредит, от которого счёт стал бы отрицательным, подождёт.',
  add: 'Добавить начисление',
  pending: 'Ждут следующего счёта',
  nothingPending: 'Разовых начислений, которые ждут счёта, нет.',
  invoiced: 'Вошли в счета',
  nothingInvoiced: 'Ни одна разовая сумма ещё не вошла в счёт.',
  apartments: 'Квартиры',
  apartmentsHint: 'На каждую приходится вся сумма.',
  kind: 'Вид',
  charge: 'Начисление',
  credit: 'Кредит',
  description: 'Описание',
  descriptionHint: 'Жилец увидит его в счёте.',
  vatRate: 'НДС, %',
  dueFrom: 'Дата начисления',
  dueFromHint: 'В счёт за более ранний период не войдёт. Платит тот, у кого квартира была в этот день.',
  invoice: 'Счёт',
  openInvoice: 'Открыть счёт',
  save: message(
    '{count, plural, =0 {Добавить} =1 {Добавить} one {Добавить для # квартиры} few {Добавить для # квартир} many {Добавить для # квартир} other {Добавить для # квартиры}}',
  ),
  saved: message(
    '{count, plural, =1 {Войдёт в следующий счёт.} one {Войдёт в следующие счета: #.} few {Войдут в следующие счета: #.} many {Войдут в следующие счета: #.} other {Войдут в следующие счета: #.}}',
  ),
  remove: 'Удалить',
  removeLead: message('«{what}» не войдёт ни в один счёт.'),
  removed: 'Сумма удалена.',
};
