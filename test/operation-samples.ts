// Samples: for every operation a request that succeeds, so that tests can be generated from the list of operations and
// miss none.
import assert from 'node:assert/strict';
import sharp from 'sharp';
import { drawFace } from '../demo/meter-faces.ts';
import type { Operation } from '../src/http/operation.ts';
import { keepMail } from '../src/mail/test-mailbox.ts';
import { inTenant, serviceCaller } from '../src/platform/db/scope.ts';
import { newId } from '../src/platform/values/ids.ts';
import { apiOperations } from '../src/routes/api/routes.ts';
import { consoleBase } from '../src/routes/console/base-path.ts';
import { consoleOperations } from '../src/routes/console/routes.ts';
import {
  aBuilding,
  anApartment,
  aPerson,
  password,
  type TestOrganization,
  type TestService,
  type Thing,
} from './service-fixture.ts';
import { camt, importStatementFile } from './statement-samples.ts';

/** The kinds of objects that a path can name. */
const kinds = [
  'buildings',
  'apartments',
  'invoices',
  'payments',
  'banks',
  'webhooks',
  'deliveries',
  'residents',
  'residencies',
  'hand-overs',
  'invitations',
  'members',
  'api-keys',
  'maintenance-requests',
  'photos',
  'meters',
  'readings',
  'one-offs',
  'refunds',
  'payment-returns',
  'statement-imports',
  'statement-profiles',
  'test-mailbox',
] as const;

/** Ids of one organization's objects, one of each kind. */
export type SampleIds = Readonly<Record<(typeof kinds)[number], string>>;

/** Every operation that the service offers, of both APIs. */
export const allOperations: readonly Operation[] = [...apiOperations, ...consoleOperations];

/** A PNG of one pixel. */
export const aPicture =
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==';
/** Small and with nothing but the register, as it is read many times. */
export const registerPhoto = await sharp(
  await drawFace({ digits: '00409550', decimals: 3, serialNumber: '', print: '', unit: '' }),
)
  .extract({ left: 200, top: 300, width: 800, height: 260 })
  .resize(240)
  .jpeg()
  .toBuffer();
const montonio = { provider: 'montonio', merchant: 'store', secretKey: 'secret' };

/** The name of the bank in the samples of a building. */
const bankName = (buildingId: string) => `b-${buildingId.slice(-12)}`;

let freeDays = 0;
/** A day on which nobody moves in yet. */
function nextFreeDay(): { since: string; until: string } {
  freeDays += 1;
  const day = new Date(Date.UTC(2030, 0, freeDays)).toISOString().slice(0, 10);
  return { since: day, until: day };
}

/** An answer of a device in the right form, but about nothing. */
const passkeyAnswer = (response: object) => ({
  id: 'AA',
  rawId: 'AA',
  type: 'public-key',
  clientExtensionResults: {},
  response: { clientDataJSON: 'AA', ...response },
});

/**
 * The body of a successful request, by operation name. Operations without a body are absent; an upload is JSON here.
 */
