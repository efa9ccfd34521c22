// The entry: tries the cookie, then shows the sign-in or the console; the cache of a session is deleted with it, and
// drafts when the person signs out.
import { Box } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { Suspense, useEffect, useState, useSyncExternalStore } from 'react';
import { personQuery } from '../api/person.ts';
import { renewSession, sessionState, watchSession } from '../api/session.ts';
import { deleteDrafts, forgetDraftKey } from '../parts/draft-storage.ts';
import { FailureState, LoadingState } from '../parts/states.tsx';
import { rememberFirstScreen } from './first-screen.ts';
import { lazyFirstPart, lazyPart } from './lazy.ts';
import { preloadFirstScreen } from './preload-first-screen.ts';

preloadFirstScreen();
const SignedIn = lazyFirstPart(async () => (await import('./signed-in.tsx')).SignedInConsole);
const SignIn = lazyFirstPart(async () => (await import('./sign-in.tsx')).SignIn);
const ProviderReturn = lazyPart(async () => (await import('./provider-return.tsx')).ProviderReturn);
const Start = lazyPart(async () => (await import('./first-start.tsx')).FirstStart);

export function SessionGate() {
  const state = useSyncExternalStore(watchSession, sessionState);
  const client = useQueryClient();
  const [error, setError] = useState<unknown>();
  const [attempt, setAttempt] = useState(0);
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new attempt tries again.
  useEffect(() => {
    setError(undefined);
    if (state !== 'in') {
      client.clear();
      forgetDraftKey();
    }
    if (state === 'unknown') renewSession().catch(setError);
    if (state === 'in') client.prefetchQuery(personQuery); // Beside the code of the console.
    if (state === 'out' || state === 'expired') rememberFirstScreen(undefined);
    if (state === 'out') deleteDrafts();
  }, [state, client, attempt]);
  const screen = screenOf(location.pathname);
  const Shown = screen ?? { in: SignedIn, out: SignIn, expired: SignIn, unknown: undefined }[state];
  if (Shown !== undefined)
    return (
      <Suspense fallback={<LoadingState />}>
        <Shown />
      </Suspense>
    );
  const again = () => setAttempt(attempt + 1);
  return <Box p="xl">{error === undefined ? <LoadingState /> : <FailureState error={error} retry={again} />}</Box>;
}

/** The screens that are shown with or without a session. */
function screenOf(path: string) {
  if (path === '/console/start') return Start;
  return path.startsWith('/console/provider/') ? ProviderReturn : undefined;
}
