// Short notifications at the edge of the page: success or failure.
import { notifications } from '@mantine/notifications';
import type { Words } from '../words/words.ts';
import { ErrorMessage } from './error-message.tsx';

/** The last failure that was shown. */
let shownFailure: string | undefined;

/** Hides the last failure: what failed has succeeded since. */
export function hideFailure(): void {
  if (shownFailure !== undefined) notifications.hide(shownFailure);
}

/** A success; it replaces an earlier failure. */
export function showSuccess(t: Words, message: string): void {
  hideFailure();
  notifications.show({ message, color: 'pine', closeButtonProps: { 'aria-label': t.common.close } });
}

/** A failure and its reason. It stays until it is closed, or until the next. */
export function showFailure(t: Words, error: unknown): void {
  hideFailure();
  shownFailure = notifications.show({
    title: t.common.failed,
    message: <ErrorMessage t={t} error={error} />,
    color: 'red',
    autoClose: false,
    closeButtonProps: { 'aria-label': t.common.close },
  });
}
