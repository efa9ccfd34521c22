// The payment code: the text of an EPC QR code (EPC069-12, version 002) for bank apps, and its image. Pure.
import { loadLater } from '../../platform/processes/load-later.ts';
import { normaliseIban } from '../../platform/values/iban.ts';
import { type Cents, formatAmount } from '../../platform/values/money.ts';
import { isValidReference, isValidRf, normaliseReference, toRfReference } from '../../properties/payment-reference.ts';

const qrcode = loadLater<typeof import('qrcode')>('qrcode');

/** The payee, account, amount and reference. */
export type Transfer = {
  readonly payee: string;
  readonly iban: string;
  readonly amount: Cents;
  readonly currency: string;
  readonly reference: string;
};

const maxCents = 99_999_999_999;

/**
 * The text of the code. Undefined where the scheme allows none: a currency other than euro, nothing to pay, or an
 * invalid account. A 7-3-1 reference is converted to its RF form, the only form the reference field allows; any other
 * text goes into the free-text field.
 */
export function paymentCodeText({ payee, iban, amount, currency, reference }: Transfer): string | undefined {
  const account = normaliseIban(iban);
  if (account === undefined || currency !== 'EUR' || amount < 1 || amount > maxCents) return undefined;
  const digits = normaliseReference(reference);
  const rf = isValidRf(digits) ? digits : isValidReference(digits) ? toRfReference(digits) : '';
  const free = rf === '' ? truncate(reference, 140) : '';
  return ['BCD', '002', '1', 'SCT', '', truncate(payee, 70), account, `EUR${formatAmount(amount)}`, '', rf, free]
    .join('\n')
    .trimEnd();
}

/**
 * The code as an SVG path of its dark squares, without a margin. Error correction level M and at most version 13, as
 * the scheme requires. Throws when the text is too long.
 */
export function paymentCodeSvg(text: string): string {
  const { modules } = qrcode().create(text, { errorCorrectionLevel: 'M' });
  const { size } = modules;
  if (size > 69) throw new RangeError('The text is too long for a payment code.');
  const squares: string[] = [];
  for (let y = 0; y < size; y += 1)
    for (let x = 0; x < size; x += 1) if (modules.get(y, x)) squares.push(`M${x} ${y}h1v1h-1z`);
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${size} ${size}" shape-rendering="crispEdges"><path d="${squares.join('')}"/></svg>`;
}

/** One line of at most `maxLength` characters and twice as many bytes: the whole code has room for 331. */
function truncate(text: string, maxLength: number): string {
  const signs = [...text.replace(/[\p{C}\p{Z}]+/gu, ' ').trim()].slice(0, maxLength);
  while (Buffer.byteLength(signs.join('')) > Math.min(2 * maxLength, 140)) signs.pop();
  return signs.join('');
}
