// What an entry of the audit log says in plain words: the object, a part of it, and what was done. Words for a kind of
// object, a part or a verb are in web/words/*.json.
import type { Words } from '../../words/words.ts';

/** What an entry says. */
type Entry = {
  readonly action: keyof Words['auditLog']['actions'];
  readonly operation: string;
  readonly objectKind: string | null;
  readonly objectId: string | null;
  readonly objectName: string | null;
};
type Verb = keyof Words['auditLog']['verbs'];
type Part = keyof Words['auditLog']['aspects'];

/** The verb of an operation that has an effect, by the first word of its name. */
const verbs: Readonly<Record<string, Verb>> = {
  ...asVerb('added', ['add', 'create', 'enter', 'keep', 'note', 'put', 'submit']),
  ...asVerb('changed', ['change', 'choose', 'rename', 'set', 'update']),
  ...asVerb('deleted', ['delete', 'remove']),
  ...asVerb('cancelled', ['cancel', 'revoke']),
  ...asVerb('ended', ['end', 'leave', 'logout']),
  ...asVerb('undone', ['restore', 'undo']),
  ...asVerb('sent', ['recover', 'redeliver', 'remind', 'send', 'test']),
  ...asVerb('replaced', ['renew', 'replace', 'rotate']),
  ...asVerb('started', ['initiate', 'request', 'start']),
  ...asVerb('confirmed', ['confirm']),
  ...asVerb('corrected', ['correct']),
  ...asVerb('credited', ['credit']),
  ...asVerb('disabled', ['disable']),
  ...asVerb('dismissed', ['dismiss']),
  ...asVerb('enabled', ['enable']),
  ...asVerb('erased', ['erase']),
  ...asVerb('generated', ['generate']),
  ...asVerb('handedOver', ['hand']),
  ...asVerb('imported', ['import']),
  ...asVerb('linked', ['link']),
  ...asVerb('matched', ['match']),
  ...asVerb('received', ['receive']),
  ...asVerb('refunded', ['refund']),
  ...asVerb('rejected', ['reject']),
  ...asVerb('reset', ['reset']),
  ...asVerb('reversed', ['reverse']),
  ...asVerb('unlinked', ['unlink']),
  ...asVerb('unmatched', ['unmatch']),
};

/** Operations whose first word says something else. */
const specialVerbs: Readonly<Record<string, Verb>> = {
  moveIn: 'added',
  moveTestClock: 'changed',
  noteInvoiceDelivered: 'delivered',
  removeMember: 'removed',
  sendLogo: 'changed',
  sendReadingPhoto: 'added',
};

function asVerb(verb: Verb, words: readonly string[]): Record<string, Verb> {
  return Object.fromEntries(words.map((word) => [word, verb]));
}

/** The part of an object that an operation is about, by the kind of the object. */
const parts: Readonly<Record<string, Readonly<Record<string, Part>>>> = {
  apartments: {
    endPaymentPlan: 'paymentPlan',
    getApartmentAccount: 'accountStatement',
    getUsage: 'consumption',
    listHandOvers: 'handOvers',
    listPaymentPlans: 'paymentPlan',
    notePaymentPlan: 'paymentPlan',
    printApartmentAccount: 'accountStatement',
  },
  'audit-log': { changeAuditSettings: 'retention', verifyAuditLog: 'proof' },
  buildings: {
    addCharges: 'charges',
    addOneOff: 'oneOffs',
    addOneOffs: 'oneOffs',
    changeBuildingAccount: 'bankAccount',
    confirmBuildingAccount: 'bankAccount',
    correctPeriod: 'period',
    createApartment: 'apartments',
    deletePaymentReminder: 'paymentReminder',
    deleteReadingWindow: 'readingWindow',
    downloadBalances: 'balances',
    downloadBankEntries: 'bankAccount',
    downloadLedger: 'ledger',
    downloadPayments: 'payments',
    getBuildingAccount: 'bankAccount',
    getBuildingEArve: 'eInvoices',
    getBuildingUbl: 'eInvoices',
    getMonthEnd: 'monthEnd',
    importApartments: 'apartments',
    importMeters: 'meters',
    importReadings: 'readings',
    listApartments: 'apartments',
    listApartmentsWithFacts: 'apartments',
    listMissingReadings: 'readings',
    listOneOffs: 'oneOffs',
    previewGeneration: 'invoices',
    putSupplierBills: 'supplierBills',
    remindOfReadings: 'readingReminder',
    removeBuildingSender: 'sender',
    setLedgerAccounts: 'charges',
    setPaymentReminder: 'paymentReminder',
    setReadingWindow: 'readingWindow',
    updateBuildingSender: 'sender',
  },
  invoices: { listIntendedRecipients: 'recipients', listInvoiceHistory: 'history', listInvoiceMails: 'mails' },
  letterhead: { removeLogo: 'logo', sendLogo: 'logo' },
  'maintenance-requests': { addMaintenanceComment: 'comments', addMaintenancePhoto: 'photos' },
  me: {
    addAuthenticatorApp: 'secondFactors',
    addPasskey: 'secondFactors',
    changePassword: 'password',
    confirmIdentity: 'identity',
    downloadOwnData: 'personalData',
    endOtherSessions: 'sessions',
    linkAccount: 'providers',
    listLinkedAccounts: 'providers',
    listSecondFactors: 'secondFactors',
    renewRecoveryCodes: 'recoveryCodes',
    requestAddressChange: 'email',
    startAuthenticatorApp: 'secondFactors',
    startConfirmation: 'identity',
    startPasskey: 'secondFactors',
  },
  members: { changeRole: 'role', endMemberSessions: 'sessions' },
  meters: { listMeterHistory: 'history', submitReading: 'readings' },
  payments: { listRefunds: 'refunds', refundPayment: 'refunds' },
  readings: { getReadingPhoto: 'photos' },
  residents: { downloadResidentData: 'personalData', moveIn: 'apartments' },
  webhooks: { recoverDeliveries: 'deliveries', rotateSecret: 'signingSecret', testWebhook: 'testEvent' },
};

/** Returns the verb of an operation with an effect; undefined if there is none. */
export function verbOf(operation: string): Verb | undefined {
  return specialVerbs[operation] ?? verbs[/^[a-z]+/.exec(operation)?.[0] ?? ''];
}

/** Returns the part of an object that an operation is about; undefined: the object itself. */
export function partOf(objectKind: string, operation: string): Part | undefined {
  return parts[objectKind]?.[operation];
}

/** Returns what was done, such as “Apartment 12 (Kase 14): changed”. Whoever did it is beside it. */
export function auditText(t: Words, { action, operation, objectKind, objectId, objectName }: Entry): string {
  const { objects, lists, aspects, verbs: verbWords } = t.auditLog;
  const events: Readonly<Record<string, string>> = t.settings.kinds;
  const event = action === 'security' ? events[operation] : undefined;
  if (event !== undefined) return objectName === null ? event : `${event}: ${objectName}`;
  const nouns: Readonly<Record<string, string>> =
    objectId === null ? { ...objects, ...lists } : { ...lists, ...objects };
  const noun = nouns[objectKind ?? ''] ?? objectKind;
  const part = partOf(objectKind ?? '', operation);
  const done = { seen: 'viewed', exported: 'downloaded', sent: 'sent' } as const;
  const verb = action === 'changed' || action === 'security' ? (verbOf(operation) ?? 'changed') : done[action];
  const object = [noun, objectName].filter((word) => word !== null).join(' ');
  return `${object}${part === undefined ? '' : `, ${aspects[part]}`}: ${verbWords[verb]}`;
}
