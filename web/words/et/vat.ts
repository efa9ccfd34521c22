// Estonian words of amounts that are entered: of organizations that charge VAT, and of those that do not.
import type { Words } from '../words.ts';

export const vat: Words['vat'] = {
  charged: {
    price: 'Hind käibemaksuta',
    amount: 'Summa käibemaksuta',
    bill: 'Käibemaksuta. See lisatakse arvetele.',
    change: 'Muutus käibemaksuta',
    shared: 'Korterid kokku käibemaksuta',
    credit: 'Krediteeritav summa käibemaksuta',
  },
  uncharged: {
    price: 'Hind koos käibemaksuga',
    amount: 'Summa koos käibemaksuga',
    bill: 'Kogu summa, mille maksate, koos käibemaksuga.',
    change: 'Muutus',
    shared: 'Korterid kokku',
    credit: 'Krediteeritav summa',
  },
};
