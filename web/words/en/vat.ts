// English words of amounts that are entered: of organizations that charge VAT, and of those that do not.

export const vat = {
  charged: {
    price: 'Price excl. VAT',
    amount: 'Amount excl. VAT',
    bill: 'Excl. VAT. It is added on the invoices.',
    change: 'Change excl. VAT',
    shared: 'Apartments in total excl. VAT',
    credit: 'Credit amount, excl. VAT',
  },
  uncharged: {
    price: 'Price, VAT included',
    amount: 'Amount, VAT included',
    bill: 'The full amount that you pay, VAT included.',
    change: 'Change',
    shared: 'Apartments in total',
    credit: 'Credit amount',
  },
};
