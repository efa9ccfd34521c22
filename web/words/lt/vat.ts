// Lithuanian words of amounts that are entered: of organizations that charge VAT, and of those that do not.
import type { Words } from '../words.ts';

export const vat: Words['vat'] = {
  charged: {
    price: 'Kaina be PVM',
    amount: 'Suma be PVM',
    bill: 'Be PVM. Jis pridedamas sąskaitose.',
    change: 'Pokytis be PVM',
    shared: 'Butai iš viso be PVM',
    credit: 'Kredituoti, be PVM',
  },
  uncharged: {
    price: 'Kaina su PVM',
    amount: 'Suma su PVM',
    bill: 'Visa suma, kurią mokate, su PVM.',
    change: 'Pokytis',
    shared: 'Butai iš viso',
    credit: 'Kredituoti',
  },
};
