// The permissions (open points P-24, P-25), written out again: by the roles' initials, and by operation. So a mistake
// in the code is detected.
import type { Permission } from '../src/identity/permissions.ts';

export const expectedRoles: Readonly<Record<Permission, string>> = {
  'session:end': 'omar',
  'buildings:read': 'omar',
  'buildings:write': 'om',
  'buildings:delete': 'o',
  'accounts:change': 'om',
  'apartments:read': 'omar',
  'apartments:write': 'om',
  'invoices:read': 'omar',
  'invoices:generate': 'oma',
  'invoices:change': 'oma',
  'invoices:send': 'oma',
  'payments:read': 'omar',
  'payments:initiate': 'omar',
  'payments:import': 'oa',
  'payments:match': 'oa',
  'books:read': 'oma',
  'people:read': 'oma',
  'people:write': 'om',
  'maintenance:read': 'omr',
  'maintenance:submit': 'omr',
  'maintenance:manage': 'om',
  'meters:read': 'omar',
  'meters:write': 'om',
  'readings:read': 'omar',
  'readings:submit': 'omr',
  'readings:confirm': 'om',
  'overview:read': 'oma',
  'webhooks:manage': 'om',
  'events:read': 'om',
  'own:account': 'omar',
  'organization:manage': 'o',
  'test-organization:use': 'o',
  'members:manage': 'o',
  'keys:manage': 'o',
  'banks:manage': 'o',
  'security-log:read': 'o',
  'request-log:read': 'o',
  'audit-log:read': 'o',
  'audit-log:set': 'o',
  'privacy:manage': 'o',
};

/** Permissions that an API key keeps when it is limited to buildings. */
export const ofBuildings: ReadonlySet<Permission> = new Set<Permission>([
  'buildings:read',
  'buildings:write',
  'apartments:read',
  'apartments:write',
  'invoices:read',
  'invoices:generate',
  'invoices:change',
  'invoices:send',
  'payments:read',
  'payments:initiate',
  'books:read',
  'people:read',
  'maintenance:read',
  'maintenance:submit',
  'maintenance:manage',
  'meters:read',
  'meters:write',
  'readings:read',
  'readings:submit',
  'readings:confirm',
  'overview:read',
  'events:read',
]);

/** Permissions that an API key never has, whatever its role. */
export const needsPerson: ReadonlySet<Permission> = new Set<Permission>([
  'session:end',
  'buildings:delete',
  'accounts:change',
  'own:account',
  'organization:manage',
  'members:manage',
  'keys:manage',
  'security-log:read',
  'request-log:read',
  'audit-log:read',
  'audit-log:set',
  'banks:manage',
  'privacy:manage',
]);

