// Banque Cantonale Vaudoise: list of transactions as CSV, in French, German and English.
import type { BankProfile } from '../bank-profile.ts';

export const bcv: BankProfile = {
  bank: 'Banque Cantonale Vaudoise',
  export: 'Transactions list (CSV)',
  columns: [
    { date: 'Execution date', text: 'Transactions', debit: 'Debit', credit: 'Credit' },
    { date: "Date d'exécution", text: 'Transactions', debit: 'Débit', credit: 'Crédit' },
    { date: 'Date d’opération', text: 'Transactions', debit: 'Débit', credit: 'Crédit' },
    { date: 'Ausführungsdatum', text: 'Transaktionen', debit: 'Belastung', credit: 'Gutschrift' },
  ],
};
