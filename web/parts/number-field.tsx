// A field for a number in the notation of the language. It reports each number as soon as the text is one, and keeps
// every character that may lead to one: the text stays as typed until the field is left.
import { Text, TextInput, type TextInputProps } from '@mantine/core';
import { useState } from 'react';
import { useLanguage } from '../words/language.tsx';
import { parseWrittenNumber, toNumber } from './number-text.ts';

type NumberFieldProps = Omit<TextInputProps, 'value' | 'onChange' | 'min' | 'max' | 'defaultValue'> & {
  /** '' where there is none. */
  readonly value?: number | string;
  readonly onChange: (value: number | '') => void;
  /** The maximum number of decimals. */
  readonly decimals: number;
  /** A value beyond a bound becomes the bound when the field is left. Without a minimum, numbers may be negative. */
  readonly min?: number | undefined;
  readonly max?: number | undefined;
  readonly unit?: string;
  /** Of an amount of money: the sign is its unit, and it is shown with its cents. */
  readonly currency?: string;
  /** What a price is for: `m²`. */
  readonly per?: string | undefined;
};

export function NumberField({
  value = '',
  onChange,
  onBlur,
  decimals,
  min,
  max,
  currency,
  per,
  unit: given,
  ...input
}: NumberFieldProps) {
  const { format } = useLanguage();
  const unit = given ?? (currency && [format.currencySign(currency), per].filter(Boolean).join('/'));
  const [written, setWritten] = useState<string>();
  const negative = min === undefined || min < 0;
  const numericValue =
    written === undefined ? undefined : toNumber(parseWrittenNumber(written, { decimals, negative }) ?? '');
  const shown = value === '' ? '' : format.number(Number(value), decimals, currency === undefined ? 0 : 2);
  return (
    <TextInput
      inputMode={negative ? 'text' : decimals === 0 ? 'numeric' : 'decimal'}
      autoComplete="off"
      {...(unit !== undefined && {
        rightSection: (
          <Text fz="sm" c="dimmed">
            {unit}
          </Text>
        ),
        rightSectionWidth: `${unit.length + 2}ch`,
        rightSectionPointerEvents: 'none',
      })}
      {...input}
      value={written !== undefined && isSame(numericValue, value) ? written : shown}
      onChange={(event) => {
        const text = event.currentTarget.value;
        const number = parseWrittenNumber(text, { decimals, negative });
        if (number === undefined) return;
        setWritten(text);
        onChange(toNumber(number));
      }}
      onBlur={(event) => {
        setWritten(undefined);
        const within = Math.min(max ?? Infinity, Math.max(min ?? -Infinity, Number(value)));
        if (value !== '' && within !== Number(value)) onChange(within);
        onBlur?.(event);
      }}
    />
  );
}

/**
 * Whether the typed text is still the value of the form; where the form treats empty as zero, an empty field may stay
 * empty.
 */
function isSame(own: number | '' | undefined, value: number | string): boolean {
  return own === '' ? value === '' || Number(value) === 0 : own === Number(value) && value !== '';
}
