// Danske Bank (Denmark and Norway): account movements as CSV, each country's in its currency.
import type { BankProfile } from '../bank-profile.ts';

export const danskeDenmark: BankProfile = {
  bank: 'Danske Bank (Denmark)',
  export: 'Account movements (CSV)',
  currency: 'DKK',
  columns: [{ date: 'Dato', text: 'Tekst', amount: 'Beløb', state: 'Status', unused: 'Afstemt' }],
};

export const danskeNorway: BankProfile = {
  bank: 'Danske Bank (Norway)',
  export: 'Account movements (CSV)',
  currency: 'NOK',
  columns: [{ date: 'Dato', text: 'Tekst', amount: 'Beløp', state: 'Status', unused: 'Avstemt' }],
};
