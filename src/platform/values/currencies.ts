// Currencies, by their codes of ISO 4217.
import { once } from '../processes/memoize.ts';

const codes = once(() => new Set(Intl.supportedValuesOf('currency')));

/** Whether a code is that of a currency, also of a former one. */
export function isCurrency(code: string): boolean {
  return codes().has(code);
}
