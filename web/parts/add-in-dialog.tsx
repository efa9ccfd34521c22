// The button above a list that adds an item, and the dialog with its form.
import { Button } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import type { ReactNode } from 'react';
import { Dialog } from './dialog.tsx';
import { Icon } from './icons.tsx';

export function AddInDialog({
  label,
  form,
}: {
  /** The title of the button and of the form. */
  readonly label: string;
  readonly form: (done: () => void) => ReactNode;
}) {
  const [opened, { open, close }] = useDisclosure();
  return (
    <>
      <Button size="xs" leftSection={<Icon name="plus" size={16} />} onClick={open}>
        {label}
      </Button>
      <Dialog opened={opened} onClose={close} title={label}>
        {form(close)}
      </Dialog>
    </>
  );
}
