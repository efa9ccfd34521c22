// The two looks of a table: rows and columns on a wide screen, one card for each row with labelled values on a phone.
import { Group, Text, VisuallyHidden } from '@mantine/core';
import {
  type FocusEventHandler,
  Fragment,
  memo,
  type ReactNode,
  type RefObject,
  Suspense,
  useEffect,
  useRef,
  useState,
} from 'react';
import { lazyPart } from '../shell/lazy.ts';
import { useLanguage } from '../words/language.tsx';
import classes from './grid.module.css';
import type { FurtherPages } from './load-more.tsx';
import type { Selection } from './selection.ts';
import { type ListOrder, SortHeading } from './sort-heading.tsx';

export type DataColumn<Row> = {
  readonly title: string;
  readonly cell: (row: Row) => ReactNode;
  /** Numbers, aligned right. */
  readonly figure?: boolean;
  /** A column of buttons: its heading is for screen readers only. */
  readonly action?: boolean;
  /** Hidden on a phone, or for rows without a value. */
  readonly wide?: boolean | ((row: Row) => boolean);
  /** What the service calls the order that this column's heading sorts by. */
  readonly sort?: string;
  /** Its width in a long list, relative to the other columns. Default 1. */
  readonly width?: number;
  /** A column of badges: in a long list it has room for their longest words. */
  readonly badge?: boolean;
};

export type DataTableProps<Row> = {
  readonly rows: readonly Row[];
  readonly columns: readonly DataColumn<Row>[];
  readonly keyOf: (row: Row) => string;
  /** The title of the table for screen readers. */
  readonly label: string;
  /** The current order, where headings sort. */
  readonly order?: ListOrder | undefined;
  /** The selected rows, where rows can be selected, and the name of a row for screen readers. */
  readonly selection?: (Selection & { readonly nameOf: (row: Row) => string }) | undefined;
  /** The number of rows on all pages, as far as it is counted. */
  readonly total?: number | undefined;
  /** The list’s further pages, which are loaded as a person scrolls. */
  readonly pages?: FurtherPages | undefined;
};

/** The rows of a list that are shown, in elements of this box. */
export type ListRows = {
  readonly count: number;
  readonly keyOf: (index: number) => string;
  /** The usual height of a row, until it is measured. */
  readonly height: number;
  readonly pages: FurtherPages;
  /** Changes with every rendering of what is around the list, but not while it scrolls. */
  readonly rendering: unknown;
};
/** A row to be shown: its index, and the height of the rows left out before it. */
type ShownRow = { readonly index: number; readonly gap: number };
/** Which rows are shown, the height of those left out after them, and what a long list has to know of its elements. */
export type ShownRows = {
  readonly shown: readonly ShownRow[];
  readonly gapAfter: number;
  readonly measure?: (element: HTMLElement | null) => void;
  readonly focus?: { readonly onFocus: FocusEventHandler; readonly onBlur: FocusEventHandler };
};

/** The first screens have no lists to sort. */
const SortSelect = lazyPart(async () => (await import('./sort-select.tsx')).SortSelect);

const rowHeight = 36;
const cardLineHeight = 26;
const noPages: FurtherPages = {};

/** `table` stays the same object while the list scrolls. */
type LayoutProps<Row> = {
  readonly table: DataTableProps<Row>;
  /** For a long list, of which only the rows near the window exist; otherwise all are shown. */
  readonly useRows?: (box: RefObject<HTMLElement | null>, rows: ListRows) => ShownRows;
};

function useAllRows(_box: RefObject<HTMLElement | null>, { count }: ListRows): ShownRows {
  return { shown: Array.from({ length: count }, (_, index) => ({ index, gap: 0 })), gapAfter: 0 };
}

