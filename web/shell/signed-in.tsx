// The console of a signed-in person: their language, the screens, notifications and dialogs. Loaded apart from the
// sign-in, which needs none of it.
import { useQuery } from '@tanstack/react-query';
import { RouterProvider } from '@tanstack/react-router';
import { Suspense, useEffect } from 'react';
import { personQuery } from '../api/person.ts';
import { QueryContent } from '../parts/query-content.tsx';
import { hasChosenLanguage, useLanguage } from '../words/language.tsx';
import { rememberFirstScreen } from './first-screen.ts';
import { afterFirstScreen, lazyPart } from './lazy.ts';
import { router } from './router.ts';

const Overlays = lazyPart(async () => {
  await afterFirstScreen;
  return (await import('./overlays.tsx')).Overlays;
});

const SecondFactorGate = lazyPart(async () => (await import('./second-factor-gate.tsx')).SecondFactorGate);

export function SignedInConsole() {
  const person = useQuery(personQuery);
  const { choose } = useLanguage();
  const { language, role } = person.data ?? {};
  useEffect(() => {
    if (language !== undefined && !hasChosenLanguage()) choose(language);
    if (role !== undefined) rememberFirstScreen(role === 'resident' ? 'resident' : 'staff');
  }, [language, role, choose]);
  return (
    <QueryContent query={person}>
      {({ lacksSecondFactor }) => (
        <>
          {lacksSecondFactor ? <SecondFactorGate /> : <RouterProvider router={router} />}
          <Suspense fallback={null}>
            <Overlays />
          </Suspense>
        </>
      )}
    </QueryContent>
  );
}
