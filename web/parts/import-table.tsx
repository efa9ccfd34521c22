// The import of a table: pasted rows, CSV or xlsx. What its columns mean can be changed, every row or its problem is
// shown, and it is imported only when there is no problem.
import { Alert, Badge, Box, Button, Checkbox, Group, Stack, Text, Textarea } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useId, useState } from 'react';
import { type TableColumn, type TableContent, tableColumns } from '../../src/platform/values/column-meanings.ts';
import { requireUnchanged } from '../api/client.ts';
import { useAction } from '../api/use-action.ts';
import { useLanguage } from '../words/language.tsx';
import type { Words } from '../words/words.ts';
import { ActionButton } from './action-button.tsx';
import { BegunForms } from './begun-forms.tsx';
import { ChooseFile } from './choose-file.tsx';
import { type DataColumn, DataTable } from './data-table.tsx';
import { useDraft } from './draft.tsx';
import { ErrorMessage, ErrorTextList } from './error-message.tsx';
import { type ErrorText, explainValue } from './explain.ts';
import { MeaningTable } from './meaning-table.tsx';

/** What all reports of imports have. */
type TableReport = {
  readonly created: number;
  readonly changed?: number;
  readonly unchanged: number;
  readonly headings: boolean;
  readonly columns: readonly {
    readonly heading: string;
    readonly means: string | null;
    readonly examples: readonly string[];
  }[];
  readonly problems: readonly TableProblem[];
  readonly outcomes: readonly TableOutcome[];
};
type TableProblem = {
  readonly line: number;
  readonly column?: string | undefined;
  readonly code: string;
  readonly message: string;
  readonly value?: string | undefined;
  readonly otherLine?: number | undefined;
  readonly least?: number | undefined;
  readonly most?: number | undefined;
};
type TableOutcome = {
  readonly line: number;
  readonly outcome: 'created' | 'changed' | 'unchanged' | 'repeated' | 'refused';
};

/** What a request says besides the table. */
export type ImportQuery = {
  readonly dryRun: boolean;
  readonly columns?: string;
  readonly headings?: boolean;
};

type ImportTableProps<Report extends TableReport> = {
  readonly content: TableContent;
  /** The building that the rows are of, if it is one. */
  readonly of?: string | undefined;
  /** Fields for what is the same for all rows. */
  readonly children?: ReactNode;
  /** What they say: the preview follows it. */
  readonly settings?: string;
  readonly send: (table: File, query: ImportQuery) => Promise<Report>;
  /** The columns of the preview. */
  readonly preview: readonly DataColumn<Report['outcomes'][number]>[];
  /** What is to be said about the table, above its columns, in place of those that are not used. */
  readonly note?: (table: TableInput, count: number, unused: readonly string[]) => ReactNode;
  readonly done: (table: TableInput) => void;
};

/** The table, and what a person said about its columns. */
export type TableInput = { readonly text: string; readonly file?: File } & Partial<
  Pick<ImportQuery, 'columns' | 'headings'>
>;

const noTable: TableInput = { text: '' };
/** How long after the last key press the rows are looked at. */
const typingMs = 300;

export function ImportTable<Report extends TableReport>(props: ImportTableProps<Report>) {
  const { content, children, settings = '', send, done } = props;
  const { t } = useLanguage();
  const client = useQueryClient();
  const [input, setInput] = useState(() => client.getQueryData<TableInput>(carriedKey(content)) ?? noTable);
  // Whoever leaves to add what the rows name finds them again.
  const draft = useDraft({
    name: `import ${content} ${props.of}`,
    values: input.text,
    changed: input.text !== '',
    restore: (text) => setInput({ text }),
    discard: () => setInput(noTable),
  });
  const [shown] = useDebouncedValue(input, input.file ? 0 : typingMs);
  const look = useDryRun(shown, settings, send);
  const runImport = useAction(() => sendTable(shown, false, send), {
    done: ({ created, changed = 0 }) => t.tables.imported({ created, changed }),
    next: () => {
      draft.remove();
      client.removeQueries({ queryKey: carriedKey(content) });
      setInput(noTable);
      done(input);
    },
  });
  const report = isEmpty(shown) || look.isError ? undefined : look.data;
  const count = (report?.created ?? 0) + (report?.changed ?? 0);
  const unused = unusedIn(report?.columns ?? []);
  const isReady = report !== undefined && shown === input && !look.isPlaceholderData && report.problems.length === 0;
  return (
    <Stack>
      {draft.note}
      <Text>{t.tables.lead}</Text>
      <Text fz="sm" c="dimmed">
        {t.tables.leads[content]}
      </Text>
      <TableSource input={input} change={setInput} isPending={look.isFetching} />
      {children}
      {look.isError && !isEmpty(shown) && (
        <Alert color="red" role="alert">
          <ErrorMessage t={t} error={look.error} />
        </Alert>
      )}
      <Text role="status">{report && describeReport(t, report)}</Text>
      {report && <ReportProblems content={content} problems={report.problems} />}
      {props.note && report?.problems.length === 0 ? (
        props.note(shown, count, unused)
      ) : (
        <UnusedColumns names={unused} />
      )}
      {report && (
        <ColumnChoice
          content={content}
          report={report}
          choose={(choice) => setInput({ ...input, headings: report.headings, ...choice })}
        />
      )}
      {report && report.problems.length === 0 && <RowPreview outcomes={report.outcomes} columns={props.preview} />}
      {report && (
        <Group>
          <ActionButton action={runImport} disabled={!isReady || count === 0} onClick={() => runImport.mutate()}>
            {t.tables.importRows({ count })}
          </ActionButton>
        </Group>
      )}
    </Stack>
  );
}

