// The import of a building's meters from pasted rows or a CSV file: a preview that shows each row or its problem, and the import only when there is none.
import { Alert, Button, FileButton, Group, Stack, Text, Textarea, TextInput } from '@mantine/core';
import { type FormEvent, useState } from 'react';
import type { ConsolePostBody } from '../../api/bodies.ts';
import { asForm, consoleApi, unwrap } from '../../api/client.ts';
import { useAction } from '../../api/use-action.ts';
import { DataTable } from '../../parts/data-table.tsx';
import { ErrorTextList } from '../../parts/error-message.tsx';
import { type ErrorText, explainValue } from '../../parts/explain.ts';
import { todayIn } from '../../parts/today.ts';
import { useLanguage } from '../../words/language.tsx';
import type { Words } from '../../words/words.ts';
import { withUnit } from './meter-words.ts';

type MeterImport = ConsolePostBody<'/buildings/{id}/meters/import'>['data'];
type ImportProblem = MeterImport['problems'][number];

/** The maximum number of rows and of problems on the screen. */
const maxShown = 50;

export function ImportMeters({ buildingId, done }: { readonly buildingId: string; readonly done: () => void }) {
  const { t } = useLanguage();
  const [text, setText] = useState('');
  const [file, setFile] = useState<File>();
  const [day, setDay] = useState('');
  const run = (dryRun: boolean, table: File) => sendTable(buildingId, table, { dryRun, day });
  const preview = useAction((table: File) => run(true, table));
  const runImport = useAction((table: File) => run(false, table), {
    done: ({ created }) => t.meters.imported({ count: created }),
    next: done,
  });
  const table = file ?? new File([text], 'meters.txt', { type: 'text/plain' });
  const discard = () => preview.reset();
  const submit = (event: FormEvent) => {
    event.preventDefault();
    preview.mutate(table);
  };
  const report = preview.data;
  const isReady = report !== undefined && report.problems.length === 0 && report.created > 0;
  return (
    <form onSubmit={submit}>
      <Stack>
        <Text>{t.meters.importLead}</Text>
        <Textarea
          label={t.apartments.pasteHere}
          autosize
          minRows={5}
          maxRows={12}
          data-autofocus
          value={text}
          onChange={(event) => {
            setText(event.currentTarget.value);
            setFile(undefined);
            discard();
          }}
          styles={{ input: { fontFamily: 'var(--mantine-font-family-monospace)', whiteSpace: 'pre' } }}
        />
        <FileChoice
          file={file}
          choose={(chosen) => {
            setText('');
            setFile(chosen);
            preview.mutate(chosen);
          }}
        />
        <TextInput
          type="date"
          label={t.meters.initialReadOn}
          description={t.meters.initialReadOnHint}
          max={todayIn()}
          value={day}
          onChange={(event) => {
            setDay(event.currentTarget.value);
            discard();
          }}
        />
        <Text role="status">{report && describeReport(t, report)}</Text>
        {report && report.ignoredColumns.length > 0 && (
          <Alert color="yellow">{t.meters.ignoredColumns({ names: report.ignoredColumns.join(', ') })}</Alert>
        )}
        {report && <ImportReport report={report} />}
        {isReady ? (
          <Button loading={runImport.isPending} onClick={() => runImport.mutate(table)}>
            {t.meters.importCount({ count: report.created })}
          </Button>
        ) : (
          <Button type="submit" loading={preview.isPending} disabled={file === undefined && text.trim() === ''}>
            {t.payments.preview}
          </Button>
        )}
      </Stack>
    </form>
  );
}

function describeReport(t: Words, { problems, created, unchanged }: MeterImport): string {
  const { length: count } = problems;
  return count > 0 ? t.meters.importRejected({ count }) : t.meters.importFound({ created, unchanged });
}

