// English: the language that all others are measured by. Each part of the console has its own file of words.

import { account } from './en/account.ts';
import { apartmentPage } from './en/apartment-page.ts';
import { apiKeys } from './en/api-keys.ts';
import { auditLog } from './en/audit-log.ts';
import { bankAccounts } from './en/bank-accounts.ts';
import { billBuildings } from './en/bill-buildings.ts';
import { apartments, buildings } from './en/buildings.ts';
import { charges } from './en/charges.ts';
import { checks } from './en/checks.ts';
import { common } from './en/common.ts';
import { comparison } from './en/comparison.ts';
import { emptyLists } from './en/empty-lists.ts';
import { enterReading } from './en/enter-reading.ts';
import { errors } from './en/errors.ts';
import { handOver } from './en/hand-over.ts';
import { help } from './en/help.ts';
import { home } from './en/home.ts';
import { invoiceHistory } from './en/invoice-history.ts';
import { calculation, generate, invoices } from './en/invoices.ts';
import { lists } from './en/lists.ts';
import { meters } from './en/meters.ts';
import { monthEnd } from './en/month-end.ts';
import { moves } from './en/moves.ts';
import { oneOffs } from './en/one-offs.ts';
import { paperInvoices } from './en/paper-invoices.ts';
import { payments } from './en/payments.ts';
import { periods } from './en/periods.ts';
import { privacy } from './en/privacy.ts';
import { receivables } from './en/receivables.ts';
import { requestLog } from './en/request-log.ts';
import { requests } from './en/requests.ts';
import { residentHome } from './en/resident-home.ts';
import { residentRequests } from './en/resident-requests.ts';
import { residents } from './en/residents.ts';
import { search } from './en/search.ts';
import { secondFactors } from './en/second-factors.ts';
import { sender } from './en/sender.ts';
import { sending } from './en/sending.ts';
import { sessions } from './en/sessions.ts';
import { banks, settings, webhooks } from './en/settings.ts';
import { setup } from './en/setup.ts';
import { signIn } from './en/sign-in.ts';
import { statements } from './en/statements.ts';
import { tables } from './en/tables.ts';
import { testOrganizations } from './en/test-organizations.ts';
import { vat } from './en/vat.ts';

export const words = {
  language: 'en',
  common,
  errors,
  signIn,
  help,
  home,
  billBuildings,
  buildings,
  charges,
  apartments,
  apartmentPage,
  invoices,
  calculation,
  comparison,
  generate,
  lists,
  checks,
  meters,
  paperInvoices,
  payments,
  invoiceHistory,
  sending,
  residents,
  moves,
  handOver,
  periods,
  requests,
  auditLog,
  requestLog,
  sessions,
  settings,
  webhooks,
  banks,
  account,
  bankAccounts,
  privacy,
  receivables,
  monthEnd,
  search,
  secondFactors,
  sender,
  oneOffs,
  emptyLists,
  residentHome,
  enterReading,
  residentRequests,
  setup,
  statements,
  tables,
  testOrganizations,
  vat,
  apiKeys,
};
