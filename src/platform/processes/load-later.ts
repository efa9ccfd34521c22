// Packages that only some requests or settings need: found at the start, so that a missing one fails there, and loaded
// at first use. Loading them took a fifth of a start.
import { createRequire } from 'node:module';
import { once } from './memoize.ts';

const require = createRequire(import.meta.url);

/**
 * Returns what loads a package: at its first call, in some ten milliseconds. Throws at once if the package is not
 * installed.
 */
export function loadLater<Package extends object>(name: string): () => Package {
  const path = require.resolve(name);
  return once(() => require(path) as Package);
}
