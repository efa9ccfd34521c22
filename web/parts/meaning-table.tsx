// The columns of a file by their headings, each with examples and what it means, which a person can change.
import { NativeSelect, Text } from '@mantine/core';
import { useLanguage } from '../words/language.tsx';
import { DataTable } from './data-table.tsx';

/** A column of a file, and what it means; empty when it is not used. */
type MeaningColumn = { readonly heading: string; readonly examples: readonly string[]; readonly means: string };

const maxExamples = 3;

export function MeaningTable<Meaning extends string>({
  columns,
  meanings,
  nameOf,
  choose,
}: {
  readonly columns: readonly MeaningColumn[];
  readonly meanings: readonly Meaning[];
  readonly nameOf: (meaning: Meaning) => string;
  readonly choose: (column: number, means: Meaning | '') => void;
}) {
  const { t } = useLanguage();
  return (
    <DataTable
      label={t.statements.title}
      rows={columns.map((column, index) => ({ ...column, index }))}
      keyOf={({ index }) => String(index)}
      columns={[
        {
          title: t.statements.column,
          cell: ({ heading, index }) => <Text fw={600}>{heading || `${index + 1}`}</Text>,
        },
        { title: t.statements.examples, cell: ({ examples }) => <Examples cells={examples} /> },
        {
          title: t.statements.meaning,
          cell: ({ heading, index, means }) => (
            <NativeSelect
              aria-label={`${t.statements.meaning}: ${heading || index + 1}`}
              value={means}
              onChange={(event) => choose(index, meanings.find((each) => each === event.currentTarget.value) ?? '')}
              data={[
                { value: '', label: t.statements.unused },
                ...meanings.map((meaning) => ({ value: meaning, label: nameOf(meaning) })),
              ]}
            />
          ),
        },
      ]}
    />
  );
}

function Examples({ cells }: { readonly cells: readonly string[] }) {
  return cells.slice(0, maxExamples).map((cell, index) => (
    // Equal cells of a column differ only by their index, which does not change.
    // biome-ignore lint/suspicious/noArrayIndexKey: see above.
    <Text key={index} fz="sm" c="dimmed" lineClamp={1} maw="22rem" style={{ overflowWrap: 'anywhere' }}>
      {cell}
    </Text>
  ));
}
