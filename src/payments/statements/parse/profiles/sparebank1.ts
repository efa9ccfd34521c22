// SpareBank 1 (Norway): account movements as CSV. Both accounts of a payment are named; one of them is the own account.
import type { BankProfile } from '../bank-profile.ts';

export const sparebank1: BankProfile = {
  bank: 'SpareBank 1',
  export: 'Account movements (CSV)',
  currency: 'NOK',
  columns: [
    {
      date: 'Dato',
      text: 'Beskrivelse',
      credit: 'Inn',
      debit: 'Ut',
      payeeIban: 'Til konto',
      payerIban: 'Fra konto',
      unused: 'Rentedato',
    },
  ],
};
