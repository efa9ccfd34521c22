// Sorted lists.

/**
 * The index of the first item for which a condition holds that holds for all items after it too; the length of the list
 * where there is none.
 */
export function firstIndexWhere<T>(list: readonly T[], holds: (item: T) => boolean): number {
  let [from, to] = [0, list.length];
  while (from < to) {
    const middle = (from + to) >> 1;
    if (holds(list[middle] as T)) to = middle;
    else from = middle + 1;
  }
  return from;
}
