// iPizza, the banklink protocol of Estonian banks (Pangaliit, versions 008 and 009): forms sent by the payer's browser,
// each signed with RSA.
import { constants, createPublicKey, type KeyObject, sign, verify } from 'node:crypto';
import iconv from 'iconv-lite';
import { bodyProblem, Invalid } from '../../platform/errors.ts';
import { isDay } from '../../platform/values/dates.ts';
import type { Language } from '../../platform/values/languages.ts';
import { type Cents, formatAmount } from '../../platform/values/money.ts';
import type {
  BankFields,
  CallbackMessage,
  CallbackRejection,
  CallbackVerdict,
  Order,
  PaymentRedirect,
} from './provider.ts';

export const ipizzaVersions = ['008', '009'] as const;
export type IpizzaVersion = (typeof ipizzaVersions)[number];
export const ipizzaServices = ['1011', '1012'] as const;

/** The settings agreed with a bank, without the secret key. */
export type IpizzaTerms = {
  readonly url: string;
  /** Our number at the bank: VK_SND_ID of our requests, VK_REC_ID of the bank's messages. */
  readonly merchant: string;
  /** The bank's id: VK_SND_ID of its messages. */
  readonly bankId: string;
  readonly version: IpizzaVersion;
  /** 1011 names the receiver, 1012 leaves it to the contract; absent: 1011 if the building has an account. */
  readonly service?: (typeof ipizzaServices)[number];
  /** Lengths count characters; a few older banks count bytes. */
  readonly lengths?: LengthUnit;
  /** The bank's public key, PEM. */
  readonly bankKey: string;
};
export type LengthUnit = 'characters' | 'bytes';

const requestFields = 'VK_SERVICE VK_VERSION VK_SND_ID VK_STAMP VK_AMOUNT VK_CURR';
const answerFields = 'VK_SERVICE VK_VERSION VK_SND_ID VK_REC_ID VK_STAMP';

/** The signed fields of each service, in order. */
export const signedFields: Readonly<Record<string, readonly string[]>> = {
  '1011': `${requestFields} VK_ACC VK_NAME VK_REF VK_MSG VK_RETURN VK_CANCEL VK_DATETIME`.split(' '),
  '1012': `${requestFields} VK_REF VK_MSG VK_RETURN VK_CANCEL VK_DATETIME`.split(' '),
  '1111':
    `${answerFields} VK_T_NO VK_AMOUNT VK_CURR VK_REC_ACC VK_REC_NAME VK_SND_ACC VK_SND_NAME VK_REF VK_MSG VK_T_DATETIME`.split(
      ' ',
    ),
  '1911': `${answerFields} VK_REF VK_MSG`.split(' '),
};

/** Maximum length of each field in characters; banks reject requests with longer fields. */
export const maxLengths: Readonly<Record<string, number>> = {
  VK_SND_ID: 15,
  VK_STAMP: 20,
  VK_AMOUNT: 12,
  VK_CURR: 3,
  VK_ACC: 34,
  VK_NAME: 70,
  VK_REF: 35,
  VK_MSG: 95,
  VK_RETURN: 255,
  VK_CANCEL: 255,
  VK_DATETIME: 24,
};

const hashes: Readonly<Record<IpizzaVersion, string>> = { '008': 'sha1', '009': 'sha512' };
/** The encodings that banks use. */
export const encodings = /^(utf-8|iso-8859-1|iso-8859-13|windows-1257)$/i;
const languageCodes: Readonly<Record<Language, string>> = { et: 'EST', en: 'ENG', lv: 'LAT', lt: 'LIT', ru: 'RUS' };

/**
 * The text that is signed: each field preceded by its length in three digits. A missing field counts as empty.
 * Undefined if a length has four: with those, other fields can have the same text.
 */
