// The price of a unit of a charge in a compared period, as text.
import type { ConsoleBody } from '../../api/bodies.ts';
import { useLanguage } from '../../words/language.tsx';

export type ComparedPeriodBody = ConsoleBody<'/invoices/{id}/comparison'>['data'][number]['periods'][number];

/** Undefined where the price is not known. */
export function usePeriodPrice(currency: string): (figures: ComparedPeriodBody) => string | undefined {
  const { format } = useLanguage();
  const unitName = useUnitName();
  return ({ unitPrice, unit, ofBuilding }) => {
    if (unitPrice === null) return undefined;
    const shown = ofBuilding ? format.quotient(unitPrice, currency) : format.money(unitPrice, currency, 6);
    return [shown, unitName(unit)].filter(Boolean).join('/');
  };
}

/** The name of a unit; on a supplier bill it is what people wrote. */
export function useUnitName(): (unit: string | null) => string | undefined {
  const units: Readonly<Record<string, string>> = useLanguage().t.invoices.units;
  return (unit) => (unit === null ? undefined : (units[unit] ?? unit));
}
