// Says why a charge is more than in another period, in a sentence with both figures of each factor. Pure.
import { amountText, numberText, quantityText } from '../../platform/values/amounts.ts';
import { type Language, locales } from '../../platform/values/languages.ts';
import { serviceWords } from '../../words/service-words.ts';
import type { Rise } from '../compare-invoice.ts';
import type { RisenFactor } from '../risen-factors.ts';

/** The sentence, such as `It costs more than a year ago because the price rose (€1.70/m³ → €1.84/m³).` */
export function explainRise({ than, factors }: Rise, language: Language, currency: string): string {
  const { how, units } = serviceWords[language].invoicePdf;
  const names: Readonly<Record<string, string>> = units;
  const reasons = factors.map((risen) => {
    const { factor, unit, before, now } = risen;
    const unitName = unit === null ? undefined : (names[unit] ?? unit);
    const written = (value: number, decimals: number) =>
      figureOf(risen, value, { unitName, decimals, language, currency });
    // A small rise needs more decimals to be seen.
    const decimals = [2, 3, 4].find((most) => written(before, most) !== written(now, most)) ?? 6;
    return how.factors[factor]({ before: written(before, decimals), now: written(now, decimals) });
  });
  return how.more[than]({ reasons: new Intl.ListFormat(locales[language]).format(reasons) });
}

function figureOf(
  { factor, unit }: RisenFactor,
  value: number,
  {
    unitName,
    decimals,
    language,
    currency,
  }: {
    readonly unitName: string | undefined;
    readonly decimals: number;
    readonly language: Language;
    readonly currency: string;
  },
): string {
  if (factor === 'bill' || factor === 'bill_rest') return amountText(language, value, currency);
  if (factor === 'share') return `${numberText(language, 100 * value, decimals, decimals)}\u00a0%`;
  if (factor === 'price' || factor === 'bill_price')
    return [amountText(language, value, currency, decimals), unitName].filter(Boolean).join('/');
  return [quantityText(language, value, unit), unitName].filter(Boolean).join(' ');
}
