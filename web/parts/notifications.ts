// Short notifications at the edge of the page: success or failure.
import { type NotificationData, notifications } from '@mantine/notifications';
import type { Words } from '../words/words.ts';
import { ErrorMessage } from './error-message.tsx';

/** The last failure that was shown, and the action that failed. */
let shownFailure: { readonly notification: string; readonly action: string | undefined } | undefined;

/** Hides the failure of an action that has succeeded since. Without an action: any. */
export function hideFailure(action = shownFailure?.action): void {
  if (shownFailure !== undefined && shownFailure.action === action) notifications.hide(shownFailure.notification);
}

/** A success; it replaces the notification before it. */
export function showSuccess(t: Words, message: string): void {
  show({ message, color: 'pine', closeButtonProps: { 'aria-label': t.common.close } });
}

/** A failure and its reason. It stays until it is closed, until the next notification, or until the action succeeds. */
export function showFailure(t: Words, error: unknown, action?: string): void {
  const notification = show({
    title: t.common.failed,
    message: <ErrorMessage t={t} error={error} />,
    color: 'red',
    autoClose: false,
    closeButtonProps: { 'aria-label': t.common.close },
  });
  shownFailure = { notification, action };
}

/** There is one notification at a time. */
function show(notification: NotificationData): string {
  notifications.clean();
  shownFailure = undefined;
  return notifications.show(notification);
}
