// Asking before something is done or left that cannot be brought back.
import { modals } from '@mantine/modals';
import type { Words } from '../words/words.ts';

/** Asks, and acts when the answer is yes. The focus stands on the harmless button. */
export function confirmFirst(
  { common }: Words,
  question: {
    readonly title: string;
    readonly text: string;
    readonly yes: string;
    /** Cancel, when absent. */
    readonly no?: string;
    readonly act: () => void;
    /** Called when the question is closed, after a yes, too. */
    readonly closed?: () => void;
  },
): void {
  modals.openConfirmModal({
    title: question.title,
    children: question.text,
    labels: { confirm: question.yes, cancel: question.no ?? common.cancel },
    confirmProps: { color: 'red' },
    cancelProps: { 'data-autofocus': true },
    closeButtonProps: { 'aria-label': common.close },
    onConfirm: question.act,
    ...(question.closed && { onClose: question.closed }),
  });
}
