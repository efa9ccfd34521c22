// Raiffeisen (Switzerland): account movements as CSV. It names the account in each row and no currency.
import type { BankProfile } from '../bank-profile.ts';

export const raiffeisenSwitzerland: BankProfile = {
  bank: 'Raiffeisen (Switzerland)',
  export: 'Account movements (CSV)',
  columns: [{ account: 'IBAN?', date: 'Booked At', text: 'Text', amount: 'Credit/Debit Amount' }],
};