const bodies: Readonly<Record<string, (place: SampleIds) => Record<string, unknown>>> = {
  login: () => ({ email: 'nobody@example.org', password }),
  refresh: () => ({ refreshToken: 'hrt_none' }),
  createBuilding: () => ({ name: 'Uus maja', address: 'Uus 1, Tallinn' }),
  updateBuilding: () => ({ name: 'Ümber nimetatud' }),
  deleteBuilding: () => ({ password }),
  addCharges: () => ({ charges: [{ name: 'Remondifond', basis: 'fixed', unitPrice: 5 }] }),
  setLedgerAccounts: () => ({ accounts: [{ charge: 'admin', account: '3010' }] }),
  createApartment: () => ({ number: newId() }),
  updateApartment: () => ({ floor: 3 }),
  putSupplierBills: () => ({ periodStart: '2026-10-01', periodEnd: '2026-10-31', bills: [] }),
  correctPeriod: () => ({ periodStart: '2026-09-01', periodEnd: '2026-09-30', reason: 'Nurk', dryRun: true }),
  creditInvoice: () => ({ reason: 'Katkestus', positions: [{ position: 1, amount: 0.01 }] }),
  previewCredit: () => ({}),
  generateInvoices: ({ buildings }) => ({ buildingId: buildings, dryRun: true }),
  generateInvoicesOfBuildings: ({ buildings }) => ({
    items: [{ buildingId: buildings, periodStart: '2026-09-01', periodEnd: '2026-09-30' }],
  }),
  previewGeneration: () => ({}),
  previewSending: ({ invoices }) => ({ invoiceIds: [invoices] }),
  sendInvoiceAgain: () => ({ to: 'missing' }),
  noteInvoiceDelivered: () => ({ by: 'paper' }),
  sendInvoices: ({ buildings }) => ({ buildingId: buildings, periodStart: '2026-09-01', periodEnd: '2026-09-30' }),
  updateInvoice: () => ({ reference: '1000012' }),
  requestMagicLink: () => ({ email: 'nobody@example.org' }),
  createInvitation: ({ apartments }) => ({
    email: `${newId()}@example.org`,
    apartmentId: apartments,
    role: 'resident',
  }),
  beginConsoleSession: () => ({ email: 'nobody@example.org', password }),
  beginProviderSignIn: () => ({ provider: 'nobody' }),
  finishProviderSignIn: () => ({ provider: 'nobody', query: '' }),
  acceptInvitationAtProvider: () => ({ token: 'hin_none', provider: 'nobody' }),
  linkAccount: () => ({ provider: 'nobody' }),
  adoptConsoleSession: () => ({ refreshToken: 'hrt_none' }),
  redeemMagicLink: () => ({ token: 'hml_none' }),
  showInvitation: () => ({ token: 'hin_none' }),
  acceptInvitation: () => ({ token: 'hin_none', name: 'Mari Tamm', password }),
  startFirstOrganization: () => ({
    token: 'hst_none',
    organization: 'KÜ Kase 12',
    name: 'Mari Tamm',
    email: 'mari@example.org',
    password,
  }),
  enterOrganization: () => ({ tenantId: newId() }),
  changeOrganization: () => ({ name: 'KÜ Kase 12' }),
  changeBuildingAccount: () => ({ billing: { beneficiary: 'KÜ Kase 12' } }),
  confirmBuildingAccount: () => ({ changeId: newId() }),
  showAccountChange: () => ({ token: 'hua_none' }),
  undoAccountChange: () => ({ token: 'hua_none' }),
  createTestOrganization: () => ({ language: 'et' }),
  resetTestOrganization: () => ({ language: 'et' }),
  moveTestClock: () => ({ day: '2027-03-03' }),
  updateProfile: () => ({ language: 'et' }),
  chooseFirstSteps: () => ({ shown: true }),
  requestAddressChange: () => ({ email: `${newId()}@example.org` }),
  confirmAddressChange: () => ({ token: 'hac_none' }),
  changeRetention: () => ({ mailDays: 60 }),
  answerSecondStep: () => ({ token: 'hsf_none', oneTimeCode: '000000' }),
  signInByPasskey: () => ({ token: 'hsf_none', passkey: passkeyAnswer({ authenticatorData: 'AA', signature: 'AA' }) }),
  addPasskey: () => ({ token: 'hsf_none', name: 'Laptop', passkey: passkeyAnswer({ attestationObject: 'AA' }) }),
  addAuthenticatorApp: () => ({ token: 'hsf_none', name: 'Phone', oneTimeCode: '000000' }),
  renameSecondFactor: () => ({ name: 'Phone' }),
  confirmIdentity: () => ({ password }),
  changePassword: () => ({ currentPassword: password, newPassword: password }),
  changeRole: () => ({ role: 'manager' }),
  changeApiKey: () => ({ strict: true }),
  changeAuditSettings: () => ({ years: 3 }),
  replaceApiKey: () => ({ overlapHours: 1 }),
  createApiKey: () => ({ name: 'Bookkeeping', role: 'accountant' }),
  createResident: () => ({ name: 'Mari Tamm' }),
  importResidents: () => ({ file: Buffer.from('Korter;Nimi\n').toString('base64') }),
  updateResident: () => ({ phone: '+372 5555 5555' }),
  moveIn: ({ apartments }) => ({ apartmentId: apartments, ...nextFreeDay() }),
  changeResidency: () => ({ role: 'tenant' }),
  handOverApartment: ({ residencies }) => ({
    day: '2025-06-01',
    leaving: [residencies],
    newcomer: { name: 'Kaja Kuusk' },
    role: 'tenant',
    dryRun: true,
  }),
  submitMaintenanceRequest: ({ buildings, apartments }) => ({
    buildingId: buildings,
    apartmentId: apartments,
    title: 'Katus tilgub',
    description: 'Märg laik laes.',
  }),
  updateMaintenanceRequest: () => ({ status: 'new' }),
  addMaintenanceComment: () => ({ text: 'Tulen homme vaatama.' }),
  addMaintenancePhoto: () => ({ file: aPicture }),
  updateBuildingSender: () => ({ name: 'KÜ Tamme 5', registrationNumber: '80123456' }),
  updateLetterhead: () => ({ registrationNumber: '80123456', city: 'Tallinn' }),
  sendLogo: () => ({ file: aPicture }),
  createMeter: ({ buildings, apartments }) => ({ buildingId: buildings, apartmentId: apartments, type: 'hot_water' }),
  sendReadingPhoto: () => ({ file: aPicture }),
  submitReading: () => ({ value: 99_000 }),
  readMeterPhoto: ({ meters }) => ({ file: registerPhoto.toString('base64'), meterId: meters }),
  previewReading: () => ({ value: 99_000 }),
  submitReadings: ({ meters }) => ({ items: [{ meterId: meters, value: 99_000 }] }),
  createResidents: () => ({ items: [{ name: 'Mari Tamm' }] }),
  confirmReadings: ({ readings }) => ({ readingIds: [readings] }),
  rejectReading: () => ({ reason: 'Unreadable.' }),
  importMeters: () => ({ file: Buffer.from('Korter;Liik\n').toString('base64') }),
  importReadings: () => ({ file: Buffer.from('Korter;Külm vesi\n').toString('base64') }),
  importApartments: () => ({ file: Buffer.from('Krt nr;Üldpind\n').toString('base64') }),
  updateMeter: () => ({ verifiedUntil: '2031-01-15' }),
  remindOfReadings: () => ({}),
  setReadingWindow: () => ({ fromDay: 25, toDay: 3 }),
  addOneOff: ({ apartments }) => ({
    apartmentId: apartments,
    description: 'Võtme asendamine',
    amount: 15,
    dueFrom: '2026-10-01',
  }),
  addOneOffs: ({ apartments }) => ({
    apartmentIds: [apartments],
    description: 'Võtme asendamine',
    amount: 15,
    dueFrom: '2026-10-01',
  }),
  setPaymentReminder: () => ({ daysAfterDue: 7 }),
  importBankStatement: () => ({ file: Buffer.from(camt([{ amount: '0.01' }])).toString('base64') }),
  lookAtStatement: () => ({ file: Buffer.from('Aeg;Kui palju\n2026-11-01;5\n').toString('base64') }),
  keepStatementProfile: () => profileSample(),
  renameStatementProfile: () => ({ name: 'Pank' }),
  initiateBanklink: ({ buildings, invoices }) => ({ invoiceId: invoices, bank: bankName(buildings) }),
  createBank: () => ({ name: `b-${newId().slice(-12)}`, ...montonio }),
  changeBank: () => ({ title: 'Pank' }),
  remindOfPayments: ({ apartments }) => ({ apartmentIds: [apartments] }),
  notePaymentPlan: () => ({ terms: '5 × 60', until: '2026-12-31' }),
  enterPayments: ({ apartments }) => ({
    items: [{ apartmentId: apartments, amount: 10, paidOn: '2026-11-01', method: 'cash' }],
  }),
  enterPayment: ({ apartments }) => ({ apartmentId: apartments, amount: 10, paidOn: '2026-11-01', method: 'cash' }),
  updatePayment: () => ({ externalId: 'erp-4711', metadata: { costCentre: '310' } }),
  matchPayment: ({ invoices }) => ({ invoiceId: invoices }),
  matchPayments: ({ invoices, payments }) => ({ items: [{ paymentId: payments, invoiceId: invoices }] }),
  unmatchPayment: () => ({}),
  refundPayment: () => ({ refundedOn: '2026-10-20' }),
  dismissPayment: () => ({ reason: 'interest' }),
  matchReturn: ({ payments }) => ({ paymentId: payments }),
  createWebhook: () => ({ url: 'http://127.0.0.1:9/hook', events: ['invoice.paid'] }),
  testWebhook: () => ({ event: 'invoice.paid' }),
  changeWebhook: () => ({ ordered: true }),
  rotateSecret: () => ({ immediate: true }),
  recoverDeliveries: () => ({ since: '2026-11-19T00:00:00.000Z' }),
};

