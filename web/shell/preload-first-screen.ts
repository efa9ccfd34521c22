// Loads the code of the first screen while the session is refreshed, instead of after it.
import { lastFirstScreen } from './first-screen.ts';

/**
 * Loads what was shown first the last time; where nobody was signed in, the sign-in. A failed load is repeated, and
 * reported, when the part is shown.
 */
export function preloadFirstScreen(): void {
  const last = lastFirstScreen();
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
