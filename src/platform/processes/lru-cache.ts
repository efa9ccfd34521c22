// A cache with many places: beyond its maximum it forgets what was not used for longest.
import { LRUCache } from 'lru-cache';

/**
 * Makes an empty cache for at most `maxEntries`. It grows as it fills: with its option `max` the library reserves all
 * places at once, 18 ms for 100,000.
 */
export function makeLruCache<Value extends NonNullable<unknown>>(
  maxEntries: number,
  options: { readonly ttl?: number } = {},
): LRUCache<string, Value> {
  return new LRUCache({ ...options, maxSize: maxEntries, sizeCalculation: () => 1 });
}
