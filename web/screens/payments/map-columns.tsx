// The mapping of a statement with unknown columns: a preview of its first rows, and the meaning of each column, saved
// for the next such file.
import { Alert, Group, NativeSelect, SimpleGrid, Stack, TagsInput, Text, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { type FormEvent, type ReactNode, useState } from 'react';
import { columnMeanings, type Meaning } from '../../../src/platform/values/column-meanings.ts';
import type { ConsolePostBody } from '../../api/bodies.ts';
import { asForm, consoleApi, unwrap } from '../../api/client.ts';
import { useAction } from '../../api/use-action.ts';
import { ActionButton } from '../../parts/action-button.tsx';
import { Dialog } from '../../parts/dialog.tsx';
import { useDraft } from '../../parts/draft.tsx';
import { Form } from '../../parts/form.tsx';
import { MeaningTable } from '../../parts/meaning-table.tsx';
import { QueryContent } from '../../parts/query-content.tsx';
import { useLanguage } from '../../words/language.tsx';
import { CurrencySelect } from './currency-select.tsx';

type TablePreviewBody = ConsolePostBody<'/bank-statements/look'>['data'];

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

type MappingFormProps = { readonly look: TablePreviewBody; readonly file: File; readonly kept: () => void };

type DirectionWords = { readonly incoming: string[]; readonly outgoing: string[] };

type Mapping = {
  readonly headingRow: number;
  readonly chosen: ChosenMeanings;
  readonly name: string;
  readonly currency: string;
  readonly account: string;
  /** Words of the direction, once a person changed them. */
  readonly words: DirectionWords | undefined;
};

/** What has been chosen for a file, kept as a draft until it is saved. */
function useMapping({ look, file, kept }: MappingFormProps) {
  const [first] = useState<Mapping>(() => ({
    headingRow: look.headingRow,
    chosen: Object.fromEntries(look.columns.map(({ place, means }) => [place, means])),
    name: file.name.replace(/\.\w{1,5}$/, '').slice(0, 100),
    currency: '',
    account: '',
    words: undefined,
  }));
  const [input, setInput] = useState(first);
  const draft = useDraft({
    name: `mapping ${file.name} ${file.size}`,
    values: input,
    changed: JSON.stringify(input) !== JSON.stringify(first),
    restore: setInput,
    discard: () => setInput(first),
  });
  const change = (part: Partial<Mapping>) => setInput({ ...input, ...part });
  const saved = () => {
    draft.remove();
    kept();
  };
  return { input, change, note: draft.note, saved };
}

function MappingForm({ look, file, kept }: MappingFormProps) {
  const { t } = useLanguage();
  const { input, note, saved, change } = useMapping({ look, file, kept });
  const { headingRow, chosen, name, currency, account } = input;
  const [wrong, setWrong] = useState<Record<string, ReactNode>>({});
  const headings = look.rows[headingRow] ?? [];
  const examples = look.rows.slice(headingRow + 1);
  const words = input.words ?? suggestWords(look.words, wordsIn(examples, chosen));
  const columns = headings.flatMap((_, index) => {
    const means = chosen[index] ?? '';
    return means === '' ? [] : [{ place: index, means, ...(means === 'direction' && words) }];
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
    { done: t.statements.saved, onFields: setWrong, next: saved },
  );
  const submit = (event: FormEvent) => {
    event.preventDefault();
    setWrong({});
    save.mutate(undefined);
  };
  return (
    <Form onSubmit={submit}>
      <Stack>
        {note}
        <HeadingRowSelect rows={look.rows} chosen={headingRow} choose={(next) => change({ headingRow: next })} />
        <MeaningTable
          columns={meaningColumns(headings, examples, chosen)}
          meanings={columnMeanings}
          nameOf={(meaning) => t.statements.meanings[meaning]}
          choose={(column, means) => change({ chosen: { ...chosen, [column]: means }, words: undefined })}
        />
        <DirectionFields examples={examples} chosen={chosen} words={words} choose={(next) => change({ words: next })} />
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
            choose={(next) => change({ currency: next })}
          />
        )}
        {!hasColumn('account') && (
          <TextInput
            label={t.statements.account}
            maxLength={42}
            value={account}
            onChange={(event) => change({ account: event.currentTarget.value })}
            error={wrong.account}
          />
        )}
        <TextInput
          label={t.statements.name}
          required
          maxLength={100}
          value={name}
          onChange={(event) => change({ name: event.currentTarget.value })}
          error={wrong.name}
        />
        <Group>
          <ActionButton type="submit" action={save} disabled={columns.length === 0}>
            {t.statements.save}
          </ActionButton>
        </Group>
      </Stack>
    </Form>
  );
}

