// Basellandschaftliche Kantonalbank: account movements as CSV; the parts of a collective booking have an amount of their own in rows below it.
import type { BankProfile } from '../bank-profile.ts';

export const blkb: BankProfile = {
  bank: 'Basellandschaftliche Kantonalbank',
  export: 'Account movements (CSV)',
  columns: [
    { date: 'Auftragsdatum', text: 'Buchungstext', debit: 'Belastungsbetrag (*)', credit: 'Gutschriftsbetrag (*)' },
    { date: 'Datum', text: 'Buchungstext', debit: 'Belastung (*)', credit: 'Gutschrift (*)' },
  ],
};
