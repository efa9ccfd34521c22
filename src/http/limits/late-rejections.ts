// Late rejections: a request over a limit is answered a second late, so that a caller who asks again at once does not keep the service busy with rejecting.
import { setTimeout as delay } from 'node:timers/promises';
import { defaultMaxConnections } from './connection-limit.ts';

/** Returns what waits before a rejection, in milliseconds. When `maxHeld` wait already, it returns at once: connections remain for others. */
export function makeRejectionDelay(
  heldMs = 1000,
  maxHeld = Math.ceil(defaultMaxConnections() / 5),
): () => Promise<void> {
  let held = 0;
  return async () => {
    if (held >= maxHeld) return;
    held += 1;
    await delay(heldMs);
    held -= 1;
  };
}
