// The erasure of a resident (GDPR, art. 17): removes or replaces what no law keeps, and reports what stays, why and
// until when. The books do not change.
import { findMember } from '../identity/identity-queries.ts';
import { logSecurityEvent } from '../identity/security-log.ts';
import { normaliseEmail } from '../identity/sessions.ts';
import { removeFromOrganization } from '../maintenance/remove-from-organization.ts';
import { removeOwnFields } from '../platform/db/own-fields.ts';
import { withDryRun } from '../platform/db/savepoint.ts';
import { actorText, type Scope } from '../platform/db/scope.ts';
import { Conflict, orNotFound } from '../platform/errors.ts';
import { deleteFiles } from '../platform/files/stored-files.ts';
import { addDays, type Day } from '../platform/values/dates.ts';
import type { RetentionSettings } from '../platform/values/retention-rules.ts';
import {
  findCurrentApartment,
  lockResident,
  type Resident,
  unlinkResident,
  updateResident,
} from '../residents/resident-queries.ts';
import { serviceWords } from '../words/service-words.ts';
import * as queries from './erasure-queries.ts';
import type { ErasureReport, ErasureResult } from './model.ts';
import { getRetention, keptUntil } from './retention.ts';

/**
 * Erases a resident who has moved out and owes nothing. A repeat returns the first report, unless somebody has entered
 * data of a person since. `dryRun` changes nothing. Throws NotFound, Conflict (resident_in_use, resident_owes).
 */
export async function eraseResident(
  scope: Scope,
  residentId: string,
  { dryRun }: { readonly dryRun: boolean },
): Promise<ErasureReport> {
  const resident = orNotFound(await lockResident(scope, residentId));
  const earlier = await queries.findErasure(scope, residentId);
  if (earlier !== undefined && isBlank(resident)) return { ...earlier.report, residentId, erasedAt: earlier.erasedAt };
  await rejectOngoing(scope, resident);
  const report = await withDryRun(scope, dryRun, () => erase(scope, resident));
  return { ...report, residentId, erasedAt: dryRun ? null : scope.now };
}

/** Whether a resident has no personal data, as an erasure leaves them. */
function isBlank({ name, language, email, phone, userId }: Resident): boolean {
  const mark = serviceWords[language].personalData.erased;
  return name === mark && email === null && phone === null && userId === null;
}

/** An apartment needs its people, and a debt its debtor (art. 17(3)(e)). */
async function rejectOngoing(scope: Scope, { id }: Resident): Promise<void> {
  const home = await findCurrentApartment(scope, id);
  if (home !== undefined)
    throw new Conflict(
      'resident_in_use',
      `The resident still has apartment ${home}. Enter the resident’s move-out date first.`,
    );
  const owed = await queries.findUnsettledInvoice(scope, id);
  if (owed !== undefined)
    throw new Conflict(
      'resident_owes',
      `Invoice ${owed} of this resident is not settled. Settle, credit or cancel it first: the claim needs the person.`,
    );
}

async function erase(scope: Scope, resident: Resident): Promise<ErasureResult> {
  const settings = await getRetention(scope);
  const kept = await listKept(scope, resident, settings);
  const mark = serviceWords[resident.language].personalData.erased;
  const texts = await eraseTexts(scope, resident, mark);
  const account = await endAccess(scope, resident);
  const letters = await eraseLetters(scope, resident, { account: account.address, mailDays: settings.mailDays });
  const logged = await countLogged(scope, resident, settings); // With the end of the membership.
  await queries.deleteRemindersOf(scope, resident.id);
  const notes = await queries.countOwnFields(scope, resident.id);
  await removeOwnFields(scope, 'resident', [resident.id]);
  const blank = { name: mark, email: null, emailKey: null, phone: null, userId: null };
  await updateResident(scope, { id: resident.id, language: resident.language, ...blank });
  const removed = [
    { kind: 'contact', amount: 1 },
    ...account.removed,
    { kind: 'notes', amount: notes },
    ...letters.removed,
    ...texts,
  ] as const;
  const report: ErasureResult = {
    removed: removed.filter(({ amount }) => amount > 0),
    kept: [...kept, ...letters.kept, ...account.kept, ...logged].filter(({ amount }) => amount > 0),
  };
  await queries.insertErasure(scope, resident.id, actorText(scope.caller), report);
  await logSecurityEvent(scope, 'resident_erased', { residentId: resident.id });
  return report;
}

