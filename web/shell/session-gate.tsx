// The entry: tries the cookie, then shows the sign-in or the console; the cache of a session is deleted with it.
import { Box } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { RouterProvider } from '@tanstack/react-router';
import { Suspense, useEffect, useState, useSyncExternalStore } from 'react';
import { personQuery } from '../api/person.ts';
import { renewSession, sessionState, watchSession } from '../api/session.ts';
import { QueryContent } from '../parts/query-content.tsx';
import { FailureState, LoadingState } from '../parts/states.tsx';
import { hasChosenLanguage, useLanguage } from '../words/language.tsx';
import { lazyPart } from './lazy.ts';
import { router } from './router.ts';

const SignIn = lazyPart(async () => (await import('./sign-in.tsx')).SignIn);
const Start = lazyPart(async () => (await import('./first-start.tsx')).FirstStart);

export function SessionGate() {
  const state = useSyncExternalStore(watchSession, sessionState);
  const client = useQueryClient();
  const [error, setError] = useState<unknown>();
  const [attempt, setAttempt] = useState(0);
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new attempt tries again.
  useEffect(() => {
    setError(undefined);
    if (state !== 'in') client.clear();
    if (state === 'unknown') renewSession().catch(setError);
  }, [state, client, attempt]);
  const starting = location.pathname === '/console/start';
  if (starting || state === 'out')
    return <Suspense fallback={<LoadingState />}>{starting ? <Start /> : <SignIn />}</Suspense>;
  if (state === 'in') return <SignedInConsole />;
  const again = () => setAttempt(attempt + 1);
  return <Box p="xl">{error === undefined ? <LoadingState /> : <FailureState error={error} retry={again} />}</Box>;
}

function SignedInConsole() {
  const person = useQuery(personQuery);
  const { choose } = useLanguage();
  const language = person.data?.language;
  useEffect(() => {
    if (language !== undefined && !hasChosenLanguage()) choose(language);
  }, [language, choose]);
  return <QueryContent query={person}>{() => <RouterProvider router={router} />}</QueryContent>;
}
