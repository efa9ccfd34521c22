// English explanations of hard terms.
import { messagesIn } from '../../../src/platform/values/messages.ts';

const message = messagesIn('en');

export const help = {
  about: message<{ term: string }>('About: {term}'),
  topics: {
    allocation: {
      term: 'Matching a payment',
      text: 'A match says which invoice a payment pays, and how much of it. One payment can pay several invoices, and one invoice can be paid by several payments. Every match can be undone; the money then waits for another one.',
    },
    basis: {
      term: 'Allocated by',
      text: 'What a charge is calculated by: area, number of residents, equal shares, meters and so on. A charge has either a price for each unit, or a supplier bill that is divided in proportion. The parts of a bill add up to it, to the cent.',
    },
    closing: {
      term: 'Closed period',
      text: 'A period closes when one of its invoices is sent or paid. From then on its supplier bills do not change. Bills that arrive later are added with a correction: each apartment gets an additional invoice or a credit for the difference.',
    },
    correctedReading: {
      term: 'Correcting a reading',
      text: 'A confirmed reading is not overwritten. Enter a new one that replaces it; both stay in the history. Sent invoices do not change: the next invoice settles the difference.',
    },
    creditNote: {
      term: 'Credit note',
      text: 'A credit note reverses all or part of an invoice, which itself stays as it was sent. Its amount pays the balance of that invoice first, then other open invoices of the apartment. The rest is kept for the next invoice.',
    },
    mainMeter: {
      term: 'Main meter',
      text: 'A main meter counts for the whole building. Nobody is billed by it directly. What it counted beyond the meters of the apartments can be charged as a remainder.',
    },
    matching: {
      term: 'How payments are matched',
      text: 'Incoming payments of a statement are matched to invoices by reference number, invoice number and payer, never by the amount alone. What is not certain waits for you. Lines that were imported before are recognised, so statements may overlap.',
    },
    oneOff: {
      term: 'One-off charge',
      text: 'Charged or credited to one apartment once, such as a new key. The next invoice of the apartment includes it. If that invoice is cancelled, the one after it does.',
    },
    payerPeriod: {
      term: 'Who pays for which days',
      text: 'When an apartment changes hands within a period, each side gets an invoice for its own days. Both invoices together charge the period once. Readings of the day of the change divide the consumption.',
    },
    prepayment: {
      term: 'Prepaid',
      text: 'Money that an apartment has paid in advance, or the rest of a credit note. The next invoice of the same people uses it. You can also record that you have refunded it.',
    },
    reference: {
      term: 'Reference number',
      text: 'The number that residents write on their payments, so that each payment finds its apartment. It is permanent; the last digit is a check digit against typing errors. Payments with the right reference are matched by themselves.',
    },
    remainder: {
      term: 'Remainder',
      text: 'What the main meter counted beyond the meters of the apartments: common water, leaks, and readings of different days. It is divided over the apartments as you choose here. If the apartments counted more than the main meter, the difference is given back.',
    },
    reminder: {
      term: 'Payment reminder',
      text: 'An e-mail to the recipients of an invoice that is still unpaid some days after its due date. It is sent once for each due date. Without this setting nobody is reminded.',
    },
  },
};
