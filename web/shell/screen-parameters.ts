// Parses the query of an address defensively: anybody may have written it.

/** The parts of an apartment's page. */
export const apartmentTabs = ['people', 'money', 'meters'] as const;
export type ApartmentTab = (typeof apartmentTabs)[number];

/** The parts of a building's page. */
export const buildingTabs = ['apartments', 'charges', 'bills', 'oneOffs', 'settings'] as const;
export type BuildingTab = (typeof buildingTabs)[number];

export const readingTabs = ['confirm', 'missing', 'usage', 'meters'] as const;
export type ReadingTab = (typeof readingTabs)[number];
type ReadingSearch = {
  readonly tab?: ReadingTab | undefined;
  readonly buildingId?: string | undefined;
  /** 'YYYY-MM' */
  readonly period?: string | undefined;
  /** The meter whose missing reading is entered first. */
  readonly meterId?: string | undefined;
};

/** A part of the readings, for a building and a month. */
export function readingSearch({ tab, buildingId, period, meterId }: Record<string, unknown>): ReadingSearch {
  return {
    tab: pickOneOf(readingTabs, tab),
    buildingId: textOrUndefined(buildingId),
    period: monthOrUndefined(period),
    meterId: textOrUndefined(meterId),
  };
}

type GenerationSearch = {
  readonly buildingId?: string | undefined;
  /** 'YYYY-MM' */
  readonly period?: string | undefined;
  /** The month whose preview is shown. */
  readonly preview?: string | undefined;
};

/** The building and month of a generation. */
export function generationSearch({ buildingId, period, preview }: Record<string, unknown>): GenerationSearch {
  return {
    buildingId: textOrUndefined(buildingId),
    period: monthOrUndefined(period),
    preview: monthOrUndefined(preview),
  };
}

export const paymentTabs = ['waiting', 'import', 'all'] as const;
export type PaymentTab = (typeof paymentTabs)[number];

export const paymentStatuses = [
  'prepaid',
  'matched',
  'partially_matched',
  'unmatched',
  'dismissed',
  'refunded',
  'returned',
  'reversed',
] as const;
export type PaymentSearch = {
  readonly tab?: PaymentTab | undefined;
  readonly text?: string | undefined;
  readonly status?: (typeof paymentStatuses)[number] | undefined;
  readonly buildingId?: string | undefined;
  /** The month of payment, 'YYYY-MM'. */
  readonly paid?: string | undefined;
  /** The payment that is shown first of those to review. */
  readonly payment?: string | undefined;
  /** Whether those that were set aside are shown below. */
  readonly dismissed?: true | undefined;
};

/** The part of the payments' page, and the filter of all payments. */
export function paymentSearch({
  tab,
  text,
  status,
  buildingId,
  paid,
  payment,
  dismissed,
}: Record<string, unknown>): PaymentSearch {
  return {
    tab: pickOneOf(paymentTabs, tab),
    text: textOrUndefined(typeof text === 'number' ? String(text) : text)?.slice(0, 100),
    status: pickOneOf(paymentStatuses, status),
    buildingId: textOrUndefined(buildingId),
    paid: monthOrUndefined(paid),
    payment: textOrUndefined(payment),
    dismissed: dismissed === true || undefined,
  };
}

export const agingShows = ['all', 'overdue', 'over30', 'over60', 'over90', 'credit', 'plan'] as const;
export const agingSorts = ['apartment', 'total', 'daysLate', 'credit'] as const;
export type AgingSearch = {
  readonly building?: string | undefined;
  readonly text?: string | undefined;
  readonly show?: (typeof agingShows)[number] | undefined;
  readonly sort?: (typeof agingSorts)[number] | undefined;
};

/** The filter and the order of the receivables. */
export function agingSearch({ building, text, show, sort }: Record<string, unknown>): AgingSearch {
  return {
    building: textOrUndefined(building),
    text: textOrUndefined(typeof text === 'number' ? String(text) : text)?.slice(0, 100),
    show: pickOneOf(agingShows, show),
    sort: pickOneOf(agingSorts, sort),
  };
}

export const peopleTabs = ['residents', 'invitations', 'import'] as const;
export type PeopleTab = (typeof peopleTabs)[number];
export type PeopleSearch = {
  readonly tab?: PeopleTab | undefined;
  readonly find?: string | undefined;
  readonly buildingId?: string | undefined;
};

/** The part of the residents' page, and the filter of residents. */
export function peopleSearch({ tab, find, buildingId }: Record<string, unknown>): PeopleSearch {
  return {
    tab: pickOneOf(peopleTabs, tab),
    find: textOrUndefined(typeof find === 'number' ? String(find) : find)?.slice(0, 100),
    buildingId: textOrUndefined(buildingId),
  };
}

