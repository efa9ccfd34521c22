// A notification of a decision that can be undone for a while.
import { Group } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { useAction } from '../../api/use-action.ts';
import { ActionButton } from '../../parts/action-button.tsx';
import { useLanguage } from '../../words/language.tsx';
import type { Words } from '../../words/words.ts';

/** Reports what was done, and offers to undo it for ten seconds. */
export function showWithUndo({ common }: Words, message: string, back: () => Promise<unknown>): void {
  const id = crypto.randomUUID();
  // Only one is shown at a time: the next would wait for the end of this one.
  notifications.clean();
  notifications.show({
    id,
    autoClose: 10_000,
    color: 'pine',
    message: <UndoNotification message={message} back={back} id={id} />,
    closeButtonProps: { 'aria-label': common.close },
  });
}

function UndoNotification({
  message,
  back,
  id,
}: {
  readonly message: string;
  readonly back: () => Promise<unknown>;
  readonly id: string;
}) {
  const { t } = useLanguage();
  const undo = useAction(back, { done: t.payments.undone, next: () => notifications.hide(id) });
  return (
    <Group justify="space-between">
      <span>{message}</span>
      <ActionButton size="compact-sm" variant="subtle" action={undo} onClick={() => undo.mutate(undefined)}>
        {t.payments.undo}
      </ActionButton>
    </Group>
  );
}
