// Luzerner and Aargauische Kantonalbank: account movements as CSV; the heading of the balance names the currency.
import type { BankProfile } from '../bank-profile.ts';

export const lukb: BankProfile = {
  bank: 'Luzerner Kantonalbank, Aargauische Kantonalbank',
  export: 'Account movements (CSV)',
  columns: [
    { date: 'Buchung', text: 'Buchungstext', debit: 'Belastung', credit: 'Gutschrift', unused: 'Saldo *' },
    { date: 'Datum', text: 'Buchungstext', debit: 'Belastung', credit: 'Gutschrift', unused: 'Saldo *' },
  ],
};
