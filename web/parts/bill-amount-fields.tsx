// Fields for the amounts of supplier bills, one for each charge that divides a bill.
import type { Schemas } from '../api/bodies.ts';
import { NumberField } from './number-field.tsx';

/** Amounts by the code of the charge; a bill without an amount is absent. */
export type BillAmounts = Readonly<Record<string, number>>;

/** The id of the field of a charge's bill. */
export function billFieldId(code: string): string {
  return `bill-${code}`;
}

export function BillAmountFields({
  currency,
  charges,
  amounts,
  change,
  labelOf = ({ name }) => name,
  hintOf,
}: {
  readonly currency: string;
  readonly charges: readonly Pick<Schemas['Charge'], 'code' | 'name'>[];
  readonly amounts: BillAmounts;
  readonly change: (amounts: BillAmounts) => void;
  readonly labelOf?: (charge: { readonly name: string }) => string;
  readonly hintOf?: (code: string) => string;
}) {
  return charges.map(({ code, name }) => (
    <NumberField
      key={code}
      id={billFieldId(code)}
      label={labelOf({ name })}
      description={hintOf?.(code)}
      decimals={2}
      currency={currency}
      value={amounts[code] ?? ''}
      onChange={(value) => {
        const { [code]: _, ...others } = amounts;
        change(typeof value === 'number' ? { ...others, [code]: value } : others);
      }}
    />
  ));
}
