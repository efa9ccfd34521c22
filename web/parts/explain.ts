// The text of a failure in the person's language, by its code. Readers of English also get the service's own sentence
// where it says more: a number, a name, a day.
import type { ApartmentField } from '../../src/platform/values/bases.ts';
import { ApiProblem, type ValueProblem } from '../api/problem.ts';
import type { Words } from '../words/words.ts';

/** The text of a failure. `detail` is the service's own sentence; only for readers of English. */
export type ErrorText = { readonly text: string; readonly detail?: string | undefined };

/** Codes whose own sentence says more than that it failed. */
const codesWithDetail: ReadonlySet<string> = new Set([
  'already_exists',
  'building_in_use',
  'apartment_in_use',
  'resident_in_use',
  'resident_owes',
  'last_owner',
  'hand_over_overlaps',
  'hand_over_billed',
  'bill_already_split',
  'bill_already_recorded',
  'invoice_not_creditable',
  'invalid_status_transition',
  'e_invoice_incomplete',
  'maintenance_request_full',
  'match_refused',
  'invoice_not_payable',
  'payload_too_large',
  'unsupported_media_type',
  'rotation_announced',
] satisfies readonly (keyof Words['errors']['codes'])[]);

/** Codes whose text says all; what the service adds is about fields of a request. */
const codesWithoutDetail: ReadonlySet<string> = new Set([
  'required',
  'too_common',
  'contains_name',
  'invalid_email',
  'invalid_iban',
  'invalid_cursor',
  'unknown_currency',
  'unknown_time_zone',
  'url_too_long',
  'https_required',
  'private_target',
  'port_not_allowed',
  'credentials_in_url',
  'fragment_in_url',
  'no_charges',
  'empty',
  'unreadable',
  'not_a_picture',
  'animated',
  'reading_below_previous',
  'reading_above_next',
  'rollover_not_possible',
] satisfies readonly (keyof Words['errors']['problems'])[]);

/** Why something failed, and when it can be retried. */
export function explainError(t: Words, error: unknown): ErrorText {
  const { errors } = t;
  if (!(error instanceof ApiProblem)) return { text: errors.codes.internal_error };
  const { code, message, wait } = error;
  if (isFromConsole(code)) return { text: errors[code] };
  const isUnavailable = error.status >= 502 && error.status <= 504;
  const fallback = message ? errors.rejected : errors.codes.internal_error;
  const text =
    findText(errors.codes, code) ?? (isUnavailable ? errors.codes.busy : (inEnglish(t, message) ?? fallback));
  if (wait !== undefined && (error.status === 429 || isUnavailable))
    return { text: `${text} ${retryText(errors, wait)}` };
  return { text, detail: codesWithDetail.has(code) ? inEnglish(t, message) : undefined };
}

/** Codes of the console itself. */
const ownCodes = ['offline', 'unreachable', 'timeout', 'file_changed', 'passkey_not_used'] as const;

function isFromConsole(code: string): code is (typeof ownCodes)[number] {
  return ownCodes.some((listed) => listed === code);
}

/** Whether only single values are wrong. */
export function hasValueProblems({ code, problems }: ApiProblem): boolean {
  return problems.length > 0 && (code === 'validation_failed' || code === 'invalid_body');
}

/** The problem of a value, to be shown beside its field. */
export function explainValue(t: Words, { code, message, least, most }: ValueProblem): ErrorText {
  const { errors } = t;
  if (code === 'wrong_length' && least !== undefined) return { text: errors.minLength({ count: least }) };
  if (code === 'wrong_length' && most !== undefined) return { text: errors.maxLength({ count: most }) };
  if (code === 'out_of_range' && least !== undefined && most !== undefined)
    return { text: errors.range({ min: least, max: most }) };
  if (code === 'out_of_range' && least !== undefined) return { text: errors.min({ min: least }) };
  if (code === 'out_of_range' && most !== undefined) return { text: errors.max({ max: most }) };
  if (code === 'too_many_decimals' && most !== undefined) return { text: errors.maxDecimals({ count: most }) };
  const text = findText(errors.problems, code) ?? inEnglish(t, message) ?? errors.problems.invalid;
  return { text, detail: codesWithoutDetail.has(code) || message === text ? undefined : inEnglish(t, message) };
}

/**
 * The problem of a value that is not shown beside its field: with the service's sentence, which names it, or its line
 * of a file or its field.
 */
export function explainInList(t: Words, problem: ValueProblem): ErrorText {
  const { text } = explainValue(t, problem);
  const detail = inEnglish(t, problem.message);
  if (detail !== undefined) return { text, detail: detail === text ? undefined : detail };
  const line = /^Line (\d{1,9}): /.exec(problem.message)?.[1];
  const location = line === undefined ? fieldName(t, problem.field) : t.residents.line({ line: Number(line) });
  return { text: location === undefined ? text : `${location}: ${text}` };
}

/**
 * The label of a field, by the last part of its path in a request; undefined where people know it by no name, and
 * before the words are whole: nobody has seen a form but the sign-in then.
 */
export function fieldName(t: Words, path: string): string | undefined {
  if (!('payments' in t)) return undefined;
  const { apartments, residents, bankAccounts, payments, periods, oneOffs, meters, buildings, statements } = t;
  const names: Readonly<Record<string, string> & Record<ApartmentField, string>> = {
    ...bankAccounts.fields,
    apartments: apartments.title,
    apartment: t.invoices.apartment,
    number: apartments.number,
    area: apartments.area,
    heatedArea: apartments.heatedArea,
    share: apartments.shares,
    shares: apartments.shares,
    residentCount: apartments.residentCount,
    email: residents.email,
    phone: residents.phone,
    since: residents.since,
    address: buildings.address,
    name: buildings.name,
    invoiceNumberPrefix: buildings.prefix,
    paymentTermDays: buildings.paymentTerm,
    lateInterest: buildings.lateInterest,
    billedFrom: buildings.billedFrom,
    language: buildings.invoiceLanguage,
    timeZone: buildings.timeZone,
    amount: payments.amount,
    refundedOn: payments.refundedOn,
    columns: statements.column,
    currency: statements.currency,
    account: statements.meanings.account,
    charge: periods.charge,
    date: periods.date,
    supplier: periods.supplier,
    description: oneOffs.description,
    vatRate: oneOffs.vatRate,
    value: meters.value,
    reason: meters.reason,
  };
  return names[path.slice(path.lastIndexOf('.') + 1)];
}

/** A warning about something that was done. */
export function explainWarning(
  t: Words,
  { code, message = '' }: { readonly code: string; readonly message?: string | undefined },
): ErrorText {
  const text = findText(t.errors.warnings, code);
  const sentence = inEnglish(t, message);
  return text === undefined ? { text: sentence ?? t.errors.unknownWarning } : { text, detail: sentence };
}

/** A sentence of the service, which is in English; undefined for readers of another language. */
function inEnglish({ language }: Words, sentence: string): string | undefined {
  return language === 'en' && sentence !== '' ? sentence : undefined;
}

/** The text of a code; undefined for a code that the catalogue does not have, from a newer service. */
function findText(texts: Readonly<Record<string, string>>, code: string): string | undefined {
  return Object.hasOwn(texts, code) ? texts[code] : undefined;
}

function retryText(errors: Words['errors'], seconds: number): string {
  return seconds < 100
    ? errors.retryInSeconds({ count: seconds })
    : errors.retryInMinutes({ count: Math.ceil(seconds / 60) });
}
