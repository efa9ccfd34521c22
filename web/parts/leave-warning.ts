// Warnings before a page is left: while an action runs, and with unsaved changes.

import { useBlocker } from '@tanstack/react-router';
import { useEffect } from 'react';
import { useLanguage } from '../words/language.tsx';
import { confirmFirst } from './confirm.ts';

/** Makes the browser ask while `busy`. The service finishes what it has started in any case. */
export function useLeaveWarning(busy: boolean): void {
  useEffect(() => {
    if (!busy) return;
    const ask = (event: BeforeUnloadEvent) => event.preventDefault();
    addEventListener('beforeunload', ask);
    return () => removeEventListener('beforeunload', ask);
  }, [busy]);
}

/**
 * Asks before the screen is left while something on it is not saved. `forget` deletes its draft when the person leaves.
 */
export function useUnsavedWarning(changed: boolean, forget?: () => void): void {
  const { t } = useLanguage();
  useBlocker({
    disabled: !changed,
    enableBeforeUnload: changed,
    shouldBlockFn: () =>
      new Promise((resolve) => {
        confirmFirst(t, {
          title: t.common.unsaved,
          text: t.common.unsavedLead,
          yes: t.common.leave,
          no: t.common.stay,
          act: () => {
            forget?.();
            resolve(false);
          },
          closed: () => resolve(true), // The first answer counts.
        });
      }),
  });
}
