// Russian, complete: a missing word is a type error.

import { account } from './ru/account.ts';
import { apartmentPage } from './ru/apartment-page.ts';
import { apiKeys } from './ru/api-keys.ts';
import { auditLog } from './ru/audit-log.ts';
import { bankAccounts } from './ru/bank-accounts.ts';
import { billBuildings } from './ru/bill-buildings.ts';
import { apartments, buildings } from './ru/buildings.ts';
import { charges } from './ru/charges.ts';
import { checks } from './ru/checks.ts';
import { common } from './ru/common.ts';
import { comparison } from './ru/comparison.ts';
import { emptyLists } from './ru/empty-lists.ts';
import { enterReading } from './ru/enter-reading.ts';
import { errors } from './ru/errors.ts';
import { handOver } from './ru/hand-over.ts';
import { help } from './ru/help.ts';
import { home } from './ru/home.ts';
import { invoiceHistory } from './ru/invoice-history.ts';
import { calculation, generate, invoices } from './ru/invoices.ts';
import { lists } from './ru/lists.ts';
import { meters } from './ru/meters.ts';
import { monthEnd } from './ru/month-end.ts';
import { moves } from './ru/moves.ts';
import { oneOffs } from './ru/one-offs.ts';
import { paperInvoices } from './ru/paper-invoices.ts';
import { payments } from './ru/payments.ts';
import { periods } from './ru/periods.ts';
import { privacy } from './ru/privacy.ts';
import { receivables } from './ru/receivables.ts';
import { requestLog } from './ru/request-log.ts';
import { requests } from './ru/requests.ts';
import { residentHome } from './ru/resident-home.ts';
import { residentRequests } from './ru/resident-requests.ts';
import { residents } from './ru/residents.ts';
import { search } from './ru/search.ts';
import { secondFactors } from './ru/second-factors.ts';
import { sender } from './ru/sender.ts';
import { sending } from './ru/sending.ts';
import { sessions } from './ru/sessions.ts';
import { banks, settings, webhooks } from './ru/settings.ts';
import { setup } from './ru/setup.ts';
import { signIn } from './ru/sign-in.ts';
import { statements } from './ru/statements.ts';
import { tables } from './ru/tables.ts';
import { testOrganizations } from './ru/test-organizations.ts';
import { vat } from './ru/vat.ts';
import type { Words } from './words.ts';

export const words: Words = {
  language: 'ru',
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
