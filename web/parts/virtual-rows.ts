// The rows of a long list that are near the window: a constant number of elements, whatever the length of the list.
import { defaultRangeExtractor, type Range, useWindowVirtualizer } from '@tanstack/react-virtual';
import { type FocusEvent, type RefObject, useEffect, useLayoutEffect, useState } from 'react';
import type { ListRows, ShownRows } from './table-views.tsx';

/** Rows beyond each edge of the window, so that the keyboard and a quick finger find them ready. */
const overscan = 12;
/** The next page is requested when so few loaded rows are left. */
const rowsBeforeEnd = 60;

/** Which rows to show, and the height of those left out after them. The row with the focus is always among them. */
export function useVirtualRows(
  box: RefObject<HTMLElement | null>,
  { count, keyOf, height, pages, rendering }: ListRows,
): ShownRows {
  const [margin, setMargin] = useState(0);
  const [focused, setFocused] = useState<number>();
  const virtualizer = useWindowVirtualizer<HTMLElement>({
    count,
    estimateSize: () => height,
    getItemKey: keyOf,
    overscan,
    scrollMargin: margin,
    useFlushSync: false,
    rangeExtractor: (range) => withRow(range, focused),
  });
  // What is above the list may have grown. Asking while it scrolls would make the browser lay out the page twice.
  // biome-ignore lint/correctness/useExhaustiveDependencies: it looks again after every rendering around the list.
  useLayoutEffect(() => {
    if (box.current) setMargin(Math.round(box.current.getBoundingClientRect().top + window.scrollY));
  }, [box, rendering]);
  const items = virtualizer.getVirtualItems();
  const last = items.at(-1)?.index ?? -1;
  const { hasNextPage, isFetchingNextPage, isFetchNextPageError, fetchNextPage } = pages;
  useEffect(() => {
    const isNearEnd = last >= 0 && last >= count - rowsBeforeEnd;
    if (isNearEnd && hasNextPage && !isFetchingNextPage && !isFetchNextPageError) fetchNextPage?.();
  }, [last, count, hasNextPage, isFetchingNextPage, isFetchNextPageError, fetchNextPage]);
  return {
    shown: items.map(({ index, start }, position) => ({ index, gap: start - (items[position - 1]?.end ?? margin) })),
    gapAfter: margin + virtualizer.getTotalSize() - (items.at(-1)?.end ?? margin),
    measure: virtualizer.measureElement,
    focus: {
      onFocus: ({ target }: FocusEvent) => setFocused(indexOf(target)),
      onBlur: () => setFocused(undefined),
    },
  };
}

function withRow(range: Range, row: number | undefined): number[] {
  const all = defaultRangeExtractor(range);
  if (row === undefined || row >= range.count || all.includes(row)) return all;
  return [...all, row].sort((a, b) => a - b);
}

function indexOf(target: Element): number | undefined {
  const index = target.closest('[data-index]')?.getAttribute('data-index');
  return index === null || index === undefined ? undefined : Number(index);
}
