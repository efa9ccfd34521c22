// Russian words of what single apartments are charged or credited once.
import { plural, type Words } from '../words.ts';

export const oneOffs: Words['oneOffs'] = {
  title: 'Разовые начисления и возвраты',
  lead: 'Каждая сумма войдёт один раз в следующий счёт квартиры. Возврат, от которого счёт стал бы отрицательным, подождёт.',
  add: 'Разовая сумма',
  waiting: 'Ждут следующего счёта',
  nothingWaits: 'Разовых сумм, которые ждут счёта, нет.',
  billed: 'Вошли в счета',
  nothingBilled: 'Ни одна разовая сумма ещё не вошла в счёт.',
  apartments: 'Квартиры',
  apartmentsHint: 'На каждую приходится вся сумма.',
  kind: 'Что это',
  charge: 'Начисление',
  credit: 'Возврат',
  description: 'Описание',
  descriptionHint: 'Жилец увидит его в счёте.',
  amount: 'Сумма без НДС',
  vatRate: 'НДС, %',
  dueFrom: 'Начиная с',
  dueFromHint: 'В счёт за более ранний период не войдёт. Платит тот, у кого квартира была в этот день.',
  invoice: 'Счёт',
  open: 'Открыть счёт',
  save: (count) =>
    count > 1 ? `Добавить для ${count}\u00a0${plural('ru', count, { one: 'квартиры', other: 'квартир' })}` : 'Добавить',
  saved: (count) => (count === 1 ? 'Войдёт в следующий счёт.' : `Войдут в следующие счета: ${count}.`),
  remove: 'Убрать',
  removeLead: (what) => `«${what}» не войдёт ни в один счёт.`,
  removed: 'Сумма убрана.',
};
