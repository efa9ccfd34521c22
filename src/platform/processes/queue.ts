// A queue whose first item and whose items in the middle are taken in constant time: an array would move all the
// others.

/** A queue in the order of adding. */
export type Queue<T> = {
  /** Adds an item at the end; returns what takes it out before its turn. */
  add(item: T): () => void;
  /** Takes the first item; undefined when there is none. */
  next(): T | undefined;
  size(): number;
};

/** Holes before the first item are given back when there are so many of them, and more than items. */
const maxHoles = 1000;

/** Creates an empty queue. */
export function makeQueue<T>(): Queue<T> {
  let slots: { item: T | undefined }[] = [];
  let first = 0;
  let size = 0;
  return {
    add(item) {
      const slot: { item: T | undefined } = { item };
      slots.push(slot);
      size += 1;
      return () => {
        if (slot.item === undefined) return;
        slot.item = undefined;
        size -= 1;
      };
    },
    next() {
      while (first < slots.length) {
        const slot = slots[first] as { item: T | undefined };
        first += 1;
        const { item } = slot;
        if (item === undefined) continue;
        slot.item = undefined;
        size -= 1;
        if (first > maxHoles && first > size) [slots, first] = [slots.slice(first), 0];
        return item;
      }
      [slots, first] = [[], 0];
      return undefined;
    },
    size: () => size,
  };
}
