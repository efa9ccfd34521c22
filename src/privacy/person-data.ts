// Everything that the service stores about a person, as sections of rows: of the account, and of one organization. Names of others are left out.
import { listSignIns } from '../identity/sign-ins.ts';
import type { Scope } from '../platform/db/scope.ts';
import { NotFound } from '../platform/errors.ts';
import { getResident } from '../residents/residents.ts';
import { maxRows, type Subject } from './model.ts';
import * as queries from './person-data-queries.ts';
import type { PrivacyWords } from './words.ts';

export type SectionName = keyof PrivacyWords['sections'];
export type ColumnName = keyof PrivacyWords['columns'];
export type Cell = string | number | boolean | Date | null;
export type Section = {
  readonly name: SectionName;
  readonly columns: readonly ColumnName[];
  readonly rows: readonly Readonly<Partial<Record<ColumnName, Cell>>>[];
  /** Whether there are more rows than are shown. */
  readonly isCut: boolean;
};

/** A part of the file: the account, or one organization. */
export type PersonPart = {
  /** The organization's name; null: the account itself. */
  readonly organization: string | null;
  readonly sections: readonly Section[];
  readonly files: readonly PersonFile[];
};
/** A file that belongs to a person: an invoice as PDF, or a photo. `name` is its path in the ZIP file. */
export type PersonFile = { readonly id: string; readonly kind: 'invoice' | 'photo'; readonly name: string };

/** A resident as the subject. Throws NotFound. */
export async function findResidentSubject(scope: Scope, residentId: string): Promise<Subject> {
  const { id, name, email, language, userId } = await getResident(scope, residentId);
  return subjectOf({ name, language, userId }, [{ id, name, email }], []);
}

/** A member as the subject, with all their resident records. Throws NotFound. */
export async function findMemberSubject(scope: Scope, userId: string): Promise<Subject> {
  const member = await queries.findAccount(scope, userId);
  if (member === undefined) throw new NotFound();
  const { name, email, language } = member;
  return subjectOf({ name, language, userId }, await queries.listRecords(scope, userId), [{ name, email }]);
}

function subjectOf(
  person: Pick<Subject, 'name' | 'language' | 'userId'>,
  residents: readonly queries.ResidentRecord[],
  accounts: readonly { readonly name: string; readonly email: string }[],
): Subject {
  const records = [...residents, ...accounts];
  const emails = records.flatMap(({ email }) => (email === null ? [] : [email.toLowerCase()]));
  return {
    ...person,
    residentIds: residents.map(({ id }) => id),
    emailKeys: [...new Set(emails)],
    names: [...new Set(records.map(({ name }) => name.toLowerCase()))],
  };
}

/** The account and its sessions, in every organization. */
export async function readAccountPart(scope: Scope, userId: string): Promise<PersonPart> {
  const account = await queries.findAccount(scope, userId);
  if (account === undefined) throw new NotFound();
  const sessions = await listSignIns(scope);
  const sections = [
    section('account', ['name', 'email', 'language', 'createdAt'], [account]),
    section(
      'sessions',
      ['device', 'address', 'createdAt', 'lastUsedAt'],
      sessions.map(({ device, address, signedInAt, lastUsedAt }) => ({
        device,
        address,
        createdAt: signedInAt,
        lastUsedAt,
      })),
    ),
  ];
  return { organization: null, sections, files: [] };
}

/** What one organization stores about a person. */
export async function readOrganizationPart(scope: Scope, subject: Subject, organization: string): Promise<PersonPart> {
  const invoices = await queries.listInvoicesOfPerson(scope, subject);
  const photos = await queries.listPhotosOfPerson(scope, subject);
  const files = [
    ...invoices.map(
      ({ id, number }): PersonFile => ({ id, kind: 'invoice', name: `invoices/${fileName(number)}.pdf` }),
    ),
    ...photos.map(({ id, name }): PersonFile => ({ id, kind: 'photo', name: `photos/${fileName(name)}.jpg` })),
  ];
  const sections = [
    section('membership', ['role', 'since', 'lastUsedAt'], await queries.listMembershipsOfPerson(scope, subject)),
    section(
      'contact',
      ['name', 'email', 'phone', 'language', 'createdAt'],
      await queries.listContactsOfPerson(scope, subject),
    ),
    section(
      'residencies',
      ['building', 'apartment', 'role', 'since', 'until', 'receivesInvoice'],
      await queries.listResidenciesOfPerson(scope, subject),
    ),
    section('notes', ['key', 'value'], await queries.listNotesOfPerson(scope, subject)),
    ...(await bookSections(scope, subject, invoices)),
    ...(await requestSections(scope, subject)),
    section(
      'mails',
      ['createdAt', 'kind', 'email', 'status', 'finishedAt'],
      await queries.listMailsOfPerson(scope, subject),
    ),
    section(
      'invitations',
      ['createdAt', 'name', 'email', 'role', 'apartment', 'status'],
      await queries.listInvitationsOfPerson(scope, subject),
    ),
    section('events', ['at', 'kind', 'address'], await queries.listSecurityEventsOfPerson(scope, subject)),
    section('requestLog', ['at', 'method', 'path', 'status'], await queries.listLoggedRequestsOfPerson(scope, subject)),
  ];
  return { organization, sections: sections.filter(({ rows }) => rows.length > 0), files };
}

async function bookSections(scope: Scope, subject: Subject, invoices: readonly object[]): Promise<Section[]> {
  return [
    section(
      'invoices',
      ['number', 'building', 'apartment', 'period', 'issueDate', 'dueDate', 'amount', 'paid', 'status', 'email'],
      invoices,
    ),
    section(
      'payments',
      ['paidOn', 'amount', 'source', 'status', 'invoices', 'reference', 'payer', 'account', 'text'],
      await queries.listPaymentsOfPerson(scope, subject),
    ),
    section('plans', ['createdAt', 'apartment', 'terms', 'until'], await queries.listPlansOfPerson(scope, subject)),
    section(
      'readings',
      ['readOn', 'apartment', 'meter', 'serialNumber', 'value', 'unit', 'source', 'status'],
      await queries.listReadingsOfPerson(scope, subject),
    ),
  ];
}

async function requestSections(scope: Scope, subject: Subject): Promise<Section[]> {
  return [
    section(
      'requests',
      ['createdAt', 'building', 'apartment', 'title', 'description', 'status'],
      await queries.listRequestsOfPerson(scope, subject),
    ),
    section('comments', ['createdAt', 'title', 'author', 'text'], await queries.listCommentsOfPerson(scope, subject)),
  ];
}

/** Rows as queries return them: at most one more than are shown. */
function section(name: SectionName, columns: readonly ColumnName[], found: readonly object[]): Section {
  const isCut = found.length > maxRows;
  const rows = found.slice(0, maxRows).map((row) => {
    const fields = row as Readonly<Partial<Record<ColumnName, Cell>>>;
    return Object.fromEntries(columns.map((column) => [column, fields[column] ?? null]));
  });
  return { name, columns, rows, isCut };
}

/** A name that is safe in every file system. */
function fileName(text: string): string {
  return text.replace(/[^\p{L}\p{N}._-]/gu, '-');
}
