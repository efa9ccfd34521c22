// Console API: what people need and the specification leaves out (settings, webhook management, people, maintenance).
// Same bodies, errors and permissions as the integration API; it may change with the console.
import type { Operation } from '../../http/operation.ts';
import { accountOperations } from './account.ts';
import { apartmentListOperations } from './apartment-lists.ts';
import { apartmentsImportOperations } from './apartments-import.ts';
import { apiKeyOperations } from './api-keys.ts';
import { auditLogOperations } from './audit-log.ts';
import { bankOperations } from './banks.ts';
import { buildingAccountOperations } from './building-accounts.ts';
import { chargeOperations } from './charges.ts';
import { creditNoteOperations } from './credit-notes.ts';
import { eInvoiceOperations } from './e-invoices.ts';
import { eventOperations } from './events.ts';
import { firstStepOperations } from './first-steps.ts';
import { generationPreviewOperations } from './generation-preview.ts';
import { generationOperations } from './generations.ts';
import { handOverOperations } from './hand-overs.ts';
import { invoiceComparisonOperations } from './invoice-comparison.ts';
import { invoiceHistoryOperations } from './invoice-history.ts';
import { invoiceSendingOperations } from './invoice-sending.ts';
import { invoiceSumOperations } from './invoice-sums.ts';
import { ledgerExportOperations } from './ledger-export.ts';
import { linkedAccountOperations } from './linked-accounts.ts';
import { maintenanceOperations } from './maintenance.ts';
import { memberOperations } from './members.ts';
import { meterOperations } from './meters.ts';
import { metersImportOperations } from './meters-import.ts';
import { monthEndOperations } from './month-end.ts';
import { monthlyUsageOperations } from './monthly-usage.ts';
import { oneOffChargeOperations } from './one-off-charges.ts';
import { organizationOperations } from './organizations.ts';
import { overviewOperations } from './overview.ts';
import { ownDataOperations } from './own-data.ts';
import { ownSessionOperations } from './own-sessions.ts';
import { paymentOptionOperations } from './payment-options.ts';
import { paymentSumOperations } from './payment-sums.ts';
import { paymentOperations } from './payments.ts';
import { privacyOperations } from './privacy.ts';
import { providerSignInOperations } from './provider-sign-in.ts';
import { readingOperations } from './readings.ts';
import { receivablesOperations } from './receivables.ts';
import { refundOperations } from './refunds.ts';
import { requestLogOperations } from './request-log.ts';
import { residentOperations } from './residents.ts';
import { returnOperations } from './returns.ts';
import { searchOperations } from './search.ts';
import { secondFactorOperations } from './second-factors.ts';
import { senderDetailsOperations } from './sender-details.ts';
import { sessionOperations } from './session.ts';
import { statementImportOperations } from './statement-imports.ts';
import { statementProfileOperations } from './statement-profiles.ts';
import { supplierBillOperations } from './supplier-bills.ts';
import { testOrganizationOperations } from './test-organizations.ts';
import { webhookOperations } from './webhooks.ts';

export const consoleOperations: readonly Operation[] = [
  ...sessionOperations,
  ...providerSignInOperations,
  ...accountOperations,
  ...ownSessionOperations,
  ...ownDataOperations,
  ...secondFactorOperations,
  ...linkedAccountOperations,
  ...organizationOperations,
  ...testOrganizationOperations,
  ...overviewOperations,
  ...firstStepOperations,
  ...searchOperations,
  ...buildingAccountOperations,
  ...chargeOperations,
  ...apartmentListOperations,
  ...apartmentsImportOperations,
  ...senderDetailsOperations,
  ...eInvoiceOperations,
  ...memberOperations,
  ...apiKeyOperations,
  ...requestLogOperations,
  ...auditLogOperations,
  ...privacyOperations,
  ...residentOperations,
  ...handOverOperations,
  ...maintenanceOperations,
  ...meterOperations,
  ...metersImportOperations,
  ...readingOperations,
  ...invoiceSumOperations,
  ...generationPreviewOperations,
  ...generationOperations,
  ...invoiceSendingOperations,
  ...oneOffChargeOperations,
  ...monthlyUsageOperations,
  ...supplierBillOperations,
  ...creditNoteOperations,
  ...invoiceHistoryOperations,
  ...invoiceComparisonOperations,
  ...ledgerExportOperations,
  ...monthEndOperations,
  ...paymentOperations,
  ...paymentSumOperations,
  ...statementImportOperations,
  ...statementProfileOperations,
  ...refundOperations,
  ...returnOperations,
  ...bankOperations,
  ...receivablesOperations,
  ...paymentOptionOperations,
  ...webhookOperations,
  ...eventOperations,
];
