// Migros Bank, acrevis and Nidwaldner Kantonalbank (Switzerland): one form of account statement as CSV, its currency
// beside the balance above the headings.
import type { BankProfile } from '../bank-profile.ts';

export const migrosBank: BankProfile = {
  bank: 'Migros Bank, acrevis, Nidwaldner Kantonalbank',
  export: 'Account statement (CSV)',
  columns: [
    {
      date: 'Datum',
      text: ['Buchungstext', 'Mitteilung?'],
      amount: 'Betrag',
      reference: 'Referenznummer?',
      unused: 'Valuta',
    },
    {
      date: 'Date',
      text: ['Libellé', 'Message?'],
      amount: 'Montant',
      reference: 'Numéro de référence?',
      unused: 'Valeur',
    },
    {
      date: 'Data',
      text: ['Testo di registrazione', 'Comunicazione?'],
      amount: 'Importo',
      reference: 'Numero di riferimento?',
      unused: 'Valuta',
    },
    {
      date: 'Date',
      text: ['Booking text', 'Message?'],
      amount: 'Amount',
      reference: 'Reference number?',
      unused: 'Value date',
    },
  ],
};
