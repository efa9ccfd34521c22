// Short notes at the edge of the page: that something was done, or was not.
import { notifications } from '@mantine/notifications';
import type { Words } from '../words/words.ts';
import { Why } from './told.tsx';

/** Something was done. */
export function sayDone(t: Words, message: string): void {
  notifications.show({ message, color: 'pine', closeButtonProps: { 'aria-label': t.common.close } });
}

/** Something was not done, and why. It stays until it is closed. */
export function sayFailure(t: Words, error: unknown): void {
  notifications.show({
    title: t.common.failed,
    message: <Why t={t} error={error} />,
    color: 'red',
    autoClose: false,
    closeButtonProps: { 'aria-label': t.common.close },
  });
}