/** The query of an operation that requires one, by operation name. */
const queries: Readonly<Record<string, string>> = { search: '?q=12,34' };

/**
 * Whether the sample's invoice has a balance, and what a person has created, depends on earlier operations: these
 * return 409 then, after all other checks.
 */
export const stateDependent: ReadonlySet<string> = new Set([
  'initiateBanklink',
  'matchPayment',
  'refundPayment',
  'matchReturn',
  'dismissReturn',
  'startPasskey',
  'addPasskey',
  'addAuthenticatorApp',
  'renewRecoveryCodes',
  'createTestOrganization',
  'getTestOrganization',
  'resetTestOrganization',
  'deleteTestOrganization',
  'moveTestClock',
  'listTestMails',
  'confirmBuildingAccount',
  'previewErasure',
  'eraseResident',
]);

/** Logs of what callers asked for: they may show ids of another organization, if a caller sent them. */
export const requestLogs: ReadonlySet<string> = new Set(['listRequests', 'listAuditEntries', 'exportAuditLog']);

/**
 * Operations on the caller's own session end what the next request needs, or redirect, and a second factor or a linked
 * account is its person's alone; they have tests of their own.
 */
export const ownSessionOperations: ReadonlySet<string> = new Set([
  'logout',
  'confirmIdentity',
  'endOwnSession',
  'endOtherSessions',
  'leaveOrganization',
  'deleteAccount',
  'renameSecondFactor',
  'removeSecondFactor',
  'linkAccount',
  'unlinkAccount',
]);

