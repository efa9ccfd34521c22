// What the first screen of this browser will probably be: its code is loaded while the session is refreshed, instead of after it.

const storageKey = 'haldur-first-screen';
type FirstScreen = 'staff' | 'resident';

/** Loads what was shown first the last time; where nobody was signed in, the sign-in. A failed load is repeated, and reported, when the part is shown. */
export function preloadFirstScreen(): void {
  const last = localStorage.getItem(storageKey);
  const parts =
    last === null
      ? [import('./sign-in.tsx')]
      : [
          import('./signed-in.tsx'),
          import('../screens/home/home.tsx'),
          ...(last === 'resident' ? [import('../screens/my-home/my-home.tsx')] : []),
        ];
  for (const part of parts) part.catch(() => undefined);
}

/** Remembers the first screen; without one, that nobody is signed in. */
export function rememberFirstScreen(screen: FirstScreen | undefined): void {
  if (screen === undefined) localStorage.removeItem(storageKey);
  else localStorage.setItem(storageKey, screen);
}
