// Latvian, complete: a missing word is a type error.

import { account } from './lv/account.ts';
import { apartmentPage } from './lv/apartment-page.ts';
import { apiKeys } from './lv/api-keys.ts';
import { auditLog } from './lv/audit-log.ts';
import { bankAccounts } from './lv/bank-accounts.ts';
import { billBuildings } from './lv/bill-buildings.ts';
import { apartments, buildings } from './lv/buildings.ts';
import { charges } from './lv/charges.ts';
import { checks } from './lv/checks.ts';
import { common } from './lv/common.ts';
import { comparison } from './lv/comparison.ts';
import { emptyLists } from './lv/empty-lists.ts';
import { enterReading } from './lv/enter-reading.ts';
import { errors } from './lv/errors.ts';
import { handOver } from './lv/hand-over.ts';
import { help } from './lv/help.ts';
import { home } from './lv/home.ts';
import { invoiceHistory } from './lv/invoice-history.ts';
import { calculation, generate, invoices } from './lv/invoices.ts';
import { lists } from './lv/lists.ts';
import { meters } from './lv/meters.ts';
import { monthEnd } from './lv/month-end.ts';
import { moves } from './lv/moves.ts';
import { oneOffs } from './lv/one-offs.ts';
import { paperInvoices } from './lv/paper-invoices.ts';
import { payments } from './lv/payments.ts';
import { periods } from './lv/periods.ts';
import { privacy } from './lv/privacy.ts';
import { receivables } from './lv/receivables.ts';
import { requestLog } from './lv/request-log.ts';
import { requests } from './lv/requests.ts';
import { residentHome } from './lv/resident-home.ts';
import { residentRequests } from './lv/resident-requests.ts';
import { residents } from './lv/residents.ts';
import { search } from './lv/search.ts';
import { secondFactors } from './lv/second-factors.ts';
import { sender } from './lv/sender.ts';
import { sending } from './lv/sending.ts';
import { sessions } from './lv/sessions.ts';
import { banks, settings, webhooks } from './lv/settings.ts';
import { setup } from './lv/setup.ts';
import { signIn } from './lv/sign-in.ts';
import { statements } from './lv/statements.ts';
import { tables } from './lv/tables.ts';
import { testOrganizations } from './lv/test-organizations.ts';
import { vat } from './lv/vat.ts';
import type { Words } from './words.ts';

export const words: Words = {
  language: 'lv',
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
