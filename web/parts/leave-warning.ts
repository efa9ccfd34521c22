// Asking before the page is left or loaded anew while something is being done there.
import { useEffect } from 'react';

/** Has the browser ask for as long as `busy`. What the service has begun it ends all the same. */
export function useLeaveWarning(busy: boolean): void {
  useEffect(() => {
    if (!busy) return;
    const ask = (event: BeforeUnloadEvent) => event.preventDefault();
    addEventListener('beforeunload', ask);
    return () => removeEventListener('beforeunload', ask);
  }, [busy]);
}
