// OP (Finland): account transactions as CSV. The account column is the payee's: for a credit, the own account.
import type { BankProfile } from '../bank-profile.ts';

const common = {
  date: 'Kirjauspäivä',
  name: 'Saaja/Maksaja',
  reference: 'Viite?',
  text: ['Viesti?', 'Selitys'],
  bankId: 'Arkistointitunnus?',
} as const;

export const op: BankProfile = {
  bank: 'OP',
  export: 'Account transactions (CSV)',
  currency: 'EUR',
  columns: [
    { ...common, amount: 'Määrä EUROA', payeeIban: 'Saajan tilinumero ja pankin BIC' },
    { ...common, amount: 'Määrä EUROA', payeeIban: 'Saajan tilinumero' },
    { ...common, amount: 'Määrä', payeeIban: 'Saajan tilinumero ja pankin BIC' },
    { ...common, amount: 'Määrä', payeeIban: 'Saajan tilinumero' },
  ],
};