export function WideTable<Row>({ table, useRows = useAllRows }: LayoutProps<Row>) {
  const isLong = useRows !== useAllRows;
  const { rows, columns, keyOf, label, order, selection, total, pages = noPages } = table;
  const { t } = useLanguage();
  const box = useRef<HTMLDivElement>(null);
  const body = useRef<HTMLTableSectionElement>(null);
  const overflows = useOverflow(box);
  const { shown, gapAfter, measure, focus } = useRows(body, {
    count: rows.length,
    keyOf: (index) => keyAt(rows, keyOf, index),
    height: rowHeight,
    pages,
    rendering: table,
  });
  const span = columns.length + (selection ? 1 : 0);
  return (
    <div ref={box} className={classes.box} data-overflows={overflows || undefined}>
      <table
        className={classes.table}
        data-long={isLong || undefined}
        aria-label={label}
        aria-rowcount={isLong ? (total ?? -2) + 1 : undefined}
      >
        {isLong && <ColumnWidths columns={columns} hasSelection={selection !== undefined} />}
        <thead className={classes.head}>
          <tr>
            {selection && (
              <th scope="col">
                <VisuallyHidden>{t.lists.selection}</VisuallyHidden>
                <SelectLoaded rows={rows} keyOf={keyOf} selection={selection} />
              </th>
            )}
            {columns.map((column) => (
              <SortHeading key={column.title} {...column} order={order} />
            ))}
          </tr>
        </thead>
        <tbody ref={body} {...focus}>
          {shown.map(({ index, gap }) => {
            const row = rows[index];
            if (row === undefined) return null;
            const key = keyOf(row);
            return (
              <Fragment key={key}>
                {gap > 0 && <GapRow height={gap} span={span} />}
                <BodyRow id={key} row={row} index={isLong ? index : undefined} table={table} measure={measure} />
              </Fragment>
            );
          })}
          {gapAfter > 0 && <GapRow height={gapAfter} span={span} />}
        </tbody>
      </table>
    </div>
  );
}

type BodyRowProps<Row> = {
  readonly id: string;
  readonly row: Row;
  /** Its position in a long list. */
  readonly index: number | undefined;
  readonly table: DataTableProps<Row>;
  readonly measure: ((element: HTMLElement | null) => void) | undefined;
};

/** One row. While the list scrolls, only rows that appear are rendered. */
const BodyRow = memo(function BodyRow<Row>({
  id,
  row,
  index,
  table: { columns, selection },
  measure,
}: BodyRowProps<Row>) {
  return (
    <tr
      ref={measure}
      data-index={index}
      aria-rowindex={index === undefined ? undefined : index + 2}
      data-selected={selection?.has(id) || undefined}
    >
      {selection && (
        <td>
          <SelectRow id={id} name={selection.nameOf(row)} selection={selection} />
        </td>
      )}
      {columns.map(({ title, cell, figure, action }) => (
        <td key={title} data-figure={figure || undefined} data-action={action || undefined}>
          {cell(row)}
        </td>
      ))}
    </tr>
  );
}) as <Row>(props: BodyRowProps<Row>) => ReactNode;

export function CardList<Row>({ table, useRows = useAllRows }: LayoutProps<Row>) {
  const isLong = useRows !== useAllRows;
  const { rows, columns, keyOf, label, order, selection, total, pages = noPages } = table;
  const list = useRef<HTMLUListElement>(null);
  const { shown, gapAfter, measure, focus } = useRows(list, {
    count: rows.length,
    keyOf: (index) => keyAt(rows, keyOf, index),
    height: cardLineHeight * columns.length,
    pages,
    rendering: table,
  });
  const position = ({ index }: ShownRow) => (isLong ? { 'aria-setsize': total ?? -1, 'aria-posinset': index + 1 } : {});
  return (
    <>
      {(order || selection) && (
        <Group justify="space-between" px="md" py="xs">
          {selection && <SelectLoaded rows={rows} keyOf={keyOf} selection={selection} label />}
          <Suspense fallback={null}>{order && <SortSelect columns={columns} order={order} />}</Suspense>
        </Group>
      )}
      <ul ref={list} className={classes.cards} aria-label={label} {...focus}>
        {shown.map((item) => {
          const row = rows[item.index];
          if (row === undefined) return null;
          const key = keyOf(row);
          return (
            <Fragment key={key}>
              {item.gap > 0 && <li aria-hidden className={classes.gap} style={{ height: item.gap }} />}
              <li ref={measure} data-index={item.index} {...position(item)}>
                {selection && <SelectRow id={key} name={selection.nameOf(row)} selection={selection} />}
                {columns
                  .filter(({ wide }) => !(typeof wide === 'function' ? wide(row) : wide))
                  .map(({ title, cell, action }) => (
                    <div key={title} className={classes.pair}>
                      <Text span c="dimmed" fz="sm">
                        {action ? '' : title}
                      </Text>
                      <div>{cell(row)}</div>
                    </div>
                  ))}
              </li>
            </Fragment>
          );
        })}
        {gapAfter > 0 && <li aria-hidden className={classes.gap} style={{ height: gapAfter }} />}
      </ul>
    </>
  );
}

