// English words of the first page.
export const home = {
  title: 'Home',
  greeting: (name: string) => `Good to see you, ${name}`,
  buildings: 'Buildings',
  noBuildings: 'There is no building here yet.',
  readings: 'readings to confirm',
  payments: 'payments without an invoice',
  drafts: 'drafts to send',
  overdue: 'overdue invoices',
  requests: 'new maintenance requests',
  webhooks: 'webhook endpoints that fail',
  nothingWaits: 'Nothing waits for you.',
  money: 'Money this month',
  noMoney: 'Nothing was invoiced or paid yet.',
  received: 'Received',
  invoiced: 'Invoiced',
  spent: 'Suppliers’ bills',
};
