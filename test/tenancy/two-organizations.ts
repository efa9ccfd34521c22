// The data of the first organization: something in every table, and the ids that a second organization tries in vain.
import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import * as billing from '../../src/invoicing/invoice-queries.ts';
import { insertTestMail } from '../../src/mail/test-mailbox-queries.ts';
import * as maintenance from '../../src/maintenance/maintenance-queries.ts';
import { registerPhoto } from '../../src/metering/reading-photos.ts';
import { matchManually } from '../../src/payments/manual-decisions.ts';
import { getPayment } from '../../src/payments/payments.ts';
import { refundPayment } from '../../src/payments/refunds.ts';
import { saveOwnProfile } from '../../src/payments/statements/own-profiles.ts';
import { raiseEvent } from '../../src/platform/db/events.ts';
import type { PageRequest } from '../../src/platform/db/keyset.ts';
import { inTenant, type Scope, serviceCaller } from '../../src/platform/db/scope.ts';
import { addFile } from '../../src/platform/files/stored-files.ts';
import { newId } from '../../src/platform/values/ids.ts';
import { insertErasure } from '../../src/privacy/erasure-queries.ts';
import { saveAddressChange } from '../../src/privacy/own-account-queries.ts';
import { changeRetention } from '../../src/privacy/retention.ts';
import { addRemoval } from '../../src/privacy/retention-queries.ts';
import {
  aBuilding,
  anApartment,
  aPerson,
  aResidency,
  type TestOrganization,
  type TestService,
  type Thing,
} from '../service-fixture.ts';
import { camt, importStatementFile } from '../statement-samples.ts';
import { fillBanklink } from './banklink.ts';

export const now = new Date('2026-11-20T10:00:00.000Z');
export const page: PageRequest = {
  by: 'createdAt',
  descending: false,
  limit: 100,
  after: undefined,
  updated: undefined,
};
export const hash = Buffer.alloc(32, 7);

/** The data of the first organization. */
export type FirstOrganization = Awaited<ReturnType<typeof fillOrganization>>;
/** How a second organization calls each query of a module for it. */
export type TenancyQueries = (theirs: FirstOrganization) => Record<string, (scope: Scope) => Promise<unknown>>;

