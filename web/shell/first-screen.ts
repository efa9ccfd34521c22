// What the first screen of this browser was the last time, and so probably will be.

const storageKey = 'haldur-first-screen';
type FirstScreen = 'staff' | 'resident';

/** The last first screen; null where nobody was signed in. */
export function lastFirstScreen(): string | null {
  return localStorage.getItem(storageKey);
}

/** Remembers the first screen; without one, that nobody is signed in. */
export function rememberFirstScreen(screen: FirstScreen | undefined): void {
  if (screen === undefined) localStorage.removeItem(storageKey);
  else localStorage.setItem(storageKey, screen);
}
