// The import of a bank statement: dropped here, previewed with the decisions and reasons, and only then imported.

import { Alert, Button, Paper, Stack, Text } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { useNavigate } from '@tanstack/react-router';
import { type DragEvent, useState } from 'react';
import type { StatementImportBody } from '../../api/bodies.ts';
import { api, asForm, requireUnchanged, unwrap } from '../../api/client.ts';
import { useAction } from '../../api/use-action.ts';
import { ActionFailure } from '../../parts/action-button.tsx';
import { ChooseFile } from '../../parts/choose-file.tsx';
import { ProblemsAlert } from '../../parts/error-message.tsx';
import type { ErrorText } from '../../parts/explain.ts';
import { Icon } from '../../parts/icons.tsx';
import { useLeaveWarning } from '../../parts/leave-warning.ts';
import { useLanguage } from '../../words/language.tsx';
import type { Words } from '../../words/words.ts';
import { CurrencySelect } from './currency-select.tsx';
import { ImportPreview, openingGaps } from './import-preview.tsx';
import { ImportProgress } from './import-progress.tsx';
import { MapColumns } from './map-columns.tsx';
import { StatementFormats } from './statement-formats.tsx';

/** Problems of a table that a person solves by saying what its columns mean. */
const mappable: ReadonlySet<string> = new Set(['unknown_format', 'direction_unclear', 'direction_invalid']);

/** A file, and the currency that a person chose; empty where nobody did. */
type ImportInput = { readonly file: File; readonly currency: string };

/** Why a file cannot be imported, in words and by codes. */
function useImportProblems() {
  const [problems, setProblems] = useState<readonly ErrorText[]>([]);
  const [codes, setCodes] = useState<readonly string[]>([]);
  const onProblems = (all: readonly ErrorText[], _fields: readonly string[], found: readonly string[]) => {
    setProblems(all);
    setCodes(found);
  };
  return { problems, codes, onProblems, clear: () => onProblems([], [], []) };
}

export function ImportStatement() {
  const { t, format } = useLanguage();
  const navigate = useNavigate();
  const [file, setFile] = useState<File>();
  const [currency, setCurrency] = useState('');
  const { problems, codes, clear, onProblems } = useImportProblems();
  const [mapping, { open: openMapping, close: closeMapping }] = useDisclosure();
  const options = { expectedCode: 'import_cancelled', onProblems };
  const preview = useAction((given: ImportInput) => sendStatement(given, true), options);
  const runImport = useAction((given: ImportInput) => sendStatement(given, false), {
    ...options,
    done: (result) => [importedText(t, result), ...openingGaps(t, format, result)].join(' '),
    next: ({ waiting }) => navigate({ to: '/payments', search: { tab: waiting > 0 ? 'waiting' : 'all' } }),
  });
  useLeaveWarning(runImport.isPending);
  const choose = (chosen: File | null | undefined) => {
    if (!chosen) return;
    setFile(chosen);
    setCurrency('');
    read({ file: chosen, currency: '' });
  };
  const read = (given: ImportInput) => {
    clear();
    preview.mutate(given);
  };
  const readMapped = () => {
    closeMapping();
    if (file) read({ file, currency: '' });
  };
  return (
    <Stack>
      <FileDrop choose={choose} pending={preview.isPending} file={file} />
      <ActionFailure action={preview} />
      {(preview.isPending || runImport.isPending) && <ImportProgress />}
      {file && codes.includes('currency_missing') ? (
        <CurrencyPrompt
          currency={currency}
          choose={setCurrency}
          pending={preview.isPending}
          read={() => read({ file, currency })}
        />
      ) : (
        <ProblemsAlert problems={problems} title={t.payments.unreadable}>
          {codes.some((code) => mappable.has(code)) && (
            <Button mt="sm" size="xs" onClick={openMapping}>
              {t.statements.open}
            </Button>
          )}
        </ProblemsAlert>
      )}
      {file && (
        <MapColumns
          key={`${file.name} ${file.lastModified}`}
          file={file}
          opened={mapping}
          close={closeMapping}
          kept={readMapped}
        />
      )}
      {preview.data && file && (
        <ImportPreview
          decided={preview.data}
          bring={() => runImport.mutate({ file, currency })}
          action={runImport}
          leave={() => {
            preview.reset();
            setFile(undefined);
          }}
        />
      )}
      {!preview.data && <StatementFormats />}
    </Stack>
  );
}

/** What was stored: entries, or of a file whose entries are all known its balances alone. */
function importedText({ payments }: Words, result: StatementImportBody): string {
  const { imported, newBalances: count, waiting, waitingReturns: returns } = result;
  return imported === 0 && count > 0
    ? payments.balancesKept({ count })
    : payments.imported({ imported, unmatched: waiting - returns, returns });
}

async function sendStatement({ file, currency }: ImportInput, dryRun: boolean): Promise<StatementImportBody> {
  await requireUnchanged(file);
  const query = { dryRun, ...(currency !== '' && { currency }) };
  const request = api.POST('/bank-statements/import', { params: { query }, ...asForm(file) });
  return (await unwrap(request)).data;
}

/** Asks for the currency that the file does not state. */
function CurrencyPrompt({
  currency,
  choose,
  pending,
  read,
}: {
  readonly currency: string;
  readonly choose: (currency: string) => void;
  readonly pending: boolean;
  readonly read: () => void;
}) {
  const { t } = useLanguage();
  return (
    <Alert color="yellow" role="alert" title={t.statements.currencyMissing} icon={<Icon name="warning" />}>
      <Stack gap="sm" align="flex-start">
        <Text fz="sm">{t.statements.currencyLead}</Text>
        <CurrencySelect label={t.statements.currency} none={t.common.none} value={currency} choose={choose} />
        {currency !== '' && (
          <Button size="xs" loading={pending} onClick={read}>
            {t.statements.readIn({ currency })}
          </Button>
        )}
      </Stack>
    </Alert>
  );
}

function FileDrop({
  choose,
  pending,
  file,
}: {
  readonly choose: (file: File | null | undefined) => void;
  readonly pending: boolean;
  readonly file: File | undefined;
}) {
  const { t } = useLanguage();
  const [over, setOver] = useState(false);
  const drop = (event: DragEvent) => {
    event.preventDefault();
    setOver(false);
    choose(event.dataTransfer.files[0]);
  };
  return (
    <Paper
      withBorder
      p="xl"
      ta="center"
      onDragOver={(event) => {
        event.preventDefault();
        setOver(true);
      }}
      onDragLeave={() => setOver(false)}
      onDrop={drop}
      style={{ borderStyle: 'dashed', ...(over && { borderColor: 'var(--mantine-primary-color-filled)' }) }}
    >
      <Stack align="center" gap="xs">
        <Text c="dimmed" lh={1}>
          <Icon name="upload" size={32} />
        </Text>
        <Text fw={600}>{file ? file.name : t.payments.drop}</Text>
        <Text c="dimmed">{t.payments.formats}</Text>
        <ChooseFile accept=".xml,.csv,.txt,.xlsx,.sta,.940,.mt940" pending={pending} choose={choose}>
          {t.payments.choose}
        </ChooseFile>
      </Stack>
    </Paper>
  );
}
