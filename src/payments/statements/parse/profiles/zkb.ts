// Zürcher Kantonalbank: account movements as CSV. The rows below a collective booking are its parts, with their
// currency and amount in Whg and Betrag Detail.
import type { BankProfile } from '../bank-profile.ts';

export const zkb: BankProfile = {
  bank: 'Zürcher Kantonalbank',
  export: 'Account movements (CSV)',
  columns: [
    {
      date: 'Datum',
      text: ['Buchungstext', 'Zahlungszweck?', 'Details?'],
      debit: 'Belastung *',
      credit: 'Gutschrift *',
      bankId: 'ZKB-Referenz?',
      reference: 'Referenznummer?',
    },
    {
      date: 'Date',
      text: ['Booking text', 'Payment purpose?', 'Details?'],
      debit: 'Debit *',
      credit: 'Credit *',
      bankId: 'ZKB reference?',
      reference: 'Reference number?',
    },
  ],
};