/** What the list of invoices is filtered by; `unsent`: still to be sent, drafts and those paid before. */
export const invoiceStatuses = ['unsent', 'sent', 'overdue', 'paid', 'cancelled'] as const;
/** What the list of invoices can be sorted by. */
const invoiceSorts = ['number', 'issueDate', 'dueDate', 'amount'] as const;
/** What the list of a building's apartments can be sorted by. */
export const apartmentSorts = ['number'] as const;
/** An order as the API writes it. */
export type OrderBy<W extends string> = W | `-${W}`;
export type InvoiceSearch = {
  readonly status?: (typeof invoiceStatuses)[number] | undefined;
  readonly buildingId?: string | undefined;
  readonly apartmentId?: string | undefined;
  /** The month of issue, 'YYYY-MM'. */
  readonly issued?: string | undefined;
  readonly sort?: OrderBy<(typeof invoiceSorts)[number]> | undefined;
};

/** The filter of invoices. */
export function invoiceSearch({
  status,
  buildingId,
  apartmentId,
  issued,
  sort,
}: Record<string, unknown>): InvoiceSearch {
  return {
    status: pickOneOf(invoiceStatuses, status),
    buildingId: textOrUndefined(buildingId),
    apartmentId: textOrUndefined(apartmentId),
    issued: monthOrUndefined(issued),
    sort: pickOrder(invoiceSorts, sort),
  };
}

/** A year, which an address has as a number. */
export function yearOrUndefined(given: unknown): number | undefined {
  return typeof given === 'number' && Number.isInteger(given) && given >= 2000 && given <= 2100 ? given : undefined;
}

/** A month, 'YYYY-MM'. */
export function monthOrUndefined(given: unknown): string | undefined {
  return typeof given === 'string' && /^(19|20|21)\d\d-(0[1-9]|1[0-2])$/.test(given) ? given : undefined;
}

/** An order by one of those; a leading minus is for descending. */
export function pickOrder<W extends string>(words: readonly W[], given: unknown): OrderBy<W> | undefined {
  return words.flatMap((word) => [word, `-${word}`] as const).find((order) => order === given);
}

/** The word, when it is one of those. */
export function pickOneOf<W extends string>(words: readonly W[], given: unknown): W | undefined {
  return words.find((word) => word === given);
}

/** The status classes by which requests are found. */
export const statusClasses = ['2xx', '3xx', '4xx', '5xx'] as const;
export type RequestSearch = {
  readonly callerId?: string | undefined;
  readonly statusClass?: (typeof statusClasses)[number] | undefined;
  readonly path?: string | undefined;
  readonly code?: string | undefined;
  readonly requestId?: string | undefined;
  readonly ignored?: boolean | undefined;
  /** 'YYYY-MM-DD' */
  readonly from?: string | undefined;
  readonly to?: string | undefined;
};

/** The filter of the request log. */
function requestSearch({
  callerId,
  statusClass,
  path,
  code,
  requestId,
  ignored,
  from,
  to,
}: Record<string, unknown>): RequestSearch {
  return {
    callerId: textOrUndefined(callerId),
    statusClass: pickOneOf(statusClasses, statusClass),
    path: textOrUndefined(path),
    code: textOrUndefined(code),
    // An id of digits alone arrives as a number.
    requestId: textOrUndefined(typeof requestId === 'number' ? String(requestId) : requestId),
    ignored: ignored === true || undefined,
    from: dayOrUndefined(from),
    to: dayOrUndefined(to),
  };
}

/** What an entry of the audit log can be about. */
export const auditActions = ['seen', 'exported', 'changed', 'sent', 'security'] as const;
export type AuditSearch = Pick<RequestSearch, 'callerId' | 'requestId' | 'from' | 'to'> & {
  readonly action?: (typeof auditActions)[number] | undefined;
  readonly operation?: string | undefined;
  /** Any id that an entry names. */
  readonly aboutId?: string | undefined;
  readonly buildingId?: string | undefined;
};

/** The filters of both logs: the request log and the audit log share an address. */
export function logSearch(search: Record<string, unknown>): RequestSearch & AuditSearch {
  const { action, operation, aboutId, buildingId } = search;
  return {
    ...requestSearch(search),
    action: pickOneOf(auditActions, action),
    operation: textOrUndefined(operation),
    aboutId: idOrUndefined(aboutId),
    buildingId: idOrUndefined(buildingId),
  };
}

/** An id, also one that was pasted with spaces. */
function idOrUndefined(given: unknown): string | undefined {
  const text = typeof given === 'string' ? given.trim() : '';
  return /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(text) ? text : undefined;
}

function dayOrUndefined(given: unknown): string | undefined {
  return typeof given === 'string' && !Number.isNaN(Date.parse(`${given}T00:00:00`)) ? given : undefined;
}

/** A text of a bounded length. */
export function textOrUndefined(given: unknown): string | undefined {
  return typeof given === 'string' && given !== '' && given.length <= 200 ? given : undefined;
}
