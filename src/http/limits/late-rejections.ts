// Late rejections: a request over a limit is answered a second late, so that a caller who asks again at once does not keep the service busy with rejecting.
// Nothing is held meanwhile but the connection.
import { setTimeout as delay } from 'node:timers/promises';

/** Returns what waits before a rejection, by default a second. When `maxHeld` wait already, it returns at once: connections remain for others. */
export function makeRejectionDelay(maxHeld: number, heldMs = 1000): () => Promise<void> {
  let held = 0;
  return async () => {
    if (held >= maxHeld) return;
    held += 1;
    await delay(heldMs);
    held -= 1;
  };
}
