// Swedbank (Sweden): transactions as CSV, below a line that names their period.
import type { BankProfile } from '../bank-profile.ts';

export const swedbankSweden: BankProfile = {
  bank: 'Swedbank (Sweden)',
  export: 'Transactions (CSV)',
  columns: [
    {
      account: 'Kontonummer',
      currency: 'Valuta',
      date: 'Bokföringsdag',
      text: ['Beskrivning', 'Referens'],
      amount: 'Belopp',
    },
    { account: 'Kontonr', currency: 'Valuta', date: 'Bokfdag', text: ['Text', 'Referens'], amount: 'Belopp' },
  ],
};
