// The choice of the currency for a statement that does not state it.
import { NativeSelect } from '@mantine/core';

/** The currencies of the banks whose statements are supported. */
const currencies = ['EUR', 'CHF', 'CZK', 'DKK', 'GBP', 'NOK', 'PLN', 'SEK', 'USD'];

export function CurrencySelect({
  label,
  none,
  value,
  choose,
}: {
  readonly label: string;
  /** The label of no choice. */
  readonly none: string;
  readonly value: string;
  readonly choose: (currency: string) => void;
}) {
  return (
    <NativeSelect
      label={label}
      value={value}
      onChange={(event) => choose(event.currentTarget.value)}
      data={[{ value: '', label: none }, ...currencies]}
    />
  );
}