export function macText(
  fields: BankFields,
  names: readonly string[],
  { encoding = 'UTF-8', lengths = 'characters' as LengthUnit } = {},
): Buffer | undefined {
  const parts: string[] = [];
  for (const name of names) {
    const value = trimmed(fields[name] ?? '');
    const length = lengths === 'characters' ? [...value].length : iconv.encode(value, encoding).length;
    if (length > 999) return undefined;
    parts.push(String(length).padStart(3, '0') + value);
  }
  return iconv.encode(parts.join(''), encoding);
}

/** VK_MAC of a text, signed with a private RSA key; `hash` as node:crypto names it. */
export function makeMac(text: Buffer, hash: string, key: KeyObject): string {
  return sign(hash, text, { key, padding: constants.RSA_PKCS1_PADDING }).toString('base64');
}

/** Whether VK_MAC belongs to this text, verified with a public RSA key. */
export function verifyMac(text: Buffer, hash: string, key: KeyObject, mac: string): boolean {
  const written = mac.replace(/\s/g, '');
  if (!/^[A-Za-z0-9+/]{1,700}={0,2}$/.test(written)) return false;
  return verify(hash, text, { key, padding: constants.RSA_PKCS1_PADDING }, Buffer.from(written, 'base64'));
}

/** Signs the fields of a service and adds the unsigned ones. */
export function signFields(
  fields: BankFields,
  terms: Pick<IpizzaTerms, 'version' | 'lengths'>,
  key: KeyObject,
  more: BankFields = {},
): BankFields {
  const names = signedFields[fields.VK_SERVICE ?? ''] ?? [];
  const text = macText(fields, names, terms.lengths === undefined ? {} : { lengths: terms.lengths });
  if (text === undefined)
    throw new Invalid([bodyProblem(['bank'], 'wrong_length', 'A field is too long to be signed.')]);
  return { ...fields, VK_MAC: makeMac(text, hashes[terms.version], key), VK_ENCODING: 'UTF-8', ...more };
}

/**
 * The form that sends a payer to the bank. Banks accept it for five minutes, so it is signed each time it is shown.
 * `back` is our callback.
 */
export function buildRedirect(
  order: Order,
  terms: IpizzaTerms,
  key: KeyObject,
  back: string,
  now: Date,
): PaymentRedirect {
  const payee = order.account === null ? {} : { VK_ACC: order.account, VK_NAME: order.receiver ?? '' };
  const fields = {
    VK_SERVICE: order.account === null ? '1012' : '1011',
    VK_VERSION: terms.version,
    VK_SND_ID: order.merchant,
    VK_STAMP: order.stamp,
    VK_AMOUNT: formatAmount(order.amount),
    VK_CURR: order.currency,
    ...payee,
    VK_REF: order.reference,
    VK_MSG: order.message,
    VK_RETURN: back,
    VK_CANCEL: back,
    VK_DATETIME: formatMoment(now),
  };
  const long = Object.entries(fields).find(([name, value]) => [...value].length > (maxLengths[name] ?? 4));
  if (long !== undefined) {
    const message = `${long[0]} is longer than the ${maxLengths[long[0]]} characters that banks accept.`;
    throw new Invalid([bodyProblem(['bank'], 'wrong_length', message)]);
  }
  return {
    method: 'POST',
    url: terms.url,
    fields: signFields(fields, terms, key, { VK_LANG: languageCodes[order.language] }),
  };
}

/**
 * Reads a bank's message: 1111 paid, 1911 cancelled by the payer. Only the version and the signature are read before
 * the signature is verified.
 */
