// Berner Kantonalbank: account movements as CSV, with the other party's name and account in separate columns.
import type { BankProfile } from '../bank-profile.ts';

export const bekb: BankProfile = {
  bank: 'Berner Kantonalbank',
  export: 'Account movements (CSV)',
  columns: [
    {
      date: 'Datum',
      name: 'Name Auftraggeber / Begünstigter',
      iban: 'Konto / Bank',
      text: ['Mitteilung / Referenz', 'Buchungstext', 'Zusatzinfos Transaktion?'],
      amount: 'Betrag',
    },
  ],
};