/** The operations that each permission opens, so that none of them is opened wider by mistake. */
export const expectedOperations: Readonly<Partial<Record<Permission | 'none', string>>> = {
  none: `
    acceptInvitation acceptInvitationAtProvider adoptConsoleSession answerSecondStep beginConsoleSession
    beginProviderSignIn confirmAddressChange endConsoleSession enterOrganization finishProviderSignIn
    listSignInProviders login redeemMagicLink refresh renewConsoleSession requestMagicLink showAccountChange
    showInvitation signInByPasskey startFirstOrganization startPasskeySignIn undoAccountChange`,
  'session:end': 'logout',
  'buildings:read': 'getBuilding getBuildingSender getLetterhead getLogo getPaymentReminder listBuildings',
  'buildings:write': `
    addCharges createBuilding deletePaymentReminder proposeCharges removeBuildingSender setPaymentReminder
    updateBuilding updateBuildingSender`,
  'buildings:delete': 'deleteBuilding',
  'apartments:read': 'listApartments',
  'apartments:write': 'createApartment deleteApartment importApartments updateApartment',
  'invoices:read':
    'compareInvoice explainInvoice getEArve getInvoice getInvoicePdf getUbl listInvoiceHistory listInvoices',
  'invoices:generate': `
    addOneOff addOneOffs correctPeriod deleteOneOff generateInvoices generateInvoicesOfBuildings
    getBuildingEArve getBuildingUbl listSupplierBills previewGeneration putSupplierBills`,
  'invoices:send': `
    endPaymentPlan listIntendedRecipients listInvoiceMails listPaperInvoices noteInvoiceDelivered
    notePaymentPlan previewSending printInvoices remindOfPayments sendInvoiceAgain sendInvoices`,
  'invoices:change': 'creditInvoice previewCredit setLedgerAccounts updateInvoice',
  'meters:read': 'getReadingReminder getReadingWindow listMeters',
  'meters:write': 'createMeter deleteReadingWindow importMeters remindOfReadings setReadingWindow updateMeter',
  'readings:submit': 'previewReading readMeterPhoto sendReadingPhoto submitReading',
  'people:read': 'getResident listHandOvers listInvitations listResidents',
  'people:write': `
    cancelInvitation changeResidency createInvitation createResident createResidents deleteResidency
    deleteResident handOverApartment importResidents moveIn undoHandOver updateResident`,
  'payments:initiate': 'getWaysToPay initiateBanklink',
  'payments:read': 'getApartmentAccount listPayments printApartmentAccount',
  'payments:import': `
    cancelStatementImport deleteStatementProfile importBankStatement keepStatementProfile
    listStatementImports listStatementProfiles lookAtStatement renameStatementProfile`,
  'webhooks:manage': `
    changeWebhook createWebhook deleteWebhook disableWebhook enableWebhook getDelivery getWebhookDetails
    listDeliveries listWebhooks recoverDeliveries redeliver rotateSecret testWebhook`,
  'own:account': `
    addAuthenticatorApp addPasskey changePassword chooseFirstSteps confirmIdentity deleteAccount
    downloadOwnData endOtherSessions endOwnSession getProfile leaveOrganization linkAccount
    listLinkedAccounts listOwnOrganizations listOwnSessions listSecondFactors removeSecondFactor
    renameSecondFactor renewRecoveryCodes requestAddressChange startAuthenticatorApp startConfirmation
    startPasskey unlinkAccount updateProfile`,
  'organization:manage': `
    changeOrganization confirmBuildingAccount createTestOrganization deleteTestOrganization getOrganization
    listTestOrganizations removeLogo resetTestOrganization sendLogo updateLetterhead`,
  'test-organization:use': 'getTestMail getTestMailAttachment getTestOrganization listTestMails moveTestClock',
  'overview:read': 'getFirstSteps getOverview listBuildingStates search',
  'books:read': `
    downloadBalances downloadBankEntries downloadLedger downloadPayments getBuildingAccount getBuildingUsage
    getMonthEnd listAging listApartmentsWithFacts listMeterHistory listMissingReadings
    listOneOffs listPaymentPlans listPeriods searchPayments sumApartments sumInvoices sumPayments`,
  'accounts:change': 'changeBuildingAccount',
  'members:manage': 'changeRole endMemberSessions listMembers removeMember',
  'security-log:read': 'listSecurityEvents',
  'keys:manage': 'changeApiKey createApiKey listApiKeys replaceApiKey revokeApiKey',
  'request-log:read': 'listRequests',
  'audit-log:read': 'exportAuditLog getAuditChain getAuditSettings listAuditEntries verifyAuditLog',
  'audit-log:set': 'changeAuditSettings',
  'privacy:manage': 'changeRetention downloadResidentData eraseResident getRetention previewErasure',
  'maintenance:read': 'getMaintenancePhoto getMaintenanceRequest listMaintenanceRequests',
  'maintenance:submit': 'addMaintenanceComment addMaintenancePhoto submitMaintenanceRequest updateMaintenanceRequest',
  'readings:read': 'getReading getReadingPhoto getUsage listReadings',
  'readings:confirm': 'confirmReading confirmReadings importReadings rejectReading submitReadings',
  'payments:match': `
    deleteRefund dismissPayment dismissReturn enterPayment enterPayments listCertainMatches listRefunds listReturns
    matchPayment matchPayments matchReturn refundPayment restorePayment restoreReturn reversePayment suggestMatches unmatchPayment updatePayment`,
  'banks:manage': 'changeBank createBank listBankCallbacks listBanks removeBank',
  'events:read': 'listEvents',
};
