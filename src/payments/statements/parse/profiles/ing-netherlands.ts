// ING (Netherlands): transactions as CSV, in Dutch and English. Bij means credit, Af debit.
import type { BankProfile } from '../bank-profile.ts';

export const ingNetherlands: BankProfile = {
  bank: 'ING (Netherlands)',
  export: 'Transactions (CSV)',
  columns: [
    {
      date: 'Datum',
      name: 'Naam / Omschrijving',
      account: 'Rekening',
      iban: 'Tegenrekening',
      direction: 'Af Bij',
      amount: 'Bedrag (*)',
      text: 'Mededelingen',
    },
    {
      date: 'Date',
      name: 'Name / Description',
      account: 'Account',
      iban: 'Counterparty',
      direction: 'Debit/credit',
      amount: 'Amount (*)',
      text: 'Notifications',
    },
  ],
};
