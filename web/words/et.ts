// Estonian, complete: a missing word is a type error.

import { account } from './et/account.ts';
import { apartmentPage } from './et/apartment-page.ts';
import { apiKeys } from './et/api-keys.ts';
import { auditLog } from './et/audit-log.ts';
import { bankAccounts } from './et/bank-accounts.ts';
import { billBuildings } from './et/bill-buildings.ts';
import { apartments, buildings } from './et/buildings.ts';
import { charges } from './et/charges.ts';
import { checks } from './et/checks.ts';
import { common } from './et/common.ts';
import { comparison } from './et/comparison.ts';
import { emptyLists } from './et/empty-lists.ts';
import { enterReading } from './et/enter-reading.ts';
import { errors } from './et/errors.ts';
import { handOver } from './et/hand-over.ts';
import { help } from './et/help.ts';
import { home } from './et/home.ts';
import { invoiceHistory } from './et/invoice-history.ts';
import { calculation, generate, invoices } from './et/invoices.ts';
import { lists } from './et/lists.ts';
import { meters } from './et/meters.ts';
import { monthEnd } from './et/month-end.ts';
import { moves } from './et/moves.ts';
import { oneOffs } from './et/one-offs.ts';
import { paperInvoices } from './et/paper-invoices.ts';
import { payments } from './et/payments.ts';
import { periods } from './et/periods.ts';
import { privacy } from './et/privacy.ts';
import { receivables } from './et/receivables.ts';
import { requestLog } from './et/request-log.ts';
import { requests } from './et/requests.ts';
import { residentHome } from './et/resident-home.ts';
import { residentRequests } from './et/resident-requests.ts';
import { residents } from './et/residents.ts';
import { search } from './et/search.ts';
import { secondFactors } from './et/second-factors.ts';
import { sender } from './et/sender.ts';
import { sending } from './et/sending.ts';
import { sessions } from './et/sessions.ts';
import { banks, settings, webhooks } from './et/settings.ts';
import { setup } from './et/setup.ts';
import { signIn } from './et/sign-in.ts';
import { statements } from './et/statements.ts';
import { tables } from './et/tables.ts';
import { testOrganizations } from './et/test-organizations.ts';
import { vat } from './et/vat.ts';
import type { Words } from './words.ts';

export const words: Words = {
  language: 'et',
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
