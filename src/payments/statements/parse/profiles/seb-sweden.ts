// SEB (Sweden): account transactions as CSV, in kronor, often with three decimals.
import type { BankProfile } from '../bank-profile.ts';

const common = { date: 'Bokföringsdatum', amount: 'Belopp', bankId: 'Verifikationsnummer' } as const;

export const sebSweden: BankProfile = {
  bank: 'SEB (Sweden)',
  export: 'Account transactions (CSV)',
  currency: 'SEK',
  habits: { mark: '.', monthFirst: false },
  columns: [
    { ...common, text: 'Text' },
    { ...common, text: 'Text/mottagare' },
    { ...common, text: 'Text/Beteckning' },
  ],
};
