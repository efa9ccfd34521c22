// What was written and not saved is not lost by a click elsewhere: leaving asks first, within the console and by the browser.
import { modals } from '@mantine/modals';
import { useBlocker } from '@tanstack/react-router';
import { useLanguage } from '../words/language.tsx';

/** Asks before the screen is left, for as long as something on it is not saved. */
export function useUnsaved(changed: boolean): void {
  const { t } = useLanguage();
  useBlocker({
    disabled: !changed,
    enableBeforeUnload: changed,
    shouldBlockFn: () =>
      new Promise((answer) => {
        modals.openConfirmModal({
          title: t.common.unsaved,
          children: t.common.unsavedLead,
          labels: { confirm: t.common.leave, cancel: t.common.stay },
          confirmProps: { color: 'red' },
          cancelProps: { 'data-autofocus': true },
          closeButtonProps: { 'aria-label': t.common.close },
          onConfirm: () => answer(false),
          onClose: () => answer(true), // After a yes, too; the first answer counts.
        });
      }),
  });
}
