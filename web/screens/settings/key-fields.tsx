// The fields of an API key that can be changed later: the networks that it is accepted from, and strict handling.
import { Checkbox, TagsInput } from '@mantine/core';
import type { GetInputPropsReturnType } from '@mantine/form';
import type { ReactNode } from 'react';
import { useLanguage } from '../../words/language.tsx';

type InputProps = (field: 'networks' | 'strict', options?: { type: 'checkbox' }) => GetInputPropsReturnType;

export function ChangeableKeyFields({ getInputProps }: { readonly getInputProps: InputProps }) {
  const { t } = useLanguage();
  return (
    <>
      <TagsInput
        label={t.apiKeys.networks}
        description={t.apiKeys.networksLead}
        clearable
        splitChars={[',', ' ', ';']}
        {...getInputProps('networks')}
      />
      <Checkbox
        label={t.requestLog.strict}
        description={t.requestLog.strictLead}
        {...getInputProps('strict', { type: 'checkbox' })}
      />
    </>
  );
}

/** The problems of a key's fields, with those of single networks and buildings at the field that has them all. */
export function keyFieldErrors(fields: Readonly<Record<string, ReactNode>>): Record<string, ReactNode> {
  return Object.fromEntries(Object.entries(fields).map(([path, text]) => [path.split('.')[0] ?? path, text]));
}

/** A list as the service takes it: without elements there is no limit. */
export function listOrNull(values: readonly string[]): string[] | null {
  return values.length === 0 ? null : [...values];
}
