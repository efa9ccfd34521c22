// A field to search a list. What is written is applied after a moment, and the field follows a search that comes from
// elsewhere, such as a link.
import { TextInput, type TextInputProps } from '@mantine/core';
import { useDebouncedCallback } from '@mantine/hooks';
import { useState } from 'react';
import { Icon } from './icons.tsx';

type SearchInputProps = Pick<TextInputProps, 'label' | 'aria-label' | 'placeholder' | 'w'> & {
  /** The text by which the list is searched now. */
  readonly text: string | undefined;
  readonly search: (text: string | undefined) => unknown;
};

export function SearchInput({ text = '', search, ...input }: SearchInputProps) {
  const [written, setWritten] = useState(text);
  const [applied, setApplied] = useState(text);
  const [sent, setSent] = useState(text);
  if (text !== applied) {
    setApplied(text);
    if (text !== sent) setWritten(text);
  }
  const send = useDebouncedCallback((next: string) => {
    setSent(next);
    search(next || undefined);
  }, 250);
  const write = (next: string) => {
    setWritten(next);
    send(next.trim());
  };
  return (
    <TextInput
      maw="100%"
      maxLength={100}
      leftSection={<Icon name="search" size={16} />}
      value={written}
      onChange={(event) => write(event.currentTarget.value)}
      {...input}
    />
  );
}
