// Basellandschaftliche Kantonalbank: account movements as CSV; the parts of a collective booking are rows below it with
// an amount column of their own.
import type { BankProfile } from '../bank-profile.ts';

export const blkb: BankProfile = {
  bank: 'Basellandschaftliche Kantonalbank',
  export: 'Account movements (CSV)',
  columns: [
    { date: 'Auftragsdatum', text: 'Buchungstext', debit: 'Belastungsbetrag (*)', credit: 'Gutschriftsbetrag (*)' },
    { date: 'Datum', text: 'Buchungstext', debit: 'Belastung (*)', credit: 'Gutschrift (*)' },
  ],
};
