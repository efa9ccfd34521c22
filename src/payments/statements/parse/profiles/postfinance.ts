// PostFinance (Switzerland): account movements as CSV, in its four languages, from 2003 to today.
import type { BankProfile } from '../bank-profile.ts';

export const postFinance: BankProfile = {
  bank: 'PostFinance',
  export: 'Account movements (CSV)',
  columns: [
    { date: 'Datum', text: 'Avisierungstext', credit: 'Gutschrift in *', debit: 'Lastschrift in *' },
    {
      date: 'Buchungsdatum',
      name: 'Name?',
      text: 'Avisierungstext',
      credit: 'Gutschrift in *',
      debit: 'Lastschrift in *',
    },
    { date: 'Buchung', text: 'Avisierungstext', credit: 'Gutschrift', debit: 'Lastschrift' },
    { date: 'Date', text: 'Texte de notification', credit: 'Crédit en *', debit: 'Débit en *' },
    { date: 'Date comptable', text: 'Texte de notification', credit: 'Crédit en *', debit: 'Débit en *' },
    { date: 'Date de comptabilisation', text: 'Texte de notification', credit: 'Crédit en *', debit: 'Débit en *' },
    { date: 'Data', text: 'Testo di avviso', credit: 'Accredito in *', debit: 'Addebito in *' },
    { date: 'Data contabile', text: 'Testo di avviso', credit: 'Accredito in *', debit: 'Addebito in *' },
    { date: 'Data della registrazione', text: 'Testo di avviso', credit: 'Accredito in *', debit: 'Addebito in *' },
    { date: 'Date', text: 'Notification text', credit: 'Credit in *', debit: 'Debit in *' },
    { date: 'Booking date', text: 'Notification text', credit: 'Credit in *', debit: 'Debit in *' },
  ],
};