/** Gives an organization something in every table, and returns its ids. */
export async function fillOrganization(g: TestService, organization: TestOrganization, word: string) {
  const { tenantId, owner: as } = organization;
  const charges = [
    { code: 'care', name: `${word} care`, basis: 'area', unitPrice: 0.5 },
    { code: 'heat', name: `${word} heat`, basis: 'area', costFrom: 'supplier_bill' },
    { code: 'water', name: `${word} water`, basis: 'meter', meterType: 'cold_water', unitPrice: 2 },
  ];
  const building = await aBuilding(g, as, { name: `${word} house`, billing: { charges } });
  const apartment = await anApartment(g, as, building.id, { number: '1', area: 50 });
  const resident = await aPerson(g, tenantId, 'resident');
  await aResidency(g, tenantId, resident.userId, apartment.id);
  const [home] = await g.owner<{ id: string; residentId: string }[]>`
    select id, resident_id from residencies where tenant_id = ${tenantId}`;
  const invited = { email: `${word}-guest@example.org`, apartmentId: apartment.id };
  const invitation = await g.ask('POST', '/invitations', { as, body: invited });
  const [mail] = await g.owner<{ id: string }[]>`
    with finished as (
      insert into mails (tenant_id, id, kind, rank, recipient, language, about_id, status, due_at, created_at, finished_at)
      select tenant_id, gen_random_uuid(), kind, rank, recipient, language, about_id, 'sent', due_at, created_at, created_at from mails where tenant_id = ${tenantId}
    )
    select id from mails where tenant_id = ${tenantId}`;
  const testMailId = newId();
  await inTenant(g.app, serviceCaller(tenantId), (scope) =>
    insertTestMail(scope, {
      id: testMailId,
      kind: 'invoice',
      recipient: `${word}@example.org`,
      recipientName: word,
      letter: hash,
      attachmentName: word,
      attachment: hash,
    }),
  );
  const { meter, reading } = await createMeterWithReading(g, organization, building.id, apartment.id, word);
  await g.owner`
    insert into reading_reminders (tenant_id, apartment_id, resident_id, window_start, sent_at)
    values (${tenantId}, ${apartment.id}, ${home?.residentId ?? ''}, '2026-10-25', now())`;
  await g.ask('PATCH', `//console/api/buildings/${building.id}/payment-reminder`, { as, body: { daysAfterDue: 7 } });
  const headers = { 'idempotency-key': word };
  const body = { url: `https://example.org/${word}`, events: ['invoice.created', 'invoice.paid'] };
  const endpoint = await g.ask('POST', '/webhooks', { as, headers, body });
  const costs = [{ charge: 'heat', amount: 123.45 }];
  const generated = await g.ask<{ invoices: { invoiceId: string }[] }>('POST', '/invoices/generate-bulk', {
    as,
    body: { buildingId: building.id, costs },
  });
  const invoiceId = generated.data.invoices[0]?.invoiceId ?? '';
  const once = { apartmentId: apartment.id, description: `${word} key`, amount: 5, dueFrom: '2026-10-01' };
  const oneOff = (await g.ask('POST', `//console/api/buildings/${building.id}/one-offs`, { as, body: once })).data;
  await inTenant(g.app, serviceCaller(tenantId), (scope) =>
    raiseEvent(scope, 'invoice.paid', { buildingId: building.id, data: { invoiceId, amount: 1 } }),
  );
  const keepFile = () =>
    inTenant(g.app, serviceCaller(tenantId), (scope) => addFile(scope, { bytes: hash, mediaType: word }));
  const [file, logo] = [await keepFile(), await keepFile()];
  await g.owner`
    insert into sender_details (tenant_id, city, country, logo_id, updated_at) values (${tenantId}, ${word}, 'EE', ${logo.id}, now())`;
  await g.ask('PATCH', `//console/api/buildings/${building.id}/letterhead`, { as, body: { name: word } });
  await g.owner`
    insert into sent_invoice_files (tenant_id, invoice_id, language, file_id, created_at) values (${tenantId}, ${invoiceId}, 'et', ${file.id}, now())`;
  await g.owner`
    insert into reminded_invoices (tenant_id, mail_id, invoice_id) values (${tenantId}, ${mail?.id ?? null}, ${invoiceId})`;
  const fields = { externalId: word, metadata: { word } };
  await g.ask('PATCH', `/buildings/${building.id}`, { as, body: fields });
  const leaver = (await g.ask('POST', '//console/api/residents', { as, body: { name: word } })).data;
  await g.ask('DELETE', `//console/api/residents/${leaver.id}`, { as });
  const requestId = await createRequest(g, organization, { word, apartmentId: apartment.id, fileId: file.id });
  const invoice = await inTenant(g.app, serviceCaller(tenantId), (scope) => billing.lockInvoice(scope, invoiceId));
  const money = await insertPayment(g, tenantId, invoiceId, word);
  const [delivery] = await g.owner<
    { id: string }[]
  >`select id from deliveries where tenant_id = ${tenantId} order by id limit 1`;
  await g.owner`
    insert into delivery_attempts (tenant_id, delivery_id, number, at, outcome, latency_ms) select tenant_id, id, 9, now(), 'dns', 1 from deliveries where id = ${delivery?.id ?? ''}`;
  const [session] = await g.owner<(Thing & { userId: string; signInId: string; seed: Buffer; counter: number })[]>`
    select id, user_id, sign_in_id, seed, counter from sessions where tenant_id = ${tenantId} order by id limit 1`;
  const [key] = await g.owner<{ id: string }[]>`select id from api_keys where tenant_id = ${tenantId}`;
  const [kept] = await g.owner<
    { keyHash: Buffer }[]
  >`select key_hash from idempotency_keys where tenant_id = ${tenantId}`;
  await g.ask('PATCH', `/buildings/${building.id}`, { as, body: { billing: { beneficiary: word } } });
  const [change] = await g.owner<{ changeId: string; tokenHash: Buffer }[]>`
    select change_id, token_hash from account_undo_links where tenant_id = ${tenantId}`;
  const [sentTo] = await g.owner<{ tokenHash: Buffer }[]>`
    select token_hash from invitations where tenant_id = ${tenantId} and status = 'pending'`;
  assert.ok(sentTo && invoice && delivery && session && key && kept && home && invitation.data && mail && change);
  const [handOver] = await g.owner<{ id: string }[]>`
    insert into hand_overs (tenant_id, id, apartment_id, day, resident_id, residency_id, resident_is_new, ended, reading_ids, invoice_ids, created_by, created_at)
    values (${tenantId}, gen_random_uuid(), ${apartment.id}, '2026-01-01', ${home.residentId}, ${home.id}, false, '[]', '{}', '{}', ${word}, now()) returning id`;
  const banklink = await fillBanklink(g, organization, invoiceId, word);
  await fillPrivacy(g, tenantId, resident.userId, home.residentId, word);
  const [linkedAccount] = await g.owner<{ id: string }[]>`
    insert into linked_accounts (id, user_id, issuer, subject_hash, linked_at)
    values (gen_random_uuid(), ${session.userId}, ${word}, sha256(${Buffer.from(word)}), now()) returning id`;
  const moments = { rotatedAt: now, idleUntil: now, expiresAt: now };
  return {
    building,
    apartment,
    endpoint: endpoint.data,
    invoiceId,
    oneOffId: oneOff.id,
    invoice,
    period: { periodStart: invoice.periodStart, periodEnd: invoice.periodEnd },
    deliveryId: delivery.id,
    session: { ...session, ...moments },
    keyId: key.id,
    keyHash: kept.keyHash,
    file,
    requestId,
    linkedAccountId: linkedAccount?.id ?? '',
    residentUserId: resident.userId,
    residentId: home.residentId,
    residencyId: home.id,
    handOverId: handOver?.id ?? '',
    invitationId: invitation.data.id,
    invitationHash: sentTo.tokenHash,
    mailId: mail.id,
    testMailId,
    accountChangeId: change.changeId,
    undoHash: change.tokenHash,
    meter,
    reading,
    banklink,
    ...money,
    ids: [
      building.id,
      apartment.id,
      endpoint.data.id,
      invoiceId,
      oneOff.id,
      delivery.id,
      session.id,
      session.signInId,
      key.id,
      file.id,
      logo.id,
      requestId,
      resident.userId,
      home.residentId,
      handOver?.id ?? '',
      home.id,
      invitation.data.id,
      mail.id,
      testMailId,
      change.changeId,
      meter.id,
      reading.id,
      reading.photoId,
      ...banklink.ids,
      money.payment.id,
      money.entryId,
      money.returnId,
      money.importId,
      money.profileId,
    ],
  };
}

