// English words of what to do where a list is empty.

export const emptyLists = {
  apartments: 'Add them one by one, or paste a list from a spreadsheet.',
  banks: 'Add the bank your association has a banklink contract with.',
  charges: 'Add what the residents pay for, such as heating or administration.',
  invitations: 'Invite a resident on the page of their apartment.',
  invoices: 'Generate invoices once the month’s bills and readings are recorded.',
  keys: 'Create a key to connect another program.',
  meters: 'Add a meter to each apartment, and the main meter of the building.',
  myInvoices: 'Your manager sends them every month. You also get them by e-mail.',
  myMeters: 'If there is a meter in your apartment, tell your manager.',
  myRequests: 'If something is broken, report it. You see here what is done about it.',
  payments: 'Import a bank statement to record payments.',
  requests: 'Residents’ requests appear here. You can also add one yourself.',
  residents: 'Add a resident, or import a list.',
  webhooks: 'Add an endpoint to be notified of events in another program.',
};
