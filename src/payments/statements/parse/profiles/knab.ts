// Knab (Netherlands): transactions as CSV, below a line that says KNAB EXPORT.
import type { BankProfile } from '../bank-profile.ts';

export const knab: BankProfile = {
  bank: 'Knab',
  export: 'Transactions (CSV)',
  columns: [
    {
      account: 'Rekeningnummer',
      date: 'Transactiedatum',
      currency: 'Valutacode',
      direction: 'CreditDebet',
      amount: 'Bedrag',
      iban: 'Tegenrekeningnummer',
      name: 'Tegenrekeninghouder',
      text: 'Omschrijving',
      bankId: 'Referentie?',
    },
  ],
};