function keyAt<Row>(rows: readonly Row[], keyOf: (row: Row) => string, index: number): string {
  const row = rows[index];
  return row === undefined ? String(index) : keyOf(row);
}

/** Room for a badge with a word of fourteen letters. */
const badgeWidth = '8rem';

/** In a long list the columns keep their widths, whichever rows are near the window. */
function ColumnWidths<Row>({
  columns,
  hasSelection,
}: {
  readonly columns: readonly DataColumn<Row>[];
  readonly hasSelection: boolean;
}) {
  const all = columns.reduce((sum, { width = 1, badge }) => sum + (badge ? 0 : width), 0);
  return (
    <colgroup>
      {hasSelection && <col style={{ width: '3rem' }} />}
      {columns.map(({ title, width = 1, badge }) => (
        <col key={title} style={{ width: badge ? badgeWidth : `${(100 * width) / all}%` }} />
      ))}
    </colgroup>
  );
}

/** Stands for the rows that are left out. */
function GapRow({ height, span }: { readonly height: number; readonly span: number }) {
  return (
    <tr aria-hidden>
      <td colSpan={span} className={classes.gap} style={{ height }} />
    </tr>
  );
}

/** Selects all loaded rows, or none. */
function SelectLoaded<Row>({
  rows,
  keyOf,
  selection,
  label = false,
}: {
  readonly rows: readonly Row[];
  readonly keyOf: (row: Row) => string;
  readonly selection: Selection;
  /** With a visible label. */
  readonly label?: boolean;
}) {
  const { t } = useLanguage();
  const isEvery = selection.all || (rows.length > 0 && selection.count >= rows.length);
  const isSome = !isEvery && selection.count > 0;
  const box = (
    <input
      type="checkbox"
      className={classes.select}
      aria-label={t.lists.selectLoaded}
      ref={(input) => {
        if (input) input.indeterminate = isSome;
      }}
      checked={isEvery}
      onChange={() => (selection.count > 0 || selection.all ? selection.clear() : selection.choose(rows.map(keyOf)))}
    />
  );
  if (!label) return box;
  return (
    <Group component="label" gap="xs" wrap="nowrap">
      {box}
      {t.lists.selectLoaded}
    </Group>
  );
}

function SelectRow({
  id,
  name,
  selection,
}: {
  readonly id: string;
  readonly name: string;
  readonly selection: Selection;
}) {
  const { t } = useLanguage();
  return (
    <input
      type="checkbox"
      className={classes.select}
      aria-label={t.lists.select({ name })}
      checked={selection.has(id)}
      onChange={() => selection.toggle(id)}
    />
  );
}

/**
 * Whether the table is wider than its box, which then scrolls sideways; otherwise its heading stays visible while the
 * page scrolls.
 */
function useOverflow(box: RefObject<HTMLElement | null>): boolean {
  const [overflows, setOverflows] = useState(false);
  useEffect(() => {
    const element = box.current;
    const table = element?.querySelector('table');
    if (!element || !table) return;
    const observer = new ResizeObserver(() => setOverflows(table.offsetWidth > element.clientWidth));
    observer.observe(element);
    observer.observe(table);
    return () => observer.disconnect();
  }, [box]);
  return overflows;
}
