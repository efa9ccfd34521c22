// The notifications and dialogs above every screen, which are loaded after the first one.
import type { modals } from '@mantine/modals';
import type { notifications } from '@mantine/notifications';

type Overlays = { readonly modals: typeof modals; readonly notifications: typeof notifications };

let setReady: (overlays: Overlays) => void = () => undefined;
/** Resolves when they are there: what is asked or said before comes then. */
export const overlays = new Promise<Overlays>((resolve) => {
  setReady = resolve;
});

/** Gives them. */
export function overlaysAreReady(ready: Overlays): void {
  setReady(ready);
}
