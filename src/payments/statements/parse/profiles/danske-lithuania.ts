// Danske Bank (Lithuania): account movements as CSV. The headings name address, city and country, which are one column in the rows: what follows is shifted.
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
      beside: ['Address', 'City', 'Country'],
    },
  ],
  shifted: { behind: 'Country', by: -2 },
};
