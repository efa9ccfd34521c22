// The operations of the console that integrators may rely on (docs/versions.md). The document marks each operation with
// `x-stability`.

/**
 * Their names. They change only after notice, like the specified ones; the others belong to the console and change with
 * it.
 */
export const stableOfConsole: ReadonlySet<string> = new Set(
  `listEvents listRequests enterPayment enterPayments updatePayment createResident createResidents updateResident
    updateMeter submitReadings generateInvoicesOfBuildings getWebhookDetails changeWebhook testWebhook rotateSecret
    recoverDeliveries disableWebhook enableWebhook listDeliveries getDelivery redeliver getTestOrganization
    resetTestOrganization deleteTestOrganization moveTestClock listTestMails getTestMail getTestMailAttachment`.split(
    /\s+/,
  ),
);
