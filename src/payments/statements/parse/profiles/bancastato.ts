// BancaStato (Ticino): account movements as CSV, in Italian and German.
import type { BankProfile } from '../bank-profile.ts';

export const bancaStato: BankProfile = {
  bank: 'BancaStato',
  export: 'Account movements (CSV)',
  columns: [
    { date: 'Data', text: 'Testo di contabilizzazione', debit: 'Addebiti (*)', credit: 'Accrediti (*)' },
    { date: 'Data', text: ['Descrizione', 'Dettagli?'], debit: 'Addebito *', credit: 'Accredito *' },
    { date: 'Datum', text: 'Buchungstext', debit: 'Belastungen (*)', credit: 'Gutschriften (*)' },
  ],
};
