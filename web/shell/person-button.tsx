// The button of the person's own menu.
import { Avatar, UnstyledButton, type UnstyledButtonProps, VisuallyHidden } from '@mantine/core';
import type { ComponentPropsWithRef } from 'react';
import { usePerson } from '../api/person.ts';
import { useLanguage } from '../words/language.tsx';

export function PersonButton(props: UnstyledButtonProps & ComponentPropsWithRef<'button'>) {
  const { t } = useLanguage();
  const { name } = usePerson();
  return (
    <UnstyledButton aria-haspopup="menu" display="grid" style={{ placeItems: 'center' }} {...props}>
      <Avatar name={name} color="pine" size={34} aria-hidden />
      <VisuallyHidden>{`${t.common.account}: ${name}`}</VisuallyHidden>
    </UnstyledButton>
  );
}