/** The body of an operation; undefined when it has none. Fails for an operation without a sample. */
export function bodyFor(operation: Operation, place: SampleIds): Record<string, unknown> | undefined {
  const make = bodies[operation.name];
  const takesOne = operation.body !== undefined || operation.upload !== undefined;
  assert.equal(make !== undefined, takesOne, `test/operation-samples.ts has no body for ${operation.name}`);
  return make?.(place);
}

/** The ids in an operation's path, in order: their names in it, and their kinds. */
export function idsIn(operation: Operation): { name: string; kind: keyof SampleIds }[] {
  return [...operation.path.matchAll(/\/([\w-]+)\/:(\w+)/g)].map(([, kind = '', name = '']) => {
    assert.ok(isKind(kind), `test/operation-samples.ts has no id for /${kind}/:${name}`);
    return { name, kind };
  });
}

/** An operation's path with ids in it; `instead` replaces some of them, by their name in the path. */
export function pathFor(
  operation: Operation,
  place: SampleIds,
  instead: Readonly<Record<string, string>> = {},
): string {
  // See ask() in given.ts: a second slash leaves the API's base.
  const base = consoleOperations.includes(operation) ? `/${consoleBase}` : '';
  return idsIn(operation).reduce(
    (path, { name, kind }) => path.replace(`:${name}`, instead[name] ?? place[kind]),
    base + operation.path + (queries[operation.name] ?? ''),
  );
}

/**
 * A building, an apartment in it, its invoice of September 2026 (paid, so that it blocks nothing), an endpoint, people
 * and a key.
 */
