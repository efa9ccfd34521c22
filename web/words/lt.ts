// Lithuanian, complete: a missing word is a type error.

import { account } from './lt/account.ts';
import { apartmentPage } from './lt/apartment-page.ts';
import { apiKeys } from './lt/api-keys.ts';
import { auditLog } from './lt/audit-log.ts';
import { bankAccounts } from './lt/bank-accounts.ts';
import { billBuildings } from './lt/bill-buildings.ts';
import { apartments, buildings } from './lt/buildings.ts';
import { charges } from './lt/charges.ts';
import { checks } from './lt/checks.ts';
import { common } from './lt/common.ts';
import { comparison } from './lt/comparison.ts';
import { emptyLists } from './lt/empty-lists.ts';
import { enterReading } from './lt/enter-reading.ts';
import { errors } from './lt/errors.ts';
import { handOver } from './lt/hand-over.ts';
import { help } from './lt/help.ts';
import { home } from './lt/home.ts';
import { invoiceHistory } from './lt/invoice-history.ts';
import { calculation, generate, invoices } from './lt/invoices.ts';
import { lists } from './lt/lists.ts';
import { meters } from './lt/meters.ts';
import { monthEnd } from './lt/month-end.ts';
import { moves } from './lt/moves.ts';
import { oneOffs } from './lt/one-offs.ts';
import { paperInvoices } from './lt/paper-invoices.ts';
import { payments } from './lt/payments.ts';
import { periods } from './lt/periods.ts';
import { privacy } from './lt/privacy.ts';
import { receivables } from './lt/receivables.ts';
import { requestLog } from './lt/request-log.ts';
import { requests } from './lt/requests.ts';
import { residentHome } from './lt/resident-home.ts';
import { residentRequests } from './lt/resident-requests.ts';
import { residents } from './lt/residents.ts';
import { search } from './lt/search.ts';
import { secondFactors } from './lt/second-factors.ts';
import { sender } from './lt/sender.ts';
import { sending } from './lt/sending.ts';
import { sessions } from './lt/sessions.ts';
import { banks, settings, webhooks } from './lt/settings.ts';
import { setup } from './lt/setup.ts';
import { signIn } from './lt/sign-in.ts';
import { statements } from './lt/statements.ts';
import { tables } from './lt/tables.ts';
import { testOrganizations } from './lt/test-organizations.ts';
import { vat } from './lt/vat.ts';
import type { Words } from './words.ts';

export const words: Words = {
  language: 'lt',
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
