// Russian words of all other screens.
import type { MoreWords } from '../words.ts';
import { account } from './account.ts';
import { apartmentPage } from './apartment-page.ts';
import { apiKeys } from './api-keys.ts';
import { auditLog } from './audit-log.ts';
import { bankAccounts } from './bank-accounts.ts';
import { charges } from './charges.ts';
import { checks } from './checks.ts';
import { comparison } from './comparison.ts';
import { enterReading } from './enter-reading.ts';
import { handOver } from './hand-over.ts';
import { help } from './help.ts';
import { invoiceHistory } from './invoice-history.ts';
import { monthEnd } from './month-end.ts';
import { moves } from './moves.ts';
import { oneOffs } from './one-offs.ts';
import { paperInvoices } from './paper-invoices.ts';
import { payments } from './payments.ts';
import { periods } from './periods.ts';
import { privacy } from './privacy.ts';
import { receivables } from './receivables.ts';
import { requestLog } from './request-log.ts';
import { requests } from './requests.ts';
import { residentRequests } from './resident-requests.ts';
import { sender } from './sender.ts';
import { sessions } from './sessions.ts';
import { banks, settings, webhooks } from './settings.ts';
import { setup } from './setup.ts';
import { statements } from './statements.ts';
import { tables } from './tables.ts';
import { testOrganizations } from './test-organizations.ts';

export const moreWords: MoreWords = {
  help,
  charges,
  apartmentPage,
  comparison,
  checks,
  paperInvoices,
  invoiceHistory,
  moves,
  handOver,
  requests,
  auditLog,
  sessions,
  settings,
  webhooks,
  banks,
  privacy,
  receivables,
  monthEnd,
  enterReading,
  residentRequests,
  setup,
  tables,
  apiKeys,
  account,
  payments,
  testOrganizations,
  requestLog,
  statements,
  periods,
  oneOffs,
  bankAccounts,
  sender,
};
