// Everything that the service stores about a person, as sections of rows: of the account, and of one organization.
// Names of others are left out.
import { deviceName } from '../identity/devices.ts';
import type { Scope } from '../platform/db/scope.ts';
import { orNotFound } from '../platform/errors.ts';
import { getResident } from '../residents/residents.ts';
import type { ServiceWords } from '../words/service-words.ts';
import * as account from './account-data-queries.ts';
import { maxRows, type Subject } from './model.ts';
import * as queries from './person-data-queries.ts';

type SectionName = keyof typeof sectionColumns;
export type ColumnName = keyof ServiceWords['personalData']['columns'];
export type Cell = string | number | boolean | Date | null;
export type DataSection = {
  readonly name: SectionName;
  readonly rows: readonly Readonly<Partial<Record<ColumnName, Cell>>>[];
  /** Whether there are more rows than are shown. */
  readonly isCut: boolean;
};

/** The sections of the file with their columns. Which column of the database is in which: personal-columns.ts. */
export const sectionColumns = {
  account: ['name', 'email', 'language', 'createdAt'],
  sessions: ['device', 'userAgent', 'address', 'createdAt', 'lastUsedAt', 'secondFactorAt', 'confirmedAt', 'expiresAt'],
  devices: ['lastUsedAt'],
  secondFactors: ['kind', 'name', 'createdAt', 'lastUsedAt'],
  linkedAccounts: ['provider', 'createdAt', 'lastUsedAt'],
  membership: ['role', 'since', 'lastUsedAt'],
  contact: ['name', 'email', 'phone', 'language', 'createdAt'],
  residencies: [
    ...(['building', 'apartment', 'role', 'since', 'until', 'receivesInvoice', 'reference'] as const),
    ...(['area', 'heatedArea', 'shares', 'residentCount'] as const),
  ],
  notes: ['key', 'value'],
  invoices: ['number', 'building', 'apartment', 'period', 'issueDate', 'dueDate', 'amount', 'paid', 'status', 'email'],
  charges: ['createdAt', 'apartment', 'description', 'amount', 'since'],
  payments: ['paidOn', 'amount', 'source', 'status', 'invoices', 'reference', 'payer', 'account', 'text'],
  bankEntries: ['paidOn', 'amount', 'reference', 'payer', 'account', 'text'],
  startedPayments: ['createdAt', 'invoices', 'amount', 'status', 'reference', 'text', 'number', 'language'],
  refunds: ['paidOn', 'amount', 'text'],
  plans: ['createdAt', 'apartment', 'terms', 'until', 'finishedAt'],
  readings: ['readOn', 'apartment', 'meter', 'serialNumber', 'value', 'unit', 'source', 'status', 'reason'],
  requests: ['createdAt', 'building', 'apartment', 'title', 'description', 'status'],
  comments: ['createdAt', 'title', 'author', 'text'],
  mails: ['createdAt', 'kind', 'email', 'status', 'finishedAt'],
  reminders: ['at', 'apartment'],
  invitations: ['createdAt', 'name', 'email', 'role', 'apartment', 'since', 'language', 'status'],
  events: ['at', 'kind', 'author', 'address'],
  auditLog: ['at', 'action', 'operation', 'object', 'author'],
  requestLog: ['at', 'method', 'path', 'status'],
} as const satisfies Readonly<Partial<Record<keyof ServiceWords['personalData']['sections'], readonly ColumnName[]>>>;

/** A part of the file: the account, or one organization. */
export type PersonPart = {
  /** The organization's name; null: the account itself. */
  readonly organization: string | null;
  readonly sections: readonly DataSection[];
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
  const member = orNotFound(await queries.findAccount(scope, userId));
  const { name, email, language } = member;
  return subjectOf({ name, language, userId }, await queries.listRecords(scope, userId), [email]);
}

function subjectOf(
  person: Pick<Subject, 'name' | 'language' | 'userId'>,
  residents: readonly queries.ResidentRecord[],
  ownEmails: readonly string[],
): Subject {
  const emails = [...residents.flatMap(({ email }) => email ?? []), ...ownEmails].map((email) => email.toLowerCase());
  return {
    ...person,
    residentIds: residents.map(({ id }) => id),
    emailKeys: [...new Set(emails)],
    // As the organization wrote them: people choose the name of their account.
    names: [...new Set(residents.map(({ name }) => name.toLowerCase()))],
  };
}

/** The account: what belongs to the person and to no organization. */
export async function readAccountPart(scope: Scope, userId: string): Promise<PersonPart> {
  const found = orNotFound(await queries.findAccount(scope, userId));
  const signIns = await account.listOwnSignIns(scope);
  const sections = [
    section('account', [found]),
    section(
      'sessions',
      signIns.map((signIn) => ({ ...signIn, device: deviceName(signIn.userAgent) })),
    ),
    section('devices', await account.listOwnDevices(scope)),
    section('secondFactors', await account.listOwnFactors(scope)),
    section('linkedAccounts', await account.listOwnLinkedAccounts(scope)),
  ];
  return { organization: null, sections: sections.filter(({ rows }) => rows.length > 0), files: [] };
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
    section('membership', await queries.listMembershipsOfPerson(scope, subject)),
    section('contact', await queries.listContactsOfPerson(scope, subject)),
    section('residencies', await queries.listResidenciesOfPerson(scope, subject)),
    section('notes', await queries.listNotesOfPerson(scope, subject)),
    section('invoices', invoices),
    ...(await bookSections(scope, subject)),
    section('readings', await queries.listReadingsOfPerson(scope, subject)),
    section('requests', await queries.listRequestsOfPerson(scope, subject)),
    section('comments', await queries.listCommentsOfPerson(scope, subject)),
    section('mails', await queries.listMailsOfPerson(scope, subject)),
    section('reminders', await queries.listRemindersOfPerson(scope, subject)),
    section('invitations', await queries.listInvitationsOfPerson(scope, subject)),
    section('events', await queries.listSecurityEventsOfPerson(scope, subject)),
    section('auditLog', await queries.listAuditEntriesOfPerson(scope, subject)),
    section('requestLog', await queries.listLoggedRequestsOfPerson(scope, subject)),
  ];
  return { organization, sections: sections.filter(({ rows }) => rows.length > 0), files };
}

async function bookSections(scope: Scope, subject: Subject): Promise<DataSection[]> {
  return [
    section('charges', await queries.listChargesOfPerson(scope, subject)),
    section('payments', await queries.listPaymentsOfPerson(scope, subject)),
    section('bankEntries', await queries.listBankEntriesOfPerson(scope, subject)),
    section('startedPayments', await queries.listStartedPaymentsOfPerson(scope, subject)),
    section('refunds', await queries.listRefundsOfPerson(scope, subject)),
    section('plans', await queries.listPlansOfPerson(scope, subject)),
  ];
}

/** Rows as queries return them: at most one more than are shown. */
function section(name: SectionName, found: readonly object[]): DataSection {
  const isCut = found.length > maxRows;
  const rows = found.slice(0, maxRows).map((row) => {
    const fields = row as Readonly<Partial<Record<ColumnName, Cell>>>;
    return Object.fromEntries(sectionColumns[name].map((column) => [column, fields[column] ?? null]));
  });
  return { name, rows, isCut };
}

/** A name that is safe in every file system. */
function fileName(text: string): string {
  return text.replace(/[^\p{L}\p{N}._-]/gu, '-');
}
