// Fields for supplier bills, one for each charge that divides a bill, and one for the quantity where it has a unit.
import { Checkbox } from '@mantine/core';
import { Fragment } from 'react';
import type { Schemas } from '../api/bodies.ts';
import { useLanguage } from '../words/language.tsx';
import { NumberField } from './number-field.tsx';

/** Amounts by the code of the charge; a bill without an amount is absent. */
export type BillAmounts = Readonly<Record<string, number>>;

/** What is entered of bills. */
export type EnteredBills = { readonly amounts: BillAmounts; readonly quantities: BillAmounts };

/** The id of the field of a charge's bill. */
export function billFieldId(code: string): string {
  return `bill-${code}`;
}

export function BillAmountFields({
  currency,
  charges,
  bills: { amounts, quantities },
  change,
  labelOf = ({ name }) => name,
  hintOf,
  mayLack = false,
}: {
  readonly currency: string;
  readonly charges: readonly Pick<Schemas['Charge'], 'code' | 'name' | 'billUnit'>[];
  readonly bills: EnteredBills;
  readonly change: (bills: EnteredBills) => void;
  readonly labelOf?: (charge: { readonly name: string }) => string;
  readonly hintOf?: (code: string) => string;
  /** Whether a person can say that there is no bill: one of zero. */
  readonly mayLack?: boolean;
}) {
  const { t } = useLanguage();
  return charges.map(({ code, name, billUnit }) => (
    <Fragment key={code}>
      <div>
        <NumberField
          id={billFieldId(code)}
          label={labelOf({ name })}
          description={hintOf?.(code)}
          decimals={2}
          currency={currency}
          value={amounts[code] ?? ''}
          onChange={(value) => change({ amounts: withAmount(amounts, code, value), quantities })}
        />
        {mayLack && (
          <Checkbox
            mt={6}
            size="xs"
            label={t.generate.noBillThisMonth}
            aria-label={t.generate.noBillOf({ name })}
            checked={amounts[code] === 0}
            onChange={({ currentTarget: { checked } }) =>
              change({
                amounts: withAmount(amounts, code, checked ? 0 : ''),
                quantities: withAmount(quantities, code, ''),
              })
            }
          />
        )}
      </div>
      {billUnit && (
        <NumberField
          label={t.charges.billQuantity({ name, unit: billUnit })}
          decimals={6}
          min={0}
          style={{ alignSelf: 'end' }}
          mb={{ sm: mayLack ? 25 : 0 }}
          value={quantities[code] ?? ''}
          onChange={(value) => change({ amounts, quantities: withAmount(quantities, code, value) })}
        />
      )}
    </Fragment>
  ));
}

function withAmount(amounts: BillAmounts, code: string, value: number | string): BillAmounts {
  const { [code]: _, ...others } = amounts;
  return typeof value === 'number' ? { ...others, [code]: value } : others;
}
