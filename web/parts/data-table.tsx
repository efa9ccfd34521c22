// A table: on a wide screen rows and columns, on a phone one card for each row with its columns named.
import { Box, Table, Text, VisuallyHidden } from '@mantine/core';
import type { ReactNode } from 'react';
import classes from './grid.module.css';

export type DataColumn<Row> = {
  readonly title: string;
  readonly cell: (row: Row) => ReactNode;
  /** Figures stand at the right, under each other. */
  readonly figure?: boolean;
  /** A button: its heading is heard, not seen. */
  readonly action?: boolean;
  /** Not on a phone, or not for rows of which it says nothing. */
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
  /** What the table is, for those who do not see it. */
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