function HeadingRowSelect({
  rows,
  chosen,
  choose,
}: {
  readonly rows: TablePreviewBody['rows'];
  readonly chosen: number;
  readonly choose: (row: number) => void;
}) {
  const { t } = useLanguage();
  return (
    <NativeSelect
      label={t.statements.headingRow}
      value={String(chosen)}
      onChange={(event) => choose(Number(event.currentTarget.value))}
      data={rows.map((row, index) => ({
        value: String(index),
        label: t.statements.row({ row: index + 1, text: row.filter(Boolean).join(' · ').slice(0, 60) }),
      }))}
    />
  );
}

/** The words in the column of the direction. */
function wordsIn(examples: TablePreviewBody['rows'], chosen: ChosenMeanings): string[] {
  const column = Object.entries(chosen).find(([, means]) => means === 'direction')?.[0];
  if (column === undefined) return [];
  const cells = examples.map((row) => row[Number(column)]?.trim() ?? '');
  return [...new Set(cells)].filter((cell) => cell !== '' && cell.length <= maxWordLength).slice(0, maxWords);
}

function suggestWords({ incoming, outgoing }: DirectionWords, seen: readonly string[]): DirectionWords {
  const inColumn = (words: readonly string[]) => words.filter((word) => seen.includes(word));
  return { incoming: inColumn(incoming), outgoing: inColumn(outgoing) };
}

const maxWordLength = 60;
const maxWords = 50;

/**
 * Which words of the direction mean incoming and outgoing; or, without that column, what amounts without a minus mean.
 */
function DirectionFields({
  examples,
  chosen,
  words,
  choose,
}: {
  readonly examples: TablePreviewBody['rows'];
  readonly chosen: ChosenMeanings;
  readonly words: DirectionWords;
  readonly choose: (words: DirectionWords) => void;
}) {
  const { t } = useLanguage();
  const meanings = Object.entries(chosen);
  const amount = meanings.find(([, means]) => means === 'amount')?.[0];
  if (!meanings.some(([, means]) => means === 'direction')) {
    const hasMinus = examples.some((row) => /[-\u2212\u2013(]/.test(row[Number(amount)] ?? ''));
    return amount === undefined || hasMinus ? null : <Text fz="sm">{t.statements.noMinus}</Text>;
  }
  const seen = wordsIn(examples, chosen);
  const open = seen.filter((word) => !words.incoming.includes(word) && !words.outgoing.includes(word));
  const shared = { data: open, acceptValueOnBlur: true, maxTags: maxWords, splitChars: [',', ';'] };
  return (
    <Stack gap="xs">
      <SimpleGrid cols={{ base: 1, sm: 2 }}>
        <TagsInput
          {...shared}
          label={t.statements.incomingWords}
          value={words.incoming}
          onChange={(incoming) => choose({ ...words, incoming })}
        />
        <TagsInput
          {...shared}
          label={t.statements.outgoingWords}
          value={words.outgoing}
          onChange={(outgoing) => choose({ ...words, outgoing })}
        />
      </SimpleGrid>
      {open.length > 0 && <Text fz="sm">{t.statements.unassignedWords({ words: open.join(', ') })}</Text>}
    </Stack>
  );
}

type ChosenMeanings = Readonly<Record<number, Meaning | ''>>;

function meaningColumns(headings: readonly string[], examples: TablePreviewBody['rows'], chosen: ChosenMeanings) {
  const cellsOf = (column: number) => examples.map((row) => row[column] ?? '').filter((cell) => cell !== '');
  return headings.map((heading, index) => ({ heading, examples: cellsOf(index), means: chosen[index] ?? '' }));
}