/** What the law or the purpose keeps, counted before anything changes. */
async function listKept(scope: Scope, resident: Resident, settings: RetentionSettings): Promise<ErasureResult['kept']> {
  const { invoices, payments, entries, residencies } = await queries.countBooks(scope, resident.id, resident.name);
  const untilOf = (last: Day | null) => (last === null ? null : keptUntil(last, settings));
  const requests = await queries.countOpenRequests(scope, resident.userId);
  return [
    { kind: 'invoices', amount: invoices.amount, until: untilOf(invoices.last) },
    { kind: 'payments', amount: payments.amount, until: untilOf(payments.last) },
    { kind: 'bank_entries', amount: entries.amount, until: untilOf(entries.last) },
    { kind: 'residencies', amount: residencies, until: null },
    { kind: 'open_requests', amount: requests, until: null },
  ];
}

/** Entries of the security log and the audit log stay for their time: they prove who did what (art. 6(1)(f)). */
async function countLogged(
  scope: Scope,
  resident: Resident,
  { securityLogDays }: RetentionSettings,
): Promise<ErasureResult['kept']> {
  const { amount, last } = await queries.findSecurityEvents(scope, resident);
  const until = last === null ? null : addDays(last.toISOString().slice(0, 10), securityLogDays);
  const audited = await queries.countAuditEntries(scope, resident.userId);
  return [
    { kind: 'security_events', amount, until },
    { kind: 'audit_log', ...audited },
  ];
}

/**
 * Replaces what the person wrote in finished requests, deletes their photos there, and replaces their name, address and
 * telephone in what others wrote.
 */
async function eraseTexts(scope: Scope, resident: Resident, mark: string): Promise<ErasureResult['removed']> {
  const written =
    resident.userId === null
      ? { requests: 0, comments: 0, photos: [] }
      : await queries.eraseOwnTexts(scope, resident.userId, mark);
  await deleteFiles(scope, written.photos);
  const pattern = mentionPattern([resident.name, resident.email, resident.phone]);
  const mentions = pattern === undefined ? 0 : await queries.eraseMentions(scope, pattern, mark);
  return [
    { kind: 'requests', amount: written.requests },
    { kind: 'comments', amount: written.comments },
    { kind: 'photos', amount: written.photos.length },
    { kind: 'mentions', amount: mentions },
  ];
}

/**
 * A regular expression of PostgreSQL for any of these texts, as whole words; undefined if there are none. Texts of
 * fewer than five characters are left out: they would be found in everything. Pure.
 */
export function mentionPattern(texts: readonly (string | null)[]): string | undefined {
  const literal = (text: string) => text.trim().replace(/[^\p{L}\p{N}\s]/gu, '\\$&');
  const found = texts.filter((text): text is string => text !== null && text.trim().length >= 5).map(literal);
  return found.length === 0 ? undefined : `(?<![[:alnum:]])(?:${found.join('|')})(?![[:alnum:]])`;
}

/**
 * Ends the person's access here, unless they work here or have another resident record; an account without an
 * organization is deleted with it. `address`: that of the account whose access has ended.
 */
async function endAccess(
  scope: Scope,
  { id, userId }: Resident,
): Promise<ErasureResult & { readonly address: string | null }> {
  const member = userId === null ? undefined : await findMember(scope, userId);
  await unlinkResident(scope, id);
  if (userId === null || member === undefined) return { removed: [], kept: [], address: null };
  if (member.role !== 'resident' || (await queries.hasOtherRecord(scope, userId, id)))
    return { removed: [], kept: [{ kind: 'account', amount: 1, until: null }], address: null };
  await removeFromOrganization(scope, userId);
  return { removed: [{ kind: 'account', amount: 1 }], kept: [], address: member.email };
}

/**
 * Deletes invitations and e-mails to the person's addresses, unless somebody else here has the same one. E-mails that
 * are on their way stay for their time.
 */
async function eraseLetters(
  scope: Scope,
  { id, email }: Resident,
  { account, mailDays }: { readonly account: string | null; readonly mailDays: number },
): Promise<ErasureResult> {
  const amounts = { shared: 0, invitations: 0, mails: 0, waiting: 0 };
  const addresses = [email, account].filter((address) => address !== null);
  for (const emailKey of new Set(addresses.map(normaliseEmail))) {
    if (await queries.isSharedAddress(scope, { residentId: id, emailKey })) {
      amounts.shared += 1;
      continue;
    }
    const recipients = await queries.listWaysToWrite(scope, emailKey);
    amounts.invitations += await queries.deleteInvitationsTo(scope, emailKey);
    amounts.mails += await queries.deleteMailsTo(scope, recipients);
    amounts.waiting += await queries.countMailsTo(scope, recipients);
  }
  const until = addDays(scope.now.toISOString().slice(0, 10), mailDays);
  return {
    removed: [
      { kind: 'invitations', amount: amounts.invitations },
      { kind: 'mails', amount: amounts.mails },
    ],
    kept: [
      { kind: 'shared_address', amount: amounts.shared, until: null },
      { kind: 'mails', amount: amounts.waiting, until },
    ],
  };
}
