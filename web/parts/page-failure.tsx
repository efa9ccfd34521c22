// The failure of an action that no longer has a place of its own, such as one whose dialog was closed: above the page.
import { Alert } from '@mantine/core';
import { useNetwork } from '@mantine/hooks';
import { useSyncExternalStore } from 'react';
import { ApiProblem } from '../api/problem.ts';
import { useLanguage } from '../words/language.tsx';
import { ErrorMessage } from './error-message.tsx';
import { Icon } from './icons.tsx';

let failure: unknown;
const listeners = new Set<() => void>();
const shown = new WeakSet<object>();

/** Shows a failure above the page, until it is closed or another action begins. */
export function showOnPage(error: unknown): void {
  failure = error;
  for (const changed of listeners) changed();
}

/** Notes that a screen shows a failure in its own way. */
export function noteShown(error: Error): void {
  shown.add(error);
}

/** Whether a screen shows a failure in its own way. */
export function wasShown(error: unknown): boolean {
  return error instanceof Error && shown.has(error);
}

/** Whether the cause of a failure is gone: the device had no connection, and has one again. */
export function useIsOver(error: unknown): boolean {
  const { online } = useNetwork();
  return online && error instanceof ApiProblem && error.code === 'offline';
}

function subscribe(changed: () => void) {
  listeners.add(changed);
  return () => listeners.delete(changed);
}

export function PageFailure() {
  const { t } = useLanguage();
  const error = useSyncExternalStore(subscribe, () => failure);
  const isOver = useIsOver(error);
  if (!error || isOver) return null;
  return (
    <Alert
      color="red"
      role="alert"
      mb="md"
      icon={<Icon name="warning" />}
      withCloseButton
      closeButtonLabel={t.common.close}
      onClose={() => showOnPage(undefined)}
    >
      <ErrorMessage t={t} error={error} />
    </Alert>
  );
}