const isEmpty = ({ file, text }: TableInput) => file === undefined && text.trim() === '';

/** What the import of a table would come to. */
function useDryRun<Report extends TableReport>(
  shown: TableInput,
  settings: string,
  send: ImportTableProps<Report>['send'],
) {
  const id = useId();
  return useQuery({
    queryKey: [
      'table',
      id,
      shown.text,
      shown.file?.name,
      shown.file?.lastModified,
      shown.columns,
      shown.headings,
      settings,
    ],
    queryFn: () => sendTable(shown, true, send),
    enabled: !isEmpty(shown),
    placeholderData: keepPreviousData,
    gcTime: 0,
  });
}

/** The headings of the columns that are not used, or their places. */
function unusedIn(columns: TableReport['columns']): string[] {
  return columns.flatMap(({ heading, means, examples }, index) =>
    means === null && (heading !== '' || examples.length > 0) ? [heading || String(index + 1)] : [],
  );
}

/** The columns of a table that are not imported: none is left out silently. */
export function UnusedColumns({ names }: { readonly names: readonly string[] }) {
  const { t } = useLanguage();
  if (names.length === 0) return null;
  return (
    <Alert color="yellow" role="status" p="xs">
      {t.statements.unused}: {names.join(', ')}
    </Alert>
  );
}

/** A table of a building that was begun and not imported, with the way back to it. */
export function BegunImport({
  content,
  of,
  title,
  isOpen,
  open,
}: {
  readonly content: TableContent;
  readonly of: string;
  readonly title: string;
  readonly isOpen: boolean;
  readonly open: () => void;
}) {
  const titleOf = (draft: string) => (draft === of ? title : undefined);
  return <BegunForms form={`import ${content}`} {...{ isOpen, titleOf, open }} />;
}

/** Where a table is that another import leaves for this one. */
export const carriedKey = (content: TableContent) => ['carried table', content];

/** The field for pasted rows, and the choice of a file: either replaces the other. */
function TableSource({
  input: { text, file },
  change,
  isPending,
}: {
  readonly input: TableInput;
  readonly change: (input: TableInput) => void;
  readonly isPending: boolean;
}) {
  const { t } = useLanguage();
  return (
    <>
      <Textarea
        label={t.tables.rows}
        autosize
        minRows={5}
        maxRows={12}
        data-autofocus
        value={text}
        onChange={(event) => change({ text: event.currentTarget.value })}
        styles={{ input: { fontFamily: 'var(--mantine-font-family-monospace)', whiteSpace: 'pre' } }}
      />
      <Group>
        <ChooseFile
          accept=".csv,.txt,.xlsx"
          pending={isPending && file !== undefined}
          choose={(chosen) => change({ text: '', file: chosen })}
        >
          {t.payments.choose}
        </ChooseFile>
        {file && <Text c="dimmed">{file.name}</Text>}
      </Group>
    </>
  );
}

/** Sends a table to an import. */
export async function sendTable<Report>(
  { text, file, columns, headings }: TableInput,
  dryRun: boolean,
  send: (table: File, query: ImportQuery) => Promise<Report>,
): Promise<Report> {
  const table = file ?? new File([text], 'rows.txt', { type: 'text/plain' });
  await requireUnchanged(table);
  return send(table, {
    dryRun,
    ...(columns !== undefined && { columns }),
    ...(headings !== undefined && { headings }),
  });
}

function describeReport(t: Words, { problems, created, changed = 0, unchanged }: TableReport): string {
  const { length: count } = problems;
  return count > 0 ? t.tables.rejected({ count }) : t.tables.found({ created, changed, unchanged });
}

