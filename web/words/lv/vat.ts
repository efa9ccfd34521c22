// Latvian words of amounts that are entered: of organizations that charge VAT, and of those that do not.
import type { Words } from '../words.ts';

export const vat: Words['vat'] = {
  charged: {
    price: 'Cena bez PVN',
    amount: 'Summa bez PVN',
    bill: 'Bez PVN. To pievieno rēķinos.',
    change: 'Izmaiņa bez PVN',
    shared: 'Dzīvokļi kopā bez PVN',
    credit: 'Kredītrēķinā, bez PVN',
  },
  uncharged: {
    price: 'Cena ar PVN',
    amount: 'Summa ar PVN',
    bill: 'Visa summa, ko maksājat, ar PVN.',
    change: 'Izmaiņa',
    shared: 'Dzīvokļi kopā',
    credit: 'Kredītrēķinā',
  },
};
