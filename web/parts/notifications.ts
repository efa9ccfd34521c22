// Short notifications at the edge of the page, of success only: what fails is shown where it was asked for.
import type { Words } from '../words/words.ts';
import { overlays } from './overlays-ready.ts';

/** A success; it replaces the notification before it. */
export async function showSuccess({ common }: Words, message: string): Promise<void> {
  const { notifications } = await overlays;
  notifications.clean();
  notifications.show({ message, color: 'pine', closeButtonProps: { 'aria-label': common.close } });
}
