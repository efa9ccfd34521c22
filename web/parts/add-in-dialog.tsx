// The button above a list that adds an item, and the dialog with its form.
import { Button } from '@mantine/core';
import type { ReactNode } from 'react';
import { Dialog } from './dialog.tsx';
import { Icon } from './icons.tsx';
import { type LinkedForm, useOpenedByLink } from './opened-by-link.ts';

export function AddInDialog({
  label,
  link,
  form,
}: {
  /** The title of the button and of the form. */
  readonly label: string;
  /** The name by which links of other pages open the form. */
  readonly link?: LinkedForm;
  readonly form: (done: () => void) => ReactNode;
}) {
  const [opened, { open, close }] = useOpenedByLink(link);
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
