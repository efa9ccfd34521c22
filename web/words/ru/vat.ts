// Russian words of amounts that are entered: of organizations that charge VAT, and of those that do not.
import type { Words } from '../words.ts';

export const vat: Words['vat'] = {
  charged: {
    price: 'Цена без НДС',
    amount: 'Сумма без НДС',
    bill: 'Без НДС. Он добавляется в счетах.',
    change: 'Изменение без НДС',
    shared: 'По квартирам всего, без НДС',
    credit: 'К зачёту, без НДС',
  },
  uncharged: {
    price: 'Цена с НДС',
    amount: 'Сумма с НДС',
    bill: 'Полная сумма, которую вы платите, с НДС.',
    change: 'Изменение',
    shared: 'По квартирам всего',
    credit: 'К зачёту',
  },
};