export function readCallback(message: CallbackMessage, terms: IpizzaTerms): CallbackVerdict {
  const refused = (why: CallbackRejection): CallbackVerdict => ({ refused: why });
  if (message.flaw !== undefined) return refused(message.flaw);
  const fields = withLegacyField(message.fields);
  const service = fields.VK_SERVICE ?? '';
  if ((service !== '1111' && service !== '1911') || fields.VK_MAC === undefined) return refused('malformed');
  if (fields.VK_VERSION !== terms.version) return refused('other_version');
  if (!encodings.test(message.encoding)) return refused('undecodable');
  const { lengths = 'characters' } = terms;
  const text = macText(fields, signedFields[service] ?? [], { encoding: message.encoding, lengths });
  if (text === undefined) return refused('malformed');
  if (!verifyMac(text, hashes[terms.version], createPublicKey(terms.bankKey), fields.VK_MAC))
    return refused('signature');
  if (fields.VK_SND_ID !== terms.bankId) return refused('other_bank');
  return service === '1911'
    ? { result: { outcome: 'cancelled', ...readCommonFields(fields) } }
    : readPaidResult(fields);
}

function readPaidResult(fields: BankFields): CallbackVerdict {
  const amount = parseAmount(fields.VK_AMOUNT ?? '');
  if (amount === undefined) return { refused: 'malformed' };
  const filled = (name: string, key: string) => {
    const value = trimmed(fields[name] ?? '').replaceAll('\0', '');
    return value === '' ? {} : { [key]: value };
  };
  const at = parseMoment(fields.VK_T_DATETIME ?? '');
  return {
    result: {
      outcome: 'paid',
      ...readCommonFields(fields),
      amount,
      ...filled('VK_CURR', 'currency'),
      ...filled('VK_REC_ACC', 'account'),
      ...filled('VK_SND_NAME', 'payerName'),
      ...filled('VK_SND_ACC', 'payerIban'),
      ...filled('VK_T_NO', 'orderNumber'),
      ...(at === undefined ? {} : { at }),
    },
  };
}

function readCommonFields(fields: BankFields) {
  const { VK_STAMP = '', VK_REC_ID = '', VK_REF = '', VK_AUTO } = fields;
  return {
    stamp: trimmed(VK_STAMP),
    merchant: trimmed(VK_REC_ID),
    reference: trimmed(VK_REF),
    copy: VK_AUTO === 'Y',
  };
}

/** One bank still sends VK_ACC instead of VK_REC_ACC. */
function withLegacyField(fields: BankFields): BankFields {
  const { VK_ACC, VK_REC_ACC } = fields;
  return VK_REC_ACC === undefined && VK_ACC !== undefined ? { ...fields, VK_REC_ACC: VK_ACC } : fields;
}

/** Surrounding blanks are not signed; only ASCII blanks count. */
function trimmed(value: string): string {
  let start = 0;
  let end = value.length;
  while (start < end && blanks.has(value[start] ?? '')) start += 1;
  while (end > start && blanks.has(value[end - 1] ?? '')) end -= 1;
  return value.slice(start, end);
}

const blanks: ReadonlySet<string> = new Set(' \t\n\r\v\0');

/** Parses an amount as banks write it to cents, including `10`, `10.5` and `.17`; undefined for anything else. */
export function parseAmount(text: string): Cents | undefined {
  const parts = /^(\d{0,9})(?:\.(\d{1,2}))?$/.exec(text.trim());
  if (parts === null || text.trim() === '') return undefined;
  return Number(parts[1] || '0') * 100 + Number((parts[2] ?? '').padEnd(2, '0'));
}

/** A time as banks write it, in UTC: `2026-11-20T09:00:00+0000`. */
export function formatMoment(at: Date): string {
  return `${at.toISOString().slice(0, 19)}+0000`;
}

/** Parses such a time, with or without a colon in the offset; undefined for anything else. */
export function parseMoment(text: string): Date | undefined {
  const parts = /^(\d{4}-\d\d-\d\d)(T\d\d:\d\d:\d\d)([+-]\d\d):?(\d\d)$/.exec(text.trim());
  if (parts === null || !isDay(parts[1] ?? '')) return undefined;
  const at = new Date(`${parts[1]}${parts[2]}${parts[3]}:${parts[4]}`);
  return Number.isNaN(at.getTime()) ? undefined : at;
}
