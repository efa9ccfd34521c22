// Requests to close what is open, as the system makes them: Back on an Android phone, Escape on a keyboard.
import { useEffect, useRef } from 'react';

type CloseWatcher = { onclose: () => void; destroy(): void };
const Watcher = (globalThis as { CloseWatcher?: new () => CloseWatcher }).CloseWatcher;

/** Closes what is open when the system asks for it, in browsers that tell. */
export function useCloseRequest(opened: boolean, close: () => void): void {
  const latest = useRef(close);
  latest.current = close;
  useEffect(() => {
    if (!opened || Watcher === undefined) return;
    const watcher = new Watcher();
    watcher.onclose = () => latest.current();
    return () => watcher.destroy();
  }, [opened]);
}
