// Nordea (Finland, Sweden, Denmark, Norway): account transactions as CSV. Sender and recipient are accounts; the name
// is in a separate column.
import type { BankProfile } from '../bank-profile.ts';

export const nordea: BankProfile = {
  bank: 'Nordea',
  export: 'Account transactions (CSV)',
  columns: [
    {
      date: 'Kirjauspäivä',
      amount: 'Määrä',
      payerIban: 'Maksaja',
      payeeIban: 'Maksunsaaja',
      name: 'Nimi',
      text: ['Viesti?', 'Otsikko'],
      reference: 'Viitenumero',
      currency: 'Valuutta',
    },
    {
      date: 'Bokföringsdag',
      amount: 'Belopp',
      payerIban: 'Avsändare',
      payeeIban: 'Mottagare',
      name: 'Namn',
      text: ['Rubrik?', 'Ytterligare detaljer?', 'Meddelande?'],
      currency: 'Valuta',
    },
    {
      date: 'Bogføringsdato',
      amount: 'Beløb',
      payerIban: 'Afsender',
      payeeIban: 'Modtager',
      name: 'Navn',
      text: 'Beskrivelse',
      currency: 'Valuta',
    },
    {
      date: 'Bokføringsdato',
      amount: 'Beløp',
      payerIban: 'Avsender',
      payeeIban: 'Mottaker',
      name: 'Navn',
      text: 'Tittel',
      currency: 'Valuta',
    },
    // The form until 2022: the account is above the headings, and no currency is named.
    {
      date: 'Kirjauspäivä',
      amount: 'Määrä',
      name: 'Saaja/Maksaja',
      iban: 'Tilinumero',
      reference: 'Viite',
      text: ['Viesti', 'Tapahtuma'],
    },
  ],
};
