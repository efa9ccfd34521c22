// OP (Finland): account transactions as CSV. The account in it is the payee's, so that it is one's own where money came in.
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
