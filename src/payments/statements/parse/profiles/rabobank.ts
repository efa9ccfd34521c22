// Rabobank (Netherlands): transactions as CSV, with three columns of description.
import type { BankProfile } from '../bank-profile.ts';

export const rabobank: BankProfile = {
  bank: 'Rabobank',
  export: 'Transactions (CSV)',
  columns: [
    {
      account: 'IBAN/BBAN',
      currency: 'Munt',
      date: 'Datum',
      amount: 'Bedrag',
      iban: 'Tegenrekening IBAN/BBAN',
      name: 'Naam tegenpartij',
      ultimatePayer: 'Naam uiteindelijke partij?',
      reference: 'Betalingskenmerk?',
      text: ['Omschrijving-1', 'Omschrijving-2?', 'Omschrijving-3?'],
      bankId: 'Transactiereferentie?',
    },
  ],
};