/** A maintenance request with a comment and a photo. */
async function createRequest(
  g: TestService,
  { tenantId, owner: as }: TestOrganization,
  { word, apartmentId, fileId }: { word: string; apartmentId: string; fileId: string },
): Promise<string> {
  const path = '//console/api/maintenance-requests';
  const body = { apartmentId, title: `${word} roof`, description: `${word} leaks` };
  const { id } = (await g.ask('POST', path, { as, body })).data;
  await g.ask('POST', `${path}/${id}/comments`, { as, body: { text: `${word} says`, internal: true } });
  await inTenant(g.app, serviceCaller(tenantId), (scope) => maintenance.insertRequestPhoto(scope, id, fileId));
  return id;
}

/** A meter with a reading window, a reading of October and its photo. */
async function createMeterWithReading(
  g: TestService,
  { tenantId, owner: as }: TestOrganization,
  buildingId: string,
  apartmentId: string,
  word: string,
) {
  const body = { buildingId, apartmentId, type: 'cold_water', serialNumber: word };
  const meter = await g.ask('POST', '/meters', { as, body });
  await g.ask('PATCH', `//console/api/meters/${meter.data.id}`, { as, body: { initialValue: 0.5, reason: word } });
  await g.ask('PATCH', `//console/api/buildings/${buildingId}/reading-window`, { as, body: { fromDay: 1, toDay: 31 } });
  const photo = { id: newId(), mediaType: word, size: 1, sha256: hash.toString('hex'), width: 1, height: 1 };
  await inTenant(g.app, serviceCaller(tenantId), (scope) => registerPhoto(scope, photo));
  const reading = await g.succeed('POST', `/meters/${meter.data.id}/readings`, {
    as,
    body: { value: 5, readAt: '2026-10-31', photoId: photo.id },
  });
  return { meter: meter.data, reading: { id: reading.data.id, photoId: photo.id } };
}

/** A payment from a statement, part of which pays the invoice. */
async function insertPayment(g: TestService, tenantId: string, invoiceId: string, word: string) {
  const statement = camt([{ amount: '7.00', text: word, payer: word, id: word, endToEnd: word }]);
  const { id: importId, payments } = await importStatementFile(g, tenantId, statement);
  const back = { amount: '7.00', text: word, payer: word, id: `${word} back`, debit: true, reversal: true };
  await importStatementFile(g, tenantId, camt([back]));
  const [returned] = await g.owner<{ id: string }[]>`
    select id from bank_entries where tenant_id = ${tenantId} and return_status = 'waiting'`;
  const paymentId = payments[0]?.paymentId ?? '';
  await g.owner`
    insert into statement_import_progress (tenant_id, id, started_by, file_name, dry_run, lines_read, lines_decided, started_at, seen_at)
    values (${tenantId}, ${importId}, ${word}, ${word}, false, 1, 1, now(), now() + interval '1 day')`;
  return inTenant(g.app, serviceCaller(tenantId), async (scope) => {
    const { paidOn } = await matchManually(scope, paymentId, { invoiceId, amount: 1 });
    const refund = await refundPayment(scope, paymentId, { amount: 0.01, refundedOn: paidOn });
    const payment = await getPayment(scope, paymentId);
    assert.ok(payment.bankEntryId);
    const sha256 = createHash('sha256').update(statement).digest();
    const columns = (['date', 'amount', 'text'] as const).map((means, place) => ({ place, means }));
    const profile = await saveOwnProfile(scope, { name: word, headings: [word, 'a', 'b'], columns });
    const returnId = returned?.id ?? '';
    const ids = { refundId: refund.id, entryId: payment.bankEntryId, profileId: profile.id, returnId };
    return { importId, payment, sha256, ...ids };
  });
}

/** Retention, an erasure, and a change of address that waits. */
async function fillPrivacy(g: TestService, tenantId: string, userId: string, residentId: string, word: string) {
  await inTenant(g.app, serviceCaller(tenantId), async (scope) => {
    await changeRetention(scope, { mailDays: 60 });
    await addRemoval(scope, '2026-11-19', 'mails', 1);
    await insertErasure(scope, residentId, word, { removed: [], kept: [] });
    const email = `${word}-new@example.org`;
    const expiresAt = new Date('2099-01-01');
    await saveAddressChange(scope, { userId, email, emailKey: email, tokenHash: hash, expiresAt });
  });
}
