// Forms that a person began and did not finish, each with the way back to it.
import { Alert, Anchor, Group } from '@mantine/core';
import type { ReactNode } from 'react';
import { useLanguage } from '../words/language.tsx';
import { useKeptDrafts } from './draft.tsx';

/** The note above the links to what was begun. */
export function Begun({ children }: { readonly children: ReactNode }) {
  const { t } = useLanguage();
  return (
    <Alert color="yellow" role="status" p="xs">
      <Group gap="xs">
        {t.common.begun}
        {children}
      </Group>
    </Alert>
  );
}

/** The drafts of a form in a dialog, while that is closed. `titleOf` a draft of another page is undefined. */
export function BegunForms({
  form,
  isOpen,
  titleOf,
  open,
}: {
  readonly form: string;
  readonly isOpen: boolean;
  readonly titleOf: (draft: string) => string | undefined;
  readonly open: (draft: string) => void;
}) {
  const drafts = useKeptDrafts(form).filter((draft) => titleOf(draft) !== undefined);
  if (isOpen || drafts.length === 0) return null;
  return (
    <Begun>
      {drafts.map((draft) => (
        <Anchor key={draft} component="button" c="inherit" underline="always" onClick={() => open(draft)}>
          {titleOf(draft)}
        </Anchor>
      ))}
    </Begun>
  );
}