function FileChoice({ file, choose }: { readonly file: File | undefined; readonly choose: (chosen: File) => void }) {
  const { t } = useLanguage();
  return (
    <Group>
      <FileButton accept=".csv,.txt" onChange={(chosen) => chosen && choose(chosen)}>
        {(props) => (
          <Button {...props} variant="default">
            {t.payments.choose}
          </Button>
        )}
      </FileButton>
      {file && <Text c="dimmed">{file.name}</Text>}
    </Group>
  );
}

function ImportReport({ report }: { readonly report: MeterImport }) {
  const { t, format } = useLanguage();
  const { problems, outcomes } = report;
  if (problems.length > 0)
    return (
      <Alert color="red" role="alert">
        <ErrorTextList all={problems.slice(0, maxShown).map((problem) => explainProblem(t, problem))} />
        {problems.length > maxShown && (
          <Text fz="sm">{t.meters.moreProblems({ count: problems.length - maxShown })}</Text>
        )}
      </Alert>
    );
  const rows = outcomes
    .flatMap(({ line, meter }) => (meter === undefined ? [] : [{ ...meter, line }]))
    .slice(0, maxShown);
  if (rows.length === 0) return null;
  return (
    <>
      <DataTable
        label={t.payments.preview}
        rows={rows}
        keyOf={({ line }) => String(line)}
        columns={[
          { title: t.invoices.apartment, cell: ({ apartment }) => apartment ?? t.meters.main },
          { title: t.meters.type, cell: ({ type }) => t.meters.types[type] },
          { title: t.meters.serial, cell: ({ serialNumber }) => serialNumber ?? t.common.none },
          { title: t.meters.initial, cell: (meter) => withUnit(format, meter.initialValue, meter), figure: true },
          { title: t.meters.digits, cell: ({ digits }) => digits, figure: true, wide: true },
          {
            title: t.meters.verifiedUntil,
            cell: ({ verifiedUntil }) => (verifiedUntil === null ? t.common.none : format.day(verifiedUntil)),
          },
        ]}
      />
      {outcomes.length > maxShown && <Text fz="sm">{t.meters.moreRows({ count: outcomes.length - maxShown })}</Text>}
    </>
  );
}

/** Row, column, and what to do. */
function explainProblem(t: Words, { line, column, code, message, value = '' }: ImportProblem): ErrorText {
  const { meters } = t;
  const { importProblems } = meters;
  const columns: Readonly<Record<string, string>> = {
    apartment: t.invoices.apartment,
    type: meters.type,
    serialNumber: meters.serial,
    initialValue: meters.initial,
    digits: meters.digits,
    decimals: meters.decimals,
    unit: meters.unit,
    installedOn: meters.installedOn,
    verifiedUntil: meters.verifiedUntil,
  };
  const texts: Readonly<Record<string, string>> = {
    'apartment required': importProblems.noApartment,
    'apartment not_found': importProblems.unknownApartment({ value }),
    'type required': importProblems.noType,
    'type not_allowed': importProblems.unknownType({ value }),
    'serialNumber required': importProblems.noSerial,
    'serialNumber duplicate': importProblems.repeatedSerial({ value }),
    'serialNumber not_allowed': importProblems.usedSerial({ value }),
    'initialValue invalid_format': t.apartments.pasteNotANumber({ text: value }),
    'digits out_of_range': importProblems.digits,
    'installedOn invalid_format': importProblems.noDay({ value }),
    'verifiedUntil invalid_format': importProblems.noDay({ value }),
  };
  const location = [t.residents.line({ line }), column && (columns[column] ?? column)].filter(Boolean).join(', ');
  const text = texts[`${column} ${code}`] ?? explainValue(t, { field: '', code, message }).text;
  return { text: `${location}: ${text}` };
}

async function sendTable(
  id: string,
  table: File,
  { dryRun, day }: { readonly dryRun: boolean; readonly day: string },
): Promise<MeterImport> {
  const params = { path: { id }, query: { dryRun, ...(day !== '' && { installedOn: day }) } };
  return (await unwrap(consoleApi.POST('/buildings/{id}/meters/import', { params, ...asForm(table) }))).data;
}
