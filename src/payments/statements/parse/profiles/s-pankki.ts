// S-Pankki (Finland): account transactions as CSV. Its accounts are in euros.
import type { BankProfile } from '../bank-profile.ts';

export const sPankki: BankProfile = {
  bank: 'S-Pankki',
  export: 'Account transactions (CSV)',
  currency: 'EUR',
  columns: [
    {
      date: 'Kirjauspäivä',
      amount: 'Summa',
      payer: 'Maksaja',
      payee: 'Saajan nimi',
      payeeIban: 'Saajan tilinumero',
      reference: 'Viitenumero',
      text: ['Viesti?', 'Tapahtumalaji'],
      bankId: 'Arkistointitunnus?',
    },
  ],
};
