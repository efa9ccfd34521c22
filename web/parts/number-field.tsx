// A field for a number, written as people of the language write it. It tells each number as soon as it is one, and keeps every sign that leads to one: what
// was written stands there until the field is left.
import { Text, TextInput, type TextInputProps } from '@mantine/core';
import { useState } from 'react';
import { useLanguage } from '../words/language.tsx';
import { parseWrittenNumber, toNumber } from './number-text.ts';

type NumberFieldProps = Omit<TextInputProps, 'value' | 'onChange' | 'min' | 'max' | 'defaultValue'> & {
  /** '' where there is none. */
  readonly value?: number | string;
  readonly onChange: (value: number | '') => void;
  /** How many digits may stand behind the comma. */
  readonly decimals: number;
  /** What is beyond becomes the bound when the field is left. Without a least one, numbers may be negative. */
  readonly min?: number | undefined;
  readonly max?: number | undefined;
  readonly unit?: string;
};

export function NumberField({ value = '', onChange, onBlur, decimals, min, max, unit, ...input }: NumberFieldProps) {
  const { format } = useLanguage();
  const [written, setWritten] = useState<string>();
  const negative = min === undefined || min < 0;
  const numericValue =
    written === undefined ? undefined : toNumber(parseWrittenNumber(written, { decimals, negative }) ?? '');
  const shown = value === '' ? '' : format.number(Number(value), decimals);
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

/** Whether what was written is still what the form has; where it takes none for nought, an empty field may stay empty. */
function isSame(own: number | '' | undefined, value: number | string): boolean {
  return own === '' ? value === '' || Number(value) === 0 : own === Number(value) && value !== '';
}