export async function createSampleIds(g: TestService, { owner, tenantId }: TestOrganization): Promise<SampleIds> {
  const charges = [{ code: 'admin', name: 'Haldus', basis: 'fixed', unitPrice: 1.84 }];
  const building = await aBuilding(g, owner, { billing: { charges } });
  const apartment = await anApartment(g, owner, building.id, { number: newId() });
  await g.ask('PATCH', `/${consoleBase}/letterhead`, { as: owner, body: { registrationNumber: '80123456' } });
  const webhook = { url: 'http://127.0.0.1:9/hook', events: ['invoice.paid'] };
  const webhooks = (await postSample(g, owner, '/webhooks', webhook)).id;
  return {
    buildings: building.id,
    apartments: apartment.id,
    ...(await insertPaidInvoice(g, tenantId, building.id, apartment.id)),
    'hand-overs': await addHandOver(g, owner, building.id, apartment.id),
    banks: (await postSample(g, owner, `/${consoleBase}/banks`, { name: bankName(building.id), ...montonio })).id,
    'one-offs': (
      await postSample(g, owner, `/${consoleBase}/buildings/${building.id}/one-offs`, {
        apartmentId: apartment.id,
        description: 'Võti',
        amount: 5,
        dueFrom: '2099-01-01',
      })
    ).id,
    webhooks,
    deliveries: (await postSample(g, owner, `/${consoleBase}/webhooks/${webhooks}/test`, {}, 202)).id,
    ...(await addPeople(g, { owner, tenantId }, apartment.id)),
    ...(await createMaintenanceRequest(g, owner, apartment.id)),
    ...(await createMeterWithReading(g, owner, building.id, apartment.id)),
    'payment-returns': await insertReturn(g, tenantId),
    'statement-imports': await insertImportUnderWay(g, tenantId),
    'statement-profiles': (await postSample(g, owner, `/${consoleBase}/statement-profiles`, profileSample())).id,
    'test-mailbox': await keepTestMail(g, tenantId),
  };
}

/** An e-mail in the mailbox, which only test organizations use. */
async function keepTestMail(g: TestService, tenantId: string): Promise<string> {
  const id = newId();
  const attachments = [{ filename: 'arve.pdf', contentType: 'application/pdf', content: Buffer.from('%PDF') }];
  const letter = { id, to: { address: 'mari@example.org', name: null }, subject: 'Arve', text: '', html: '' };
  await inTenant(g.app, serviceCaller(tenantId), (scope) =>
    keepMail(scope, 'invoice', { ...letter, date: scope.now, attachments }),
  );
  return id;
}

/** The mapping of a table with headings that no other has. */
function profileSample() {
  return {
    name: 'Pank',
    headings: [newId(), 'Aeg', 'Kes', 'Kui palju'],
    columns: [
      { place: 1, means: 'date' },
      { place: 2, means: 'payer' },
      { place: 3, means: 'amount' },
    ],
  };
}

/** A return of the sample's payment that nobody has decided. */
async function insertReturn(g: TestService, tenantId: string): Promise<string> {
  const statement = camt([{ amount: '12.34', debit: true, reversal: true, id: newId(), day: '2026-10-20' }]);
  await importStatementFile(g, tenantId, statement);
  const [row] = await g.owner<{ id: string }[]>`
    select id from bank_entries where tenant_id = ${tenantId} and return_status = 'waiting'`;
  return row?.id ?? '';
}

async function insertImportUnderWay(g: TestService, tenantId: string): Promise<string> {
  const id = newId();
  // A running import would end during the test.
  await g.owner`
    insert into statement_import_progress (tenant_id, id, started_by, dry_run, lines_read, lines_decided, started_at, seen_at)
    values (${tenantId}, ${id}, 'service', false, 0, 0, clock_timestamp(), clock_timestamp() + interval '1 day')`;
  return id;
}

async function createMaintenanceRequest(g: TestService, owner: string, apartmentId: string) {
  const path = `/${consoleBase}/maintenance-requests`;
  const { id } = await postSample(g, owner, path, { apartmentId, title: 'Kraan tilgub', description: 'Köögis.' });
  const photo = await postSample(g, owner, `${path}/${id}/photos`, { file: aPicture });
  return { 'maintenance-requests': id, photos: photo.id };
}

