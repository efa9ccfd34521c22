// A table: rows and columns on a wide screen, one card for each row with labelled values on a phone.
import { Box, Table, Text, VisuallyHidden } from '@mantine/core';
import type { ReactNode } from 'react';
import classes from './grid.module.css';

export type DataColumn<Row> = {
  readonly title: string;
  readonly cell: (row: Row) => ReactNode;
  /** Numbers, aligned right. */
  readonly figure?: boolean;
  /** A column of buttons: its heading is for screen readers only. */
  readonly action?: boolean;
  /** Hidden on a phone, or for rows without a value. */
  readonly wide?: boolean | ((row: Row) => boolean);
};

export function DataTable<Row>({
  rows,
  columns,
  keyOf,
  label,
}: {
  readonly rows: readonly Row[];
  readonly columns: readonly DataColumn<Row>[];
  readonly keyOf: (row: Row) => string;
  /** The title of the table for screen readers. */
  readonly label: string;
}) {
  return (
    <>
      <Box visibleFrom="sm" className={classes.scroll}>
        <Table verticalSpacing="xs" highlightOnHover aria-label={label}>
          <Table.Thead>
            <Table.Tr>
              {columns.map(({ title, figure, action }) => (
                <Table.Th key={title} ta={figure ? 'right' : undefined} scope="col">
                  {action ? <VisuallyHidden>{title}</VisuallyHidden> : title}
                </Table.Th>
              ))}
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {rows.map((row) => (
              <Table.Tr key={keyOf(row)}>
                {columns.map(({ title, cell, figure }) => (
                  <Table.Td key={title} ta={figure ? 'right' : undefined}>
                    {cell(row)}
                  </Table.Td>
                ))}
              </Table.Tr>
            ))}
          </Table.Tbody>
        </Table>
      </Box>
      <ul className={classes.cards} aria-label={label}>
        {rows.map((row) => (
          <li key={keyOf(row)}>
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
        ))}
      </ul>
    </>
  );
}
