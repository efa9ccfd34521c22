// The sandbox bank's side of iPizza: checks requests as strictly as a bank, and signs the bank's messages with its own
// key.
import { createPrivateKey, createPublicKey } from 'node:crypto';
import { normaliseIban } from '../../platform/values/iban.ts';
import { isValidReference, isValidRf } from '../../properties/payment-reference.ts';
import type { BankKeys } from './bank-settings.ts';
import {
  formatMoment,
  type IpizzaTerms,
  macText,
  maxLengths,
  parseMoment,
  signedFields,
  signFields,
  verifyMac,
} from './ipizza.ts';
import type { BankFields } from './provider.ts';

const clockToleranceMs = 5 * 60_000;
const samplePayer = { account: 'EE471000001020145685', name: 'Mari Maksja' };

/**
 * The problems a bank would find in a request, one line each. The request's time is no longer checked when the payer
 * decides.
 */
export function findRequestProblems(
  fields: BankFields,
  terms: IpizzaTerms,
  keys: BankKeys,
  { now, publicUrl, deciding = false }: { readonly now: Date; readonly publicUrl: string; readonly deciding?: boolean },
): string[] {
  const names = signedFields[fields.VK_SERVICE ?? ''] ?? [];
  if (fields.VK_SERVICE !== '1011' && fields.VK_SERVICE !== '1012') return ['VK_SERVICE is neither 1011 nor 1012.'];
  const problems = names.flatMap((name) => {
    const value = fields[name] ?? '';
    if (value === '' && name !== 'VK_REF') return [`${name} is missing.`];
    return [...value].length > (maxLengths[name] ?? 4)
      ? [`${name} is longer than ${maxLengths[name] ?? 4} characters.`]
      : [];
  });
  if (problems.length > 0) return problems;
  return [...valueProblems(fields, terms, publicUrl, deciding ? undefined : now), ...macProblems(fields, terms, keys)];
}

function valueProblems(fields: BankFields, terms: IpizzaTerms, publicUrl: string, now: Date | undefined): string[] {
  const { VK_REF = '', VK_ACC, VK_DATETIME = '', VK_ENCODING = 'UTF-8' } = fields;
  const at = parseMoment(VK_DATETIME);
  const late = at === undefined || (now !== undefined && Math.abs(now.getTime() - at.getTime()) > clockToleranceMs);
  const isCallback = (address = '') => callbackPath(address, publicUrl) !== undefined;
  const checks: readonly (readonly [boolean, string])[] = [
    [fields.VK_VERSION === terms.version, `VK_VERSION is not the agreed version ${terms.version}.`],
    [fields.VK_SND_ID === terms.merchant, 'VK_SND_ID is not a merchant of this bank.'],
    [/^\d+$/.test(fields.VK_STAMP ?? ''), 'VK_STAMP is not a number.'],
    [/^(?!0+\.00$)\d{1,9}\.\d{2}$/.test(fields.VK_AMOUNT ?? ''), 'VK_AMOUNT is not an amount such as 12.30.'],
    [fields.VK_CURR === 'EUR', 'VK_CURR is not EUR.'],
    [VK_ACC === undefined || normaliseIban(VK_ACC) === VK_ACC, 'VK_ACC is not an IBAN.'],
    [VK_REF === '' || isValidReference(VK_REF) || isValidRf(VK_REF), 'The check digit of VK_REF is wrong.'],
    [isCallback(fields.VK_RETURN), 'VK_RETURN is not an address of this service, or has VK_ parameters.'],
    [isCallback(fields.VK_CANCEL), 'VK_CANCEL is not an address of this service, or has VK_ parameters.'],
    [!late, 'VK_DATETIME is not within five minutes of the bank’s clock.'],
    [VK_ENCODING.toUpperCase() === 'UTF-8', 'VK_ENCODING is not UTF-8.'],
  ];
  return checks.flatMap(([holds, message]) => (holds ? [] : [message]));
}

function macProblems(fields: BankFields, terms: IpizzaTerms, { privateKey = '' }: BankKeys): string[] {
  const text = macText(fields, signedFields[fields.VK_SERVICE ?? ''] ?? []);
  const hash = terms.version === '008' ? 'sha1' : 'sha512';
  const holds = text !== undefined && verifyMac(text, hash, createPublicKey(privateKey), fields.VK_MAC ?? '');
  return holds ? [] : ['VK_MAC is not valid: the request was changed, or signed with another key.'];
}

/**
 * The callback of this service that a request names, without the service's own address. The sandbox bank returns payers
 * and reports payments to nothing else; undefined for every other address.
 */
export function callbackPath(text: string, publicUrl: string): string | undefined {
  const base = new URL(publicUrl).href.replace(/\/$/, '');
  const url = URL.parse(text);
  if (url === null || !url.href.startsWith(`${base}/callbacks/banklink/`)) return undefined;
  if ([...url.searchParams.keys()].some((name) => name.toUpperCase().startsWith('VK_'))) return undefined;
  return url.href.slice(base.length);
}

/** The bank's message for a paid request (1111); `number` is its number of the payment order. */
export function signPaidAnswer(
  request: BankFields,
  terms: IpizzaTerms,
  keys: BankKeys,
  at: Date,
  number: string,
): BankFields {
  const { VK_STAMP = '', VK_AMOUNT = '', VK_CURR = '', VK_ACC = '', VK_NAME = '', VK_REF = '', VK_MSG = '' } = request;
  const fields = {
    VK_SERVICE: '1111',
    VK_VERSION: terms.version,
    VK_SND_ID: terms.bankId,
    VK_REC_ID: terms.merchant,
    VK_STAMP,
    VK_T_NO: number,
    VK_AMOUNT,
    VK_CURR,
    VK_REC_ACC: VK_ACC,
    VK_REC_NAME: VK_NAME,
    VK_SND_ACC: samplePayer.account,
    VK_SND_NAME: samplePayer.name,
    VK_REF,
    VK_MSG,
    VK_T_DATETIME: formatMoment(at),
  };
  return signFields(fields, terms, createPrivateKey(keys.bankPrivateKey ?? ''));
}

/** The bank's message for an unpaid request (1911). */
export function signUnpaidAnswer(request: BankFields, terms: IpizzaTerms, keys: BankKeys): BankFields {
  const { VK_STAMP = '', VK_REF = '', VK_MSG = '' } = request;
  const fields = {
    VK_SERVICE: '1911',
    VK_VERSION: terms.version,
    VK_SND_ID: terms.bankId,
    VK_REC_ID: terms.merchant,
    VK_STAMP,
    VK_REF,
    VK_MSG,
  };
  return signFields(fields, terms, createPrivateKey(keys.bankPrivateKey ?? ''));
}
