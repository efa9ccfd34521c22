// Protects unsaved input: leaving asks first, within the console and in the browser.
import { useBlocker } from '@tanstack/react-router';
import { useLanguage } from '../words/language.tsx';
import { confirmFirst } from './confirm.ts';

/** Asks before the screen is left while something on it is not saved. */
export function useUnsavedWarning(changed: boolean): void {
  const { t } = useLanguage();
  useBlocker({
    disabled: !changed,
    enableBeforeUnload: changed,
    shouldBlockFn: () =>
      new Promise((answer) => {
        confirmFirst(t, {
          title: t.common.unsaved,
          text: t.common.unsavedLead,
          yes: t.common.leave,
          no: t.common.stay,
          act: () => answer(false),
          closed: () => answer(true), // The first answer counts.
        });
      }),
  });
}
