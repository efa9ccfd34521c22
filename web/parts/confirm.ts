// Asks for confirmation before an action that cannot be undone. Red is for what is lost; what everybody does each month
// is not a danger.
import type { Words } from '../words/words.ts';
import { overlays } from './overlays-ready.ts';

/** Asks, and acts when confirmed. The focus is on the harmless button. */
export function confirmFirst(
  { common }: Words,
  question: {
    readonly title: string;
    readonly text: string;
    readonly yes: string;
    /** Cancel by default. */
    readonly no?: string;
    readonly act: () => void;
    /** Whether it is everyday work, and nothing is lost by it. */
    readonly routine?: boolean;
    /** Called when the question is closed, also after a confirmation. */
    readonly closed?: () => void;
  },
): void {
  const modal = {
    title: question.title,
    children: question.text,
    labels: { confirm: question.yes, cancel: question.no ?? common.cancel },
    ...(question.routine !== true && { confirmProps: { color: 'red' } }),
    cancelProps: { 'data-autofocus': true },
    closeButtonProps: { 'aria-label': common.close },
    onConfirm: question.act,
    ...(question.closed && { onClose: question.closed }),
  };
  void overlays.then(({ modals }) => modals.openConfirmModal(modal));
}
