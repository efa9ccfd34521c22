// Short notifications at the edge of the page, of success only: what fails is shown where it was asked for.
import { notifications } from '@mantine/notifications';
import type { Words } from '../words/words.ts';

/** A success; it replaces the notification before it. */
export function showSuccess({ common }: Words, message: string): void {
  notifications.clean();
  notifications.show({ message, color: 'pine', closeButtonProps: { 'aria-label': common.close } });
}
