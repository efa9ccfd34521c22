// The invoice document: everything that an invoice's PDF shows, as plain data. Rendering needs nothing else.
import type { UnpaidBefore } from '../../mail/letters/payment.ts';
import type { ResidencyDays } from '../../metering/measure-meters-queries.ts';
import { getMonthlyUsage, type MonthlyUsage } from '../../metering/monthly-usage.ts';
import { type AppContext, type Caller, inTenant, type Scope } from '../../platform/db/scope.ts';
import { orNotFound } from '../../platform/errors.ts';
import { getFile, readBytes } from '../../platform/files/stored-files.ts';
import type { Language } from '../../platform/values/languages.ts';
import type { BuildingSender } from '../../properties/model.ts';
import { getSender, logoType } from '../../properties/sender-details.ts';
import { listUnpaidBefore } from '../co-payers.ts';
import { findRises, type Rise } from '../compare-invoice.ts';
import { getInvoice, type Invoice } from '../invoices.ts';
import type { InvoicePosition } from '../model.ts';
import { type BilledResident, findInvoiceContext } from './invoice-document-queries.ts';

/** Fields that change while the invoice stays the same, and fields that the document holds elsewhere. */
type VolatileField =
  | 'overdue'
  | 'overdueSince'
  | 'recipients'
  | 'sentAt'
  | 'sentBy'
  | 'sending'
  | 'createdAt'
  | 'updatedAt';

export type InvoiceDocument = {
  readonly language: Language;
  /** Of a test organization: every page and file says so. */
  readonly test: boolean;
  readonly sender: BuildingSender;
  /** The logo as PNG; null: none. `sha256` of the bytes, in lowercase hex. */
  readonly logo: {
    readonly sha256: string;
    readonly bytes: Uint8Array;
    /** Width divided by height. */
    readonly aspect: number;
  } | null;
  /** Why the organization's logo cannot be read; absent when there is no problem. */
  readonly logoProblem?: string;
  readonly building: { readonly name: string; readonly address: string };
  readonly apartment: { readonly number: string };
  /** Names of the recipients. */
  readonly recipients: readonly string[];
  /** The addresses it was sent to; empty before that. */
  readonly emails: readonly string[];
  /** The payee; a building may have no account. */
  readonly payee: { readonly name: string; readonly iban: string | null };
  readonly invoice: Omit<Invoice, VolatileField> & { readonly positions: readonly InvoicePosition[] };
  /** Earlier invoices that the same payers have not paid, while this one has a balance. */
  readonly unpaidBefore: readonly UnpaidBefore[];
  /** Metered consumption of the apartment in the last thirteen months, limited to the recipients' residency. */
  readonly usage: readonly MonthlyUsage[];
  /** For a PDF: why charges are more than in another period of the recipients' residency, by their codes. */
  readonly rises: Readonly<Record<string, Rise>>;
};

/**
 * Loads the documents of several invoices, like getInvoiceDocument. An unreadable logo is left out and logged. Throws
 * NotFound.
 */
export async function loadInvoiceDocuments(
  app: AppContext,
  caller: Caller,
  invoiceIds: readonly string[],
  language?: Language,
): Promise<readonly InvoiceDocument[]> {
  const gather = async (scope: Scope) => {
    const documents: InvoiceDocument[] = [];
    for (const id of invoiceIds) documents.push(await getInvoiceDocument(scope, id, { language, isPdf: true }));
    return documents;
  };
  const documents = await inTenant(app, caller, gather, 'read only');
  const problem = documents.find(({ logoProblem }) => logoProblem !== undefined)?.logoProblem;
  if (problem !== undefined)
    app.log.warn({ tenantId: caller.tenantId, problem }, 'the logo cannot be read; PDF files are rendered without it');
  return documents;
}

/**
 * Loads the document of an invoice that the caller may see, in `language`, or else in that of its first recipient, or
 * else of its building. It changes only with the invoice and its context, not with time. Throws NotFound.
 */
