// Asking before something is done that cannot be taken back.
import { modals } from '@mantine/modals';
import type { Words } from '../words/words.ts';

/** Asks, and acts when the answer is yes. The focus stands on the harmless button. */
export function askFirst(
  { common }: Words,
  question: { readonly title: string; readonly text: string; readonly yes: string; readonly act: () => void },
): void {
  modals.openConfirmModal({
    title: question.title,
    children: question.text,
    labels: { confirm: question.yes, cancel: common.cancel },
    confirmProps: { color: 'red' },
    cancelProps: { 'data-autofocus': true },
    closeButtonProps: { 'aria-label': common.close },
    onConfirm: question.act,
  });
}
