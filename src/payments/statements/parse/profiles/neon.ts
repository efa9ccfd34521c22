// neon (Switzerland): account movements as CSV. Its accounts are in Swiss francs; the original amount of a payment may
// be in another currency.
import type { BankProfile } from '../bank-profile.ts';

export const neon: BankProfile = {
  bank: 'neon',
  export: 'Account movements (CSV)',
  currency: 'CHF',
  columns: [
    {
      date: 'Date',
      amount: 'Amount',
      name: 'Description',
      text: 'Subject',
      unused: ['Original amount', 'Exchange rate'],
    },
  ],
};
