// Credit Suisse (Switzerland): bookings as CSV. The currency is beside the balance above the headings.
import type { BankProfile } from '../bank-profile.ts';

export const creditSuisse: BankProfile = {
  bank: 'Credit Suisse',
  export: 'Bookings (CSV)',
  columns: [
    { date: 'Buchungsdatum', text: 'Text', debit: 'Belastung', credit: 'Gutschrift' },
    { date: 'Booking Date', text: 'Text', debit: 'Debit', credit: 'Credit' },
    { date: 'Date comptable', text: 'Texte', debit: 'Débit', credit: 'Crédit' },
    { date: 'Data contabile', text: 'Testo', debit: 'Addebito', credit: 'Accredito' },
    { date: 'Valutadatum', text: 'Text', debit: 'Belastung', credit: 'Gutschrift' },
  ],
};
