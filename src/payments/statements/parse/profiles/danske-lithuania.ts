// Danske Bank (Lithuania): account movements as CSV. Address, city and country have three headings but one column in
// the rows; later columns are shifted.
import type { BankProfile } from '../bank-profile.ts';

export const danskeLithuania: BankProfile = {
  bank: 'Danske Bank (Lithuania)',
  export: 'Account movements (CSV)',
  columns: [
    {
      date: 'Date',
      name: 'Name',
      text: ['Memo', 'MemoConv', 'MemoDet'],
      amount: 'Amount',
      unused: ['Address', 'City', 'Country'],
    },
  ],
  shifted: { after: 'Country', by: -2 },
};
