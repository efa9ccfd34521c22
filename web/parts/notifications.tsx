// Short notes at the edge of the page: that something was done, or was not.
import { notifications } from '@mantine/notifications';
import type { Words } from '../words/words.ts';
import { ErrorMessage } from './error-message.tsx';

/** The last failure that was told. */
let shownFailure: string | undefined;

/** Something was done; a failure before it has nothing more to say. */
export function showSuccess(t: Words, message: string): void {
  if (shownFailure !== undefined) notifications.hide(shownFailure);
  notifications.show({ message, color: 'pine', closeButtonProps: { 'aria-label': t.common.close } });
}

/** Something was not done, and why. It stays until it is closed, or until the next. */
export function showFailure(t: Words, error: unknown): void {
  if (shownFailure !== undefined) notifications.hide(shownFailure);
  shownFailure = notifications.show({
    title: t.common.failed,
    message: <ErrorMessage t={t} error={error} />,
    color: 'red',
    autoClose: false,
    closeButtonProps: { 'aria-label': t.common.close },
  });
}
