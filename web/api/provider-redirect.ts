// The redirect to a sign-in provider and back: remembers in this tab which page of the console the person left, without
// what they searched for there.
const key = 'haldur-left';

/** Goes to a provider. */
export function leaveFor(url: string): void {
  sessionStorage.setItem(key, location.pathname + location.search); // What was searched for, after #, is not stored.
  location.assign(url);
}

/** The page of the console that was left; the home page if none was in this tab. */
export function pageLeft(): string {
  const left = sessionStorage.getItem(key) ?? '';
  sessionStorage.removeItem(key);
  return /^\/console\/(?!provider\/)[^\\]*$/.test(left) ? left : '/console/';
}