async function insertPaidInvoice(g: TestService, tenantId: string, buildingId: string, apartmentId: string) {
  const [id, payments, refunds] = [newId(), newId(), newId()];
  // Written at once, as these samples are made for every kind of caller.
  await g.owner`
    insert into invoices (tenant_id, id, number, reference, status, building_id, apartment_id, period_start, period_end, issue_date, due_date, paid_date,
                          currency, amount, amount_paid, created_at, updated_at)
    values (${tenantId}, ${id}, ${id}, '1000012', 'paid', ${buildingId}, ${apartmentId}, '2026-09-01', '2026-09-30', '2026-10-01',
            '2026-10-15', '2026-10-10', 'EUR', 1234, 1234, ${g.clock.now}, ${g.clock.now})`;
  await g.owner`
    insert into invoice_days (tenant_id, invoice_id, apartment_id, days) values (${tenantId}, ${id}, ${apartmentId}, '[2026-09-01,2026-09-30]')`;
  const calculation = {
    method: 'unit_price',
    basis: 'fixed',
    unit: 'apartment',
    quantity: '1',
    unitPrice: '12.34',
    raw: '12.34',
    rounded: 12.34,
  };
  await g.owner`
    insert into positions (tenant_id, invoice_id, ordinal, code, description, quantity, unit, unit_price, amount, vat_rate, vat_amount, calculation)
    values (${tenantId}, ${id}, 1, 'admin', 'Haldus', 1, 'apartment', 12.34, 1234, 0, 0, ${g.owner.json(calculation)})`;
  await g.owner`
    insert into payments (tenant_id, id, source, status, amount, allocated, currency, paid_on, reason, created_at, updated_at)
    values (${tenantId}, ${payments}, 'statement', 'matched', 1234, 1234, 'EUR', '2026-10-10', 'person', ${g.clock.now}, ${g.clock.now})`;
  await g.owner`
    insert into allocations (tenant_id, id, payment_id, invoice_id, amount, matched_by, created_by, created_at)
    values (${tenantId}, ${newId()}, ${payments}, ${id}, 1234, 'person', 'service', ${g.clock.now})`;
  await g.owner`
    insert into refunds (tenant_id, id, payment_id, amount, refunded_on, created_by, created_at, undone_at)
    values (${tenantId}, ${refunds}, ${payments}, 1, '2026-10-20', 'service', ${g.clock.now}, ${g.clock.now})`;
  return { invoices: id, payments, refunds };
}

async function addPeople(
  g: TestService,
  { owner, tenantId }: Pick<TestOrganization, 'owner' | 'tenantId'>,
  apartmentId: string,
) {
  const since = '2025-01-01';
  const former = { name: 'Jaan Kask', apartments: [{ apartmentId, since, until: '2025-12-31' }] };
  const resident = await postSample<Thing & { apartments: Thing[] }>(g, owner, `/${consoleBase}/residents`, former);
  return {
    residents: resident.id,
    residencies: resident.apartments[0]?.id ?? '',
    invitations: (await postSample(g, owner, '/invitations', { email: `${newId()}@example.org`, apartmentId })).id,
    members: (await aPerson(g, tenantId, 'accountant')).userId,
    'api-keys': (await postSample(g, owner, `/${consoleBase}/api-keys`, { name: 'key', role: 'accountant' })).id,
  };
}

/** A hand-over from one tenant, who left long ago, to another. */
async function addHandOver(g: TestService, as: string, buildingId: string, apartmentId: string): Promise<string> {
  const stay = { apartmentId, role: 'tenant', since: '2019-01-01', receivesInvoice: false };
  const leaver = { name: 'Rein Raud', apartments: [stay] };
  const resident = await postSample<Thing & { apartments: Thing[] }>(g, as, `/${consoleBase}/residents`, leaver);
  const path = `/${consoleBase}/buildings/${buildingId}/apartments/${apartmentId}/hand-overs`;
  const leaving = resident.apartments.map(({ id }) => id);
  const newcomer = { name: 'Kaja Kuusk' };
  const body = { day: '2020-01-01', leaving, newcomer, role: 'tenant', receivesInvoice: false };
  return (await postSample(g, as, path, body)).id;
}

async function createMeterWithReading(g: TestService, as: string, buildingId: string, apartmentId: string) {
  const meter = await postSample(g, as, '/meters', { buildingId, apartmentId, type: 'cold_water' });
  const photo = await postSample(g, as, `/${consoleBase}/reading-photos`, { file: aPicture });
  const reading = await postSample(g, as, `/meters/${meter.id}/readings`, { value: 1, photoId: photo.id });
  return { meters: meter.id, readings: reading.id };
}

async function postSample<T = Thing>(g: TestService, as: string, path: string, body: object, status = 201): Promise<T> {
  const answer = await g.ask<T>('POST', path, { as, body });
  assert.equal(answer.status, status, answer.text);
  return answer.data;
}

function isKind(text: string): text is keyof SampleIds {
  return kinds.some((kind) => kind === text);
}