export async function getInvoiceDocument(
  scope: Scope,
  invoiceId: string,
  { language, isPdf = false }: { readonly language?: Language | undefined; readonly isPdf?: boolean } = {},
): Promise<InvoiceDocument> {
  const invoice = await getInvoice(scope, invoiceId);
  const context = orNotFound(await findInvoiceContext(scope, invoiceId));
  const { logoId, ...sender } = await getSender(scope, invoice.buildingId);
  const logo = logoId === null ? { logo: null } : await readLogo(scope, logoId);
  const people = billedResidents(context.inhabitants, invoice);
  const { buildingId, apartmentId, periodEnd } = invoice;
  const residency = residencyDaysOf(people);
  const usage = await getMonthlyUsage(scope, { buildingId, apartmentId, until: periodEnd, own: residency });
  const isCompared = isPdf && residency !== null && invoice.cause === null;
  const rises = isCompared ? await findRises(scope, invoiceId, residency.since) : {};
  return {
    language: language ?? people[0]?.language ?? context.language,
    test: scope.isTest,
    sender,
    ...logo,
    building: { name: context.building, address: context.address },
    apartment: { number: context.apartment },
    // The order does not depend on which e-mail left first, so every e-mail has the same PDF.
    recipients: (invoice.recipients.length > 0 ? invoice.recipients : people).map((recipient) => recipient.name).sort(),
    emails: invoice.recipients.map((recipient) => recipient.email).sort(),
    payee: { name: context.beneficiary ?? sender.name, iban: context.iban },
    invoice: withoutVolatileFields(invoice),
    unpaidBefore: (await findUnpaidBefore(scope, invoice)).map(({ number, balance }) => ({ number, balance })),
    usage,
    rises,
  };
}

async function findUnpaidBefore(scope: Scope, { id, status, balance }: Invoice) {
  const isOpen = (status === 'draft' || status === 'sent') && balance > 0;
  return isOpen ? ((await listUnpaidBefore(scope, [id])).get(id) ?? []) : [];
}

/** The document as its recipient gets it: a draft becomes sent by being sent. */
export function asSentDocument({ invoice, ...document }: InvoiceDocument): InvoiceDocument {
  return { ...document, invoice: { ...invoice, status: invoice.status === 'draft' ? 'sent' : invoice.status } };
}

/** Reads the logo, which is small. If there is none, or it cannot be used, the PDF shows the name. */
async function readLogo(scope: Scope, id: string): Promise<Pick<InvoiceDocument, 'logo' | 'logoProblem'>> {
  const file = await getFile(scope, id);
  const { mediaType, sha256, width, height } = file;
  if (mediaType !== logoType) return { logo: null, logoProblem: `The file ${id} is not a logo: it is ${mediaType}.` };
  const bytes = await readBytes(scope, file);
  if (bytes === undefined) return { logo: null, logoProblem: `The file ${id} is damaged.` };
  return { logo: { sha256, bytes, aspect: (width ?? 1) / (height ?? 1) } };
}

/**
 * The people it was sent to; before that, those who will receive it, or else the owners, or else all residents of its
 * days.
 */
function billedResidents(
  inhabitants: readonly BilledResident[],
  { recipients }: Pick<Invoice, 'recipients'>,
): BilledResident[] {
  const choices = [
    inhabitants.filter(({ email }) => recipients.some((recipient) => recipient.email === email)),
    inhabitants.filter((inhabitant) => inhabitant.receivesInvoice),
    inhabitants.filter((inhabitant) => inhabitant.role === 'owner'),
  ];
  return choices.find((people) => people.length > 0) ?? [...inhabitants];
}

/** From the first to the last day of their residencies. If no resident is known, no past consumption is shown. */
function residencyDaysOf(people: readonly BilledResident[]): ResidencyDays | null {
  const [since] = people.map((person) => person.since).toSorted();
  if (since === undefined) return null;
  const untils = people.map((person) => person.until);
  const lasts = untils.some((until) => until === null);
  return { since, until: lasts ? null : (untils.toSorted().at(-1) ?? null) };
}

/** Leaves out what changes with time: becoming overdue depends on the day alone. */
function withoutVolatileFields(invoice: Invoice & { readonly positions: readonly InvoicePosition[] }) {
  const { id, number, reference, status, buildingId, apartmentId, periodStart, periodEnd, issueDate, dueDate } =
    invoice;
  const { paidDate, currency, amount, amountPaid, balance, cause, correctsInvoiceId, reason, positions } = invoice;
  const days = { periodStart, periodEnd, issueDate, dueDate, paidDate };
  return {
    id,
    number,
    reference,
    status,
    buildingId,
    apartmentId,
    ...days,
    currency,
    amount,
    amountPaid,
    balance,
    cause,
    correctsInvoiceId,
    reason,
    positions,
  };
}
