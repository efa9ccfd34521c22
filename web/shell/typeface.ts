// Loads the typeface: at once where the browser has it, else after the first screen, with which it would share a slow connection.
import { afterFirstScreen } from './lazy.ts';

const storageKey = 'haldur-typeface';
const load = () => import('../fonts.css');

/** Loads the typeface. Without it the text stays in the fallback. */
export async function loadTypeface(): Promise<void> {
  try {
    if (localStorage.getItem(storageKey) === null) await afterFirstScreen;
    await load();
    localStorage.setItem(storageKey, 'loaded');
  } catch {
    // The next page tries again.
  }
}
