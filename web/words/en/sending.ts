// English words of sending invoices.
export const sending = {
  title: 'Send the drafts',
  send: 'Send',
  sendAll: (count: number) => (count === 1 ? 'Send 1 invoice' : `Send ${count} invoices`),
  lead: 'Each goes by e-mail to everybody who receives the apartment’s invoices, with its PDF. Sent letters cannot be called back.',
  queued: (queued: number, nobody: number) =>
    `${queued} invoices are on their way${nobody > 0 ? `; ${nobody} have nobody who receives them` : ''}.`,
  letters: (count: number) => (count === 1 ? '1 letter is on its way.' : `${count} letters are on their way.`),
  onItsWay: 'On its way',
  lettersTitle: 'Letters',
  noLetters: 'Nobody was written to about this invoice yet.',
  missing: 'Send to those it has not reached',
  kind: 'About',
  kinds: { invoice: 'The invoice', 'payment-reminder': 'Reminder to pay' },
  statuses: { pending: 'On its way', sent: 'Sent', refused: 'Refused', failed: 'Failed', expired: 'Given up' },
  reminder: 'Reminder to pay',
  reminderNone: 'Nobody is reminded of unpaid invoices in this building.',
  reminderLead: (days: number) => `The recipients of an unpaid invoice get one e-mail ${days} days after it was due.`,
  reminderDays: 'Days after the due date',
  reminderStart: 'Remind',
};
