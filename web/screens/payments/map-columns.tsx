// The mapping of a statement with unknown columns: a preview of its first rows, and the meaning of each column, saved for the next such file.
import { Alert, Button, Group, NativeSelect, Stack, Text, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { type FormEvent, type ReactNode, useState } from 'react';
import { columnMeanings, type Meaning } from '../../../src/platform/values/column-meanings.ts';
import { asForm, type ConsolePostBody, consoleApi, unwrap } from '../../api/client.ts';
import { useAction } from '../../api/use-action.ts';
import { DataTable } from '../../parts/data-table.tsx';
import { Dialog } from '../../parts/dialog.tsx';
import { QueryContent } from '../../parts/query-content.tsx';
import { useLanguage } from '../../words/language.tsx';
import { CurrencySelect } from './currency-select.tsx';

type TablePreviewBody = ConsolePostBody<'/bank-statements/look'>['data'];
const exampleRows = 3;

export function MapColumns({
  file,
  opened,
  close,
  kept,
}: {
  readonly file: File;
  readonly opened: boolean;
  readonly close: () => void;
  /** Called once it is saved: read the file with it. */
  readonly kept: () => void;
}) {
  const { t } = useLanguage();
  const look = useQuery({
    queryKey: ['bank-statements', 'look', file.name, file.size, file.lastModified],
    queryFn: async () => (await unwrap(consoleApi.POST('/bank-statements/look', asForm(file)))).data,
    enabled: opened,
    staleTime: Number.POSITIVE_INFINITY,
  });
  return (
    <Dialog opened={opened} onClose={close} title={t.statements.title} size="xl">
      <Stack>
        <Text c="dimmed">{t.statements.lead}</Text>
        <QueryContent query={look}>{(seen) => <MappingForm look={seen} file={file} kept={kept} />}</QueryContent>
      </Stack>
    </Dialog>
  );
}

function MappingForm({
  look,
  file,
  kept,
}: {
  readonly look: TablePreviewBody;
  readonly file: File;
  readonly kept: () => void;
}) {
  const { t } = useLanguage();
  const [headingRow, setHeadingRow] = useState(look.headingRow);
  const [chosen, choose] = useState<Readonly<Record<number, Meaning | ''>>>(() =>
    Object.fromEntries(look.columns.map(({ place, means }) => [place, means])),
  );
  const [name, setName] = useState(file.name.replace(/\.\w{1,5}$/, '').slice(0, 100));
  const [currency, setCurrency] = useState('');
  const [account, setAccount] = useState('');
  const [wrong, setWrong] = useState<Record<string, ReactNode>>({});
  const headings = look.rows[headingRow] ?? [];
  const columns = headings.flatMap((_, index) => {
    const means = chosen[index] ?? '';
    return means === '' ? [] : [{ place: index, means }];
  });
  const hasColumn = (name: Meaning) => columns.some(({ means }) => means === name);
  const save = useAction(
    () => {
      const more = {
        currency: currency === '' || hasColumn('currency') ? null : currency,
        account: account.trim() === '' || hasColumn('account') ? null : account,
      };
      return unwrap(consoleApi.POST('/statement-profiles', { body: { name, headings, columns, ...more } }));
    },
    { done: t.statements.saved, onFields: setWrong, next: kept },
  );
  const submit = (event: FormEvent) => {
    event.preventDefault();
    setWrong({});
    save.mutate(undefined);
  };
  return (
    <form onSubmit={submit}>
      <Stack>
        <NativeSelect
          label={t.statements.headingRow}
          value={String(headingRow)}
          onChange={(event) => setHeadingRow(Number(event.currentTarget.value))}
          data={look.rows.map((row, index) => ({
            value: String(index),
            label: t.statements.row({ row: index + 1, text: row.filter(Boolean).join(' · ').slice(0, 60) }),
          }))}
        />
        <DataTable
          label={t.statements.title}
          rows={headings.map((heading, index) => ({ heading, place: index }))}
          keyOf={({ place }) => String(place)}
          columns={[
            {
              title: t.statements.column,
              cell: ({ heading, place }) => <Text fw={600}>{heading || `${place + 1}`}</Text>,
            },
            {
              title: t.statements.examples,
              cell: ({ place }) => <Examples rows={look.rows.slice(headingRow + 1)} column={place} />,
            },
            {
              title: t.statements.meaning,
              cell: ({ heading, place }) => (
                <NativeSelect
                  aria-label={`${t.statements.meaning}: ${heading || place + 1}`}
                  value={chosen[place] ?? ''}
                  onChange={(event) => {
                    const means = columnMeanings.find((meaning) => meaning === event.currentTarget.value) ?? '';
                    choose({ ...chosen, [place]: means });
                  }}
                  data={[
                    { value: '', label: t.statements.unused },
                    ...columnMeanings.map((meaning) => ({ value: meaning, label: t.statements.meanings[meaning] })),
                  ]}
                />
              ),
            },
          ]}
        />
        {wrong.columns && (
          <Alert color="red" role="alert">
            {wrong.columns}
          </Alert>
        )}
        {!hasColumn('currency') && (
          <CurrencySelect
            label={t.statements.currency}
            none={t.statements.askCurrency}
            value={currency}
            choose={setCurrency}
          />
        )}
        {!hasColumn('account') && (
          <TextInput
            label={t.statements.account}
            maxLength={42}
            value={account}
            onChange={(event) => setAccount(event.currentTarget.value)}
            error={wrong.account}
          />
        )}
        <TextInput
          label={t.statements.name}
          required
          maxLength={100}
          value={name}
          onChange={(event) => setName(event.currentTarget.value)}
          error={wrong.name}
        />
        <Group>
          <Button type="submit" loading={save.isPending} disabled={columns.length === 0}>
            {t.statements.save}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}

function Examples({ rows, column }: { readonly rows: TablePreviewBody['rows']; readonly column: number }) {
  const cells = rows.map((row) => row[column] ?? '').filter((cell) => cell !== '');
  return cells.slice(0, exampleRows).map((cell, index) => (
    // Equal cells of a column differ only by their index, which does not change.
    // biome-ignore lint/suspicious/noArrayIndexKey: see above.
    <Text key={index} fz="sm" c="dimmed" lineClamp={1} maw="22rem" style={{ overflowWrap: 'anywhere' }}>
      {cell}
    </Text>
  ));
}
