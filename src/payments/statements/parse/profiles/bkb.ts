// Basler Kantonalbank and Bank Cler: account movements as CSV, in German, French, Italian and English.
import type { BankProfile } from '../bank-profile.ts';

export const bkb: BankProfile = {
  bank: 'Basler Kantonalbank, Bank Cler',
  export: 'Account movements (CSV)',
  columns: [
    { date: 'Buchungsdatum', text: 'Text', debit: 'Belastungsbetrag (*)', credit: 'Gutschriftsbetrag (*)' },
    { date: 'Date de comptabilisation', text: 'Texte', debit: 'Montant débité (*)', credit: 'Montant crédité (*)' },
    {
      date: 'Data di registrazione',
      text: 'Testo',
      debit: 'Importo di addebito (*)',
      credit: 'Importo di accredito (*)',
    },
    { date: 'Booking date', text: 'Text', debit: 'Debit amount (*)', credit: 'Credit amount (*)' },
  ],
};
