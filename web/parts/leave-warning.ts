// Asks before the page is left or reloaded during an action.
import { useEffect } from 'react';

/** Makes the browser ask while `busy`. The service finishes what it has started in any case. */
export function useLeaveWarning(busy: boolean): void {
  useEffect(() => {
    if (!busy) return;
    const ask = (event: BeforeUnloadEvent) => event.preventDefault();
    addEventListener('beforeunload', ask);
    return () => removeEventListener('beforeunload', ask);
  }, [busy]);
}