/** What the columns mean, open when something about them is unclear. */
function ColumnChoice<Content extends TableContent>({
  content,
  report: { columns, headings },
  choose,
}: {
  readonly content: Content;
  readonly report: TableReport;
  readonly choose: (choice: Partial<Pick<ImportQuery, 'columns' | 'headings'>>) => void;
}) {
  const { t } = useLanguage();
  const meanings: readonly TableColumn<TableContent>[] = tableColumns[content];
  const [opened, setOpened] = useState<boolean>();
  const isOpen = opened ?? columns.some(({ means }) => means === null);
  return (
    <Stack gap="xs" align="flex-start">
      <Button size="xs" variant="subtle" aria-expanded={isOpen} onClick={() => setOpened(!isOpen)}>
        {t.tables.columns}
      </Button>
      {isOpen && (
        <Box w="100%">
          <Checkbox
            my="xs"
            label={t.tables.hasHeadings}
            checked={headings}
            onChange={(event) => choose({ headings: event.currentTarget.checked })}
          />
          <MeaningTable
            columns={columns.map((column) => ({ ...column, means: column.means ?? '' }))}
            meanings={meanings}
            nameOf={(column) => columnName(t, column)}
            choose={(at, means) =>
              choose({
                columns: columns
                  .map((column, index) => (index === at ? means : column.means === means ? '' : (column.means ?? '')))
                  .join(','),
              })
            }
          />
        </Box>
      )}
    </Stack>
  );
}

/** How many problems, and how many rows at a time, are shown. */
const maxShown = 50;

function ReportProblems({
  content,
  problems,
}: {
  readonly content: TableContent;
  readonly problems: readonly TableProblem[];
}) {
  const { t } = useLanguage();
  if (problems.length === 0) return null;
  return (
    <Alert color="red" role="alert">
      <ErrorTextList all={problems.slice(0, maxShown).map((problem) => explainProblem(t, content, problem))} />
      {problems.length > maxShown && (
        <Text fz="sm">{t.tables.moreProblems({ count: problems.length - maxShown })}</Text>
      )}
    </Alert>
  );
}

/**
 * Every row as understood, some at a time: a dialog does not scroll like a page, by which long lists are kept short.
 */
function RowPreview<Outcome extends TableOutcome>({
  outcomes,
  columns,
}: {
  readonly outcomes: readonly Outcome[];
  readonly columns: readonly DataColumn<Outcome>[];
}) {
  const { t } = useLanguage();
  const [count, setCount] = useState(maxShown);
  const parts = Array.from({ length: Math.ceil(Math.min(count, outcomes.length) / maxShown) }, (_, index) => index);
  return (
    <>
      {parts.map((index) => (
        <DataTable
          key={index}
          label={t.payments.preview}
          rows={outcomes.slice(index * maxShown, (index + 1) * maxShown).map((outcome, at) => ({ outcome, at }))}
          keyOf={({ at }) => String(at)}
          columns={[
            ...columns.map((column) => ({
              ...column,
              cell: ({ outcome }: { readonly outcome: Outcome }) => column.cell(outcome),
              wide: false,
            })),
            {
              title: t.tables.row,
              badge: true,
              cell: ({ outcome: { outcome } }) =>
                outcome !== 'refused' && (
                  <Badge variant="light" color={outcome === 'unchanged' || outcome === 'repeated' ? 'gray' : 'pine'}>
                    {t.tables.outcomes[outcome]}
                  </Badge>
                ),
            },
          ]}
        />
      ))}
      {outcomes.length > count && (
        <Button variant="default" onClick={() => setCount(count + maxShown)}>
          {t.tables.moreRows}
        </Button>
      )}
    </>
  );
}

/** The name of a column, as in headings. */
function columnName(t: Words, column: string): string {
  const names: Readonly<Record<string, string>> = { ...t.meters.types, ...t.tables.names };
  return names[column] ?? column;
}

/** Row, column, and what to do. */
function explainProblem(
  t: Words,
  content: TableContent,
  { line, column = '', code, message, value = '', otherLine = 0, least, most }: TableProblem,
): ErrorText {
  const { problems } = t.tables;
  const special: Readonly<Record<string, string>> = {
    'apartment required': problems.noApartment,
    'apartment not_found': problems.unknownApartment({ value }),
    'number duplicate': problems.sameApartment({ value, line: otherLine }),
    'type required': problems.noType,
    'type not_allowed': problems.unknownType({ value }),
    'serialNumber required': content === 'readings' ? problems.which : problems.noSerial,
    'serialNumber duplicate': problems.repeatedSerial({ value }),
    'serialNumber not_allowed': problems.usedSerial({ value }),
    'digits out_of_range': problems.digits,
  };
  const days = ['installedOn', 'verifiedUntil', 'since', 'until', 'readOn'];
  const ofCode: Readonly<Record<string, string>> = {
    missing_column: problems.missing,
    repeated_column: problems.twice,
    duplicate: problems.repeated({ value }),
    ...(otherLine > 0 && { contradiction: problems.contradicts({ line: otherLine }) }),
    not_found: problems.noMeter,
    invalid_format: days.includes(column) ? problems.noDay({ value }) : problems.notANumber({ value }),
  };
  const isGeneral = code !== 'invalid_format' || !['phone', 'email', 'name'].includes(column);
  const text =
    special[`${column} ${code}`] ??
    (isGeneral ? ofCode[code] : undefined) ??
    explainValue(t, { field: '', code, message, least, most }).text;
  const location = [t.residents.line({ line }), column && columnName(t, column)].filter(Boolean).join(', ');
  return { text: `${location}: ${text}` };
}
