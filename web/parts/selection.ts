// The selected rows of a list: some of those loaded, or all that match its filter.
import { useState } from 'react';

export type Selection = {
  /** Everything that matches the filter, loaded or not. */
  readonly all: boolean;
  /** How many are selected one by one. */
  readonly count: number;
  has(id: string): boolean;
  /** With all selected, a change of one row leaves the others that are loaded. */
  toggle(id: string): void;
  choose(ids: readonly string[]): void;
  chooseAll(): void;
  clear(): void;
};

/** The selection among `loaded`, the ids of the loaded rows; `first` at first. Another filter selects nothing. */
export function useSelection(loaded: readonly string[], filter: string, first: readonly string[] = []): Selection {
  const [all, setAll] = useState(false);
  const [ids, setIds] = useState<ReadonlySet<string>>(() => new Set(first));
  const [filterBefore, setFilterBefore] = useState(filter);
  if (filter !== filterBefore) {
    setFilterBefore(filter);
    setAll(false);
    setIds(new Set());
  }
  const choose = (chosen: readonly string[]) => {
    setAll(false);
    setIds(new Set(chosen));
  };
  return {
    all,
    count: ids.size,
    has: (id) => all || ids.has(id),
    toggle: (id) => {
      const others = (all ? loaded : [...ids]).filter((other) => other !== id);
      choose(all || ids.has(id) ? others : [...others, id]);
    },
    choose,
    chooseAll: () => setAll(true),
    clear: () => choose([]),
  };
}
